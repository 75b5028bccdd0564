// picture.c: divides one access of a warp into pieces: what each lane wants of each 4-byte word.

#include "walk/walk.h"

#include <stdlib.h>
#include <string.h>

enum { TILE_PIECE = 16, BANK_LINE = 128 }; // bytes

const char *access_operation(SimInsnKind kind)
{
    return kind == SIM_LOAD ? "load" : kind == SIM_STORE ? "store" : "atomic";
}

const char *access_space(SimSpace space)
{
    switch (space) {
    case SIM_SPACE_SHARED: return "shared";
    case SIM_SPACE_LOCAL: return "local";
    case SIM_SPACE_CONST: return "constant";
    case SIM_SPACE_TEXTURE: return "texture";
    default: return "global";
    }
}

uint64_t access_place(const SimMemory *memory, const SimAccess *a, int lane)
{
    uint64_t address = a->address[lane];
    if (a->space == SIM_SPACE_SHARED || a->space == SIM_SPACE_LOCAL)
        return address;
    const SimAlloc *in = sim_nearest(memory, address);
    return in ? address - in->base : address;
}

// ---- Taking apart --------------------------------------------------------------------------------------------

static int by_word(const void *a, const void *b)
{
    const Piece *x = a, *y = b;
    return x->word != y->word ? (x->word > y->word) - (x->word < y->word) : x->lane - y->lane;
}

static void take_pieces(Picture *p, const SimAccess *a)
{
    int words = a->bytes < 4 ? 1 : a->bytes / 4;
    for (int lane = 0; lane < LANES; lane++) {
        for (int k = 0; (a->lanes >> lane & 1) && k < words && p->count < MOST_PIECES; k++) {
            uint64_t address = a->address[lane] + 4 * (uint64_t)k;
            Piece piece = {address / 4, 15, lane};
            if (a->bytes < 4)
                piece.part = ((1u << a->bytes) - 1) << (address & 3);
            if (a->space == SIM_SPACE_LOCAL)
                piece.word = piece.word * LANES + (uint64_t)lane;
            p->pieces[p->count++] = piece;
        }
    }
}

int picture_banks(const Picture *p, int from, int rows[][BANKS], bool shared[][BANKS])
{
    uint64_t words[2 * LANES][BANKS];
    int used[BANKS] = {0}, most = 0;
    for (int i = 0; i < p->count; i++) {
        const Piece *piece = &p->pieces[i];
        int bank = (int)(piece->word % BANKS), k = 0;
        if (piece->lane < from || piece->lane >= from + p->phase)
            continue;
        while (k < used[bank] && words[k][bank] != piece->word)
            k++;
        shared[k][bank] = k < used[bank];
        if (k < used[bank])
            continue;
        for (int other = 0; k >= most && other < BANKS; other++)
            rows[k][other] = -1;
        words[k][bank] = piece->word;
        rows[k][bank] = piece->lane;
        used[bank]++;
        most = used[bank] > most ? used[bank] : most;
    }
    return most;
}

static void measure_shared(Picture *p, const SimAccess *a)
{
    int rows[LANES * 2][BANKS];
    bool shared[LANES * 2][BANKS];
    uint32_t offset[LANES];
    for (int lane = 0; lane < LANES; lane++)
        offset[lane] = (uint32_t)a->address[lane];
    p->phase = sim_bank_phase(offset, a->lanes, a->bytes, a->kind == SIM_LOAD);
    for (int from = 0; from < LANES; from += p->phase) {
        int wavefronts = picture_banks(p, from, rows, shared);
        p->cost += wavefronts;
        p->ideal += wavefronts > 0;
    }
}

void picture_cost(const Picture *p, char *out, size_t size)
{
    int moved = p->cost * SECTOR, conflicts = p->cost - p->ideal;
    if (p->access.space != SIM_SPACE_SHARED)
        text_append(out, size, "%d sector%s, %d bytes, of which %d are used: %d %%", p->cost,
                    plural(p->cost), moved, p->bytes, 100 * p->bytes / moved);
    else if (conflicts > 0)
        text_append(out, size, "%d wavefront%s, %d would do: %d bank conflict%s", p->cost,
                    plural(p->cost), p->ideal, conflicts, plural(conflicts));
    else
        text_append(out, size, "%d wavefront%s, no bank conflict", p->cost, plural(p->cost));
}

// Counts sectors and distinct bytes. The pieces are in order of their words.
static void measure_sectors(Picture *p)
{
    uint32_t part = 0;
    for (int i = 0; i < p->count; i++) {
        const Piece *piece = &p->pieces[i];
        bool new_word = i == 0 || piece[-1].word != piece->word;
        p->cost += i == 0 || piece[-1].word / SECTOR_WORDS != piece->word / SECTOR_WORDS;
        part = new_word ? piece->part : part | piece->part;
        if (i + 1 == p->count || piece[1].word != piece->word)
            p->bytes += __builtin_popcount(part);
    }
    p->ideal = (p->bytes + SECTOR - 1) / SECTOR;
}

int picture_tile(const SimTile *t, TileLine *lines)
{
    int count = 0, pieces = t->rows * t->pieces;
    for (int i = 0; i < pieces && i < SIM_TILE_PIECES; i++) {
        uint32_t at = t->at[i] / BANK_LINE * BANK_LINE;
        int k = count;
        while (k > 0 && lines[k - 1].at > at)
            k--;
        if (k == 0 || lines[k - 1].at != at) {
            memmove(lines + k + 1, lines + k, (size_t)(count++ - k) * sizeof *lines);
            lines[k++] = (TileLine){at, {-1, -1, -1, -1, -1, -1, -1, -1}};
        }
        int16_t *piece = &lines[k - 1].piece[t->at[i] % BANK_LINE / TILE_PIECE];
        *piece = *piece < 0 ? (int16_t)i : *piece;
    }
    return count;
}

int picture_tile_spread(const SimTile *t)
{
    unsigned groups = 0;
    for (int row = 0; row < t->rows && row < 8 && row * t->pieces < SIM_TILE_PIECES; row++)
        groups |= 1u << (t->at[(size_t)row * (size_t)t->pieces] % BANK_LINE / TILE_PIECE);
    return __builtin_popcount(groups);
}

Picture picture_take(const SimMemory *memory, const SimAccess *a)
{
    Picture p = {.access = *a};
    int first = __builtin_ctz(a->lanes);
    p.base = a->space == SIM_SPACE_GLOBAL || a->space == SIM_SPACE_CONST
                 ? a->address[first] - access_place(memory, a, first)
                 : 0;
    take_pieces(&p, a);
    if (a->space == SIM_SPACE_SHARED) {
        measure_shared(&p, a);
    } else {
        qsort(p.pieces, (size_t)p.count, sizeof *p.pieces, by_word);
        measure_sectors(&p);
    }
    return p;
}
