// builtin.c: the functions that a GPU's driver provides to device code.

#include "machine/child.h"

#include <stdlib.h>
#include <string.h>

// One lane's call of such a function.
typedef struct LaneCall {
    SimWorker *w;
    Warp *warp;
    const Group *g;
    const Call *call;
    int lane;
} LaneCall;

static bool refuse(const LaneCall *c, SimStatus status, const char *what)
{
    return fault_at(c->w, c->warp, c->lane, c->g->pc, status, what);
}

// Returns where the caller has a parameter, which begins `here` in its frame.
static u8 *param_at(const LaneCall *c, i32 here)
{
    return c->warp->local + (size_t)c->lane * c->warp->local_size + c->g->frame->local_base + here;
}

// Copies argument i: at most `size` bytes of it.
static void read_argument(const LaneCall *c, int i, void *to, u32 size)
{
    const Call *call = c->call;
    memset(to, 0, size);
    if (i < call->args)
        memcpy(to, param_at(c, call->arg[i].here),
               call->arg[i].size < size ? call->arg[i].size : size);
}

// Returns argument i as a 64-bit number; 0 if the call has none.
static u64 argument(const LaneCall *c, int i)
{
    u64 v;
    read_argument(c, i, &v, sizeof v);
    return v;
}

static void give_result(const LaneCall *c, u64 value)
{
    const Call *call = c->call;
    if (call->results)
        memcpy(param_at(c, call->result[0].here), &value,
               call->result[0].size < 8 ? call->result[0].size : 8);
}

// Gives a cudaError_t as the result, and keeps an error for cudaGetLastError.
static void give_error(const LaneCall *c, u32 error)
{
    if (error)
        c->warp->error[c->lane] = error;
    give_result(c, error);
}

// Writes a result where the first argument points to; false if that is not in memory.
static bool answer(const LaneCall *c, u64 value, u64 size)
{
    u8 *to = access_generic(c->w, c->warp, c->lane, argument(c, 0), size);
    if (!to)
        return refuse(c, SIM_ILLEGAL_ADDRESS,
                      "A function of the device runtime was given a pointer to nothing");
    memcpy(to, &value, size);
    sim_memory_wrote(c->w->launch->memory, argument(c, 0), size);
    return true;
}

// Returns a C string in device memory; NULL if it does not end inside its allocation.
static const char *device_string(const LaneCall *c, u64 address)
{
    const char *s = (const char *)access_generic(c->w, c->warp, c->lane, address, 1);
    for (u64 n = 1; s; n++) {
        if (s[n - 1] == 0)
            return s;
        if (!access_generic(c->w, c->warp, c->lane, address, n + 1))
            return NULL;
    }
    return NULL;
}

// Counts an operation as so many instructions, if it costs the host more time than one instruction.
static void charge(const LaneCall *c, u64 instructions)
{
    c->w->work -= (i64)instructions;
}

// ---- printf and assert -----------------------------------------------------------------------------------------------

// Copies printf's arguments: 8 bytes for each conversion and each * of the format. Arguments outside of memory become zeros.
// NULL: the host has no memory.
static u8 *copy_arguments(const LaneCall *c, const char *format, u64 list)
{
    u64 size = 8;
    for (const char *s = format; *s; s++)
        size += *s == '%' || *s == '*' ? 8 : 0;
    u8 *copy = calloc(1, size);
    for (u64 n = size - 8; copy && list && n > 0; n -= 4) {
        const u8 *args = access_generic(c->w, c->warp, c->lane, list, n);
        if (args) {
            memcpy(copy, args, n);
            break;
        }
    }
    return copy;
}

const char *sim_print_text(const SimLaunch *l, u64 address)
{
    return l->printing ? device_string(l->printing, address) : NULL;
}

void sim_print_thread(const SimLaunch *l, u64 *block, u32 *thread)
{
    const LaneCall *c = l->printing;
    *block = c ? c->w->block : 0;
    *thread = c ? (u32)(c->warp->index * LANES + c->lane) : 0;
}

