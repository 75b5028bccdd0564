// repeat_calls.c: makes the calls of a whole program again, in a process that has none of its code.
//
// What a program says of itself can be forged, so nobody believes it. This process gets the object that the compiler has made of the
// submission, with its PTX, and the program's tape (simulator/runtime/state/calls.c): the calls that the program says it has made, with the
// bytes that it gave them. It makes these calls with a simulator of its own, and the tape that this simulator writes is what the judge
// reads. Whatever wrote the program's tape, on this one is what the device has done: a launch has run the submission's kernel, and a
// copy has moved what was there.
//
// Memory of the host has other addresses here. Of the device's memory the addresses are the same, since the same allocations come in
// the same order; kernels are given them as parameters.
//
//   in:   the object and the tape, each after its number of bytes, a uint64_t
//   out:  a tape; its last line is "end found=N", with the findings, or "refused", with the reason
//
// usage: device-calls WORDS      of WARPSIM

#include "order/order.h"
#include "runtime/cuda/cuda.h"
#include "runtime/state/calls.h"
#include "runtime/state/module.h"

#include "pipe.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MODULES = 16, MOST_NAME = 1024 };
enum { TAPE = 3 };                   // the file that is written
enum { BUFFER_AT = 1, BUFFER_SIZE }; // kernel_launch's `extra`

// A call of the program, as its tape tells it.
typedef struct {
    char *name, *told, *at;
    const unsigned char *given; // (size)
    size_t size;
} Said;

// What the program has made and names later, and what it is here.
typedef struct Made {
    struct Made *next;
    uint64_t theirs;
    size_t bytes; // of memory; a stream and an event have 1
    void *own;
} Made;

static Made *hosts, *streams, *events, *under_way, *names;
static Module *modules[MOST_MODULES];
static int module_count;
static char *findings;
static size_t findings_size;

// ---- The ends --------------------------------------------------------------------------------------------------------

// Writes the last piece of the tape, and ends the process.
_Noreturn static void finish_tape(const char *line, const char *text, size_t length)
{
    const uint64_t sizes[] = {strlen(line), length};
    bool written = pipe_write(TAPE, sizes, sizeof sizes) && pipe_write(TAPE, line, sizes[0]) &&
                   pipe_write(TAPE, text, length);
    _exit(!written);
}

__attribute__((noreturn, format(printf, 1, 2))) static void refuse(const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    finish_tape("refused", text, strlen(text));
}

// The simulator ends the process itself where it can't run the program's code, and has said why.
static void end_early(void)
{
    fflush(stderr);
    finish_tape("refused", findings, findings_size);
}

// ---- What is read ----------------------------------------------------------------------------------------------------

// Returns what comes next on standard input, with a 0 behind it.
static unsigned char *receive(uint64_t *size)
{
    unsigned char *bytes =
        pipe_read(STDIN_FILENO, size, sizeof *size) && *size < SIZE_MAX ? malloc(*size + 1) : NULL;
    if (!bytes || !pipe_read(STDIN_FILENO, bytes, *size))
        _exit(1);
    bytes[*size] = '\0';
    return bytes;
}

// Finds the next call on the tape and moves *at behind it; false at the end. A piece that is cut off ends the tape, too.
static bool next_call(unsigned char **at, const unsigned char *end, Said *s)
{
    uint64_t sizes[2];
    if ((size_t)(end - *at) < sizeof sizes)
        return false;
    memcpy(sizes, *at, sizeof sizes);
    size_t left = (size_t)(end - *at) - sizeof sizes;
    if (!sizes[0] || sizes[0] > left || sizes[1] > left - sizes[0])
        return false;
    char *line = (char *)*at + sizeof sizes;
    *at += sizeof sizes + sizes[0] + sizes[1];
    line[sizes[0] - 1] = '\0'; // in place of the newline
    char *space = strchr(line, ' '), *place = strstr(line, " at=");
    *s = (Said){line, space ? space : line + strlen(line), place ? place + 4 : line + strlen(line),
                (unsigned char *)line + sizes[0], sizes[1]};
    if (space)
        *space = '\0', s->told++;
    if (place)
        *place = '\0';
    return true;
}

