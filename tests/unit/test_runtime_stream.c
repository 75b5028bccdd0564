// Streams and events: which modelled times they give, and how misuse is answered (as recorded on an H200, with driver 580
// and CUDA 13.0). A copy of a given size always takes the same modelled time, so times can be added up.

#include "program.h"

enum { MEGABYTE = 1 << 20 };

static char *device, *pinned;
static cudaStream_t a, b, free_running;
static cudaEvent_t begin, end;

static int start(void **state)
{
    (void)state;
    return cudaMalloc((void **)&device, MEGABYTE) || cudaMallocHost((void **)&pinned, MEGABYTE) ||
           cudaStreamCreate(&a) || cudaStreamCreate(&b) ||
           cudaStreamCreateWithFlags(&free_running, cudaStreamNonBlocking) ||
           cudaEventCreate(&begin) || cudaEventCreate(&end);
}

static int stop(void **state)
{
    (void)state;
    return cudaFree(device) || cudaFreeHost(pinned) || cudaStreamDestroy(a) ||
           cudaStreamDestroy(b) || cudaStreamDestroy(free_running) || cudaEventDestroy(begin) ||
           cudaEventDestroy(end);
}

static void up(cudaStream_t s)
{
    assert_int_equal(cudaMemcpyAsync(device, pinned, MEGABYTE, cudaMemcpyHostToDevice, s),
                     cudaSuccess);
}

static void down(cudaStream_t s)
{
    assert_int_equal(cudaMemcpyAsync(pinned, device, MEGABYTE, cudaMemcpyDeviceToHost, s),
                     cudaSuccess);
}

// Returns the milliseconds from `begin`, recorded in the default stream of an idle device, to `end`, recorded in `s` now.
static float until(cudaStream_t s)
{
    float ms;
    assert_int_equal(cudaEventRecord(end, s), cudaSuccess);
    assert_int_equal(cudaEventElapsedTime(&ms, begin, end), cudaSuccess);
    return ms;
}

static void idle(void)
{
    assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
    assert_int_equal(cudaEventRecord(begin, NULL), cudaSuccess);
}

static float time_up(void)
{
    idle();
    up(a);
    return until(a);
}

#define assert_close(x, y) assert_true((x) > (y)*0.999 && (x) < (y)*1.001)

static void test_copies_take_their_bytes_time(void **state)
{
    (void)state;
    static char pageable[MEGABYTE];
    const SimDevice *d = rt.device;
    assert_close(time_up(), 1e3 * (6e-6 + MEGABYTE / d->pcie));
    idle();
    cudaMemcpyAsync(device, pageable, MEGABYTE, cudaMemcpyHostToDevice, a);
    assert_close(until(a), 1e3 * (6e-6 + MEGABYTE / (0.34 * d->pcie)));
    idle();
    cudaMemsetAsync(device, 0, MEGABYTE, a);
    assert_close(until(a), 1e3 * (d->overhead + MEGABYTE / (0.87 * d->dram)));
}

static void test_a_stream_is_in_order(void **state)
{
    (void)state;
    float one = time_up();
    idle();
    up(a);
    down(a);
    up(a);
    assert_close(until(a), 3 * one);
}

static void test_streams_overlap_where_engines_differ(void **state)
{
    (void)state;
    float one = time_up();
    idle();
    up(a);
    down(b);
    assert_close(until(a), one);
    assert_close(until(b), one);
    idle();
    up(a);
    up(b); // the same engine
    assert_close(until(b), 2 * one);
}

static void test_default_stream_waits_and_is_waited_for(void **state)
{
    (void)state;
    float one = time_up();
    idle();
    up(a);
    down(NULL);
    up(b);
    assert_close(until(NULL), 3 * one); // the event too waits for b
    assert_close(until(b), 3 * one);
    idle();
    up(a);
    down(free_running); // which does not wait
    assert_close(until(free_running), one);
    assert_close(until(a), one);
}

static void test_stream_wait_event(void **state)
{
    (void)state;
    cudaEvent_t done;
    float one = time_up();
    assert_int_equal(cudaEventCreateWithFlags(&done, cudaEventDisableTiming), cudaSuccess);
    idle();
    up(free_running);
    cudaEventRecord(done, free_running);
    assert_int_equal(cudaStreamWaitEvent(b, done, 0), cudaSuccess);
    down(b);
    assert_close(until(b), 2 * one);
    cudaEventDestroy(done);
}

