/* patterns/shapes/keytable.h -- how often each of a fixed set of keys was met.

   A hash table with open addressing, filled first and then counted in by many
   threads at once without a lock.  */
#pragma once

#include <stdint.h>

struct keyslot {
    uint64_t key;    /* 0: free */
    uint32_t number; /* as given when it was added */
    uint32_t count;
};

struct keytable {
    struct keyslot *slots;
    uint64_t mask;
};

/* Room for COUNT keys.  */
void keytable_init(struct keytable *table, uint64_t count);
void keytable_release(struct keytable *table);

/* KEY is not 0.  A key that is there keeps its number.  */
void keytable_add(struct keytable *table, uint64_t key, uint32_t number);

static inline uint64_t keytable_start(struct keytable const *table, uint64_t key)
{
    return (key ^ key >> 32) & table->mask;
}

static inline void keytable_prefetch(struct keytable const *table, uint64_t key)
{
    __builtin_prefetch(&table->slots[keytable_start(table, key)], 1);
}

/* One more of KEY, if it was added.  */
static inline void keytable_count(struct keytable *table, uint64_t key)
{
    uint64_t at = keytable_start(table, key);
    for (; table->slots[at].key; at = (at + 1) & table->mask)
        if (table->slots[at].key == key) {
            __atomic_fetch_add(&table->slots[at].count, 1, __ATOMIC_RELAXED);
            return;
        }
}
