/* tools/memory_tables.h -- what a memory of shapes holds, in tables for people
   or as JSON.  */
#pragma once

#include "patterns/learning/casebuilder.h"

/* After learning: how much was learnt into PATH, and how long it took.  */
void table_of_learning(struct casebuilder const *list, char const *path, double wall_s,
                       double cpu_s, bool json);

/* Cases by edge and by number of stones, and how much of all that was played the
   often played cases cover.  */
void table_of_memory(struct memory const *memory, bool json);
