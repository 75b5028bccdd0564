// async.c: writes what moves by itself at a moment of a lab: copies in flight and mbarriers; how tiles lie in shared memory; and the blocks
// of the cluster (see lab.h). state.c writes all else.

#include "lab.h"
#include "source_names.h"

// Adds "[64]" for the element at a byte of an array, or ", byte 64" if its elements are not known.
static void put_element(Writer *out, uint64_t byte, uint64_t size, int each)
{
    if (each && size <= (uint64_t)each)
        return;
    writer_puts(out, each ? "[" : ", byte ");
    writer_put_int(out, (int64_t)(byte / (uint64_t)(each ? each : 1)));
    writer_puts(out, each ? "]" : "");
}

// Writes a place by the name of the lab's or the kernel's array, and the block's number where it is one of a cluster.
static void put_place_name(const Lab *lab, Writer *out, const char *key, SimPlace p)
{
    const Walk *w = lab->walk;
    bool shared = p.space == SIM_SPACE_SHARED;
    Writer text = {0};
    SimSharedArray found;
    for (int i = 0; i < lab->spec.array_count && !text.length; i++) {
        const Array *a = &lab->spec.arrays[i];
        uint64_t size = array_bytes(a);
        if ((a->place == IN_SHARED) != shared || p.address - a->address >= size)
            continue;
        writer_puts(&text, a->name);
        put_element(&text, p.address - a->address, size, element_bytes(a->element));
    }
    if (!text.length && shared && w->shown && sim_step_shared_array(w->shown, p.address, &found) &&
        found.size) {
        write_own_name(&text, found.name);
        put_element(&text, p.address - found.start, found.size, found.element.bytes);
    }
    if (!text.length)
        writer_puts(&text, shared ? "shared memory" : "global memory");
    if (shared && w->launch.cluster_size > 1) {
        writer_puts(&text, " of block ");
        writer_put_int(&text, (int64_t)p.block);
    }
    writer_string(out, key, text.no_memory ? "" : text.at);
    writer_free(&text);
}

static void put_flight(const Lab *lab, const SimFlight *f, Writer *out)
{
    writer_open(out, NULL, '{');
    writer_int(out, "bytes", (int64_t)f->bytes);
    put_place_name(lab, out, "from", f->from);
    put_place_name(lab, out, "to", f->to);
    if (f->completes_at.space == SIM_SPACE_SHARED)
        put_place_name(lab, out, "mbarrier", f->completes_at);
    else
        writer_int(out, "group", f->group);
    writer_int(out, "lanes", f->lanes);
    writer_int(out, "warp", f->warp);
    writer_int(out, "line", lab->walk->launch.insns[f->pc].line);
    writer_close(out, '}');
}

static void put_flights(const Lab *lab, const char *key, const SimFlight *f, int count, Writer *out)
{
    writer_open(out, key, '[');
    for (int i = 0; i < count; i++)
        put_flight(lab, &f[i], out);
    writer_close(out, ']');
}

// Writes the warps of the cluster that wait at an mbarrier: [block, warp].
static void put_waiting(const Walk *w, SimPlace at, Writer *out)
{
    SimWorker *m;
    writer_open(out, "waiting", '[');
    for (uint32_t r = 0; (m = sim_step_worker(w->worker, r)); r++)
        for (int warp = 0; warp < w->launch.warps; warp++) {
            SimPlace waits;
            if (!sim_step_waits(m, warp, &waits) || waits.block != at.block ||
                waits.address != at.address)
                continue;
            writer_open(out, NULL, '[');
            writer_int(out, NULL, (int64_t)sim_step_block(m));
            writer_int(out, NULL, warp);
            writer_close(out, ']');
        }
    writer_close(out, ']');
}

static void put_mbarriers(const Lab *lab, Writer *out)
{
    const Walk *w = lab->walk;
    writer_open(out, "mbarriers", '[');
    for (int i = 0; i < w->mbarrier_count; i++) {
        SimMbarrier m;
        if (!walk_mbarrier(w, w->mbarriers[i], &m))
            continue;
        writer_open(out, NULL, '{');
        put_place_name(lab, out, "name", w->mbarriers[i]);
        writer_int(out, "phase", m.phase);
        writer_int(out, "lacks", m.arrivals);
        writer_int(out, "each", m.each);
        writer_int(out, "bytes", m.bytes);
        put_waiting(w, w->mbarriers[i], out);
        writer_close(out, '}');
    }
    writer_close(out, ']');
}

// Writes a tile's lines: the first byte of each, and for each of its eight pieces of 16 bytes the number of the tile's piece that
// lies there, or -1.
static void put_tile(const SimTile *t, Writer *out)
{
    TileLine lines[SIM_TILE_PIECES];
    int count = picture_tile(t, lines);
    writer_open(out, NULL, '{');
    writer_string(out, "name", t->name);
    writer_int(out, "block", (int64_t)t->block);
    writer_int(out, "rows", t->rows);
    writer_int(out, "pieces", t->pieces);
    writer_int(out, "swizzle", t->swizzle);
    writer_int(out, "spread", picture_tile_spread(t));
    writer_open(out, "lines", '[');
    for (int i = 0; i < count; i++) {
        writer_open(out, NULL, '[');
        writer_int(out, NULL, lines[i].at);
        for (int k = 0; k < 8; k++)
            writer_int(out, NULL, lines[i].piece[k]);
        writer_close(out, ']');
    }
    writer_close(out, ']');
    writer_close(out, '}');
}

static void put_tiles(const Walk *w, Writer *out)
{
    writer_open(out, "tiles", '{');
    writer_bool(out, "now", w->tiled == w->moment);
    writer_int(out, "warp", w->tile_warp);
    writer_int(out, "line", w->launch.insns[w->tile_pc].line);
    writer_string(out, "by", w->launch.insns[w->tile_pc].text);
    writer_open(out, "list", '[');
    for (int i = 0; i < w->tile_count; i++)
        put_tile(&w->tiles[i], out);
    writer_close(out, ']');
    writer_close(out, '}');
}

// Returns what a warp's first group does, as state.c names it for each group.
static const char *doing(const SimWorker *m, int warp)
{
    SimGroup groups[LANES];
    if (!sim_step_groups(m, warp, groups))
        return "gone";
    switch (groups[0].state) {
    case SIM_LANES_AT_BARRIER: return "barrier";
    case SIM_LANES_AT_MBARRIER: return "mbarrier";
    case SIM_LANES_RUN: return "ready";
    default: return "sync";
    }
}

static void put_cluster(const Walk *w, Writer *out)
{
    writer_open(out, "cluster", '[');
    for (uint32_t r = 0; w->worker && r < w->launch.cluster_size && w->launch.cluster_size > 1;
         r++) {
        const SimWorker *m = sim_step_worker(w->worker, r);
        writer_open(out, NULL, '{');
        writer_int(out, "block", (int64_t)sim_step_block(m));
        writer_open(out, "warps", '[');
        for (int warp = 0; warp < w->launch.warps; warp++)
            writer_string(out, NULL, m == w->ran && warp == w->step.warp ? "on" : doing(m, warp));
        writer_close(out, ']');
        writer_close(out, '}');
    }
    writer_close(out, ']');
}

void lab_put_async(const Lab *lab, Writer *out)
{
    const Walk *w = lab->walk;
    put_flights(lab, "flights", w->flights, w->flight_count, out);
    put_flights(lab, "landed", w->landed, w->landed_count, out);
    put_mbarriers(lab, out);
    if (w->tile_count)
        put_tiles(w, out);
    put_cluster(w, out);
}
