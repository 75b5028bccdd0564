// Launches that the device can't have, faults in kernels, and how errors are kept. The codes were recorded on an H200,
// driver 580 and CUDA 13.0; where CUDA 12 answers otherwise, RT_ names stand for both.

#include "program.h"

// The stubs whose addresses stand for kernels.
static const char store, store_far, store_odd, trap, bounded, fixed, shared, missing;

static const char PTX[] =
    PTX_HEAD ".visible .entry store(.param .u64 p) {\n" // p[tid.x] = tid.x
             ".reg .b64 %rd<4>; .reg .b32 %r<2>;\n"
             "ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4;\n"
             "add.s64 %rd3, %rd1, %rd2; st.global.u32 [%rd3], %r1; ret; }\n"
             ".visible .entry store_far(.param .u64 p) {\n"
             ".reg .b64 %rd<2>; .reg .b32 %r<2>;\n"
             "ld.param.u64 %rd1, [p]; mov.u32 %r1, 1; st.global.u32 [%rd1+1048576], %r1; ret; }\n"
             ".visible .entry store_odd(.param .u64 p) {\n"
             ".reg .b64 %rd<2>; .reg .b32 %r<2>;\n"
             "ld.param.u64 %rd1, [p]; mov.u32 %r1, 1; st.global.u32 [%rd1+1], %r1; ret; }\n"
             ".visible .entry trapping() { trap; ret; }\n"
             ".visible .entry bounded() .maxntid 128, 1, 1 { ret; }\n"
             ".visible .entry fixed() { .shared .align 4 .b8 s[12000]; .reg .b32 %r<2>;\n"
             "mov.u32 %r1, 1; st.shared.u32 [s], %r1; ret; }\n"
             ".extern .shared .align 4 .b8 dynamic[];\n"
             ".visible .entry shared() { .reg .b32 %r<2>;\n"
             "mov.u32 %r1, 1; st.shared.u32 [dynamic], %r1; ret; }\n";

static int start(void **state)
{
    (void)state;
    void **handle = program(PTX);
    program_kernel(handle, &store, "store");
    program_kernel(handle, &store_far, "store_far");
    program_kernel(handle, &store_odd, "store_odd");
    program_kernel(handle, &trap, "trapping");
    program_kernel(handle, &bounded, "bounded");
    program_kernel(handle, &fixed, "fixed");
    program_kernel(handle, &shared, "shared");
    return 0;
}

// Starts the runtime anew: after a fault only another process would get the device again.
static void start_again(void)
{
    cudaDeviceReset();
    cudaGetLastError();
    rt.fault = cudaSuccess;
    rt.lost = false;
}

static int reset(void **state)
{
    (void)state;
    start_again();
    return 0;
}

static cudaError_t launch(const char *stub, dim3 grid, dim3 block, size_t dynamic, void *argument)
{
    return cudaLaunchKernel(stub, grid, block, (void *[]){&argument}, dynamic, NULL);
}

static cudaError_t launch_one(const char *stub, unsigned threads, size_t dynamic)
{
    return launch(stub, (dim3){1, 1, 1}, (dim3){threads, 1, 1}, dynamic, NULL);
}

static void test_names(void **state)
{
    (void)state;
    assert_string_equal(cudaGetErrorName(cudaSuccess), "cudaSuccess");
    assert_string_equal(cudaGetErrorString(cudaSuccess), "no error");
    assert_string_equal(cudaGetErrorName(cudaErrorIllegalAddress), "cudaErrorIllegalAddress");
    assert_string_equal(cudaGetErrorString(cudaErrorIllegalAddress),
                        "an illegal memory access was encountered");
    assert_string_equal(cudaGetErrorName(cudaErrorInvalidConfiguration),
                        "cudaErrorInvalidConfiguration");
    assert_string_equal(cudaGetErrorString((cudaError_t)9999), "unrecognized error code");
    assert_string_equal(cudaGetErrorName((cudaError_t)9999), "unrecognized error code");
}