// Returns the text of a key, up to the next space or the end; NULL if it is not told.
static const char *find(const Said *s, const char *key)
{
    size_t length = strlen(key);
    for (const char *at = s->told; at; at = strchr(at, ' '), at += at != NULL)
        if (strncmp(at, key, length) == 0 && at[length] == '=')
            return at + length + 1;
    return NULL;
}

static uint64_t number(const Said *s, const char *key)
{
    const char *text = find(s, key);
    return text ? strtoull(text, NULL, 0) : 0;
}

static dim3 three(const Said *s, const char *key)
{
    unsigned n[3] = {0, 0, 0};
    const char *text = find(s, key);
    if (text && sscanf(text, "%u,%u,%u", &n[0], &n[1], &n[2]) != 3)
        n[0] = 0;
    return (dim3){n[0], n[1], n[2]};
}

// ---- What the program has made ------------------------------------------------------------------------------------------

// Returns memory for `size` bytes; without it the process ends.
static void *memory_for(size_t size)
{
    void *p = malloc(size);
    if (!p)
        out_of_memory();
    return p;
}

static void note(Made **list, uint64_t theirs, size_t bytes, void *own)
{
    Made *m = memory_for(sizeof *m);
    *m = (Made){*list, theirs, bytes, own};
    *list = m;
}

static void forget(Made **list, uint64_t theirs)
{
    // cppcheck-suppress redundantPointerOp; the macro takes the first link itself
    FIND_LINK(Made, link, *list, (*link)->theirs == theirs);
    Made *m = *link;
    if (m) {
        *link = m->next;
        free(m);
    }
}

// Returns what stands here for `bytes` bytes at an address of the program, or for its stream or event; NULL if it has none.
static void *own_for(const Made *list, uint64_t theirs, size_t bytes)
{
    FIND(const Made, m, list,
         theirs >= m->theirs && theirs - m->theirs < m->bytes &&
             bytes <= m->bytes - (theirs - m->theirs));
    return m ? (char *)m->own + (theirs - m->theirs) : NULL;
}

static cudaStream_t stream_of(const Said *s)
{
    uint64_t id = number(s, "stream");
    return id == PER_THREAD_STREAM ? cudaStreamPerThread : own_for(streams, id, 1);
}

static cudaEvent_t event_of(const Said *s, const char *key)
{
    return own_for(events, number(s, key), 1);
}

static bool is_async(const Said *s)
{
    return strstr(s->name, "Async") != NULL;
}

// ---- The calls -----------------------------------------------------------------------------------------------------------

static void *device_address(const Said *s, const char *key)
{
    return (void *)(uintptr_t)number(s, key);
}

static void make_malloc(const Said *s)
{
    void *p;
    cudaError_t e = cudaMalloc(&p, number(s, "bytes"));
    if (e == cudaSuccess && p != device_address(s, "to"))
        refuse("cudaMalloc returns a different address when the call is repeated. At %s", s->at);
}

static void make_free(const Said *s)
{
    cudaFree(device_address(s, "from"));
}

static void make_host(const Said *s)
{
    void *p;
    size_t bytes = number(s, "bytes");
    cudaError_t e = !number(s, "to")                        ? cudaErrorInvalidValue
                    : strcmp(s->name, "cudaHostAlloc") == 0 ? cudaHostAlloc(&p, bytes, 0)
                                                            : cudaMallocHost(&p, bytes);
    if (e == cudaSuccess)
        note(&hosts, number(s, "to"), bytes, p);
}

static void free_host(const Said *s)
{
    cudaFreeHost(own_for(hosts, number(s, "from"), 1));
    forget(&hosts, number(s, "from"));
}

static void make_registered(const Said *s)
{
    size_t bytes = number(s, "bytes");
    void *p = bytes ? calloc(1, bytes) : NULL;
    if (p && cudaHostRegister(p, bytes, 0) == cudaSuccess)
        note(&hosts, number(s, "to"), bytes, p);
}

