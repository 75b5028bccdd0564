// alu.c: finds the function that does an instruction. A mnemonic is looked up by its first words, then by the rest;
// both searches are linear, because a group holds few entries and a module has few different instructions.

#include "alu.h"

#include <string.h>

static AluFn *find_in(const AluGroup *groups, const char *mnemonic)
{
    for (const AluGroup *g = groups; g->word; g++) {
        size_t n = strlen(g->word);
        if (strncmp(g->word, mnemonic, n) != 0 || (mnemonic[n] && mnemonic[n] != '.'))
            continue;
        for (const AluEntry *e = g->entries; e->name; e++)
            if (strcmp(e->name, mnemonic + n) == 0)
                return e->fn;
    }
    return NULL;
}

AluFn *alu_find(const char *mnemonic)
{
    static const AluGroup *const tables[] = {alu_int_groups,     alu_float_groups,
                                             alu_compare_groups, alu_convert_groups,
                                             alu_half_groups,    NULL};
    for (const AluGroup *const *t = tables; *t; t++) {
        AluFn *fn = find_in(*t, mnemonic);
        if (fn)
            return fn;
    }
    for (const AluEntry *e = alu_address_table; e->name; e++)
        if (strcmp(e->name, mnemonic) == 0)
            return e->fn;
    return NULL;
}

// Registers hold any type; these may look at them whatever it was.
typedef u16 __attribute__((may_alias)) Any16;
typedef u32 __attribute__((may_alias)) Any32;
typedef u64 __attribute__((may_alias)) Any64;

void alu_merge(u8 *to, const void *from, u32 mask, int bytes)
{
    if (bytes == 2) {
        Any16 *d = __builtin_assume_aligned(to, 64);
        const Any16 *s = __builtin_assume_aligned(from, 64);
        EACH_LANE d[l] = mask >> l & 1 ? s[l] : d[l];
    } else if (bytes == 4) {
        Any32 *d = __builtin_assume_aligned(to, 64);
        const Any32 *s = __builtin_assume_aligned(from, 64);
        EACH_LANE d[l] = mask >> l & 1 ? s[l] : d[l];
    } else {
        Any64 *d = __builtin_assume_aligned(to, 64);
        const Any64 *s = __builtin_assume_aligned(from, 64);
        EACH_LANE d[l] = mask >> l & 1 ? s[l] : d[l];
    }
}