static void test_a_good_launch(void **state)
{
    (void)state;
    unsigned *p, back[64];
    assert_int_equal(cudaMalloc((void **)&p, sizeof back), cudaSuccess);
    assert_int_equal(launch(&store, (dim3){3, 1, 1}, (dim3){64, 1, 1}, 0, p), cudaSuccess);
    assert_int_equal(cudaMemcpy(back, p, sizeof back, cudaMemcpyDeviceToHost), cudaSuccess);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(back[i], i);
    cudaFree(p);
}

// Expects that a launch is refused at once. The error is kept for cudaGetLastError and then forgotten: the next call works.
static void expect_refused(cudaError_t answer, cudaError_t expected)
{
    assert_int_equal(answer, expected);
    assert_int_equal(cudaPeekAtLastError(), expected);
    assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
    assert_int_equal(cudaGetLastError(), expected);
    assert_int_equal(cudaGetLastError(), cudaSuccess);
}

static void test_configurations(void **state)
{
    (void)state;
    const struct {
        dim3 grid, block;
    } bad[] = {
        {{1, 1, 1}, {0, 1, 1}},
        {{0, 1, 1}, {1, 1, 1}},
        {{1, 1, 1}, {1025, 1, 1}},
        {{1, 1, 1}, {1, 1, 65}},
        {{1, 65536, 1}, {1, 1, 1}},
        {{1, 1, 65536}, {1, 1, 1}},
        {{1u << 31, 1, 1}, {1, 1, 1}},
        {{1, 1, 1}, {32, 33, 1}},
        {{1, 1, 1}, {1u << 16, 1u << 16, 1}},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        expect_refused(launch(&bounded, bad[i].grid, bad[i].block, 0, NULL), BAD_CONFIGURATION);
    assert_int_equal(launch_one(&bounded, 128, 0), cudaSuccess);
    expect_refused(launch_one(&bounded, 129, 0), cudaErrorInvalidValue); // __launch_bounds__(128)
    expect_refused(launch_one(&missing, 1, 0), UNKNOWN_FUNCTION);
    expect_refused(launch_one(NULL, 1, 0), cudaErrorInvalidDeviceFunction);
    const char not_a_stream = 0;
    expect_refused(cudaLaunchKernel(&bounded, (dim3){1, 1, 1}, (dim3){1, 1, 1}, NULL, 0,
                                    (cudaStream_t)(uintptr_t)&not_a_stream),
                   cudaErrorInvalidResourceHandle);
}

static void test_dynamic_shared_memory(void **state)
{
    (void)state;
    struct cudaFuncAttributes a;
    const enum cudaFuncAttribute most = cudaFuncAttributeMaxDynamicSharedMemorySize;
    assert_int_equal(launch_one(&shared, 32, 49152), cudaSuccess);
    expect_refused(launch_one(&shared, 32, 49153), cudaErrorInvalidValue);
    assert_int_equal(launch_one(&fixed, 32, 49152 - 12000), cudaSuccess);
    expect_refused(launch_one(&fixed, 32, 49152 - 11999), cudaErrorInvalidValue);
    assert_int_equal(cudaFuncGetAttributes(&a, &fixed), cudaSuccess);
    assert_int_equal(a.sharedSizeBytes, 12000);
    assert_int_equal(a.maxDynamicSharedSizeBytes, 49152 - 12000);

    assert_int_equal(cudaFuncSetAttribute(&shared, most, 80000), cudaSuccess);
    assert_int_equal(launch_one(&shared, 32, 80000), cudaSuccess);
    expect_refused(launch_one(&shared, 32, 80001), cudaErrorInvalidValue);
    const int optin = 99 * 1024; // of an RTX 3080
    assert_int_equal(cudaFuncSetAttribute(&shared, most, optin), cudaSuccess);
    expect_refused(cudaFuncSetAttribute(&shared, most, optin + 1), cudaErrorInvalidValue);
    expect_refused(cudaFuncSetAttribute(&fixed, most, optin - 11999), cudaErrorInvalidValue);
    expect_refused(cudaFuncSetAttribute(&shared, most, -1), cudaErrorInvalidValue);
    assert_int_equal(cudaFuncSetAttribute(&shared, most, 0), cudaSuccess);
    expect_refused(launch_one(&shared, 32, 4), cudaErrorInvalidValue);
    expect_refused(cudaFuncSetAttribute(&shared, (enum cudaFuncAttribute)3, 1),
                   cudaErrorInvalidValue);
    expect_refused(cudaFuncSetAttribute(&missing, most, 1), UNKNOWN_FUNCTION);
    expect_refused(
        cudaFuncSetAttribute(&shared, cudaFuncAttributePreferredSharedMemoryCarveout, 101),
        cudaErrorInvalidValue);
}

static void test_occupancy_queries(void **state)
{
    (void)state;
    int blocks = -1;
    assert_int_equal(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &bounded, 256, 0),
                     cudaSuccess);
    assert_int_equal(blocks, 6); // 1536 threads; launch bounds are not asked
    assert_int_equal(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &bounded, 2048, 0),
                     cudaSuccess);
    assert_int_equal(blocks, 0);
    assert_int_equal(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &bounded, 32, 60000),
                     cudaSuccess);
    assert_int_equal(blocks, 0); // more than a launch may ask for
    expect_refused(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &bounded, 0, 0),
                   cudaErrorInvalidValue);
    expect_refused(
        cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, &bounded, 32, 0, 7),
        cudaErrorInvalidValue);
    size_t bytes;
    assert_int_equal(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, &bounded, 4, 128),
                     cudaSuccess);
    assert_int_equal(bytes, 25600); // a quarter of 100 KB
    expect_refused(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, &bounded, 100, 128),
                   cudaErrorInvalidValue);
}

