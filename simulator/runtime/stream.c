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
//
// In a stream that is captured into a graph, work becomes nodes (graph.c). Each such stream has the nodes that its next one waits
// for. An event that is recorded there has these nodes instead of a time, and takes them into the stream that waits for it. What
// can't be captured is an error, and makes the capture invalid.

#include "runtime/queue.h"

#include <stdlib.h>

enum { LEAST_PRIORITY = 0, GREATEST_PRIORITY = -5 }; // as an H200 answers

// What records an event, or waits for it.
typedef struct {
    struct CUevent_st *event;
    bool outside; // a node of a graph does, which the event may not outlive
} Mark;

struct CUevent_st {
    struct CUevent_st *next;
    Mark node; // for nodes
    unsigned flags;
    bool recorded;
    bool captured; // by a stream that was captured
    double time;
    Graph *graph; // of that stream, while the capture goes on
    Nodes after;  // of that stream
};

typedef struct CUevent_st Event;

static Stream default_stream = {.id = DEFAULT_STREAM},
              per_thread_stream = {.id = PER_THREAD_STREAM};
static _Thread_local enum cudaStreamCaptureMode thread_mode;
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
    FIND(Stream, s, rt.streams, s == handle);
    return s;
}

// The streams that can be captured, one after the other; NULL: the first.
static Stream *next_stream(const Stream *s)
{
    return !s ? &per_thread_stream : s == &per_thread_stream ? rt.streams : s->next;
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

// ---- Captures --------------------------------------------------------------------------------------------------------

static void leave_capture(Graph **graph, Nodes *after)
{
    *graph = NULL;
    free((void *)after->at);
    *after = (Nodes){NULL, 0};
}

void streams_leave_graph(Graph *g)
{
    for (Stream *s = NULL; (s = next_stream(s));)
        if (s->graph == g)
            leave_capture(&s->graph, &s->after);
    for (Event *e = rt.events; e; e = e->next)
        if (e->graph == g)
            leave_capture(&e->graph, &e->after);
    g->origin = NULL;
}

bool nodes_add(Nodes *to, const cudaGraphNode_t *nodes, size_t count, bool instead)
{
    size_t have = instead ? 0 : to->count;
    cudaGraphNode_t *all = malloc((have + count + 1) * sizeof(cudaGraphNode_t));
    if (!all)
        return false;
    for (size_t i = 0; i < have; i++)
        all[i] = to->at[i];
    for (size_t i = 0; i < count; i++) {
        size_t k = 0;
        while (k < have && all[k] != nodes[i])
            k++;
        if (k == have)
            all[have++] = nodes[i];
    }
    free((void *)to->at);
    *to = (Nodes){all, have};
    return true;
}

bool capture_forbids(bool all)
{
    bool any = false;
    for (const Stream *s = NULL; (s = next_stream(s));) {
        Graph *g = s->graph;
        if (!g || g->origin != s)
            continue;
        bool asks = pthread_equal(g->thread, pthread_self())
                        ? g->mode != cudaStreamCaptureModeRelaxed &&
                              thread_mode != cudaStreamCaptureModeRelaxed
                        : g->mode == cudaStreamCaptureModeGlobal &&
                              thread_mode == cudaStreamCaptureModeGlobal;
        if (all || asks)
            any = g->invalid = true;
    }
    return any;
}

bool capture_refuses(const Stream *s)
{
    if (s && s->graph)
        s->graph->invalid = true;
    return s && s->graph;
}

// Tells whether the default stream can't be used, since it would wait for a captured stream. end: the captures are invalid then.
static bool default_waits_for_capture(bool end)
{
    bool waits = false;
    for (const Stream *s = NULL; (s = next_stream(s));)
        if (s->graph && !(s->flags & cudaStreamNonBlocking)) {
            waits = true;
            s->graph->invalid |= end;
        }
    return waits;
}

cudaError_t stream_usable(const Stream *s)
{
    return !s                              ? cudaErrorInvalidResourceHandle
           : s->graph && s->graph->invalid ? cudaErrorStreamCaptureInvalidated
           : s == &default_stream && default_waits_for_capture(true)
               ? cudaErrorStreamCaptureImplicit
               : cudaSuccess;
}

cudaError_t stream_captures(const Stream *s, enum cudaStreamCaptureStatus *status)
{
    if (!s)
        return cudaErrorInvalidResourceHandle;
    if (!status)
        return cudaErrorInvalidValue;
    if (s == &default_stream && default_waits_for_capture(false))
        return cudaErrorStreamCaptureImplicit;
    *status = !s->graph           ? cudaStreamCaptureStatusNone
              : s->graph->invalid ? cudaStreamCaptureStatusInvalidated
                                  : cudaStreamCaptureStatusActive;
    return cudaSuccess;
}

static cudaError_t exchange_mode(enum cudaStreamCaptureMode *mode)
{
    if (!mode || (unsigned)*mode > cudaStreamCaptureModeRelaxed)
        return cudaErrorInvalidValue;
    enum cudaStreamCaptureMode before = thread_mode;
    thread_mode = *mode;
    *mode = before;
    return cudaSuccess;
}

// ---- Streams and events ----------------------------------------------------------------------------------------------

static Event *find_event(cudaEvent_t handle)
{
    FIND(Event, e, rt.events, e == handle);
    return e;
}

// Returns the priority that a stream has which was given this one.
int priority_within(int priority)
{
    return priority > LEAST_PRIORITY      ? LEAST_PRIORITY
           : priority < GREATEST_PRIORITY ? GREATEST_PRIORITY
                                          : priority;
}

static cudaError_t create_stream(cudaStream_t *out, unsigned flags, int priority)
{
    static unsigned long long made = PER_THREAD_STREAM;
    if (!out || flags & ~cudaStreamNonBlocking)
        return cudaErrorInvalidValue;
    Stream *s = malloc(sizeof *s);
    if (!s)
        return cudaErrorMemoryAllocation;
    at_end(streams_free);
    *s = (Stream){
        .next = rt.streams, .flags = flags, .priority = priority_within(priority), .id = ++made};
    *out = rt.streams = s;
    calls_tell(" stream=%llu", s->id);
    return cudaSuccess;
}

// Frees a stream; its work goes on in the model.
static cudaError_t replay_destroy(const void *unused, Stream *s)
{
    (void)unused;
    FIND_LINK(Stream, link, rt.streams, *link == s);
    *link = s->next;
    later(&left, s->time);
    if (!(s->flags & cudaStreamNonBlocking))
        later(&left_for_default, s->time);
    free((void *)s->after.at);
    free(s);
    return cudaSuccess;
}

static cudaError_t destroy_stream(cudaStream_t handle)
{
    FIND(Stream, s, rt.streams, s == handle);
    if (!s)
        return cudaErrorInvalidResourceHandle;
    calls_tell(" stream=%llu", s->id);
    if (s->graph) // which can't be ended without its origin
        s->graph->invalid = true;
    if (s->graph && s->graph->origin == s)
        streams_leave_graph(s->graph);
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
    *e = (Event){.next = rt.events, .node = {e, true}, .flags = flags};
    *out = rt.events = e;
    calls_tell(" event=%p", (void *)e);
    return cudaSuccess;
}

static cudaError_t destroy_event(cudaEvent_t handle)
{
    FIND_LINK(Event, link, rt.events, *link == handle);
    Event *e = *link;
    if (!e)
        return cudaErrorInvalidResourceHandle;
    *link = e->next;
    calls_tell(" event=%p", (void *)e);
    leave_capture(&e->graph, &e->after);
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

// Tells whether an event was recorded in a capture that has ended or is invalid.
static bool is_left(const Event *e)
{
    return e->captured && (!e->graph || e->graph->invalid);
}

static Event *marked(const Mark *m)
{
    return m->outside ? find_event(m->event) : m->event;
}

static cudaError_t replay_record(const void *args, Stream *s)
{
    Event *e = marked(args);
    if (!e)
        return cudaErrorInvalidResourceHandle;
    e->time = ready(s);
    calls_tell(" event=%p stream=%llu begin=%.0f", (void *)e, s->id, 1e9 * e->time);
    return cudaSuccess;
}

static cudaError_t replay_await(const void *args, Stream *s)
{
    const Event *e = marked(args);
    if (!e)
        return cudaErrorInvalidResourceHandle;
    later(&s->time, e->time);
    return cudaSuccess;
}

cudaError_t event_record(cudaEvent_t event, cudaStream_t stream, unsigned flags, Work *node)
{
    Event *e = find_event(event);
    Stream *s = find_stream(stream);
    if (flags & ~cudaEventRecordExternal)
        return cudaErrorInvalidValue;
    cudaError_t error = e ? stream_usable(s) : cudaErrorInvalidResourceHandle;
    if (error != cudaSuccess)
        return error;
    if (s->graph && flags) {
        e->recorded = true;
        *node = (Work){NODE_RECORD, replay_record, &e->node, sizeof e->node, cudaSuccess};
        return cudaSuccess;
    }
    e->graph = s->graph;
    e->recorded = true;
    e->captured = s->graph != NULL;
    Mark m = {e, false};
    if (!nodes_add(&e->after, s->after.at, s->after.count, true))
        return cudaErrorMemoryAllocation;
    Work w = {NODE_RECORD, replay_record, &m, sizeof m, cudaSuccess};
    return s->graph ? replay_record(&m, s) : stream_do_event(s, &w, e, NULL);
}

// Has a stream wait for an event where one of them or both are captured: what the event waits for, the stream's next node does.
static cudaError_t await_captured(Stream *s, const Event *e)
{
    Graph *joined = s->graph;
    if (joined && joined != e->graph) {
        joined->invalid = true;
        if (!e->graph)
            return cudaErrorStreamCaptureIsolation;
        e->graph->invalid = true;
        return cudaErrorStreamCaptureMerge;
    }
    s->graph = e->graph;
    return nodes_add(&s->after, e->after.at, e->after.count, !joined) ? cudaSuccess
                                                                      : cudaErrorMemoryAllocation;
}

cudaError_t event_await(cudaEvent_t event, cudaStream_t stream, unsigned flags, Work *node)
{
    Event *e = find_event(event);
    Stream *s = find_stream(stream);
    if (flags & ~cudaEventWaitExternal)
        return cudaErrorInvalidValue;
    if (e && e->graph && s == &default_stream) {
        e->graph->invalid = true;
        return cudaErrorStreamCaptureImplicit;
    }
    cudaError_t error = e ? stream_usable(s) : cudaErrorInvalidResourceHandle;
    if (error != cudaSuccess)
        return error;
    if (is_left(e)) {
        if (s->graph)
            s->graph->invalid = true;
        return cudaErrorInvalidValue;
    }
    if (s->graph && flags)
        *node = (Work){NODE_AWAIT, replay_await, &e->node, sizeof e->node, cudaSuccess};
    if (!e->recorded || (s->graph && flags))
        return cudaSuccess;
    if (s->graph || e->graph)
        return await_captured(s, e);
    Mark m = {e, false};
    Work w = {NODE_AWAIT, replay_await, &m, sizeof m, cudaSuccess};
    return stream_do_event(s, &w, NULL, e);
}

static cudaError_t wait_for_event(cudaEvent_t event)
{
    const Event *e = find_event(event);
    if (!e)
        return cudaErrorInvalidResourceHandle;
    if (is_left(e))
        return cudaErrorInvalidValue;
    if (e->graph) {
        e->graph->invalid = true;
        return cudaErrorCapturedEvent;
    }
    if (capture_forbids(false))
        return cudaErrorStreamCaptureUnsupported;
    later(&rt.host_time, e->time);
    calls_tell(" event=%p", (void *)e);
    return cudaSuccess;
}

static cudaError_t wait_for_stream(cudaStream_t stream)
{
    const Stream *s = find_stream(stream);
    if (capture_refuses(s) || (s && capture_forbids(false)))
        return cudaErrorStreamCaptureUnsupported;
    cudaError_t error = stream_usable(s);
    if (error != cudaSuccess)
        return error;
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
    if (is_left(a) || is_left(b))
        return cudaErrorInvalidValue;
    if (a->graph || b->graph)
        return cudaErrorCapturedEvent;
    if (queue_records(a) || queue_records(b))
        return cudaErrorNotReady;
    *ms = (float)((b->time - a->time) * 1e3);
    calls_tell(" from=%p to=%p", (const void *)a, (const void *)b);
    return cudaSuccess;
}

// Answers a question about a stream: sets *out to the value, unless the stream or `out` is missing.
#define ASK(stream, out, value) \
    (find_stream(stream) ? ANSWER(out, value) : cudaErrorInvalidResourceHandle)

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

cudaError_t cudaStreamGetFlags(cudaStream_t hStream, unsigned int *flags)
    RETURNS(API_CALL(ASK(hStream, flags, find_stream(hStream)->flags)));
cudaError_t cudaStreamGetPriority(cudaStream_t hStream, int *priority)
    RETURNS(API_CALL(ASK(hStream, priority, find_stream(hStream)->priority)));
cudaError_t cudaStreamGetId(cudaStream_t hStream, unsigned long long *streamId)
    RETURNS(API_CALL(ASK(hStream, streamId, find_stream(hStream)->id)));
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *pCaptureStatus)
    RETURNS(API_CALL(stream_captures(find_stream(stream), pCaptureStatus)));
cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
    RETURNS(API_QUERY(exchange_mode(mode)));

cudaError_t cudaDeviceGetStreamPriorityRange(int *leastPriority, int *greatestPriority)
{
    if (leastPriority)
        *leastPriority = LEAST_PRIORITY;
    if (greatestPriority)
        *greatestPriority = GREATEST_PRIORITY;
    return API_CALL(cudaSuccess);
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
    RETURNS(API_CALL(create_event(event, cudaEventDefault)));
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
    RETURNS(API_CALL(create_event(event, flags)));
cudaError_t cudaEventDestroy(cudaEvent_t event) RETURNS(API_CALL(destroy_event(event)));
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
    RETURNS(API_CALL(event_record(event, stream, cudaEventRecordDefault, NULL)));

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
