// show.c: tells hosts that show how a block runs what moves by itself, the mbarriers that wait for it, and how tiles lie in shared
// memory. Nothing here changes the block.

#include "machine/bulk.h"

#include <string.h>

enum { SHOWN_PIECE = 16, EIGHT = 8 };

int sim_step_flights(const SimWorker *w, SimFlight *out, int most)
{
    int count = bulks_list(w, out, 0, most);
    SimWorker *first = w->cluster ? w->cluster->member[0] : (SimWorker *)(uintptr_t)w, *m;
    for (u32 r = 0; (m = worker_of_rank(first, r)); r++)
        for (int i = 0; i < m->launch->warps; i++)
            count = copies_list(m, &m->warps[i], out, count, most);
    return count;
}

bool sim_step_mbarrier(const SimWorker *w, uint64_t at, SimMbarrier *out)
{
    if (at + 8 > w->launch->shared_total)
        return false;
    const Mbarrier m = mbarrier_read(w->shared + at);
    *out = (SimMbarrier){m.phase, m.arrivals, m.each, m.bytes};
    return true;
}

bool sim_step_waits(SimWorker *w, int warp, SimPlace *at)
{
    u64 byte;
    const SimWorker *owner = bulk_waits(w, &w->warps[warp], &byte);
    if (owner)
        *at = (SimPlace){SIM_SPACE_SHARED, owner->block, byte};
    return owner != NULL;
}

// ---- Tiles -------------------------------------------------------------------------------------------------------------

// Notes where a piece of a row lies, if there is room for it.
static void set_piece(SimTile *t, int row, int piece, u64 at)
{
    int i = row * t->pieces + piece;
    if (i < SIM_TILE_PIECES)
        t->at[i] = (u32)at;
}

// The lanes of an ldmatrix have the address of a row each: lane 8 m + r that of row r of matrix m.
static void take_rows(SimTile *t, const SimAccess *a)
{
    *t = (SimTile){.name = "rows",
                   .block = a->owner,
                   .rows = EIGHT,
                   .pieces = __builtin_popcount(a->lanes) / EIGHT,
                   .swizzle = -1};
    for (int lane = 0; lane < t->pieces * EIGHT; lane++)
        set_piece(t, lane % EIGHT, lane / EIGHT, a->address[lane]);
}

// A tile of A or B, as a descriptor has it. If its lines lie across memory, a row is an element of k.
static void take_described(SimTile *t, const SimWorker *w, const char *name, u64 descriptor,
                           bool across, int eights, int pieces)
{
    static const int widths[] = {0, 128, 64, 32};
    *t = (SimTile){.block = w->block,
                   .rows = across ? pieces * EIGHT : eights * EIGHT,
                   .pieces = across ? eights : pieces,
                   .swizzle = widths[descriptor >> 62]};
    TEXT_FORMAT(t->name, "%s", name);
    for (int eight = 0; eight < eights; eight++)
        for (int i = 0; i < EIGHT * pieces; i++) {
            int row = across ? i : eight * EIGHT + i % EIGHT, piece = across ? eight : i / EIGHT;
            set_piece(t, row, piece, tile_piece(descriptor, across, eight, i));
        }
}

static int take_product(SimTile *out, const SimWorker *w, const Insn *in, const u8 *regs)
{
    enum { A_EIGHTS = 8, A_PIECES = 2 };
    const struct Warpgroup *p = &in->warpgroup;
    int count = 0;
    u64 descriptor;
    if (!p->a_in_regs && lanes_alike(regs + in->a, 8, &descriptor))
        take_described(&out[count++], w, "A", descriptor, p->a_across, A_EIGHTS, A_PIECES);
    if (lanes_alike(regs + in->b, 8, &descriptor))
        take_described(&out[count++], w, "B", descriptor, p->b_across, p->columns,
                       p->sparse ? 4 : 2);
    return count;
}

// A box that the last step has copied, in the shared memory of the first block that gets it.
static bool take_box(SimTile *t, const Bulk *b, int warp, int pc)
{
    while (b && (b->pc != pc || b->warp != warp))
        b = b->next;
    if (!b)
        return false;
    u64 rows = tensor_rows(&b->map), bytes = b->bytes / rows;
    *t = (SimTile){.name = "box",
                   .block = bulk_shared(b)->owner->block,
                   .rows = (int)rows,
                   .pieces = (int)((bytes + SHOWN_PIECE - 1) / SHOWN_PIECE),
                   .swizzle = b->map.swizzle ? SHOWN_PIECE << b->map.swizzle : 0};
    for (int r = 0; r < t->rows; r++)
        for (int p = 0; p < t->pieces; p++)
            set_piece(t, r, p,
                      tensor_place(b, (u64)r * bytes + (u64)p * SHOWN_PIECE) / SHOWN_PIECE *
                          SHOWN_PIECE);
    return true;
}

int sim_step_tiles(const SimWorker *w, const SimStep *step, const SimAccess *access, SimTile *out)
{
    const Insn *in = &w->module->code[step->pc];
    switch (in->kind) {
    case K_TILE_LOAD:
    case K_TILE_STORE:
        if (!in->fragment.by_lane || !access || access->space != SIM_SPACE_SHARED)
            return 0;
        take_rows(out, access);
        return 1;
    case K_WARPGROUP:
        for (int i = 0; i < w->warps[step->warp].group_count; i++) {
            const Group *g = &w->warps[step->warp].groups[i];
            if (g->mask == step->lanes)
                return take_product(out, w, in, g->frame->regs);
        }
        return 0;
    case K_BULK:
        if (!in->bulk.dimensions)
            return 0;
        w = w->cluster ? w->cluster->member[0] : w;
        return take_box(out, w->bulks, step->warp, step->pc);
    default: return 0;
    }
}
