// runtime.h: the CUDA runtime API. With it the simulator stands in for libcudart. Uses views/, host/ and warpsim.h.
//
// Everything runs at once, in the calling thread's order: a launch has run all its blocks before it returns. What a
// program can see of a GPU's asynchrony is kept: a fault shows at the next call that waits, device printf appears
// there, and events read modelled clocks that advance for each stream by itself.
//
//     a program ──> __cudaRegister…   register.c   Module ── Function, Variable: by an address of the host
//       │
//       └──> cuda…   API functions: launch function copy memory stream graph device error
//              │       take `rt.lock` (runtime.c), do their work, tell of it (calls.c, tell.c)
//              └──> Runtime rt   state.c: the device's memory, streams and their clocks, faults; print.c: what waits to be seen
//
// Below stand the structures, then what each file offers. A file calls those above it in this list, never one below.

#ifndef RUNTIME_H
#define RUNTIME_H

#include "views/views.h"
#include "warpsim_texture.h"

#include <cuda_runtime_api.h>
#include <pthread.h>

// A fat binary of the program. (register.c)
typedef struct Module Module;

// A kernel as the host program knows it.
typedef struct Function {
    struct Function *next;
    const void *host; // the address that stands for it in the program
    const char *name; // mangled
    Module *module;
    SimFunction *sim;  // NULL until first used
    int dynamic_limit; // dynamic shared memory it may have, as set by the program; -1: the default
    int carveout;      // preferred percentage of shared memory, -1 default
} Function;

