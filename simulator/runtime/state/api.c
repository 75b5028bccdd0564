// api.c: the runtime's start and end, and what every API function does before and after its work.
//
// The first call reads WARPSIM and makes the device. Normally this call is in nvcc's start-up code, which registers a fat binary.
//
// Errors are kept as CUDA keeps them. A call that fails returns its error and keeps it once for cudaGetLastError of the same host
// thread. A fault inside a kernel is found at the launch, but on a GPU the launch has long returned by then. So the fault
// is `pending` until a call waits for the device; then it is the `fault` that every call returns. cudaDeviceReset does not mend
// that: after it every call finds the device unavailable, as on an H200. The program must be started again.

#include "runtime/state/calls.h"
#include "runtime/state/follows.h"
#include "runtime/state/queue.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Thread_local Thread this_thread;
_Thread_local unsigned char own_default_stream;
static _Thread_local cudaError_t last_error;
static bool in_use;        // a thread has called the runtime or the driver
static bool left_to_child; // the program has forked before
static bool orphan;        // this process is a child whose parent had used the device

static void print_speed(void)
{
    double giga = (double)rt.lane_instructions * 1e-9;
    fprintf(stderr, "WARPSIM: %.3f G lane instructions in %.3f s", giga, rt.host_seconds);
    if (rt.host_seconds > 0)
        fprintf(stderr, ": %.2f G/s", giga / rt.host_seconds);
    if (rt.repeated)
        fprintf(stderr, "; %" PRIu64 " of %" PRIu64 " launches repeated an earlier one",
                rt.repeated, rt.launches);
    fputc('\n', stderr);
}

static void finish(int status, void *unused)
{
    (void)unused;
    if (getpid() != rt.owner || (left_to_child && !in_use))
        return;
    queue_end();
    rt.ender = pthread_self();
    __atomic_store_n(&rt.ending, true, __ATOMIC_RELEASE);
    __atomic_store_n(&rt.stop, true, __ATOMIC_RELEASE); // a kernel that another thread runs
    pthread_mutex_lock(&rt.lock);
    follows_end();
    kernel_text_end(stderr);
    bool written = calls_end();
    int end = print_summary(status);
    if (rt.report) {
        if (rt.options.profile) {
            report_tables(rt.report, stdout);
            print_libraries(stdout);
        }
        if (rt.options.json && !report_json(rt.report, rt.options.json)) {
            fprintf(stderr, "WARPSIM: json=%s can't be written: %m\n", rt.options.json);
            written = false;
        }
    }
    if (rt.watch)
        written = watch_end(rt.watch, stdout) && written;
    if (rt.options.speed)
        print_speed();
    report_free(rt.report);
    source_forget();
    pool_free(rt.pool);
    while (rt.ending_count)
        rt.endings[--rt.ending_count]();
    sim_memory_free(rt.memory);
    options_free(&rt.options);
    pthread_mutex_unlock(&rt.lock);
    if (!written && end == 0)
        end = 2;
    if (end != status) {
        fflush(NULL);
        _exit(end);
    }
}

static const Program PROGRAM = {
    .flush = kernel_text_flush, .ptx = kernel_ptx, .quit = quit_program};

static void note_fork(void)
{
    left_to_child |= !in_use;
}

static void note_birth(void)
{
    orphan |= in_use;
}

