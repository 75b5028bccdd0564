// runtime.h: what the files around the core share. Together they stand in for libcudart.
//
//   options.c            WARPSIM's words
//   pool.c               host threads that run a launch's blocks
//   report.c             the profile, as tables and as JSON
//   watch.c              the accesses of one warp's lanes: which warp's, and for whom
//   trace.c              … as CSV
//   draw.c               … of one source line, drawn
//   stepper.c            a block in the terminal, step by step
//   source.c             lines of source files
//   site.c               file and line of a call, and messages made readable with them
//   runtime.c            start and end, the lock, errors that stick
//   runtime_error.c      names and texts of error codes
//   runtime_register.c   fat binaries, kernels and variables, as nvcc's start-up code hands them over
//   runtime_launch.c     kernel launches, nested ones too
//   runtime_print.c      device printf
//   runtime_memory.c     allocations
//   runtime_copy.c       copies and fills
//   runtime_stream.c     streams, events and the modelled clocks behind them
//   runtime_graph.c      graphs, captured from streams
//   runtime_device.c     devices, their attributes and limits
//   runtime_function.c   kernels' attributes and occupancy
//
// Everything runs at once, in the calling thread's order: a launch has run all its blocks before it returns. What a
// program can see of a GPU's asynchrony is kept: a fault shows at the next call that waits, device printf appears
// there, and events read modelled clocks that advance for each stream by itself.

#ifndef RUNTIME_H
#define RUNTIME_H

#define _GNU_SOURCE // dladdr, sched_getaffinity, strsep; this header comes first

#include "warpsim.h"

#include <cuda_runtime_api.h>
#include <pthread.h>
#include <stdio.h>

// ---- options.c -----------------------------------------------------------------------------------------------

typedef struct {
    const SimDevice *device;
    bool profile; // print counters,
    bool lines;   // of source lines too,
    bool source;  // … beside the source
    bool check;   // look for races and the like
    bool step;    // stop at kernels, and step them in the terminal
    bool speed;   // print how fast the simulator was
    bool help;
    char *json, *kernel; // file to write; kernel to profile and to watch; NULL if not given
    char *trace;         // file to write; NULL if not given
    int draw;            // source line whose accesses are drawn; 0 if not given
    uint64_t block;      // to watch,
    int warp;            // of it this warp, -1 all
    SimSchedule schedule;
    uint64_t seed;
    int threads; // 0: all cores
} Options;

// Fills *o from WARPSIM's value (NULL: none given). False with one line in `message` if a word isn't known.
bool options_parse(Options *o, const char *text, char *message, size_t size);
void options_free(Options *o);
void options_help(FILE *out);
bool options_color(void); // whether the standard output is a terminal that may be coloured

// ---- pool.c --------------------------------------------------------------------------------------------------

typedef struct Pool Pool;

int pool_host_threads(void); // cores this process may use
Pool *pool_new(int threads); // NULL without memory; threads start when a launch first needs them
void pool_free(Pool *p);
// Runs all blocks of a prepared launch and collects their counters. Results, counters and *err do not depend on the
// number of threads, as long as blocks speak to each other by atomics and volatile accesses only.
SimStatus pool_run(Pool *p, SimLaunch *l, SimError *err);
// From now on blocks are run by `run_block` in place of sim_worker_run, with the same meaning.
typedef SimRun RunBlock(void *runner, SimWorker *w, bool turn, SimError *err);
void pool_runs(Pool *p, RunBlock *run_block, void *runner);

// ---- report.c ------------------------------------------------------------------------------------------------

typedef struct Report Report;

Report *report_new(const Options *o); // NULL without memory
void report_free(Report *r);
void report_launch(Report *r, const SimLaunch *l); // after its blocks have run
void report_tables(const Report *r, FILE *out);
bool report_json(const Report *r, const char *path); // false with errno

// ---- watch.c -------------------------------------------------------------------------------------------------

typedef struct Watch Watch;

Watch *watch_new(const Options *o); // NULL, with errno, without memory or if a file can't be made
void watch_launch(Watch *w, SimLaunch *l); // a prepared launch, before it runs
RunBlock watch_run_block;                  // with the Watch as its runner
void watch_end(Watch *w, FILE *out);       // drawings go to `out`