// Expects that a fault does not show at the launch, but at the next call that waits, and from then on at every call.
static void expect_fault(const char *stub, cudaError_t fault)
{
    void *p, *q = NULL;
    int n;
    assert_int_equal(cudaMalloc(&p, 256), cudaSuccess);
    assert_int_equal(launch(stub, (dim3){1, 1, 1}, (dim3){1, 1, 1}, 0, p), cudaSuccess);
    assert_int_equal(cudaGetLastError(), cudaSuccess);
    assert_int_equal(cudaGetDeviceCount(&n), cudaSuccess);
    assert_int_equal(cudaMalloc(&q, 4), cudaSuccess);
    assert_int_equal(launch_one(&bounded, 1, 0), cudaSuccess);

    assert_int_equal(cudaDeviceSynchronize(), fault);
    assert_int_equal(cudaGetLastError(), fault);
    assert_int_equal(cudaGetLastError(), cudaSuccess);
    assert_int_equal(cudaDeviceSynchronize(), fault);
    assert_int_equal(cudaMalloc(&p, 4), fault);
    assert_int_equal(cudaFree(NULL), fault);
    assert_int_equal(launch_one(&bounded, 1, 0), fault);
    assert_int_equal(launch_one(&bounded, 2000, 0), fault);
    assert_int_equal(cudaMemcpy(&n, q, 4, cudaMemcpyDeviceToHost), fault);
    assert_int_equal(cudaGetDeviceCount(&n), cudaSuccess); // asks nothing of the device
    assert_int_equal(cudaSetDevice(0), cudaSuccess);
    assert_int_equal(cudaRuntimeGetVersion(&n), cudaSuccess);
    assert_int_equal(cudaPeekAtLastError(), fault);

    assert_int_equal(cudaDeviceReset(), cudaSuccess);
    assert_int_equal(cudaGetLastError(), fault);
    assert_int_equal(cudaMalloc(&p, 4), cudaErrorDevicesUnavailable);
    assert_int_equal(cudaSetDevice(0), cudaErrorDevicesUnavailable);
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
    assert_int_equal(launch_one(&bounded, 1, 0), cudaErrorDevicesUnavailable);
    assert_int_equal(cudaGetLastError(), cudaErrorDevicesUnavailable);
    start_again();
}

static void test_faults(void **state)
{
    (void)state;
    expect_fault(&store_far, cudaErrorIllegalAddress);
    expect_fault(&store_odd, cudaErrorMisalignedAddress);
    expect_fault(&trap, cudaErrorLaunchFailure);
}