static void unregister(const Said *s)
{
    cudaHostUnregister(own_for(hosts, number(s, "from"), 1));
    forget(&hosts, number(s, "from"));
}

// Puts what the program copies from its memory there, where the simulator guards pages that unfinished work touches. Without their guards
// this takes one look at that work; with them it would take one for each word, since the parts of an array share pages.
static void put(void *to, const void *from, size_t bytes)
{
    uint64_t at = (uintptr_t)to;
    order_open();
    if (memcmp(to, from, bytes) == 0) // the program has put nothing there since
        return;
    order_host_touch(at, at + bytes, SIM_TOUCH_WRITE, ORDER_COPY);
    memcpy(to, from, bytes);
}

static void copy(const Said *s)
{
    size_t bytes = number(s, "bytes");
    enum cudaMemcpyKind kind = (enum cudaMemcpyKind)number(s, "kind");
    void *to = device_address(s, "to"), *from = device_address(s, "from"), *room = NULL;
    bool up = device_block(to), down = device_block(from);
    if ((up != down && s->size != bytes) ||
        up + down == 0) // the call has failed, or has nothing to do with the device
        return;
    if (up != down) {
        uint64_t theirs = number(s, up ? "from" : "to");
        void *host = own_for(hosts, theirs, bytes);
        host = host ? host : (room = malloc(bytes + 1));
        if (!host)
            out_of_memory();
        if (up && bytes)
            put(host, s->given, bytes);
        *(up ? &from : &to) = host;
    }
    if (is_async(s))
        cudaMemcpyAsync(to, from, bytes, kind, stream_of(s));
    else
        cudaMemcpy(to, from, bytes, kind);
    if (is_async(s)) // it may still be under way
        note(&under_way, 0, 0, room);
    else
        free(room);
}

static void fill(const Said *s)
{
    void *to = device_address(s, "to");
    if (is_async(s))
        cudaMemsetAsync(to, (int)number(s, "value"), number(s, "bytes"), stream_of(s));
    else
        cudaMemset(to, (int)number(s, "value"), number(s, "bytes"));
}

// Returns the module whose PTX has a kernel of this name; NULL if none has.
static Module *module_of(const char *name)
{
    char *entry, *found = NULL;
    int i = -1;
    if (asprintf(&entry, ".entry %s(", name) < 0)
        out_of_memory();
    while (!found && ++i < module_count) {
        const char *ptx;
        size_t length;
        SimError err;
        if (image_ptx(modules[i]->images, &ptx, &length, &err))
            found = memmem(ptx, length, entry, strlen(entry));
    }
    free(entry);
    return found ? modules[i] : NULL;
}

// Returns a kernel of the submission by its mangled name; NULL if none is told.
static Function *kernel_of(const Said *s)
{
    const char *text = find(s, "kernel");
    if (!text)
        return NULL;
    char name[MOST_NAME];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, " "), text);
    FIND(Function, f, rt.functions, strcmp(f->name, name) == 0);
    if (f)
        return f;
    Module *m = module_of(name);
    if (!m)
        refuse("The program has no kernel %s.", name);
    Made *kept = memory_for(sizeof *kept + sizeof name); // the function keeps its name
    *kept = (Made){names, 0, 0, NULL};
    names = kept;
    return module_kernel(m, memcpy(kept + 1, name, sizeof name), NULL);
}

static void launch(const Said *s)
{
    size_t size = s->size;
    void *extra[] = {(void *)BUFFER_AT, (void *)(uintptr_t)s->given, (void *)BUFFER_SIZE, &size,
                     NULL};
    const void *kernel = kernel_of(s);
    if (!kernel)
        return; // the call has failed
    api_enter();
    cudaError_t e =
        rt.fault
            ? rt.fault
            : kernel_launch(
                  kernel, three(s, "grid"), three(s, "block"), NULL, extra, number(s, "shared"),
                  stream_of(s),
                  (LaunchWay){.cooperative = strcmp(s->name, "cudaLaunchCooperativeKernel") == 0});
    api_leave(e, "cudaLaunchKernel", NULL);
}