static void test_host_waits(void **state)
{
    (void)state;
    float one = time_up();
    idle();
    up(a);
    assert_int_equal(cudaStreamSynchronize(a), cudaSuccess);
    down(free_running); // called for after the wait
    assert_close(until(free_running), 2 * one);
    idle();
    up(a);
    cudaEventRecord(end, a);
    assert_int_equal(cudaEventSynchronize(end), cudaSuccess);
    down(free_running);
    assert_close(until(free_running), 2 * one);
    idle();
    cudaMemcpy(device, pinned, MEGABYTE, cudaMemcpyHostToDevice);
    down(free_running);
    assert_close(until(free_running), 2 * one);
}

#define ANSWERS(error, call)                         \
    do {                                             \
        assert_int_equal(call, error);               \
        assert_int_equal(cudaGetLastError(), error); \
    } while (0)
#define WORKS(call)   ANSWERS(cudaSuccess, call)
#define INVALID(call) ANSWERS(cudaErrorInvalidValue, call)
#define HANDLE(call)  ANSWERS(cudaErrorInvalidResourceHandle, call)

// A stream may be destroyed with work under way: the default stream waits for it, or at least the device.
static void test_a_destroyed_streams_work_goes_on(void **state)
{
    (void)state;
    const float one = time_up();
    for (int flags = 0; flags <= 1; flags++) { // cudaStreamDefault, cudaStreamNonBlocking
        cudaStream_t gone;
        assert_int_equal(cudaStreamCreateWithFlags(&gone, (unsigned)flags), cudaSuccess);
        idle();
        up(gone);
        assert_int_equal(cudaStreamDestroy(gone), cudaSuccess);
        if (flags == cudaStreamDefault)
            assert_close(until(NULL), one);
        else
            assert_true(until(NULL) < 0.01F * one);
        assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
        assert_close(until(NULL), one);
    }
}

