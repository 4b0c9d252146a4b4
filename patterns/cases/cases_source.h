/* patterns/cases/cases_source.h -- proposes what was played in the same vicinities.

   Every legal point is named: how probable the casebook finds it, as far as it knows
   its vicinity; then, term by term, what the deeper levels of detail had to say, so
   that the mixture can trust each of them as far as it is news beside the other
   sources. The nearest cases are the testimony.  */
#pragma once

#include "engine/search/source.h"
#include "patterns/cases/evidence.h"

struct cases_source;

/* BOOK outlives it.  */
struct cases_source *cases_source_new(struct casebook const *book);
void cases_source_free(struct cases_source *self);
struct casebook const *cases_source_book(struct cases_source const *self);

/* A row of evidence as a testimony, which points into BOOK.  */
void cases_testify(struct casebook const *book, struct case_evidence const *row,
                   struct testimony *out);

/* As a source its self is a struct cases_source.  */
extern struct source_kind const cases_kind; /* reads cases.hishi */
