// builtin.c: the functions that a GPU's driver provides to device code.

#include "machine/child_copy.h"

#include <stdlib.h>
#include <string.h>

// Copies argument i of a lane's call: at most `size` bytes of it.
static void read_argument(const Warp *warp, const Group *g, const Call *call, int lane, int i,
                          void *to, u32 size)
{
    memset(to, 0, size);
    if (i < call->args)
        memcpy(to,
               warp->local + (size_t)lane * warp->local_size + g->frame->local_base +
                   call->arg[i].here,
               call->arg[i].size < size ? call->arg[i].size : size);
}

// Returns argument i of a lane's call as a 64-bit number.
static u64 argument(const Warp *warp, const Group *g, const Call *call, int lane, int i)
{
    u64 v;
    read_argument(warp, g, call, lane, i, &v, sizeof v);
    return v;
}

static void give_result(const Warp *warp, const Group *g, const Call *call, int lane, u64 value)
{
    if (call->results)
        memcpy(warp->local + (size_t)lane * warp->local_size + g->frame->local_base +
                   call->result[0].here,
               &value, call->result[0].size < 8 ? call->result[0].size : 8);
}

// Returns a C string in device memory; NULL if it does not end inside its allocation.
static const char *device_string(SimWorker *w, Warp *warp, int lane, u64 address)
{
    const char *s = (const char *)access_generic(w, warp, lane, address, 1);
    for (u64 n = 1; s; n++) {
        if (s[n - 1] == 0)
            return s;
        if (!access_generic(w, warp, lane, address, n + 1))
            return NULL;
    }
    return NULL;
}

// Copies printf's arguments: 8 bytes for each conversion and each * of the format. Arguments outside of memory become zeros.
// NULL: the host has no memory.
static u8 *copy_arguments(SimWorker *w, Warp *warp, int lane, const char *format, u64 list)
{
    u64 size = 8;
    for (const char *s = format; *s; s++)
        size += *s == '%' || *s == '*' ? 8 : 0;
    u8 *copy = calloc(1, size);
    for (u64 n = size - 8; copy && list && n > 0; n -= 4) {
        const u8 *args = access_generic(w, warp, lane, list, n);
        if (args) {
            memcpy(copy, args, n);
            break;
        }
    }
    return copy;
}

struct Printing {
    SimWorker *worker;
    Warp *warp;
    int lane;
};

const char *sim_print_text(const SimLaunch *l, u64 address)
{
    const struct Printing *p = l->printing;
    return p ? device_string(p->worker, p->warp, p->lane, address) : NULL;
}

// Counts an operation as so many instructions, if it costs the host more time than one instruction.
static void charge(SimWorker *w, u64 instructions)
{
    w->work -= (i64)instructions;
}

static bool call_printf(SimWorker *w, Warp *warp, const Group *g, const Call *call, int lane)
{
    const char *format = device_string(w, warp, lane, argument(warp, g, call, lane, 0));
    if (!format)
        return fault_at(w, warp, lane, g->pc, SIM_ILLEGAL_ADDRESS,
                        "printf with a format that is not in memory");
    u8 *args = copy_arguments(w, warp, lane, format, argument(warp, g, call, lane, 1));
    if (!args)
        return fault_at(w, warp, lane, g->pc, SIM_NO_MEMORY, "the host has no memory for printf");
    charge(w, 64 + strlen(format));
    SimLaunch *l = w->launch; // only the block that has the turn prints
    l->printing = &(struct Printing){w, warp, lane};
    int count = l->print ? l->print(l->host, format, args) : 0;
    l->printing = NULL;
    free(args);
    give_result(warp, g, call, lane, (u64)(i64)count);
    return true;
}

// Does void __assertfail(const char *message, const char *file, unsigned line, const char *function, size_t).
static void call_assert(SimWorker *w, Warp *warp, const Group *g, const Call *call, int lane)
{
    const char *message = device_string(w, warp, lane, argument(warp, g, call, lane, 0));
    const char *file = device_string(w, warp, lane, argument(warp, g, call, lane, 1));
    const char *function = device_string(w, warp, lane, argument(warp, g, call, lane, 3));
    char text[512];
    text_format(text, sizeof text, "%s:%d: %s: Assertion `%s' failed.", file ? file : "?",
                (int)argument(warp, g, call, lane, 2), function ? function : "?",
                message ? message : "?");
    fault_at(w, warp, lane, g->pc, SIM_ASSERT, text);
}