static void make_stream(const Said *s)
{
    cudaStream_t stream;
    cudaError_t e = strcmp(s->name, "cudaStreamCreate") == 0
                        ? cudaStreamCreate(&stream)
                        : cudaStreamCreateWithFlags(&stream, (unsigned)number(s, "flags"));
    if (e == cudaSuccess)
        note(&streams, number(s, "stream"), 1, stream);
}

static void destroy_stream(const Said *s)
{
    cudaStreamDestroy(stream_of(s));
    forget(&streams, number(s, "stream"));
}

static void wait_for_stream(const Said *s)
{
    cudaStreamSynchronize(stream_of(s));
}

static void query_stream(const Said *s)
{
    cudaStreamQuery(stream_of(s));
}

static void await_event(const Said *s)
{
    cudaStreamWaitEvent(stream_of(s), event_of(s, "event"), 0);
}

static void make_event(const Said *s)
{
    cudaEvent_t event;
    cudaError_t e = strcmp(s->name, "cudaEventCreate") == 0
                        ? cudaEventCreate(&event)
                        : cudaEventCreateWithFlags(&event, (unsigned)number(s, "flags"));
    if (e == cudaSuccess)
        note(&events, number(s, "event"), 1, event);
}

static void destroy_event(const Said *s)
{
    cudaEventDestroy(event_of(s, "event"));
    forget(&events, number(s, "event"));
}

static void record_event(const Said *s)
{
    cudaEventRecord(event_of(s, "event"), stream_of(s));
}

static void wait_for_event(const Said *s)
{
    cudaEventSynchronize(event_of(s, "event"));
}

static void query_event(const Said *s)
{
    cudaEventQuery(event_of(s, "event"));
}

static void elapsed(const Said *s)
{
    float ms;
    cudaEventElapsedTime(&ms, event_of(s, "from"), event_of(s, "to"));
}

static void wait_for_device(const Said *s)
{
    (void)s;
    cudaDeviceSynchronize();
}

static void take_error(const Said *s)
{
    (void)s;
    cudaGetLastError();
}

static void see_error(const Said *s)
{
    (void)s;
    cudaPeekAtLastError();
}

// Names a variable or a kernel: the program's code is loaded then, and its variables get their addresses.
static void load(const Said *s)
{
    (void)s;
    for (int i = 0; i < module_count; i++)
        module_use(modules[i]);
}

static void copy_symbol(const Said *s)
{
    load(s);
    copy(s);
}

static void nothing(const Said *s)
{
    (void)s;
}

