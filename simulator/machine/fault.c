// fault.c: says what went wrong, in compute-sanitizer's words. It adds what that tool does not know: where the memory was
// allocated and freed.

#include "machine/machine.h"

#include <string.h>

static const char *space_name(SimSpace s)
{
    switch (s) {
    case SIM_SPACE_SHARED: return "__shared__";
    case SIM_SPACE_LOCAL: return "__local__";
    case SIM_SPACE_CONST: return "__constant__";
    default: return "__global__";
    }
}

void append_thread(char *out, size_t size, const u32 *grid, const u32 *block, u32 thread, u64 at)
{
    text_append(out, size, "\n    by thread (%u,%u,%u) in block (%u,%u,%u)", thread % block[0],
                thread / block[0] % block[1], thread / block[0] / block[1], (u32)(at % grid[0]),
                (u32)(at / grid[0] % grid[1]), (u32)(at / grid[0] / grid[1]));
}

const SimInsnInfo *placed_at(const SimModule *m, i32 pc)
{
    const SimFunction *f = m->infos[pc].function;
    i32 before = pc, behind = pc;
    while (before > f->entry && !m->infos[before].file)
        before--;
    while (behind + 1 < f->end && !m->infos[behind].file)
        behind++;
    return &m->infos[m->infos[before].file ? before : m->infos[behind].file ? behind : pc];
}

void append_place(char *out, size_t size, const SimModule *m, i32 pc)
{
    const SimInsnInfo *info = &m->infos[pc], *placed = placed_at(m, pc);
    text_append(out, size, " at %s", info->function->name);
    if (placed->file)
        text_append(out, size, " in %s:%d", placed->file, placed->line);
    else
        text_append(out, size, " (PTX line %d: %s)", info->ptx_line, info->text);
}

static void append_where(SimWorker *w, const Warp *warp, int lane, int pc)
{
    SimError *err = w->err;
    const SimInsnInfo *info = &w->module->infos[pc], *placed = placed_at(w->module, pc);
    TEXT_APPEND(err->text, "\n    at %s", info->function->name);
    if (placed->file)
        TEXT_APPEND(err->text, " in %s:%d", placed->file, placed->line);
    if (info->text[0])
        TEXT_APPEND(err->text, " (PTX line %d: %s)", info->ptx_line, info->text);
    const SimLaunch *l = w->launch;
    append_thread(err->text, sizeof err->text, l->grid, l->block, (u32)(warp->index * LANES + lane),
                  w->block);
    if (info->function != l->kernel)
        TEXT_APPEND(err->text, "\n    in kernel %s", l->kernel->name);
}

bool fault_at(SimWorker *w, const Warp *warp, int lane, int pc, SimStatus status, const char *what)
{
    error_set(w->err, status, "%s", what);
    append_where(w, warp, lane, pc);
    return false;
}

#define NEAR        (1ll << 31) // elements; an index farther from its array is not wrong by a few elements
#define FAR_ON_HOST (1ull << 30)
#define FAR         (1ull << 40) // bytes; device memory starts low, and no device has so much

// Tells whether the program does not know an allocation: kernel arguments and the compiler's own variables, such as "$str".
static bool is_hidden(const SimAlloc *a)
{
    return a->kind == SIM_PARAM || a->kind == SIM_PARAM_BUFFER || (a->name && *a->name == '$');
}

// Returns the nearest allocation that the program knows. One that it does not know is returned only if the address is inside it.
static const SimAlloc *nearest(const SimMemory *m, u64 address)
{
    const SimAlloc *best = sim_nearest(m, address);
    if (!best || !is_hidden(best) || (address >= best->base && address < best->base + best->size))
        return best;
    u64 distance = UINT64_MAX;
    best = NULL;
    for (size_t i = 0; i < sim_alloc_count(m); i++) {
        const SimAlloc *a = sim_alloc_at(m, i);
        u64 end = a->base + a->size;
        u64 away = address < a->base ? a->base - address : address < end ? 0 : address - end;
        if (is_hidden(a) || away >= distance)
            continue;
        best = a;
        distance = away;
    }
    return best;
}

// Adds which block of malloc in kernels is before an address of their heap that is in no block.
static void append_heap(SimWorker *w, u64 address)
{
    u64 size = 0, at = heap_block(memory_heap(w->launch->memory, 0), address, &size);
    SimError *err = w->err;
    TEXT_APPEND(
        err->text,
        "\n    and is in the heap of malloc in kernels, but not in a block that is still allocated");
    if (at)
        TEXT_APPEND(err->text, "\n    it is %l byte%s after the block at 0x%x of size %l byte%s",
                    (i64)(address - at - size + 1), plural((i64)(address - at - size + 1)), at,
                    (i64)size, plural((i64)size));
}

static void append_away(SimError *err, i64 bytes, const char *where)
{
    TEXT_APPEND(err->text, "%l byte%s %s", bytes, plural(bytes), where);
}