static void test_calls_that_wait_show_a_fault(void **state)
{
    (void)state;
    cudaEvent_t event;
    char *p, *q, byte;
    for (int i = 0; i < 6; i++) {
        cudaEventCreate(&event);
        cudaMalloc((void **)&p, 256);
        cudaMalloc((void **)&q, 256);
        launch(&store_far, (dim3){1, 1, 1}, (dim3){1, 1, 1}, 0, p);
        cudaEventRecord(event, NULL);
        assert_int_equal(cudaMemcpy(q, p, 4, cudaMemcpyDeviceToDevice),
                         cudaSuccess); // does not wait
        assert_int_equal(cudaMemcpyAsync(&byte, q, 1, cudaMemcpyDeviceToHost, NULL), cudaSuccess);
        cudaError_t e = i == 0   ? cudaMemcpy(&byte, q, 1, cudaMemcpyDeviceToHost)
                        : i == 1 ? cudaStreamSynchronize(NULL)
                        : i == 2 ? cudaEventSynchronize(event)
                        : i == 3 ? cudaEventQuery(event)
                        : i == 4 ? cudaStreamQuery(NULL)
                                 : cudaFree(q);
        assert_int_equal(e, cudaErrorIllegalAddress);
        start_again();
    }
}

static void test_last_error_is_the_last(void **state)
{
    (void)state;
    void *p;
    cudaFree((void *)16);
    cudaSetDevice(9);
    cudaMalloc(&p, 4); // success leaves it
    cudaFree(p);
    assert_int_equal(cudaGetLastError(), cudaErrorInvalidDevice);
}

static void *ask_last_error(void *out)
{
    *(cudaError_t *)out = cudaGetLastError();
    return NULL;
}

static void test_last_error_is_a_threads_own(void **state)
{
    (void)state;
    cudaError_t others = cudaErrorUnknown;
    pthread_t thread;
    cudaSetDevice(9);
    pthread_create(&thread, NULL, ask_last_error, &others);
    pthread_join(thread, NULL);
    assert_int_equal(others, cudaSuccess);
    assert_int_equal(cudaGetLastError(), cudaErrorInvalidDevice);
}

static void test_device_queries(void **state)
{
    (void)state;
    struct cudaDeviceProp p;
    int n;
    size_t limit;
    assert_int_equal(cudaGetDeviceProperties(&p, 0), cudaSuccess);
    assert_string_equal(p.name, "NVIDIA GeForce RTX 3080 (simulated)");
    assert_true(p.major == 8 && p.minor == 6 && p.multiProcessorCount == 68 && p.warpSize == 32);
    assert_int_equal(cudaGetDeviceProperties(&p, 1), cudaErrorInvalidDevice);
    assert_int_equal(cudaDeviceGetAttribute(&n, cudaDevAttrClockRate, 0), cudaSuccess);
    assert_int_equal(n, 1710000);
    assert_int_equal(cudaDeviceGetAttribute(&n, (enum cudaDeviceAttr)9999, 0),
                     cudaErrorInvalidValue);
    assert_int_equal(cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 5), cudaErrorInvalidDevice);
    assert_int_equal(cudaDeviceGetAttribute(NULL, cudaDevAttrWarpSize, 0), cudaErrorInvalidValue);
    assert_int_equal(cudaGetDeviceCount(&n), cudaSuccess);
    assert_int_equal(n, 1);
    assert_int_equal(cudaSetDevice(-1), cudaErrorInvalidDevice);
    assert_int_equal(cudaDeviceGetLimit(&limit, cudaLimitStackSize), cudaSuccess);
    assert_int_equal(limit, 1024);
    assert_int_equal(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimeSyncDepth),
                     cudaErrorUnsupportedLimit);
    assert_int_equal(cudaDeviceSetLimit((enum cudaLimit)77, 1), cudaErrorInvalidValue);
    assert_int_equal(cudaDeviceSetLimit(cudaLimitStackSize, 1 << 30), cudaErrorInvalidValue);
    cudaGetLastError();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_a_good_launch),
        cmocka_unit_test(test_configurations),
        cmocka_unit_test_teardown(test_dynamic_shared_memory, reset),
        cmocka_unit_test(test_occupancy_queries),
        cmocka_unit_test_teardown(test_faults, reset),
        cmocka_unit_test_teardown(test_calls_that_wait_show_a_fault, reset),
        cmocka_unit_test(test_last_error_is_the_last),
        cmocka_unit_test(test_last_error_is_a_threads_own),
        cmocka_unit_test(test_device_queries),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
