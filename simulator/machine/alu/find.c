// find.c: finds the function that does an instruction. A mnemonic is looked up by its first words, then by the rest;
// both searches are linear, because a group holds few entries and a module has few different instructions.

#include "machine/alu/alu.h"

#include <string.h>

Alu find_alu_function(const char *mnemonic)
{
    static const AluGroup *const tables[] = {int_groups,     float_groups, special_groups,
                                             compare_groups, half_groups,  address_groups,
                                             video_groups,   NULL};
    for (const AluGroup *const *t = tables; *t; t++)
        for (const AluGroup *g = *t; g->word; g++) {
            size_t n = strlen(g->word);
            if (strncmp(g->word, mnemonic, n) != 0 || (mnemonic[n] && mnemonic[n] != '.'))
                continue;
            for (const AluEntry *e = g->entries; e->name; e++)
                if (strcmp(e->name, mnemonic + n) == 0)
                    return e->alu;
        }
    return strncmp(mnemonic, "cvt.", 4) == 0 ? find_conversion(mnemonic + 3) : (Alu){0};
}

AluNames alu_names(const Insn *in)
{
    static const AluGroup *const tables[] = {int_groups,     float_groups,       compare_groups,
                                             address_groups, listed_conversions, NULL};
    for (const AluGroup *const *t = tables; in->kind == K_ALU && *t; t++)
        for (const AluGroup *g = *t; g->word; g++)
            for (const AluEntry *e = g->entries; e->name; e++)
                if (e->alu.fn == in->alu.does.fn &&
                    (!e->comparison || e->alu.compare == in->alu.does.compare))
                    return (AluNames){e->function, e->comparison};
    return (AluNames){NULL, NULL};
}
