// stream.c: streams, and the modelled clocks behind them.
//
// All work is done at once, in the call that asks for it, or when a grid that waits for the host has ended (queue.c); only its
// time is modelled. Each stream has a clock: the time at which its work so far ends. Each engine (kernels, copies to the device,
// copies to the host) has a clock, too, and so has the host. Work begins at the latest of three times: its stream's, its engine's
// and the host's. It moves the clocks of stream and engine to its end. So copies overlap kernels of other streams, as with a GPU's
// copy engines. Kernels run one after the other: in the model each has the whole GPU, together with all that it launches
// (model/nested.c). Host code itself takes no modelled time.
//
// The default stream waits for all streams made without cudaStreamNonBlocking, and they wait for it.
//
// In a stream that is captured into a graph, work becomes nodes (graph.c). Each such stream has the nodes that its next one waits
// for. What can't be captured is an error, and makes the capture invalid.

#include "runtime/state/follows.h"
#include "runtime/state/queue.h"

#include <stdlib.h>

enum { LEAST_PRIORITY = 0, GREATEST_PRIORITY = -5 }; // as an H200 answers

static _Thread_local enum cudaStreamCaptureMode thread_mode;

// When the work of destroyed streams ends: of the streams that the default stream waits for, and of all.
static double left_for_default, left;

void later(double *clock, double time)
{
    if (*clock < time)
        *clock = time;
}

Stream *find_stream(cudaStream_t handle)
{
    if (handle == cudaStreamPerThread || (!handle && own_default_stream))
        return &rt.per_thread_stream;
    if (!handle || handle == cudaStreamLegacy)
        return &rt.default_stream;
    FIND(Stream, s, rt.streams, s == handle);
    return s;
}

double stream_ready(const Stream *s)
{
    double t = s->time;
    later(&t, rt.host_time);
    if (s == &rt.default_stream) {
        later(&t, left_for_default);
        for (const Stream *other = rt.streams; other; other = other->next)
            if (!(other->flags & cudaStreamNonBlocking))
                later(&t, other->time);
    } else if (!(s->flags & cudaStreamNonBlocking))
        later(&t, rt.default_stream.time);
    return t;
}

void stream_work(Stream *s, Engine e, double seconds)
{
    double begin = stream_ready(s);
    later(&begin, rt.engine_time[e]);
    s->time = rt.engine_time[e] = begin + seconds;
    calls_tell(" stream=%llu engine=%d begin=%.0f end=%.0f", s->id, e, 1e9 * begin, 1e9 * s->time);
}

void stream_wait(const Stream *s)
{
    follows_wait(s);
    stream_pass(s);
}

void stream_pass(const Stream *s)
{
    if (s) {
        later(&rt.host_time, stream_ready(s));
        return;
    }
    later(&rt.host_time, stream_ready(&rt.default_stream));
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
    for (Stream *s = rt.streams; s; s = s->next)
        if (s->graph == g)
            leave_capture(&s->graph, &s->after);
    for (struct CUevent_st *e = rt.events; e; e = e->next)
        if (e->graph == g)
            leave_capture(&e->graph, &e->after);
    g->origin = NULL;
}

size_t nodes_place(const Nodes *in, const struct CUgraphNode_st *n)
{
    size_t i = 0;
    while (i < in->count && in->at[i] != n)
        i++;
    return i;
}

bool nodes_add(Nodes *to, const cudaGraphNode_t *nodes, size_t count, bool instead)
{
    size_t have = instead ? 0 : to->count;
    Nodes all = {malloc((have + count + 1) * sizeof(cudaGraphNode_t)), have};
    if (!all.at)
        return false;
    for (size_t i = 0; i < have; i++)
        all.at[i] = to->at[i];
    for (size_t i = 0; i < count; i++)
        if (nodes_place(&all, nodes[i]) == all.count)
            all.at[all.count++] = nodes[i];
    free((void *)to->at);
    *to = all;
    return true;
}

bool capture_forbids(bool all)
{
    bool any = false;
    for (const Stream *s = rt.streams; s; s = s->next) {
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
    for (const Stream *s = rt.streams; s; s = s->next)
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
           : s == &rt.default_stream && default_waits_for_capture(true)
               ? cudaErrorStreamCaptureImplicit
               : cudaSuccess;
}

cudaError_t stream_captures(const Stream *s, enum cudaStreamCaptureStatus *status)
{
    if (!s)
        return cudaErrorInvalidResourceHandle;
    if (!status)
        return cudaErrorInvalidValue;
    if (s == &rt.default_stream && default_waits_for_capture(false))
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

// ---- Streams -----------------------------------------------------------------------------------------------------

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
    follows_stream_made(s);
    calls_tell(" stream=%llu flags=%u", s->id, flags);
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
    follows_stream_left(s);
    free(s);
    return cudaSuccess;
}

static cudaError_t destroy_stream(cudaStream_t handle)
{
    FIND(Stream, s, rt.streams, s == handle);
    if (!s)
        return cudaErrorInvalidResourceHandle;
    calls_tell(" stream=%llu", s->id);
    if (s->graph && s->graph->origin == s) // which can't be ended without it
        s->graph->invalid = true;
    if (s->graph && s->graph->origin == s)
        streams_leave_graph(s->graph);
    return stream_do(s, &(Work){.type = NODE_EMPTY, .replay = replay_destroy});
}

void streams_free(void)
{
    while (rt.streams != &rt.per_thread_stream)
        replay_destroy(NULL, rt.streams);
    for (struct CUevent_st *e; (e = rt.events); free(e)) {
        rt.events = e->next;
        free((void *)e->after.at);
        clock_free(&e->order);
    }
}

static cudaError_t wait_for_stream(cudaStream_t stream, bool asks)
{
    const Stream *s = find_stream(stream);
    if (capture_refuses(s) || (s && capture_forbids(false)))
        return cudaErrorStreamCaptureUnsupported;
    cudaError_t error = stream_usable(s);
    if (error != cudaSuccess)
        return error;
    calls_tell(" stream=%llu", s->id);
    if (asks && follows_asks(s))
        return cudaErrorNotReady;
    stream_wait(s);
    return cudaSuccess;
}

// Answers a question about a stream: sets *out to the value, unless the stream or `out` is missing.
#define ASK_STREAM(stream, out, value) \
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
    RETURNS(API_WAIT_FOR(queue_wait_end(find_stream(stream)), wait_for_stream(stream, false)));

// If all work is done, to query and to wait is the same, but for the first question of a checked program.
cudaError_t cudaStreamQuery(cudaStream_t stream)
    RETURNS(API_ASK(find_stream(stream) && queue_runs(find_stream(stream)),
                    wait_for_stream(stream, true)));
cudaError_t cudaStreamGetFlags(cudaStream_t hStream, unsigned int *flags)
    RETURNS(API_CALL(ASK_STREAM(hStream, flags, find_stream(hStream)->flags)));
cudaError_t cudaStreamGetPriority(cudaStream_t hStream, int *priority)
    RETURNS(API_CALL(ASK_STREAM(hStream, priority, find_stream(hStream)->priority)));
cudaError_t cudaStreamGetId(cudaStream_t hStream, unsigned long long *streamId)
    RETURNS(API_CALL(ASK_STREAM(hStream, streamId, find_stream(hStream)->id)));
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