// Calls by how their names begin; the first that fits counts. Those that only ask are not made again.
static const struct {
    const char *name;
    void (*make)(const Said *s);
} CALLS[] = {
    {"cudaMallocHost", make_host},
    {"cudaMallocManaged", NULL},
    {"cudaMallocPitch", NULL},
    {"cudaMalloc3D", NULL},
    {"cudaMallocAsync", NULL},
    {"cudaMallocArray", NULL},
    {"cudaMallocMipmapped", NULL},
    {"cudaMallocFromPool", NULL},
    {"cudaMalloc", make_malloc},
    {"cudaHostAlloc", make_host},
    {"cudaHostRegister", make_registered},
    {"cudaHostUnregister", unregister},
    {"cudaHostGet", nothing},
    {"cudaFreeHost", free_host},
    {"cudaFreeA", NULL}, // Array, Async
    {"cudaFreeMipmapped", NULL},
    {"cudaFree", make_free},
    {"cudaMemcpyToSymbol", copy_symbol},
    {"cudaMemcpyFromSymbol", copy_symbol},
    {"cudaMemcpyAsync", copy},
    {"cudaMemcpy2D", NULL},
    {"cudaMemcpy3D", NULL},
    {"cudaMemcpyToArray", NULL},
    {"cudaMemcpyFromArray", NULL},
    {"cudaMemcpyPeer", copy},
    {"cudaMemcpy", copy},
    {"cudaMemset2D", NULL},
    {"cudaMemset3D", NULL},
    {"cudaMemset", fill},
    {"cudaMemGetInfo", nothing},
    {"cudaLaunchKernelExC", launch},
    {"cudaLaunchKernel", launch},
    {"cudaLaunchCooperativeKernel", launch},
    {"cudaStreamCreate", make_stream},
    {"cudaStreamDestroy", destroy_stream},
    {"cudaStreamSynchronize", wait_for_stream},
    {"cudaStreamQuery", query_stream},
    {"cudaStreamWaitEvent", await_event},
    {"cudaStreamGet", nothing},
    {"cudaStreamIsCapturing", nothing},
    {"cudaEventCreate", make_event},
    {"cudaEventDestroy", destroy_event},
    {"cudaEventRecord", record_event},
    {"cudaEventSynchronize", wait_for_event},
    {"cudaEventQuery", query_event},
    {"cudaEventElapsedTime", elapsed},
    {"cudaDeviceSynchronize", wait_for_device},
    {"cudaThreadSynchronize", wait_for_device},
    {"cudaGetLastError", take_error},
    {"cudaPeekAtLastError", see_error},
    {"cudaGetSymbol", load},
    {"cudaFunc", load},
    {"cudaOccupancy", load},
    {"cudaGet", nothing},
    {"cudaSetDevice", nothing},
    {"cudaChooseDevice", nothing},
    {"cudaDeviceGet", nothing},
    {"cudaDeviceSetCacheConfig", nothing},
    {"cudaDeviceReset", nothing},
    {"cudaDriverGetVersion", nothing},
    {"cudaRuntimeGetVersion", nothing},
    {"cudaPointerGetAttributes", nothing},
    {"cudaProfiler", nothing},
};

static void make(const Said *s)
{
    size_t i = 0, count = sizeof CALLS / sizeof *CALLS;
    while (i < count && strncmp(s->name, CALLS[i].name, strlen(CALLS[i].name)) != 0)
        i++;
    calls_made_at(s->at);
    if (i < count && CALLS[i].make)
        CALLS[i].make(s);
    else if (!number(s, "error"))
        refuse("The judge can't follow %s in a program like this: do without it. At %s", s->name,
               s->at);
}

// ---- The program's code ------------------------------------------------------------------------------------------------

// Finds the fat binaries in the object. There they are aligned to 8 bytes.
static void find_modules(const unsigned char *object, size_t size)
{
    const uint32_t magic = SIM_FATBIN_MAGIC;
    for (size_t at = 0; at + 16 <= size; at += 8) {
        Image image = {.at = object + at, .size = size - at};
        const char *ptx;
        size_t length;
        SimError err;
        if (memcmp(object + at, &magic, sizeof magic) != 0 ||
            !image_ptx(&image, &ptx, &length, &err) || module_count == MOST_MODULES)
            continue;
        Module *m = modules[module_count++] = module_new(NULL);
        m->assembled = image;
        module_add(m, image);
    }
}

int main(int argc, char **argv)
{
    uint64_t object_size, tape_size;
    Said s;
    if (argc != 2 || setenv("WARPSIM", argv[1], 1) != 0 || unsetenv("WARPSIM_DEFAULTS") != 0 ||
        fcntl(STDOUT_FILENO, F_DUPFD, TAPE) != TAPE)
        return 2;
    close(STDOUT_FILENO);
    if (open("/dev/null", O_WRONLY) != STDOUT_FILENO) // what kernels print
        return 2;
    unsigned char *object = receive(&object_size), *at = receive(&tape_size), *end = at + tape_size;
    // A fat binary is read in words; malloc aligns the object.
    stderr = open_memstream(&findings, &findings_size);
    if (!stderr || atexit(end_early) != 0)
        _exit(1);
    start_runtime();
    find_modules(object, object_size);
    while (next_call(&at, end, &s))
        make(&s);
    char line[32];
    fflush(stderr);
    snprintf(line, sizeof line, "end found=%d", rt.found + (rt.fault || rt.pending));
    finish_tape(line, findings, findings_size);
}
