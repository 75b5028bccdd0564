// tile.c: draws a tile as it lies in shared memory. A row is 128 bytes, a word of each bank; a cell is a piece of 16 bytes, four banks
// wide, and shows which piece of which row of the tile lies there:
//
//      banks      0-3   4-7  8-11 12-15 16-19 20-23 24-27 28-31
//      byte 0     0.0   0.1   0.2   0.3   0.4   0.5   0.6   0.7
//      byte 128   1.1   1.0   1.3   1.2   1.5   1.4   1.7   1.6
//
// With the swizzle of 128 bytes a column of the tile, as 0.0, 1.0, …, 7.0, lies in all banks, and is read at once.

#include "views/views.h"

enum { MOST_LINES = 32 }; // that are drawn

static void draw_tile(const Stepper *s, const SimTile *t, FILE *out)
{
    static TileLine lines[SIM_TILE_PIECES];
    int count = picture_tile(t, lines), spread = picture_tile_spread(t);
    fprintf(out, "\n  %s: %d rows of %d piece%s of 16 bytes in shared memory of block %d", t->name,
            t->rows, t->pieces, plural(t->pieces), (int)t->block);
    if (t->swizzle > 0)
        fprintf(out, ",\n  with a swizzle of %d bytes", t->swizzle);
    else if (t->swizzle == 0)
        fprintf(out, ", no swizzle");
    fprintf(out, ".\n  A column's first %d pieces lie in %d of the 8 groups of banks.\n\n",
            t->rows < 8 ? t->rows : 8, spread);
    fprintf(out, "  banks       0-3   4-7  8-11 12-15 16-19 20-23 24-27 28-31\n");
    for (int i = 0; i < count && i < MOST_LINES; i++) {
        fprintf(out, "%s  byte %-6u", i && lines[i].at != lines[i - 1].at + 128 ? "\n" : "",
                lines[i].at);
        for (int k = 0; k < 8; k++) {
            int piece = lines[i].piece[k];
            char text[16] = ".";
            if (piece >= 0)
                snprintf(text, sizeof text, "%d.%d", piece / t->pieces, piece % t->pieces);
            bool first = s->color && piece >= 0 && piece % t->pieces == 0;
            fprintf(out, "%s%5s%s%s", first ? "\033[32m" : "", text, first ? "\033[0m" : "",
                    k < 7 ? " " : "\n");
        }
    }
    if (count > MOST_LINES)
        fprintf(out, "  … and %d more lines of 128 bytes\n", count - MOST_LINES);
}

void tiles_print(const Stepper *s, FILE *out)
{
    const Walk *w = s->walk;
    if (!w->tile_count) {
        fprintf(out, "  No ldmatrix, wgmma or copy of a tensor has run yet in this block.\n");
        return;
    }
    const SimInsnInfo *insn = &w->launch.insns[w->tile_pc];
    fprintf(out, "  warp %d, line %d: %.56s\n", w->tile_warp, insn->line, insn->text);
    for (int i = 0; i < w->tile_count; i++)
        draw_tile(s, &w->tiles[i], out);
}