// Does void *__cudaCDP2GetParameterBufferV2(void *kernel, dim3 grid, dim3 block, unsigned shared).
static u64 call_child_buffer(const SimWorker *w, Warp *warp, const Group *g, const Call *call,
                             int lane)
{
    u32 grid[3], block[3], error;
    read_argument(warp, g, call, lane, 1, grid, sizeof grid);
    read_argument(warp, g, call, lane, 2, block, sizeof block);
    u64 buffer = child_buffer(w, argument(warp, g, call, lane, 0), grid, block,
                              (u32)argument(warp, g, call, lane, 3), &error);
    if (error)
        warp->error[lane] = error;
    return buffer;
}

// Writes a function's result where its first argument points to; false if that is not in memory.
static bool answer(SimWorker *w, Warp *warp, const Group *g, const Call *call, int lane, u64 value,
                   u64 size)
{
    u64 address = argument(warp, g, call, lane, 0);
    u8 *to = access_generic(w, warp, lane, address, size);
    if (!to)
        return fault_at(w, warp, lane, g->pc, SIM_ILLEGAL_ADDRESS,
                        "A function of the device runtime was given a pointer to no memory");
    memcpy(to, &value, size);
    return true;
}

static bool call_attribute(SimWorker *w, Warp *warp, const Group *g, const Call *call, int lane)
{
    int value = 0;
    int error = w->launch->attribute
                    ? w->launch->attribute(&value, (int)argument(warp, g, call, lane, 1),
                                           (int)argument(warp, g, call, lane, 2))
                    : INVALID_VALUE;
    give_result(warp, g, call, lane, (u64)error);
    return error || answer(w, warp, g, call, lane, (u64)value, 4);
}

// Does cudaGraphSetConditional: a handle is the address of a word, which the graph reads when the kernel has ended.
static bool call_set_condition(SimWorker *w, Warp *warp, const Group *g, const Call *call, int lane)
{
    u64 handle = argument(warp, g, call, lane, 0);
    SimAlloc *a = memory_find(w->launch->memory, handle, 4);
    if (!a || a->base != handle || a->size != 4)
        return fault_at(w, warp, lane, g->pc, SIM_ILLEGAL_ADDRESS,
                        "cudaGraphSetConditional of what is no handle");
    read_argument(warp, g, call, lane, 1, a->host, 4);
    if (a->touched) // so that a repeated launch is known to change it
        footprint_touch(a, handle >> 7, (u8)(1U << (handle >> 5 & 3)), false, true);
    return true;
}

// Does cudaMalloc, from the heap that malloc has.
static bool call_malloc(SimWorker *w, Warp *warp, const Group *g, const Call *call, int lane)
{
    u64 size = argument(warp, g, call, lane, 1);
    Heap *h = memory_heap(w->launch->memory, 0);
    u64 address = heap_take(h, size);
    charge(w, heap_looked(h) / 16);
    give_result(warp, g, call, lane, size && !address ? OUT_OF_MEMORY : 0);
    return answer(w, warp, g, call, lane, address, 8);
}

// Does cudaMemcpyAsync, cudaMemsetAsync and those of rectangles.
static u32 call_copy(const SimWorker *w, const Warp *warp, const Group *g, const Call *call,
                     int lane)
{
    enum { DEVICE_TO_DEVICE = 3, DEFAULT = 4 }; // cudaMemcpyKind
    Builtin which = (Builtin)call->builtin;
    bool plane = which == B_COPY_2D || which == B_FILL_2D;
    u64 a[8];
    for (int i = 0; i < 8; i++)
        a[i] = argument(warp, g, call, lane, i);
    ChildCopy c = {.to = a[0], .fills = which == B_FILL || which == B_FILL_2D};
    int next; // the argument behind these
    if (c.fills) {
        c.to_pitch = plane ? a[1] : 0;
        c.value = (u32)a[plane ? 2 : 1];
        c.width = a[plane ? 3 : 2];
        c.height = plane ? a[4] : 1;
        next = plane ? 5 : 3;
    } else {
        c.to_pitch = plane ? a[1] : 0;
        c.from = a[plane ? 2 : 1];
        c.from_pitch = plane ? a[3] : 0;
        c.width = a[plane ? 4 : 2];
        c.height = plane ? a[5] : 1;
        next = plane ? 6 : 3;
        if (a[next] != DEVICE_TO_DEVICE && a[next] != DEFAULT)
            return INVALID_DIRECTION;
        next++;
    }
    return child_copy(w, warp, lane, &c, a[next]);
}

