// state.h: the CUDA runtime API, with which the simulator replaces libcudart. Uses views/, host/ and warpsim.h.
//
// All work is done at once, in the calling thread: a launch has run all its blocks before it returns, unless they wait for
// the host (queue.c). But a program sees the same asynchrony as with a GPU: a fault shows at the next call that waits, device
// printf appears there, and events read modelled clocks, of which each stream has its own.
//
//     a program ──> cu…     driver/  the driver API, made of calls of the runtime
//       │
//       └──> cuda…          cuda/    a file for each part of the API: registering, launching, copying, events, textures, …
//              │            graph/   graphs of work, captured from streams or built by hand
//              └──> rt      state/   what is under every call: the device's memory, modules, streams and their clocks, work that
//                                    waits, errors and faults, texts of kernels, diagnoses; and how a call begins and ends (api.h)
//
// A room uses those below it. This header has the structures, then what each file of state/ offers.

#ifndef STATE_H
#define STATE_H

#include "order/order.h"
#include "views/views.h"
#include "warpsim_texture.h"

#include "runtime/state/api.h" // behind host.h, which must come first
#include <cuda_runtime_api.h>
#include <pthread.h>

// Declares `x`: the first element of a list for which `found` is true; NULL if there is none.
#define FIND(Type, x, first, found) \
    Type *x = (first);              \
    while ((x) && !(found))         \
    (x) = (x)->next

// Declares `link`: what points to the first element of a list for which `found` is true, or to the end if there is none.
#define FIND_LINK(Type, link, first, found) \
    Type **link = &(first);                 \
    while (*(link) && !(found))             \
    (link) = &(*(link))->next

// Device code that was registered by the program, or loaded. (module.c)
typedef struct Module Module;

// A kernel as the host program knows it.
typedef struct Function {
    struct Function *next;
    const void *host; // the address by which the program names it
    const char *name; // mangled
    Module *module;
    int image;           // of the module
    SimFunction *sim;    // NULL until first used
    int dynamic_limit;   // dynamic shared memory that the program allows it; -1: the default
    int carveout;        // preferred percentage of shared memory, -1 default
    int cluster[3];      // blocks of each cluster that the program requires; 0: any
    bool large_clusters; // its clusters may have more blocks than every device with clusters allows
} Function;

// A __device__, __constant__ or __managed__ variable.
typedef struct Variable {
    struct Variable *next;
    const void *host;
    void **managed;   // of a __managed__ variable: the program's pointer to it, else NULL
    bool in_place;    // it is __managed__, and its memory is at `host`
    const char *name; // mangled
    Module *module;
    int image;        // of the module
    uint64_t address; // on the device; 0 until first used
    size_t size;
} Variable;

// Host memory that kernels can reach.
typedef struct HostBlock {
    struct HostBlock *next;
    unsigned char *at;
    size_t size;
    enum { HOST_PINNED, HOST_REGISTERED, HOST_MANAGED } kind;
    unsigned flags; // as given to cudaHostAlloc or cudaHostRegister
} HostBlock;

typedef struct CUgraph_st Graph; // graph.h

typedef struct {
    struct CUgraphNode_st **at; // (count)
    size_t count;
} Nodes;

enum { DEFAULT_STREAM = 1, PER_THREAD_STREAM }; // ids

typedef struct CUstream_st {
    struct CUstream_st *next;
    unsigned flags;
    int priority;
    double time; // when its work so far ends
    unsigned long long id;
    Graph *graph;      // the graph that it is captured into; NULL: it isn't captured
    Nodes after;       // captured: what its next node waits for
    OrderStream order; // checked: its place in the order (follows.c)
    struct LastGrid {
        uint64_t
            number; // of the grid that it ran last, 0 if it has done other work since, or the grid made launches
        SimFunction *kernel;
        uint32_t began;
    } last;            // checked
    unsigned in_graph; // 0: no launch of a graph is done in it; else 1 + its kernels so far
} Stream;

struct CUevent_st {
    struct CUevent_st *next;
    unsigned flags;
    bool recorded;
    bool captured;    // by a stream that was captured
    bool destroyed;   // by the program, but work that is still to be done names it
    OrderClock order; // checked: what it has recorded (follows.c)
    double time;
    Graph *graph; // of that stream, while the capture goes on
    Nodes after;  // of that stream
};