static void test_events_misused(void **state)
{
    (void)state;
    cudaEvent_t x, y, untimed;
    float ms;
    WORKS(cudaEventCreate(&x));
    WORKS(cudaEventCreate(&y));
    HANDLE(cudaEventElapsedTime(&ms, x, y)); // neither recorded
    WORKS(cudaEventRecord(x, NULL));
    HANDLE(cudaEventElapsedTime(&ms, x, y));
    WORKS(cudaEventQuery(y));
    WORKS(cudaEventSynchronize(y));
    WORKS(cudaEventRecord(y, NULL));
    WORKS(cudaEventElapsedTime(&ms, x, x));
    assert_true(ms == 0);
    INVALID(cudaEventElapsedTime(NULL, x, y));
    HANDLE(cudaEventElapsedTime(&ms, x, NULL));
    WORKS(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    WORKS(cudaEventRecord(untimed, NULL));
    HANDLE(cudaEventElapsedTime(&ms, x, untimed));
    WORKS(cudaEventDestroy(untimed));
    HANDLE(cudaEventDestroy(untimed));
    HANDLE(cudaEventDestroy(NULL));
    HANDLE(cudaEventRecord(NULL, NULL));
    INVALID(cudaEventCreateWithFlags(&untimed, 0xff));
    INVALID(cudaEventCreateWithFlags(&untimed, cudaEventInterprocess));
    INVALID(cudaEventCreate(NULL));
    WORKS(cudaEventDestroy(x));
    WORKS(cudaEventDestroy(y));
}

static void test_streams_misused(void **state)
{
    (void)state;
    cudaStream_t s;
    int least, greatest, priority;
    unsigned flags;
    WORKS(cudaStreamCreate(&s));
    WORKS(cudaStreamQuery(s));
    WORKS(cudaStreamDestroy(s));
    HANDLE(cudaStreamDestroy(s));
    HANDLE(cudaStreamDestroy(NULL));
    HANDLE(cudaStreamSynchronize(s));
    INVALID(cudaStreamCreateWithFlags(&s, 7));
    HANDLE(cudaStreamWaitEvent(a, NULL, 0));
    WORKS(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    WORKS(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, -99));
    WORKS(cudaStreamGetPriority(s, &priority));
    assert_int_equal(priority, greatest);
    WORKS(cudaStreamGetFlags(s, &flags));
    assert_int_equal(flags, cudaStreamNonBlocking);
    WORKS(cudaStreamDestroy(s));
    HANDLE(cudaMemcpyAsync(device, pinned, 4, cudaMemcpyHostToDevice, s));
}

static void count(void *n)
{
    ++*(int *)n;
}

static void test_host_functions(void **state)
{
    (void)state;
    int calls = 0;
    WORKS(cudaLaunchHostFunc(a, count, &calls));
    assert_int_equal(calls, 1);
    INVALID(cudaLaunchHostFunc(a, NULL, &calls));
    HANDLE(cudaLaunchHostFunc((cudaStream_t)&calls, count, &calls));
    assert_int_equal(calls, 1);
}

static void CUDART_CB keep(cudaStream_t stream, cudaError_t status, void *kept)
{
    (void)stream;
    *(cudaError_t *)kept = status;
}

static void test_callbacks(void **state)
{
    (void)state;
    cudaError_t status = cudaErrorUnknown;
    WORKS(cudaStreamAddCallback(a, keep, &status, 0));
    assert_int_equal(status, cudaSuccess);
}

// A graph may be destroyed while a stream is captured into it: then the stream is captured no longer.
static void test_a_destroyed_graph_has_no_streams(void **state)
{
    (void)state;
#if CUDART_VERSION >= 12030
    cudaGraph_t g;
    enum cudaStreamCaptureStatus status;
    WORKS(cudaGraphCreate(&g, 0));
    WORKS(cudaStreamBeginCaptureToGraph(a, g, NULL, NULL, 0, cudaStreamCaptureModeRelaxed));
    WORKS(cudaGraphDestroy(g));
    WORKS(cudaStreamIsCapturing(a, &status));
    assert_int_equal(status, cudaStreamCaptureStatusNone);
    WORKS(cudaMemsetAsync(device, 0, 4, a));
#endif
}

// An update changes what nodes do, not which nodes there are, in graphs inside graphs neither: "topologically identical", as
// CUDA's documentation has it.
static void test_an_update_keeps_the_graphs_inside(void **state)
{
    (void)state;
#if CUDART_VERSION >= 12000
    const struct cudaMemsetParams fill = {device, 4, 0, 1, 4, 1};
    cudaGraph_t outer[3], inner;
    cudaGraphNode_t node;
    cudaGraphExec_t x;
    cudaGraphExecUpdateResultInfo info;
    for (int i = 0; i < 3; i++) { // two graphs of a node, and one of two
        WORKS(cudaGraphCreate(&inner, 0));
        WORKS(cudaGraphAddMemsetNode(&node, inner, NULL, 0, &fill));
        if (i == 2)
            WORKS(cudaGraphAddEmptyNode(&node, inner, NULL, 0));
        WORKS(cudaGraphCreate(&outer[i], 0));
        WORKS(cudaGraphAddChildGraphNode(&node, outer[i], NULL, 0, inner));
        WORKS(cudaGraphDestroy(inner));
    }
    WORKS(cudaGraphInstantiate(&x, outer[0], 0));
    WORKS(cudaGraphExecUpdate(x, outer[1], &info));
    assert_int_equal(info.result, cudaGraphExecUpdateSuccess);
    ANSWERS(cudaErrorGraphExecUpdateFailure, cudaGraphExecUpdate(x, outer[2], &info));
    assert_int_equal(info.result, cudaGraphExecUpdateErrorTopologyChanged);
    WORKS(cudaGraphExecDestroy(x));
    for (int i = 0; i < 3; i++)
        WORKS(cudaGraphDestroy(outer[i]));
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_copies_take_their_bytes_time),
        cmocka_unit_test(test_a_stream_is_in_order),
        cmocka_unit_test(test_streams_overlap_where_engines_differ),
        cmocka_unit_test(test_default_stream_waits_and_is_waited_for),
        cmocka_unit_test(test_stream_wait_event),
        cmocka_unit_test(test_host_waits),
        cmocka_unit_test(test_a_destroyed_streams_work_goes_on),
        cmocka_unit_test(test_events_misused),
        cmocka_unit_test(test_streams_misused),
        cmocka_unit_test(test_host_functions),
        cmocka_unit_test(test_callbacks),
        cmocka_unit_test(test_a_destroyed_graph_has_no_streams),
        cmocka_unit_test(test_an_update_keeps_the_graphs_inside),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