uint64_t sim_print_work(const char *format)
{
    u64 work = SIM_PRINT_WORK;
    for (const char *s = format; *s; s++) {
        u64 width = 0;
        for (; *s >= '0' && *s <= '9' && s[1]; s++) // "%2000000000d" is a short format
            width = width < UINT32_MAX ? 10 * width + (u64)(*s - '0') : width;
        work += width + 1;
    }
    return work;
}

static bool call_printf(const LaneCall *c)
{
    enum { LONG_TEXT = 4096 };
    if (!argument(c, 0)) { // CUDA C++ Programming Guide, "Formatted Output": a null format gives -1
        give_result(c, (u64)-1);
        return true;
    }
    const char *format = device_string(c, argument(c, 0));
    if (!format)
        return refuse(c, SIM_ILLEGAL_ADDRESS, "printf with a format that is not in memory");
    u8 *args = copy_arguments(c, format, argument(c, 1));
    if (!args)
        return refuse(c, SIM_NO_MEMORY, "the host has no memory for printf");
    u64 work = sim_print_work(format);
    charge(c, work);
    if (work > LONG_TEXT && !launch_work(c->w, c->warp, c->g)) { // too much, before it is printed
        free(args);
        return false;
    }
    SimLaunch *l = c->w->launch; // only the block that has the turn prints
    l->printing = c;
    int count = l->print ? l->print(l->host, format, args) : 0;
    l->printing = NULL;
    free(args);
    give_result(c, (u64)(i64)count);
    return true;
}

// Writes the line that a GPU prints for a thread whose assertion fails (CUDA C++ Programming Guide, "Assertion"). The arguments are
// those of void __assertfail(const char *message, const char *file, unsigned line, const char *function, size_t).
static void format_assertion(char *out, size_t size, const LaneCall *c)
{
    const char *message = device_string(c, argument(c, 0));
    const char *file = device_string(c, argument(c, 1));
    const char *function = device_string(c, argument(c, 3));
    const u32 *grid = c->w->launch->grid, *block = c->w->launch->block;
    u32 thread = (u32)(c->warp->index * LANES + c->lane), at = (u32)c->w->block;
    text_format(
        out, size, "%s:%d: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n",
        file ? file : "?", (int)argument(c, 2), function ? function : "?", at % grid[0],
        at / grid[0] % grid[1], at / grid[0] / grid[1], thread % block[0],
        thread / block[0] % block[1], thread / block[0] / block[1], message ? message : "?");
}

// Does __assertfail for the lanes of a warp whose assertions fail together: each has a line, as long as there is room.
static bool call_assert(SimWorker *w, Warp *warp, Group *g, const Insn *in, u32 mask)
{
    enum { REST = 700 }; // room for what says where that is
    LaneCall c = {w, warp, g, in->call, 0};
    char text[sizeof w->err->text - REST] = "", line[1024];
    int lines = 0, all = __builtin_popcount(mask);
    EACH_BIT(lane, mask) {
        c.lane = (int)lane;
        format_assertion(line, sizeof line, &c);
        if (strlen(text) + strlen(line) + sizeof "    and so for 31 more threads of its warp" >
            sizeof text)
            break;
        TEXT_APPEND(text, "%s", line);
        lines++;
    }
    if (lines < all)
        TEXT_APPEND(text, "    and so for %d more threads of its warp", all - lines);
    else
        text[strlen(text) - 1] = '\0'; // the end of the last line
    c.lane = __builtin_ctz(mask);
    return refuse(&c, SIM_ASSERT, text);
}

// ---- Memory ----------------------------------------------------------------------------------------------------------

// Returns the address of a block of the heap; 0 if there is no room.
static u64 take_memory(const LaneCall *c, u64 size, u64 align)
{
    Heap *h = memory_heap(c->w->launch->memory, 0);
    u64 address = heap_take(h, size, align);
    charge(c, heap_looked(h) / 16);
    if (address && c->w->observer) {
        char where[400] = "";
        append_place(where, sizeof where, c->w->module, c->g->pc);
        heap_name(h, address, where);
        memory_emptied(c->w->launch->memory, address, size);
    }
    return address;
}