// Parts of a GPU that work at the same time.
typedef enum { ENGINE_KERNELS, ENGINE_TO_DEVICE, ENGINE_TO_HOST, ENGINES } Engine;

enum { LIMITS = 8, MOST_ENDINGS = 10, MOST_LIBRARIES = 4 };

// All state of the runtime. Only the holder of `lock` may use it.
typedef struct {
    pthread_mutex_t lock;
    Options options;
    const SimDevice *device;
    SimMemory *memory;
    Pool *pool;
    Report *report; // NULL unless a profile was asked for
    Watch *watch;   // NULL unless a warp is watched
    bool profiling; // false between cudaProfilerStop and cudaProfilerStart
    bool blocking;  // CUDA_LAUNCH_BLOCKING: launches wait
    unsigned flags; // of the device: cudaSetDeviceFlags

    Module *modules; // each list newest first
    Function *functions;
    Variable *variables;
    HostBlock *host_blocks;
    Stream default_stream, per_thread_stream;
    Stream *streams; // those that the program made, then per_thread_stream
    struct CUevent_st *events;
    size_t limits[LIMITS]; // by cudaLimit

    void (*endings[MOST_ENDINGS])(void); // (ending_count) called when the program ends
    int ending_count;

    Printed printed;    // text of kernels that no call has waited for yet
    size_t prints;      // the calls of printf that made it,
    size_t most_prints; // and the most of these

    double host_time;            // modelled seconds since the start, as the host knows them
    double engine_time[ENGINES]; // when each engine is free

    double host_seconds;        // real time of the launches that were run
    uint64_t lane_instructions; // of the same launches, with the word `speed`
    uint64_t launches;          // by the host or by kernels
    uint64_t repeated;          // launches that were copied instead of run (repeat.c)

    bool frees_first; // of the graph that is being launched

    uint64_t physical;               // bytes of cuMemCreate (driver/map.c)
    struct MemoryPool *pools;        // for cudaMallocAsync (mempool.c)
    struct MemoryPool *current_pool; // of these; NULL: the device's own

    int found, remarks, leaks;             // how many the checks have found
    const char *libraries[MOST_LIBRARIES]; // a line for each that was called (library.c); then NULL

    cudaError_t pending; // a kernel's fault that the program has not seen yet
    cudaError_t fault;   // a fault that it has seen: every call returns it
    bool lost;           // it has given up the context; only another process gets the device again

    int owner;       // the process that uses the device first; a child that it forks then has none
    bool ending;     // the program has called exit; other threads than `ender` stop where they are
    bool running;    // blocks of a kernel run
    bool stop;       // kernels that run stop: the program is ending, or somebody pressed Ctrl-C
    pthread_t ender; // the thread that called exit
} Runtime;

extern Runtime rt;

// ---- state.c -----------------------------------------------------------------------------------------

void settings_reset(void);         // limits, and the pool's settings and peaks
uint64_t bytes_free(void);         // of the device's memory
void at_end(void (*ending)(void)); // calls `ending` once when the program ends
// Prints a fault of the simulator at once and keeps it for the next call that waits.
void keep_fault(const SimError *err);
_Noreturn void out_of_memory(void);
// Gives up the lock for ever, since another thread ends the program.
_Noreturn void halt_thread(void);
// Ends the program from inside an API function.
_Noreturn void quit_program(int status);
// Prints what the simulator can't do and ends the program with exit code 3.
_Noreturn void refuse_program(const SimError *err);

// ---- print.c -----------------------------------------------------------------------------------------

int kernel_prints(void *host, const char *format, const unsigned char *args); // SimLaunch.print
void kernel_text_flush(void);    // writes what kernels have printed to stdout
void kernel_text_end(FILE *out); // says if text is left, or if no GPU prints it so
void surface_fault(void);        // shows text and a fault, since the program waits

// ---- error.c -----------------------------------------------------------------------------------------

// The errors for a configuration that the device can't have, and for an unknown kernel. CUDA 13 answers cudaErrorInvalidValue
// to the first (seen on an H200 with driver 580), older ones cudaErrorInvalidConfiguration.
#if CUDART_VERSION >= 13000
#define BAD_CONFIGURATION cudaErrorInvalidValue
#define UNKNOWN_FUNCTION  cudaErrorInvalidResourceHandle
#else
#define BAD_CONFIGURATION cudaErrorInvalidConfiguration
#define UNKNOWN_FUNCTION  cudaErrorInvalidDeviceFunction
#endif