static void start(void)
{
    cpu_must_suffice();
    char message[1024], *all;
    const char *defaults = getenv("WARPSIM_DEFAULTS"), *words = getenv("WARPSIM");
    if (asprintf(&all, "%s %s", defaults ? defaults : "", words ? words : "") < 0)
        out_of_memory();
    if (!options_parse(&rt.options, all, message, sizeof message)) {
        fprintf(stderr, "%s\n", message);
        exit(2);
    }
    free(all);
    if (rt.options.help || rt.options.devices) {
        (rt.options.help ? options_help : options_devices)(stdout);
        exit(0);
    }
    rt.device = rt.options.device;
    rt.memory = sim_memory_new();
    // Steps follow one block at a time.
    int threads = rt.options.step      ? 1
                  : rt.options.threads ? rt.options.threads
                                       : pool_host_threads();
    rt.pool = pool_new(threads);
    if (rt.memory && rt.options.check)
        sim_memory_check(rt.memory);
    rt.profiling = true;
    const char *blocking = getenv("CUDA_LAUNCH_BLOCKING");
    rt.blocking = blocking && strcmp(blocking, "0") != 0;
    rt.options.late &= !rt.blocking;
    if (!rt.memory || !rt.pool)
        out_of_memory();
    if (rt.options.profile || rt.options.json) {
        rt.report = report_new(&rt.options);
        if (!rt.report)
            out_of_memory();
    }
    if ((rt.options.trace || rt.options.draw || rt.options.step) &&
        !(rt.watch = watch_new(&rt.options, &PROGRAM))) {
        if (!rt.options.trace)
            out_of_memory();
        fprintf(stderr, "WARPSIM: trace=%s can't be written: %m\n", rt.options.trace);
        exit(2);
    }
    if (rt.options.calls && !calls_start(rt.options.calls)) {
        fprintf(stderr, "WARPSIM: calls=%s can't be written: %m\n", rt.options.calls);
        exit(2);
    }
    if (rt.options.tape)
        calls_tape(rt.options.tape);
    settings_reset();
    rt.owner = getpid();
    pthread_atfork(NULL, note_fork, note_birth);
    crash_watch();
    on_exit(finish, NULL);
}

void start_runtime(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start);
}

void api_enter(void)
{
    start_runtime();
    pthread_mutex_lock(&rt.lock);
    if (__atomic_load_n(&rt.ending, __ATOMIC_ACQUIRE) && !pthread_equal(rt.ender, pthread_self()))
        halt_thread();
    reason_clear();
    follows_call_begins();
}

cudaError_t api_bars(void)
{
    if (orphan) {
        reason_set(
            "A process that fork() made after its parent had used CUDA has no device: fork first, "
            "or start the child by exec");
        return cudaErrorInitializationError;
    }
    if (rt.fault || !this_thread.hosts)
        return rt.fault;
    reason_set(
        "A function that cudaLaunchHostFunc or cudaStreamAddCallback has put into a stream may not "
        "call CUDA: on a GPU it may wait forever");
    return cudaErrorNotPermitted;
}

cudaError_t api_leave(cudaError_t result, const char *name, const void *caller)
{
    const Caller *outer = this_thread.within;
    bool failed = result != cudaSuccess && result != cudaErrorNotReady && result != rt.fault;
    bool own = !outer && !this_thread.elsewhere;
    if (outer) {
        name = outer->name;
        caller = outer->from;
    }
    if (failed && rt.options.check)
        print_failed_call(result, name, caller);
    calls_add(name, result, caller);
    follows_call_ends(name, caller);
    bool start_up = strncmp(name, "__", 2) == 0; // nvcc's code calls such names
    this_thread.used |= own && !start_up;
    if (!start_up && !in_use)
        rt.owner = getpid();
    in_use |= !start_up;
    if (rt.lost && result == rt.fault && own)
        result = cudaErrorDevicesUnavailable;
    own_default_stream = 0;
    pthread_mutex_unlock(&rt.lock);
    // "Not ready" is an answer, no error. Errors of driver calls are not kept.
    if (result != cudaSuccess && result != cudaErrorNotReady && !outer)
        last_error = result;
    return result;
}

// Notes a call that asks for an earlier call's error. It did not fail itself.
static cudaError_t tell_last_error(const char *name, const void *caller)
{
    api_enter();
    calls_tell(" last=%d", last_error);
    calls_add(name, cudaSuccess, caller);
    follows_call_ends(name, caller);
    pthread_mutex_unlock(&rt.lock);
    return last_error;
}

cudaError_t cudaGetLastError(void)
{
    cudaError_t e = tell_last_error(__func__, __builtin_return_address(0));
    last_error = cudaSuccess;
    return e;
}

cudaError_t cudaPeekAtLastError(void)
    RETURNS(tell_last_error(__func__, __builtin_return_address(0)));
