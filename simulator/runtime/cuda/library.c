// library.c: work that a GPU's library would do, done by the host.
//
// Such work has results, but neither counters nor modelled time, and checks do not see what it reads. Reports say so.

#include "runtime/cuda/library.h"
#include "runtime/cuda/cuda.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void note(const char *report)
{
    int i = 0;
    while (i < MOST_LIBRARIES && rt.libraries[i] && strcmp(rt.libraries[i], report) != 0)
        i++;
    if (i < MOST_LIBRARIES)
        rt.libraries[i] = report;
}

// A node's arguments: these, and then the library's own.
typedef struct {
    void (*run)(const void *args);
    max_align_t args[];
} Task;

static cudaError_t replay_task(const void *args, Stream *s)
{
    const Task *task = args;
    (void)s; // whose time does not pass
    task->run(task->args);
    return rt.pending ? rt.pending : rt.fault;
}

static cudaError_t run_task(cudaStream_t stream, void (*run)(const void *args), const void *args,
                            size_t size)
{
    Stream *s = find_stream(stream);
    cudaError_t e = stream_usable(s);
    if (e != cudaSuccess)
        return e;
    if (!s->graph)
        queue_wait(s); // the caller may read the result as soon as we return
    Task *task = malloc(sizeof *task + size);
    if (!task)
        return cudaErrorMemoryAllocation;
    task->run = run;
    memcpy(task->args, args, size);
    Work work = {NODE_HOST, replay_task, task, sizeof *task + size, cudaSuccess};
    e = s->graph ? stream_put(s, &work) : replay_task(task, s);
    free(task);
    return e;
}

cudaError_t sim_library_run(cudaStream_t stream, const char *report, void (*run)(const void *args),
                            const void *args, size_t size)
{
    api_enter();
    note(report);
    return API_LEAVE(rt.fault ? rt.fault : run_task(stream, run, args, size));
}

void *sim_library_elements(const char *call, const char *what, const void *p, size_t n,
                           size_t bytes, bool written)
{
    static double none[2];
    return n ? sim_library_bytes(call, what, p, n * bytes, written) : none;
}

void *sim_library_scratch(size_t n, size_t bytes)
{
    void *p = calloc(n + 1, bytes);
    if (!p)
        out_of_memory();
    return p;
}

void sim_library_no_memory(void)
{
    out_of_memory();
}

bool sim_library_choose(const char *call, const char *what, const void **at, int i)
{
    const void *const *list =
        sim_library_bytes(call, what, *at, ((size_t)i + 1) * sizeof *list, false);
    *at = list ? list[i] : NULL;
    return list;
}

void sim_library_fault(const char *call, const char *text)
{
    SimError err = {.status = SIM_ILLEGAL_ADDRESS};
    snprintf(err.text, sizeof err.text, "%s: %s", call, text);
    if (!rt.pending)
        keep_fault(&err);
}

void *sim_library_bytes(const char *call, const char *what, const void *p, size_t size,
                        bool written)
{
    void *at = p ? sim_pointer(rt.memory, (uintptr_t)p, size) : NULL;
    if (at && written)
        sim_memory_wrote(rt.memory, (uintptr_t)p, size);
    if (!at) {
        char text[200];
        snprintf(text, sizeof text,
                 "the %zu bytes of %s at 0x%" PRIxPTR
                 " are not inside one allocation of the device",
                 size, what, (uintptr_t)p);
        sim_library_fault(call, text);
    }
    return at;
}