const char *watch_operation(SimInsnKind kind);
const char *watch_space(SimSpace space);
// Where a lane's access begins: bytes from the start of its allocation, or of shared or local memory.
uint64_t watch_place(const SimMemory *memory, const SimAccess *a, int lane);

// ---- trace.c -------------------------------------------------------------------------------------------------

typedef struct Trace Trace;

Trace *trace_new(const char *path); // NULL with errno
void trace_launch(Trace *t, const SimLaunch *l, const char *kernel);
void trace_access(Trace *t, const SimInsnInfo *insn, const SimAccess *a);
bool trace_end(Trace *t); // false with errno

// ---- draw.c --------------------------------------------------------------------------------------------------

typedef struct Draw Draw;

Draw *draw_new(int line); // NULL without memory
void draw_launch(Draw *d, const SimLaunch *l, const char *kernel);
void draw_access(Draw *d, const SimInsnInfo *insn, const SimAccess *a);
void draw_end(Draw *d, FILE *out); // draws what there was
// Draws one access.
void draw_one(FILE *out, const SimMemory *memory, const SimAccess *a, bool color);

// ---- stepper.c -----------------------------------------------------------------------------------------------

typedef struct Stepper Stepper;

Stepper *stepper_new(const Options *o); // NULL without memory
void stepper_free(Stepper *s);
void stepper_launch(Stepper *s, SimLaunch *l, const char *kernel); // the next one to step
void stepper_access(Stepper *s, const SimAccess *a);
RunBlock stepper_run; // with the Stepper as its runner

// ---- source.c ------------------------------------------------------------------------------------------------

// A line of a file, from 1 on; NULL if there is none. Until the next call.
const char *source_line(const char *file, int line);
void source_forget(void);

// ---- site.c --------------------------------------------------------------------------------------------------

// Who called an API function, by its __builtin_return_address(0), as text that site_print makes readable.
void site_of(const void *caller, char *out, size_t size);
// Prints a message of the core or of ours: each line after `prefix`, call sites as file and line, C++ names demangled.
void site_print(FILE *out, const char *prefix, const char *text);
// A path as seen from the working directory, which the result may point into.
const char *site_shorten(const char *path);
// A C++ name as people read it; the name itself if it is none. To be freed.
char *site_demangle(const char *mangled);
// Whether kernel=NAME means this one: its plain name, without return type, template arguments and parameters.
bool site_is_called(const char *demangled, const char *name);

// ---- runtime_register.c --------------------------------------------------------------------------------------

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

// The kernel that an address or a kernel handle stands for, loaded; NULL with *err.
Function *rt_function(const void *host, cudaError_t *err);
void rt_know_kernel(const SimFunction *sim); // one that a kernel launches: its registers
// A line of the PTX that a kernel is in, without leading blanks; false if it can't be told.
bool rt_ptx_line(const SimFunction *kernel, int line, char *out, size_t size);
Variable *rt_variable(const void *host, cudaError_t *err);
void rt_unload_all(void);     // what was parsed; names and addresses stay registered
void rt_unregister_all(void); // at the end

// ---- runtime_function.c --------------------------------------------------------------------------------------

size_t rt_dynamic_limit(
    const Function *f); // dynamic shared memory that a launch may ask for, bytes

// ---- runtime_print.c -----------------------------------------------------------------------------------------

int rt_print(void *host, const char *format, const unsigned char *args); // SimLaunch.print
void rt_print_flush(void);    // what kernels have printed goes to stdout
void rt_print_end(FILE *out); // says so if text is left that no call has waited for

// ---- runtime_check.c -----------------------------------------------------------------------------------------

void rt_check_launch(const SimLaunch *l); // prints what a launch's checks found
void rt_check_end(int status);            // leaks and the summary; may change the exit status

// ---- runtime_memory.c ----------------------------------------------------------------------------------------

// Host memory that kernels can reach.
typedef struct HostBlock {
    struct HostBlock *next;
    unsigned char *at;
    size_t size;
    enum { HOST_PINNED, HOST_REGISTERED, HOST_MANAGED } kind;
    unsigned flags; // as given to cudaHostAlloc or cudaHostRegister
} HostBlock;

