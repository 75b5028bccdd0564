// callback.c: functions of the host in streams and in graphs.
//
// A function may take long and take locks, but may not call CUDA: its calls fail. So rt.lock is not held while it runs; and if no work
// in its stream is left to be done before, it runs when the call that puts it there has ended.

#include "runtime/cuda/cuda.h"
#include "runtime/state/follows.h"

// What is called: one of the two.
typedef struct {
    cudaStream_t stream;
    cudaHostFn_t function;
    cudaStreamCallback_t callback;
    void *data;
    cudaError_t fault; // for the callback
} Called;

static void call(const Called *c)
{
    this_thread.hosts = true;
    if (c->function)
        c->function(c->data);
    else
        c->callback(c->stream, c->fault, c->data);
    this_thread.hosts = false;
    follows_host_ends();
}

static cudaError_t replay_call(const void *args, Stream *s)
{
    Called c = *(const Called *)args;
    follows_host_begins(s);
    c.fault = rt.pending;
    pthread_mutex_unlock(&rt.lock);
    call(&c);
    pthread_mutex_lock(&rt.lock);
    follows_call_begins();
    return cudaSuccess;
}

static Work call_work(const Called *c)
{
    return (Work){NODE_HOST, replay_call, c, sizeof *c,
                  c->function || c->callback ? cudaSuccess : cudaErrorInvalidValue};
}

// Puts it into its stream; *now: the caller is to call it, when it has left the API.
static cudaError_t call_in(Called *c, bool *now)
{
    Stream *s = find_stream(c->stream);
    Work w = call_work(c);
    cudaError_t e = stream_usable(s);
    if (e == cudaSuccess)
        e = w.error;
    if (e != cudaSuccess)
        return e;
    if (c->callback && capture_refuses(s))
        return cudaErrorStreamCaptureUnsupported;
    c->fault = rt.pending;
    *now = !s->graph && !queue_holds(s);
    if (*now)
        follows_host_begins(s);
    return *now ? cudaSuccess : stream_put(s, &w);
}

static Work host_work(const struct cudaHostNodeParams *p, Called *kept)
{
    *kept = p ? (Called){.function = p->fn, .data = p->userData} : (Called){.data = NULL};
    return call_work(kept);
}

// ---- API -----------------------------------------------------------------------------------------------------

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *userData)
{
    bool now = false;
    Called c = {.stream = stream, .function = fn, .data = userData};
    cudaError_t e = API_CALL(call_in(&c, &now));
    if (now)
        call(&c);
    return e;
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void *userData, unsigned int flags)
{
    bool now = false;
    Called c = {.stream = stream, .callback = callback, .data = userData};
    cudaError_t e =
        API_CALL(find_stream(stream) && flags ? cudaErrorInvalidValue : call_in(&c, &now));
    if (now)
        call(&c);
    return e;
}

NODE_CALLS(Host, cudaHostNodeParams, Called, host_work)
