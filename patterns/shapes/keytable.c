#include <config.h>

#include "patterns/shapes/keytable.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <xalloc.h>

/* Keys fall anywhere in the table: with large pages each look is one miss, not
   two.  */
enum { PAGE = 2 << 20 };

void keytable_init(struct keytable *table, uint64_t count)
{
    uint64_t size = 16;
    while (size < count + count / 3)
        size *= 2;
    table->mask = size - 1;
    size_t const bytes = (size * sizeof *table->slots + PAGE - 1) / PAGE * PAGE;
    table->slots = aligned_alloc(PAGE, bytes);
    if (!table->slots)
        xalloc_die();
    madvise(table->slots, bytes, MADV_HUGEPAGE); /* only a wish */
    memset(table->slots, 0, bytes);
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
