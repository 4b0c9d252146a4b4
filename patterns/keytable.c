#include <config.h>

#include "patterns/keytable.h"

#include <stdlib.h>
#include <xalloc.h>

void keytable_init(struct keytable *table, uint64_t count)
{
    uint64_t size = 16;
    while (size < count + count / 3)
        size *= 2;
    table->mask = size - 1;
    table->slots = xcalloc(size, sizeof *table->slots);
}

void keytable_release(struct keytable *table)
{
    free(table->slots);
    table->slots = NULL;
}

void keytable_add(struct keytable *table, uint64_t key, uint32_t number)
{
    uint64_t at = keytable_start(table, key);
    while (table->slots[at].key && table->slots[at].key != key)
        at = (at + 1) & table->mask;
    if (!table->slots[at].key)
        table->slots[at] = (struct keyslot){.key = key, .number = number};
}