HostBlock *rt_host_block(const void *p);        // that contains p; NULL if none
const SimAlloc *rt_device_block(const void *p); // live, that contains p; NULL if none
void rt_memory_free_all(void);

// ---- runtime_stream.c ----------------------------------------------------------------------------------------

typedef struct CUstream_st Stream;

// What a GPU does by different hardware, so that it may overlap.
typedef enum { ENGINE_KERNELS, ENGINE_TO_DEVICE, ENGINE_TO_HOST, ENGINES } Engine;

Stream *rt_stream(cudaStream_t handle);            // NULL if there is none such
void rt_work(Stream *s, Engine e, double seconds); // lets modelled time pass
void rt_wait(const Stream *s);                     // the host waits for a stream; NULL: for all
void rt_stream_free_all(void);

// ---- runtime_graph.c -----------------------------------------------------------------------------------------

typedef struct CUgraph_st Graph;
typedef cudaError_t RtReplay(const void *args, Stream *s);

// The graph that a stream is captured into, NULL if it isn't. (runtime_stream.c)
Graph *rt_stream_graph(const Stream *s);
void rt_stream_set_graph(Stream *s, Graph *g);
void rt_streams_leave_graph(const Graph *g);
// Keeps work for a graph instead of doing it: true if the stream is captured. `args` are copied.
bool rt_capture(const Stream *s, RtReplay *replay, const void *args, size_t size);
void rt_capture_spoil(const Stream *s); // its capture, if any, met what can't be captured
void rt_graph_free_all(void);

// ---- runtime_device.c ----------------------------------------------------------------------------------------

enum { LIMITS = 8 };
void rt_limits_reset(void);
cudaError_t rt_device_attribute(int *value, enum cudaDeviceAttr attribute, int device);

// ---- runtime.c -----------------------------------------------------------------------------------------------

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

    struct {
        char *text;
        size_t used, room;
    } printed; // by kernels, and not waited for yet

    double host_time;            // modelled seconds since the start, as the host knows them
    double engine_time[ENGINES]; // when each engine is free

    double host_seconds;        // that launches took here
    uint64_t lane_instructions; // of all launches, with the word `speed`

    int found; // by checks so far

    cudaError_t pending; // a kernel's fault that the program has not seen yet
    cudaError_t fault;   // one that it has seen: every call returns it until cudaDeviceReset
} Runtime;

extern Runtime rt;

// An API function is one of these around its work, an expression that gives a cudaError_t:
//   RT_QUERY   asks about the machine, so that a fault does not matter
//   RT_CALL    fails with a fault that has been seen
//   RT_WAIT    waits for the device: a pending fault shows, and printed text appears
// Each takes the lock, starts the runtime if need be, and keeps an error for cudaGetLastError.
#define RT_QUERY(work) (rt_enter(), rt_leave(work))
#define RT_CALL(work)  (rt_enter(), rt_leave(rt.fault ? rt.fault : (work)))
#define RT_WAIT(work)  (rt_enter(), rt_surface(), rt_leave(rt.fault ? rt.fault : (work)))

void rt_start(void); // reads WARPSIM and makes the device; may be called again
void rt_enter(void);
void rt_surface(void);
cudaError_t rt_leave(cudaError_t result);
// Prints a fault of the simulator at once and keeps it for the next call that waits.
void rt_fail(const SimError *err);
// Ends the program from inside an API function.
_Noreturn void rt_quit(int status);
// Prints what the simulator can't do and ends the program with exit code 3.
_Noreturn void rt_refuse(const SimError *err);

// What a launch's configuration that the device can't have is called: CUDA 13 answers cudaErrorInvalidValue (seen on an
// H200 with driver 580), older ones cudaErrorInvalidConfiguration.
#if CUDART_VERSION >= 13000
#define RT_BAD_CONFIGURATION cudaErrorInvalidValue
#define RT_UNKNOWN_FUNCTION  cudaErrorInvalidResourceHandle
#else
#define RT_BAD_CONFIGURATION cudaErrorInvalidConfiguration
#define RT_UNKNOWN_FUNCTION  cudaErrorInvalidDeviceFunction
#endif

#endif
