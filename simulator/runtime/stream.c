// stream.c: streams and events, and the modelled clocks behind them.
//
// All work is done at once, in the call that asks for it, or when a grid that waits for the host has ended (queue.c); only its
// time is modelled. Each stream has a clock: the time at which its work so far ends. Each engine (kernels, copies to the device,
// copies to the host) has a clock, too, and so has the host. Work begins at the latest of three times: its stream's, its engine's
// and the host's. It moves the clocks of stream and engine to its end. So copies overlap kernels of other streams, as with a GPU's
// copy engines. Kernels run one after the other: in the model each has the whole GPU. Host code itself takes no modelled time.
//
// The default stream waits for all streams made without cudaStreamNonBlocking, and they wait for it. An event is a clock's
// value at the time it was recorded, so that events give modelled times.

#include "runtime/queue.h"

#include <stdlib.h>

enum { LEAST_PRIORITY = 0, GREATEST_PRIORITY = -5 }; // as an H200 answers

struct CUevent_st {
    struct CUevent_st *next;
    unsigned flags;
    bool recorded;
    double time;
    Graph *graph; // the graph in whose capture it was recorded
};

typedef struct CUevent_st Event;

static Stream default_stream = {.id = DEFAULT_STREAM},
              per_thread_stream = {.id = PER_THREAD_STREAM};
static Event *forgotten; // destroyed events that work names which is still to be done

// When the work of destroyed streams ends: of the streams that the default stream waits for, and of all.
static double left_for_default, left;

static void later(double *clock, double time)
{
    if (*clock < time)
        *clock = time;
}

Stream *find_stream(cudaStream_t handle)
{
    if (!handle || handle == cudaStreamLegacy)
        return &default_stream;
    if (handle == cudaStreamPerThread)
        return &per_thread_stream;
    Stream *s = rt.streams;
    while (s && s != handle)
        s = s->next;
    return s;
}

// Returns the time at which work that is put into the stream now can begin.
static double ready(const Stream *s)
{
    double t = s->time;
    later(&t, rt.host_time);
    if (s == &default_stream) {
        later(&t, per_thread_stream.time);
        later(&t, left_for_default);
        for (const Stream *other = rt.streams; other; other = other->next)
            if (!(other->flags & cudaStreamNonBlocking))
                later(&t, other->time);
    } else if (!(s->flags & cudaStreamNonBlocking))
        later(&t, default_stream.time);
    return t;
}

void stream_work(Stream *s, Engine e, double seconds)
{
    double begin = ready(s);
    later(&begin, rt.engine_time[e]);
    s->time = rt.engine_time[e] = begin + seconds;
    calls_tell(" stream=%llu engine=%d begin=%.0f end=%.0f", s->id, e, 1e9 * begin, 1e9 * s->time);
}

void stream_wait(const Stream *s)
{
    if (s) {
        later(&rt.host_time, ready(s));
        return;
    }
    later(&rt.host_time, ready(&default_stream));
    later(&rt.host_time, left);
    for (s = rt.streams; s; s = s->next)
        later(&rt.host_time, s->time);
}

void streams_leave_graph(const Graph *g)
{
    for (Stream *s = rt.streams; s; s = s->next)
        if (s->graph == g)
            s->graph = NULL;
    if (per_thread_stream.graph == g)
        per_thread_stream.graph = NULL;
    for (Event *e = rt.events; e; e = e->next)
        if (e->graph == g)
            e->graph = NULL;
}

static Event *find_event(cudaEvent_t handle)
{
    Event *e = rt.events;
    while (e && e != handle)
        e = e->next;
    return e;
}

static cudaError_t create_stream(cudaStream_t *out, unsigned flags, int priority)
{
    static unsigned long long made = PER_THREAD_STREAM;
    if (!out || flags & ~cudaStreamNonBlocking)
        return cudaErrorInvalidValue;
    Stream *s = malloc(sizeof *s);
    if (!s)
        return cudaErrorMemoryAllocation;
    priority = priority > LEAST_PRIORITY      ? LEAST_PRIORITY
               : priority < GREATEST_PRIORITY ? GREATEST_PRIORITY
                                              : priority;
    at_end(streams_free);
    *s = (Stream){rt.streams, flags, priority, 0, ++made, NULL};
    *out = rt.streams = s;
    calls_tell(" stream=%llu", s->id);
    return cudaSuccess;
}

// Frees a stream; its work goes on in the model.
static cudaError_t replay_destroy(const void *unused, Stream *s)
{
    (void)unused;
    Stream **link = &rt.streams;
    while (*link != s)
        link = &(*link)->next;
    *link = s->next;
    later(&left, s->time);
    if (!(s->flags & cudaStreamNonBlocking))
        later(&left_for_default, s->time);
    free(s);
    return cudaSuccess;
}

static cudaError_t destroy_stream(cudaStream_t handle)
{
    Stream *s = rt.streams;
    while (s && s != handle)
        s = s->next;
    if (!s)
        return cudaErrorInvalidResourceHandle;
    calls_tell(" stream=%llu", s->id);
    return stream_do(s, &(Work){.type = NODE_EMPTY, .replay = replay_destroy});
}