// Frees the block that begins at the address. False if none does; 0 is no error.
static bool free_memory(const LaneCall *c, u64 address)
{
    return !address || heap_give(memory_heap(c->w->launch->memory, 0), address);
}

// Does cudaMalloc, from the heap that malloc has.
static bool call_malloc(const LaneCall *c)
{
    u64 size = argument(c, 1), address = take_memory(c, size, 16);
    give_result(c, size && !address ? OUT_OF_MEMORY : SUCCESS);
    return answer(c, address, 8);
}

// Does cudaMemcpyAsync, cudaMemsetAsync and those of rectangles. Returns a cudaError_t.
static u32 call_copy(const LaneCall *c)
{
    enum { DEVICE_TO_DEVICE = 3, DEFAULT = 4 }; // cudaMemcpyKind
    Builtin which = (Builtin)c->call->builtin;
    bool plane = which == B_COPY_2D || which == B_FILL_2D;
    ChildCopy copy = {.fills = which == B_FILL || which == B_FILL_2D};
    int i = 0;
    copy.to = argument(c, i++);
    copy.to_pitch = plane ? argument(c, i++) : 0;
    if (copy.fills) {
        copy.value = (u32)argument(c, i++);
    } else {
        copy.from = argument(c, i++);
        copy.from_pitch = plane ? argument(c, i++) : 0;
    }
    copy.width = argument(c, i++);
    copy.height = plane ? argument(c, i++) : 1;
    u64 direction = copy.fills ? DEFAULT : argument(c, i++);
    if (direction != DEVICE_TO_DEVICE && direction != DEFAULT)
        return INVALID_DIRECTION;
    return child_copy(c->w, c->warp, c->lane, &copy, argument(c, i));
}

// ---- Launches, devices, graphs ---------------------------------------------------------------------------------------

// Reads what is launched: three arguments from the given one on, dim3 grid, dim3 block and unsigned shared. Returns a cudaError_t.
static u32 read_child(const LaneCall *c, u64 kernel, int from, SimChild *child)
{
    *child = (SimChild){.shared = (u32)argument(c, from + 2)};
    read_argument(c, from, child->grid, sizeof child->grid);
    read_argument(c, from + 1, child->block, sizeof child->block);
    return child_kernel(c->w, kernel, child);
}

// Keeps an error of a launch for cudaGetLastError: <<<>>> gives none.
static void keep_launch_error(const LaneCall *c, u32 error)
{
    if (!error)
        return;
    c->warp->error[c->lane] = error;
    if (c->w->observer)
        c->w->observer->child_failed(c->w, c->warp, c->lane, c->g->pc);
}

// Does void *__cudaCDP2GetParameterBuffer(size_t alignment, size_t size), whose buffers are aligned to 16 bytes. V2:
// void *__cudaCDP2GetParameterBufferV2(void *kernel, dim3 grid, dim3 block, unsigned shared).
static void call_child_buffer(const LaneCall *c, bool v2)
{
    SimChild child = {0};
    u64 buffer = 0, bytes = v2 ? 0 : argument(c, 1);
    u32 error = v2 ? read_child(c, argument(c, 0), 1, &child) : SUCCESS;
    if (!error)
        error = child_buffer(c->w, &child, bytes, &buffer);
    keep_launch_error(c, error);
    give_result(c, buffer);
}

// Does cudaError_t __cudaCDP2LaunchDevice(void *kernel, void *buffer, dim3 grid, dim3 block, unsigned shared, cudaStream_t). V2:
// cudaError_t __cudaCDP2LaunchDeviceV2(void *buffer, cudaStream_t).
static u32 call_child_launch(const LaneCall *c, bool v2)
{
    if (v2)
        return child_launch(c->w, c->warp, c->lane, argument(c, 0), NULL, argument(c, 1));
    SimChild child;
    u32 error = read_child(c, argument(c, 0), 2, &child);
    return error ? error
                 : child_launch(c->w, c->warp, c->lane, argument(c, 1), &child, argument(c, 5));
}