// A __device__, __constant__ or __managed__ variable.
typedef struct Variable {
    struct Variable *next;
    const void *host;
    void **managed;   // of a __managed__ variable: the program's pointer to it, else NULL
    const char *name; // mangled
    Module *module;
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

// Work and what it waits for: captured from streams, or built by hand.
typedef struct CUgraph_st {
    struct CUgraph_st *next; // of all graphs, those that were instantiated too
    struct CUgraphNode_st *first, **end;
    bool executable;
    bool invalid; // the capture met what can't be captured
} Graph;

typedef struct CUstream_st {
    struct CUstream_st *next;
    unsigned flags;
    int priority;
    double time; // when its work so far ends
    unsigned long long id;
    Graph *graph; // that it is captured into; NULL: it isn't
} Stream;

// What a GPU does by different hardware, so that it may overlap.
typedef enum { ENGINE_KERNELS, ENGINE_TO_DEVICE, ENGINE_TO_HOST, ENGINES } Engine;

enum { LIMITS = 8, MOST_ENDINGS = 4 };

// All state of the runtime. Who holds `lock` may touch it.
typedef struct {
    pthread_mutex_t lock;
    Options options;
    const SimDevice *device;
    SimMemory *memory;
    Pool *pool;
    Report *report; // NULL unless a profile was asked for
    Watch *watch;   // … or a warp is to be watched
    bool profiling; // false between cudaProfilerStop and cudaProfilerStart
    bool blocking;  // CUDA_LAUNCH_BLOCKING: launches wait

    Module *modules; // each list newest first
    Function *functions;
    Variable *variables;
    HostBlock *host_blocks;
    Stream *streams; // those that the program made
    struct CUevent_st *events;
    size_t limits[LIMITS]; // by cudaLimit

    // The PTX that a kernel is in: (*length); NULL if it can't be told. Nothing of it is there before a kernel is.
    const char *(*kernel_ptx)(const SimFunction *kernel, size_t *length);
    void (*endings[MOST_ENDINGS])(void); // (ending_count) free what was made, when the program ends
    int ending_count;

    Printed printed; // by kernels, and not waited for yet

    double host_time;            // modelled seconds since the start, as the host knows them
    double engine_time[ENGINES]; // when each engine is free

    double host_seconds;        // that launches took here
    uint64_t lane_instructions; // of all launches, with the word `speed`

    int found, remarks, leaks; // by checks so far

    cudaError_t pending; // a kernel's fault that the program has not seen yet
    cudaError_t fault;   // one that it has seen: every call returns it until cudaDeviceReset

    bool ending;     // the program has called exit,
    pthread_t ender; // in this thread. Others stop where they are
} Runtime;

extern Runtime rt;

// ---- state.c -----------------------------------------------------------------------------------------

void limits_reset(void);
void at_end(void (*ending)(void)); // has it called once when the program ends
// Prints a fault of the simulator at once and keeps it for the next call that waits.
void keep_fault(const SimError *err);
_Noreturn void out_of_memory(void);
// While another thread ends the program: gives up the lock for good.
_Noreturn void halt_thread(void);
// Ends the program from inside an API function.
_Noreturn void quit_program(int status);
// Prints what the simulator can't do and ends the program with exit code 3.
_Noreturn void refuse_program(const SimError *err);

// ---- print.c -----------------------------------------------------------------------------------------

int kernel_prints(void *host, const char *format, const unsigned char *args); // SimLaunch.print
void kernel_text_flush(void);    // what kernels have printed goes to stdout
void kernel_text_end(FILE *out); // says so if text is left that no call has waited for
void surface_fault(void);        // text and a fault come to light: the program waits

// ---- tell.c ------------------------------------------------------------------------------------------

void tell_findings(const SimLaunch *l); // prints what a launch's checks found
void tell_call(cudaError_t e, const char *name, const void *caller); // prints that it failed
void tell_summary(int status); // leaks and the summary; may change the exit status

// ---- calls.c -----------------------------------------------------------------------------------------

bool calls_start(const char *path); // false with errno
// What the call under way has to tell: " bytes=4000". Nothing without the word `calls`.
void calls_tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
void calls_add(const char *name, cudaError_t e, const void *caller); // it ends
void calls_end(void);

// ---- crash.c -----------------------------------------------------------------------------------------

void crash_watch(void); // from now on a host that uses a device address is told so

// ---- runtime.c ---------------------------------------------------------------------------------------

// An API function is one of these around its work, an expression that gives a cudaError_t:
//   API_QUERY   asks about the machine, so that a fault does not matter
//   API_CALL    fails with a fault that has been seen
//   API_WAIT    waits for the device: a pending fault shows, and printed text appears
// Each takes the lock, starts the runtime if need be, and keeps an error for cudaGetLastError.
#define API_QUERY(work) (api_enter(), API_LEAVE(work))
#define API_CALL(work)  (api_enter(), API_LEAVE(rt.fault ? rt.fault : (work)))
#define API_WAIT(work)  (api_enter(), surface_fault(), API_LEAVE(rt.fault ? rt.fault : (work)))
#define API_LEAVE(work) api_leave(work, __func__, __builtin_return_address(0))

void start_runtime(void); // reads WARPSIM and makes the device; may be called again
void api_enter(void);
// Ends API function `name`, which was called from `caller`.
cudaError_t api_leave(cudaError_t result, const char *name, const void *caller);

// ---- register.c --------------------------------------------------------------------------------------

// The kernel that an address or a kernel handle stands for, loaded; NULL with *err.
Function *find_function(const void *host, cudaError_t *err);
void know_kernel(const SimFunction *sim); // one that a kernel launches: its registers
Variable *find_variable(const void *host, cudaError_t *err);
void modules_unload(void); // what was parsed; names and addresses stay registered

// ---- stream.c ----------------------------------------------------------------------------------------

Stream *find_stream(cudaStream_t handle);              // NULL if there is none such
void stream_work(Stream *s, Engine e, double seconds); // lets modelled time pass
void stream_wait(const Stream *s);                     // the host waits for a stream; NULL: for all
void streams_leave_graph(const Graph *g);              // its capture has ended
void streams_free(void);

// ---- graph.c -----------------------------------------------------------------------------------------

typedef cudaError_t Replay(const void *args, Stream *s);

// As cudaGraphNodeType numbers them.
typedef enum { NODE_KERNEL, NODE_COPY, NODE_FILL, NODE_HOST, NODE_GRAPH, NODE_EMPTY } NodeType;

// What a node does: replay(args, stream). The (size) arguments are copied when it becomes a node. error: why it can't be one.
typedef struct {
    NodeType type;
    Replay *replay;
    const void *args;
    size_t size;
    cudaError_t error;
} Work;

// Keeps work for a graph instead of doing it: true if the stream is captured.
bool capture_work(const Stream *s, const Work *w);
// A node of the graph that waits for (count) others of it. Work that has an error: that error, here and below.
cudaError_t node_add(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *from,
                     size_t count, Work w);
// Other work of the same type for a node, or for what an executable graph made of it.
cudaError_t node_set(cudaGraphNode_t node, Work w);
cudaError_t node_set_in(cudaGraphExec_t graph, cudaGraphNode_t node, Work w);
void graphs_free(void);

// ---- memory.c ----------------------------------------------------------------------------------------

HostBlock *host_block(const void *p);        // that contains p; NULL if none
const SimAlloc *device_block(const void *p); // live, that contains p; NULL if none
void blocks_free(void);

// ---- texture.c ---------------------------------------------------------------------------------------

const SimTexture *array_picture(cudaArray_const_t array); // NULL if there is none such
void textures_free(void);

// ---- device.c ----------------------------------------------------------------------------------------

cudaError_t device_attribute(int *value, enum cudaDeviceAttr attribute, int device);

// ---- function.c, which launch.c stands on ------------------------------------------------------------

// Dynamic shared memory that a launch may ask for, bytes.
size_t dynamic_limit_of(const Function *f);

typedef struct CUkern_st *cudaKernel_t; // CUDA 11.8 does not have it

// What a launch's configuration that the device can't have is called: CUDA 13 answers cudaErrorInvalidValue (seen on an
// H200 with driver 580), older ones cudaErrorInvalidConfiguration.
#if CUDART_VERSION >= 13000
#define BAD_CONFIGURATION cudaErrorInvalidValue
#define UNKNOWN_FUNCTION  cudaErrorInvalidResourceHandle
#else
#define BAD_CONFIGURATION cudaErrorInvalidConfiguration
#define UNKNOWN_FUNCTION  cudaErrorInvalidDeviceFunction
#endif

#endif