bool builtin_call(SimWorker *w, Warp *warp, Group *g, const Insn *in, u32 mask)
{
    const Call *call = in->call;
    if (in->ordered && w->launch->trial)
        return launch_in_vain(w); // nobody could take it back
    for (u32 left = mask; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        switch ((Builtin)call->builtin) {
        case B_VPRINTF:
            if (!call_printf(w, warp, g, call, lane))
                return false;
            break;
        case B_ASSERT: call_assert(w, warp, g, call, lane); return false;
        case B_CHILD_BUFFER:
            give_result(warp, g, call, lane, call_child_buffer(w, warp, g, call, lane));
            break;
        case B_CHILD_LAUNCH: {
            u32 error = child_launch(w, warp, lane, argument(warp, g, call, lane, 0),
                                     argument(warp, g, call, lane, 1));
            if (error)
                warp->error[lane] = error;
            give_result(warp, g, call, lane, error);
            break;
        }
        case B_LAST_ERROR:
        case B_PEEK_ERROR:
            give_result(warp, g, call, lane, warp->error[lane]);
            if (call->builtin == B_LAST_ERROR)
                warp->error[lane] = 0;
            break;
        case B_DEVICE_ATTRIBUTE:
            if (!call_attribute(w, warp, g, call, lane))
                return false;
            break;
        case B_DEVICE:
        case B_DEVICE_COUNT:
            give_result(warp, g, call, lane, 0);
            if (!answer(w, warp, g, call, lane, call->builtin == B_DEVICE_COUNT, 4))
                return false;
            break;
        case B_NEW_HANDLE: // a number that no special stream and no other handle of the grid has
            give_result(warp, g, call, lane, 0);
            if (!answer(w, warp, g, call, lane,
                        CODE_WINDOW + ((w->block << 20 | ++w->handles) << 4), 8))
                return false;
            break;
        case B_MALLOC: {
            Heap *h = memory_heap(w->launch->memory, 0);
            give_result(warp, g, call, lane, heap_take(h, argument(warp, g, call, lane, 0)));
            charge(w, heap_looked(h) / 16);
            break;
        }
        case B_FREE: {
            u64 address = argument(warp, g, call, lane, 0);
            Heap *h = memory_heap(w->launch->memory, 0);
            if (!address || heap_give(h, address))
                break;
            return fault_at(
                w, warp, lane, g->pc, SIM_ILLEGAL_ADDRESS,
                "free of an address that malloc did not give, or that was freed before");
        }
        case B_DEVICE_MALLOC:
            if (!call_malloc(w, warp, g, call, lane))
                return false;
            break;
        case B_DEVICE_FREE: {
            u64 address = argument(warp, g, call, lane, 0);
            bool freed = !address || heap_give(memory_heap(w->launch->memory, 0), address);
            warp->error[lane] = freed ? warp->error[lane] : INVALID_VALUE;
            give_result(warp, g, call, lane, freed ? 0 : INVALID_VALUE);
            break;
        }
        case B_COPY:
        case B_COPY_2D:
        case B_FILL:
        case B_FILL_2D: {
            u32 error = call_copy(w, warp, g, call, lane);
            warp->error[lane] = error ? error : warp->error[lane];
            give_result(warp, g, call, lane, error);
            break;
        }
        case B_SET_CONDITION:
            if (!call_set_condition(w, warp, g, call, lane))
                return false;
            break;
        case B_NOTHING: give_result(warp, g, call, lane, 0); break;
        case B_NONE: break;
        }
    }
    return true;
}