static cudaError_t create_event(cudaEvent_t *out, unsigned flags)
{
    const unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    bool interprocess = flags & cudaEventInterprocess, timing = !(flags & cudaEventDisableTiming);
    if (!out || flags & ~known || (interprocess && timing))
        return cudaErrorInvalidValue;
    Event *e = malloc(sizeof *e);
    if (!e)
        return cudaErrorMemoryAllocation;
    at_end(streams_free);
    *e = (Event){rt.events, flags, false, 0, NULL};
    *out = rt.events = e;
    calls_tell(" event=%p", (void *)e);
    return cudaSuccess;
}

static cudaError_t destroy_event(cudaEvent_t handle)
{
    Event **link = &rt.events;
    while (*link && *link != handle)
        link = &(*link)->next;
    Event *e = *link;
    if (!e)
        return cudaErrorInvalidResourceHandle;
    *link = e->next;
    calls_tell(" event=%p", (void *)e);
    if (queue_uses(e)) {
        e->next = forgotten;
        forgotten = e;
    } else
        free(e);
    return cudaSuccess;
}

void streams_free(void)
{
    while (rt.streams)
        replay_destroy(NULL, rt.streams);
    while (rt.events)
        destroy_event(rt.events);
    for (Event *e; (e = forgotten); free(e))
        forgotten = e->next;
}

// Work that records an event, or waits for it.
typedef struct {
    Event *event;
} Mark;

static cudaError_t replay_record(const void *args, Stream *s)
{
    const Mark *m = args;
    Event *e = m->event;
    e->time = ready(s);
    calls_tell(" event=%p stream=%llu begin=%.0f", (void *)e, s->id, 1e9 * e->time);
    return cudaSuccess;
}

static cudaError_t replay_await(const void *args, Stream *s)
{
    const Mark *m = args;
    const Event *e = m->event;
    later(&s->time, e->time);
    return cudaSuccess;
}

static cudaError_t record(cudaEvent_t event, cudaStream_t stream)
{
    Event *e = find_event(event);
    Stream *s = find_stream(stream);
    if (!e || !s)
        return cudaErrorInvalidResourceHandle;
    e->graph = s->graph;
    e->recorded = true;
    Mark m = {e};
    return s->graph
               ? replay_record(&m, s)
               : stream_record(s, &(Work){NODE_EMPTY, replay_record, &m, sizeof m, cudaSuccess}, e);
}

static cudaError_t stream_wait_event(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    Event *e = find_event(event);
    Stream *s = find_stream(stream);
    if (flags & ~cudaEventWaitExternal)
        return cudaErrorInvalidValue;
    if (!e || !s)
        return cudaErrorInvalidResourceHandle;
    if (e->graph && s == &default_stream) {
        e->graph->invalid = true;
        return cudaErrorStreamCaptureImplicit;
    }
    if (e->graph && !s->graph) // the stream joins the capture
        s->graph = e->graph;
    Mark m = {e};
    return s->graph
               ? replay_await(&m, s)
               : stream_await(s, &(Work){NODE_EMPTY, replay_await, &m, sizeof m, cudaSuccess}, e);
}

static cudaError_t wait_for_event(cudaEvent_t event)
{
    const Event *e = find_event(event);
    if (!e)
        return cudaErrorInvalidResourceHandle;
    later(&rt.host_time, e->time);
    calls_tell(" event=%p", (void *)e);
    return cudaSuccess;
}

static cudaError_t wait_for_stream(cudaStream_t stream)
{
    const Stream *s = find_stream(stream);
    if (!s)
        return cudaErrorInvalidResourceHandle;
    if (s->graph) {
        s->graph->invalid = true; // this can't be captured
        return cudaErrorStreamCaptureUnsupported;
    }
    stream_wait(s);
    calls_tell(" stream=%llu", s->id);
    return cudaSuccess;
}

static cudaError_t elapsed(float *ms, cudaEvent_t start, cudaEvent_t end)
{
    const Event *a = find_event(start), *b = find_event(end);
    if (!ms)
        return cudaErrorInvalidValue;
    if (!a || !b || !a->recorded || !b->recorded || (a->flags | b->flags) & cudaEventDisableTiming)
        return cudaErrorInvalidResourceHandle;
    if (queue_records(a) || queue_records(b))
        return cudaErrorNotReady;
    *ms = (float)((b->time - a->time) * 1e3);
    calls_tell(" from=%p to=%p", (const void *)a, (const void *)b);
    return cudaSuccess;
}

// Answers a question about a stream: sets *out to the value, unless the stream or `out` is missing.
#define ASK(stream, out, value)                            \
    (!find_stream(stream) ? cudaErrorInvalidResourceHandle \
     : !(out)             ? cudaErrorInvalidValue          \
                          : (*(out) = (value), cudaSuccess))

// ---- API -----------------------------------------------------------------------------------------------------