static bool call_attribute(const LaneCall *c)
{
    const SimLaunch *l = c->w->launch;
    int value = 0;
    int error = l->attribute ? l->attribute(&value, (int)argument(c, 1), (int)argument(c, 2))
                             : INVALID_VALUE;
    give_result(c, (u64)error);
    return error || answer(c, (u64)value, 4);
}

// Does cudaGraphSetConditional: a handle is the address of a SimCondition, which the graph reads when the kernel has ended.
static bool call_set_condition(const LaneCall *c)
{
    u64 handle = argument(c, 0);
    SimAlloc *a = memory_find(c->w->launch->memory, handle, sizeof(SimCondition));
    if (!a || a->base != handle || a->size != sizeof(SimCondition))
        return refuse(c, SIM_ILLEGAL_ADDRESS,
                      "cudaGraphSetConditional of something that is not a handle");
    read_argument(c, 1, a->host, 4);
    if (a->traces.touched) // so that a repeated launch is known to change it
        footprint_touch(a, handle >> 7, (u8)(1U << (handle >> 5 & 3)), false, true);
    return true;
}

static bool do_call(const LaneCall *c)
{
    u64 first = argument(c, 0);
    u32 error;
    switch ((Builtin)c->call->builtin) {
    case B_VPRINTF: return call_printf(c);
    case B_CHILD_BUFFER:
    case B_CHILD_BUFFER_V2: call_child_buffer(c, c->call->builtin == B_CHILD_BUFFER_V2); break;
    case B_CHILD_LAUNCH:
    case B_CHILD_LAUNCH_V2:
        error = call_child_launch(c, c->call->builtin == B_CHILD_LAUNCH_V2);
        keep_launch_error(c, error);
        give_result(c, error);
        break;
    case B_LAST_ERROR:
        give_result(c, c->warp->error[c->lane]);
        c->warp->error[c->lane] = SUCCESS;
        break;
    case B_PEEK_ERROR: give_result(c, c->warp->error[c->lane]); break;
    case B_DEVICE_ATTRIBUTE: return call_attribute(c);
    case B_DEVICE: give_result(c, SUCCESS); return answer(c, 0, 4);
    case B_DEVICE_COUNT: give_result(c, SUCCESS); return answer(c, 1, 4);
    case B_NEW_STREAM:
    case B_NEW_EVENT: // a number that no special stream and no other handle of the grid has
        give_result(c, SUCCESS);
        return answer(c, CODE_WINDOW + ((c->w->block << 20 | ++c->w->handles) << 4), 8);
    case B_MALLOC: give_result(c, take_memory(c, first, 16)); break;
    case B_ALIGNED_MALLOC: give_result(c, take_memory(c, first, argument(c, 1))); break;
    case B_FREE:
        return free_memory(c, first) ||
               refuse(c, SIM_ILLEGAL_ADDRESS,
                      "free of an address that malloc did not return, or that was freed before");
    case B_DEVICE_MALLOC: return call_malloc(c);
    case B_DEVICE_FREE: give_error(c, free_memory(c, first) ? SUCCESS : INVALID_VALUE); break;
    case B_COPY:
    case B_COPY_2D:
    case B_FILL:
    case B_FILL_2D: give_error(c, call_copy(c)); break;
    case B_SET_CONDITION: return call_set_condition(c);
    // Launches run in the order in which they are made, so there is nothing to wait for.
    case B_END_STREAM:
    case B_END_EVENT:
    case B_WAIT_EVENT:
    case B_RECORD:
    case B_RECORD_FLAGS: give_result(c, SUCCESS); break;
    case B_ASSERT: // its lanes say it together
    case B_NONE: break;
    }
    return true;
}

bool builtin_call(SimWorker *w, Warp *warp, Group *g, const Insn *in, u32 mask)
{
    if (in->ordered && w->launch->trial)
        return launch_in_vain(w); // nobody could take it back
    if (in->call->builtin == B_ASSERT)
        return call_assert(w, warp, g, in, mask);
    EACH_BIT(lane, mask)
        if (!do_call(&(LaneCall){w, warp, g, in->call, (int)lane}))
            return false;
    return true;
}