int driver_error(cudaError_t error); // the CUresult that the driver API answers instead
const char *driver_error_name(int code, bool text); // or its text; NULL: no such CUresult
char *error_ptx(size_t *length); // PTX for kernels' cudaGetErrorString; NULL: no memory

// ---- diagnoses.c ------------------------------------------------------------------------------------------

void print_findings(const SimLaunch *l); // prints what a launch's checks found
// The same, with the order of threads in which it was found; "": the usual one.
void print_findings_of(const SimLaunch *l, const char *order);
// Remarks once that two arrays of a kernel begin at one address, if there are such.
void remark_dynamic(const SimFunction *kernel);
void remark_registers(const SimLaunch *l); // there may be too few for a block, and nobody knows
// Prints a remark, and counts it. What a call site is in the text is made readable.
void print_remark(const char *format, ...) __attribute__((format(printf, 1, 2)));
// Prints that `count` bytes which nobody has written are copied to the host, the first of them at `address`: once for each allocation.
void print_unwritten(uint64_t count, uint64_t address);
// Prints that two use the same memory although nothing orders them. remark: that may be right.
void print_order(const char *text, bool remark);
void reason_clear(void); // a call begins: there is no reason yet
void reason_set(const char *format, ...)
    __attribute__((format(printf, 1, 2))); // for print_failed_call
void print_failed_call(cudaError_t e, const char *name,
                       const void *caller); // prints that a call failed
void print_libraries(FILE *out); // prints a line for each library that the program has called
int print_summary(int status);   // prints leaks and the summary; returns the status to end with

// ---- calls.c, of which calls.h has the rest ------------------------------------------------------------

bool calls_start(const char *path); // false with errno
// Adds to what is told of the current call: " bytes=4000". Does nothing without the word `calls`.
void calls_tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
void calls_add(const char *name, cudaError_t e, const void *caller); // the call ends
void calls_hold(bool hold); // true: from now on calls_tell and calls_give do nothing
bool calls_end(void);       // false if the file could not be written

// ---- crash.c -----------------------------------------------------------------------------------------

void crash_watch(void);      // from now on explains crashes, and Ctrl-C stops a kernel
bool crash_is_watched(void); // whether a segmentation fault still comes to us

// ---- module.c, of which module.h has the rest ----------------------------------------------------------

// Returns the kernel that an address or a kernel handle means, loaded; NULL if there is none. Then kernel_error says why.
Function *find_function(const void *host);
cudaError_t kernel_error(const void *host); // cudaSuccess if there is one
void know_kernel(const SimFunction *sim); // finds the registers of a kernel that a kernel launches
// Returns the PTX that a kernel is in: (*length); NULL if it is not known, or its module has several images.
const char *kernel_ptx(const SimFunction *kernel, size_t *length);
Variable *find_variable(const void *host); // NULL: cudaErrorInvalidSymbol
void modules_unload(void); // frees what was parsed; names and addresses stay registered

// ---- stream.c ----------------------------------------------------------------------------------------

Stream *find_stream(cudaStream_t handle);              // NULL if there is no such stream
int priority_within(int priority);                     // that of a stream which was given this one
void stream_work(Stream *s, Engine e, double seconds); // lets modelled time pass
double stream_ready(const Stream *s);   // the time at which work that is put into it now can begin
void later(double *clock, double time); // moves a clock on to a time
void stream_wait(const Stream *s);      // the host waits for a stream; NULL: for all
void stream_pass(const Stream *s);      // only its clock does
void streams_free(void);
// Tells whether captures that go on forbid this thread to make a call that is not captured and might wait for what is. The
// captures are invalid then. all: whatever their modes.
bool capture_forbids(bool all);
#define UNCAPTURED(work) (capture_forbids(false) ? cudaErrorStreamCaptureUnsupported : (work))

// ---- queue.c, of which queue.h has the rest -------------------------------------------------------------

// Waits until new work of the stream can begin at once; NULL: until all work is done.
void queue_wait(const Stream *s);

// ---- repeat.c, of which repeat.h has the rest -----------------------------------------------------------

void repeats_forget(void); // before what kernels are, or textures, changes its meaning

#endif