// Adds "… is 4 bytes after the allocation at 0x302000000 of size 400 bytes, allocated at main.cu:12".
static void append_allocation(SimWorker *w, u64 address)
{
    SimError *err = w->err;
    const SimAlloc *a = nearest(w->launch->memory, address);
    if (address == 0)
        TEXT_APPEND(err->text, "\n    and is a null pointer");
    if (address < 4096)
        return;
    u64 end = a ? a->base + a->size : 0; // without an allocation a host address is far from 0
    u64 away = address > end ? address - end : a && address < a->base ? a->base - address : 0;
    // Managed memory is among the host's addresses, and so is nearer to them.
    if (away > (a && sim_is_hosts(a->kind) ? FAR_ON_HOST : FAR)) {
        TEXT_APPEND(err->text,
                    address >> 47 || address < FAR
                        ? "\n    and is far from any allocation"
                        : "\n    and is a host address: a kernel can reach memory from "
                          "cudaMalloc, but not memory from malloc or the host's variables");
        return;
    }
    if (!a)
        return;
    if (a->kind == SIM_HEAP && address >= a->base && address < end) {
        append_heap(w, address);
        return;
    }
    TEXT_APPEND(err->text, "\n    and is ");
    if (address < a->base)
        append_away(err, (i64)(a->base - address), "before");
    else if (address >= end)
        append_away(err, (i64)(address - end + 1), "after");
    else if (!a->live)
        append_away(err, (i64)(address - a->base), "into");
    else
        TEXT_APPEND(err->text, "near the end of");
    TEXT_APPEND(err->text, " the nearest %sallocation at 0x%x of size %l byte%s",
                a->live ? "" : "freed ", a->base, (i64)a->size, plural((i64)a->size));
    if (a->name)
        TEXT_APPEND(err->text, " ('%s')", a->name);
    if (a->made)
        TEXT_APPEND(err->text, "\n    allocated at %s", a->made);
    if (a->freed)
        TEXT_APPEND(err->text, "\n    freed at %s", a->freed);
}

static int bytes_of(const Insn *in)
{
    return in->kind == K_COPY ? in->copy.bytes
           : in->kind == K_TILE_LOAD || in->kind == K_TILE_STORE
               ? fragment_step(&in->fragment) * in->fragment.bytes
               : in->access.bytes * in->access.count;
}

const AccessWords *access_words(const Insn *in)
{
    static const AccessWords read = {"Reads", "read", "Read", false},
                             write = {"Writes", "write", "Write", true},
                             atomic = {"Updates", "atomic", "Atomic", false},
                             bulk = {"Copies", "bulk copy", "Bulk copy", true};
    switch (in->kind) {
    case K_LOAD:
    case K_COPY:
    case K_TEXTURE:
    case K_TILE_LOAD:
    case K_WARPGROUP: return &read;
    case K_STORE:
    case K_COPY_STORE:
    case K_TEXEL_STORE:
    case K_TILE_STORE: return &write;
    case K_BULK: return &bulk;
    default: return &atomic;
    }
}

void append_invalid(char *out, size_t size, const Insn *in, SimSpace space, const Element *e)
{
    const AccessWords *words = access_words(in);
    if (e)
        text_append(out, size, "%s %s[%l]; %s has %l element%s.\n", words->does, e->name, e->index,
                    e->name, (i64)e->count, plural((i64)e->count));
    text_append(out, size, "Invalid %s %s of size %d byte%s", space_name(space), words->name,
                bytes_of(in), plural(bytes_of(in)));
}

bool fault_access(SimWorker *w, const Warp *warp, int lane, int pc, SimStatus status,
                  SimSpace space, u64 address)
{
    const Insn *in = &w->module->code[pc];
    SimError *err = w->err;
    const SimLaunch *l = w->launch;
    error_set(err, status, "");
    const Var *array = space == SIM_SPACE_SHARED ? w->module->infos[pc].array : NULL;
    const SimAlloc *a;
    Element e;
    bool named = status == SIM_ILLEGAL_ADDRESS &&
                 (array ? element_of(l, array, address, &e)
                        : element_at(l, space, address, nearest(l->memory, address), &e));
    if (named) { // the nearest array in global memory need not be the one that was meant, unless it is very near
        i64 count = (i64)e.count, near = space == SIM_SPACE_SHARED ? NEAR : count < 64 ? 64 : count;
        named = e.index > -near && e.index < count + near;
    }
    append_invalid(err->text, sizeof err->text, in, space, named ? &e : NULL);
    append_where(w, warp, lane, pc);
    if (named)
        return false;
    if (status == SIM_MISALIGNED) {
        TEXT_APPEND(err->text, "\n    Access to 0x%x is misaligned: it must be a multiple of %d",
                    address, bytes_of(in));
        return false;
    }
    TEXT_APPEND(err->text, "\n    Access to 0x%x is out of bounds", address);
    if (space == SIM_SPACE_SHARED)
        TEXT_APPEND(err->text,
                    "\n    the block has %l bytes of shared memory (%l static, %l dynamic)",
                    (i64)(l->shared_total - l->shared_reserved), (i64)l->kernel->shared_bytes,
                    (i64)l->shared);
    else if (space == SIM_SPACE_LOCAL)
        TEXT_APPEND(err->text, "\n    the thread has %u bytes of local memory", warp->local_size);
    else if (space == SIM_SPACE_CONST && (a = sim_nearest(l->memory, address)) &&
             a->kind == SIM_PARAM)
        TEXT_APPEND(err->text, "\n    the kernel has %l bytes of parameters", (i64)a->size);
    else
        append_allocation(w, address);
    if ((space == SIM_SPACE_SHARED || space == SIM_SPACE_LOCAL) && (i32)(u32)address < 0)
        TEXT_APPEND(err->text, "\n    the address is %l bytes before them",
                    -(i64)(i32)(u32)address);
    return false;
}
