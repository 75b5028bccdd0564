// event.c: events, which are clocks' values at the time at which they are recorded (stream.c), so that they give modelled times.
//
// An event that is recorded in a captured stream has the nodes that the stream's next one would wait for instead of a time, and
// takes them into the stream that waits for it. With a flag the record and the wait are nodes themselves, for events outside of
// the graph.

#include "runtime/cuda/cuda.h"
#include "runtime/state/follows.h"

#include <stdlib.h>

typedef struct CUevent_st Event;

static Event *find_event(cudaEvent_t handle)
{
    FIND(Event, e, rt.events, e == handle && !e->destroyed);
    return e;
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
    *e = (Event){.next = rt.events, .flags = flags};
    *out = rt.events = e;
    calls_tell(" event=%p flags=%u", (void *)e, flags);
    return cudaSuccess;
}

static cudaError_t destroy_event(cudaEvent_t handle)
{
    Event *e = find_event(handle);
    if (!e)
        return cudaErrorInvalidResourceHandle;
    calls_tell(" event=%p", (void *)e);
    e->destroyed = true;
    if (!queue_uses(e)) {
        FIND_LINK(Event, link, rt.events, *link == e);
        *link = e->next;
        free((void *)e->after.at);
        clock_free(&e->order);
        free(e);
    }
    return cudaSuccess;
}

// Tells whether an event was recorded in a capture that has ended or is invalid.
static bool is_left(const Event *e)
{
    return e->captured && (!e->graph || e->graph->invalid);
}

// Returns the event of NODE_RECORD or NODE_AWAIT, which a graph's node may outlive; NULL then.
static Event *event_of(const void *args)
{
    FIND(Event, e, rt.events, e == *(Event *const *)args);
    return e;
}

static cudaError_t replay_record(const void *args, Stream *s)
{
    Event *e = event_of(args);
    if (!e)
        return cudaErrorInvalidResourceHandle;
    e->time = stream_ready(s);
    follows_record(e, s);
    calls_tell(" event=%p stream=%llu begin=%.0f", (void *)e, s->id, 1e9 * e->time);
    return cudaSuccess;
}

static cudaError_t replay_await(const void *args, Stream *s)
{
    const Event *e = event_of(args);
    if (!e)
        return cudaErrorInvalidResourceHandle;
    later(&s->time, e->time);
    follows_await(e, s);
    return cudaSuccess;
}

static cudaError_t record(cudaEvent_t event, cudaStream_t stream, unsigned flags)
{
    Event *e = find_event(event);
    Stream *s = find_stream(stream);
    const Work work = {NODE_RECORD, replay_record, &e, sizeof(Event *), cudaSuccess};
    if (flags & ~cudaEventRecordExternal)
        return cudaErrorInvalidValue;
    cudaError_t error = e ? stream_usable(s) : cudaErrorInvalidResourceHandle;
    if (!s || error != cudaSuccess)
        return error;
    e->recorded = true;
    if (s->graph && flags)
        return stream_put(s, &work);
    e->graph = s->graph;
    e->captured = s->graph != NULL;
    if (!nodes_add(&e->after, s->after.at, s->after.count, true))
        return cudaErrorMemoryAllocation;
    return s->graph ? replay_record(&e, s) : stream_do(s, &work);
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

static cudaError_t await(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    Event *e = find_event(event);
    Stream *s = find_stream(stream);
    const Work work = {NODE_AWAIT, replay_await, &e, sizeof(Event *), cudaSuccess};
    if (flags & ~cudaEventWaitExternal)
        return cudaErrorInvalidValue;
    if (e && e->graph && s && s->id == DEFAULT_STREAM) {
        e->graph->invalid = true;
        return cudaErrorStreamCaptureImplicit;
    }
    cudaError_t error = e ? stream_usable(s) : cudaErrorInvalidResourceHandle;
    if (!s || error != cudaSuccess)
        return error;
    if (is_left(e)) {
        if (s->graph)
            s->graph->invalid = true;
        return cudaErrorInvalidValue;
    }
    calls_tell(" event=%p stream=%llu", (void *)e, s->id);
    if (s->graph && flags)
        return stream_put(s, &work);
    return !e->recorded           ? cudaSuccess
           : s->graph || e->graph ? await_captured(s, e)
                                  : stream_do(s, &work);
}

static cudaError_t wait_for(cudaEvent_t event, bool asks)
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
    calls_tell(" event=%p", (void *)e);
    if (asks && follows_asks_event(e))
        return cudaErrorNotReady;
    later(&rt.host_time, e->time);
    follows_wait_event(e);
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
    follows_time(b); // first: as a rule a comes before it, and is no second mistake
    follows_time(a);
    *ms = (float)((b->time - a->time) * 1e3);
    calls_tell(" from=%p to=%p", (const void *)a, (const void *)b);
    return cudaSuccess;
}

// ---- API -----------------------------------------------------------------------------------------------------

cudaError_t cudaEventCreate(cudaEvent_t *event)
    RETURNS(API_CALL(create_event(event, cudaEventDefault)));
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
    RETURNS(API_CALL(create_event(event, flags)));
cudaError_t cudaEventDestroy(cudaEvent_t event) RETURNS(API_CALL(destroy_event(event)));
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
    RETURNS(API_CALL(record(event, stream, cudaEventRecordDefault)));
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags)
    RETURNS(API_CALL(record(event, stream, flags)));
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags)
    RETURNS(API_CALL(await(stream, event, flags)));
cudaError_t cudaEventQuery(cudaEvent_t event)
    RETURNS(API_ASK(queue_records(event), wait_for(event, true)));
cudaError_t cudaEventSynchronize(cudaEvent_t event)
    RETURNS(API_WAIT_FOR(queue_wait_event(event), wait_for(event, false)));
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end)
    RETURNS(API_CALL(elapsed(ms, start, end)));