cudaError_t cudaStreamCreate(cudaStream_t *pStream)
    RETURNS(API_CALL(create_stream(pStream, cudaStreamDefault, LEAST_PRIORITY)));
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *pStream, unsigned int flags)
    RETURNS(API_CALL(create_stream(pStream, flags, LEAST_PRIORITY)));
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *pStream, unsigned int flags, int priority)
    RETURNS(API_CALL(create_stream(pStream, flags, priority)));
cudaError_t cudaStreamDestroy(cudaStream_t stream) RETURNS(API_CALL(destroy_stream(stream)));
cudaError_t cudaStreamSynchronize(cudaStream_t stream)
    RETURNS(API_WAIT_FOR(queue_wait_end(find_stream(stream)), wait_for_stream(stream)));

// If all work is done, to query and to wait is the same.
cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    api_enter();
    const Stream *s = find_stream(stream);
    if (s && queue_runs(s))
        return API_LEAVE(queue_not_ready());
    surface_fault();
    return API_LEAVE(rt.fault ? rt.fault : wait_for_stream(stream));
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags)
    RETURNS(API_CALL(stream_wait_event(stream, event, flags)));
cudaError_t cudaStreamGetFlags(cudaStream_t hStream, unsigned int *flags)
    RETURNS(API_CALL(ASK(hStream, flags, find_stream(hStream)->flags)));
cudaError_t cudaStreamGetPriority(cudaStream_t hStream, int *priority)
    RETURNS(API_CALL(ASK(hStream, priority, find_stream(hStream)->priority)));
cudaError_t cudaStreamGetId(cudaStream_t hStream, unsigned long long *streamId)
    RETURNS(API_CALL(ASK(hStream, streamId, find_stream(hStream)->id)));
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *pCaptureStatus)
    RETURNS(API_CALL(ASK(stream, pCaptureStatus,
                         find_stream(stream)->graph ? cudaStreamCaptureStatusActive
                                                    : cudaStreamCaptureStatusNone)));

cudaError_t cudaDeviceGetStreamPriorityRange(int *leastPriority, int *greatestPriority)
{
    if (leastPriority)
        *leastPriority = LEAST_PRIORITY;
    if (greatestPriority)
        *greatestPriority = GREATEST_PRIORITY;
    return API_CALL(cudaSuccess);
}

// A function of the host that a program puts into a stream: one of the two.
typedef struct {
    cudaStream_t stream;
    cudaHostFn_t function;
    cudaStreamCallback_t callback;
    void *data;
    cudaError_t fault; // for the callback
} Called;

// Calls it. It may take long and take locks, but may not call CUDA: the lock is not held meanwhile.
static void call(const Called *c)
{
    if (c->function)
        c->function(c->data);
    else
        c->callback(c->stream, c->fault, c->data);
}

static cudaError_t replay_call(const void *args, Stream *s)
{
    Called c = *(const Called *)args;
    (void)s;
    c.fault = rt.pending;
    pthread_mutex_unlock(&rt.lock);
    call(&c);
    pthread_mutex_lock(&rt.lock);
    return cudaSuccess;
}

// Puts it into the stream; *now: the caller is to call it at once, when it has left the API.
static cudaError_t call_in(cudaStream_t stream, Called *c, bool *now)
{
    Stream *s = find_stream(stream);
    if (!s)
        return cudaErrorInvalidResourceHandle;
    if (!c->function && !c->callback)
        return cudaErrorInvalidValue;
    *now = s->graph || !queue_holds(s);
    c->fault = rt.pending;
    return *now ? cudaSuccess
                : stream_do(s, &(Work){NODE_HOST, replay_call, c, sizeof *c, cudaSuccess});
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *userData)
{
    bool now = false;
    Called c = {.stream = stream, .function = fn, .data = userData};
    cudaError_t e = API_CALL(call_in(stream, &c, &now));
    if (e == cudaSuccess && now)
        call(&c);
    return e;
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void *userData, unsigned int flags)
{
    bool now = false;
    Called c = {.stream = stream, .callback = callback, .data = userData};
    cudaError_t e =
        API_CALL(find_stream(stream) && flags ? cudaErrorInvalidValue : call_in(stream, &c, &now));
    if (e == cudaSuccess && now)
        call(&c);
    return e;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
    RETURNS(API_CALL(create_event(event, cudaEventDefault)));
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
    RETURNS(API_CALL(create_event(event, flags)));
cudaError_t cudaEventDestroy(cudaEvent_t event) RETURNS(API_CALL(destroy_event(event)));
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
    RETURNS(API_CALL(record(event, stream)));
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags)
    RETURNS(API_CALL((flags & ~cudaEventRecordExternal) ? cudaErrorInvalidValue
                                                        : record(event, stream)));

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    api_enter();
    if (queue_records(event))
        return API_LEAVE(queue_not_ready());
    surface_fault();
    return API_LEAVE(rt.fault ? rt.fault : wait_for_event(event));
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
    RETURNS(API_WAIT_FOR(queue_wait_event(event), wait_for_event(event)));
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end)
    RETURNS(API_CALL(elapsed(ms, start, end)));
