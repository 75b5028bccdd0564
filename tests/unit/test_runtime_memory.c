// Allocations, copies, fills and symbols: what they do, and how misuse is answered. Answers without an explanation here
// were recorded on an H200, with driver 580 and CUDA 13.0.

#include "program.h"

enum { N = 1024 };

static char host[4 * N];
static char *device;

// The shadows of device variables, which every program has on the host.
static char shadow_counters, shadow_weights, not_registered;
static int *managed;

static const char PTX[] =
    PTX_HEAD ".visible .global .align 4 .u32 counters[16];\n"
             ".visible .const .align 4 .f32 weights[8] = {0f3F800000, 0f40000000};\n"
             ".visible .global .attribute(.managed) .align 4 .u32 shared_count = {7};\n";

static int start(void **state)
{
    (void)state;
    void **handle = program(PTX);
    program_variable(handle, &shadow_counters, "counters", 64);
    program_variable(handle, &shadow_weights, "weights", 32);
    __cudaRegisterManagedVar(handle, (void **)&managed, NULL, "shared_count", 0, 4, 0, 0);
    return 0;
}

static int make_device(void **state)
{
    (void)state;
    return cudaMalloc((void **)&device, N) != cudaSuccess;
}

static int free_device(void **state)
{
    (void)state;
    return cudaFree(device) != cudaSuccess;
}

// Checks the call's answer, which cudaGetLastError then gives once.
#define ANSWERS(error, call)                               \
    do {                                                   \
        assert_int_equal(call, error);                     \
        assert_int_equal(cudaGetLastError(), error);       \
        assert_int_equal(cudaGetLastError(), cudaSuccess); \
    } while (0)
#define WORKS(call)   ANSWERS(cudaSuccess, call)
#define INVALID(call) ANSWERS(cudaErrorInvalidValue, call)

static void test_malloc_and_free(void **state)
{
    (void)state;
    void *p = host, *q;
    WORKS(cudaMalloc(&p, 0));
    assert_null(p);
    INVALID(cudaMalloc(NULL, 4));
    ANSWERS(cudaErrorMemoryAllocation, cudaMalloc(&p, (size_t)1 << 50));
    WORKS(cudaFree(NULL));
    INVALID(cudaFree(host));
    WORKS(cudaMalloc(&p, 256));
    WORKS(cudaMalloc(&q, 256));
    assert_true((uintptr_t)p % 256 == 0 && p != q);
    INVALID(cudaFree((char *)p + 4));
    INVALID(cudaFreeHost(p));
    WORKS(cudaFree(p));
    INVALID(cudaFree(p));
    WORKS(cudaFree(q));
    WORKS(cudaMallocAsync(&p, 64, NULL));
    WORKS(cudaFreeAsync(p, NULL));
    INVALID(cudaFreeAsync(p, NULL));
    INVALID(cudaFree(p));
    WORKS(cudaFreeAsync(NULL, NULL));
}

static void test_device_memory_is_limited(void **state)
{
    (void)state;
    size_t before, total, after;
    void *p, *q;
    WORKS(cudaMemGetInfo(&before, &total));
    assert_true(total == (size_t)10 << 30 && before <= total); // an RTX 3080
    WORKS(cudaMalloc(&p, (size_t)1 << 20));
    WORKS(cudaMemGetInfo(&after, &total));
    assert_true(before - after == (size_t)1 << 20);
    ANSWERS(cudaErrorMemoryAllocation, cudaMalloc(&q, after + 1));
    WORKS(cudaFree(p));
    WORKS(cudaMemGetInfo(&after, &total));
    assert_true(before == after);
    WORKS(cudaMemGetInfo(NULL, &total));
}

static void test_host_memory(void **state)
{
    (void)state;
    char *p, *q;
    unsigned flags;
    WORKS(cudaMallocHost((void **)&p, N));
    memset(p, 7, N);
    WORKS(cudaHostGetDevicePointer((void **)&q, p, 0));
    assert_ptr_equal(p, q);
    WORKS(cudaHostGetFlags(&flags, p));
    assert_int_equal(flags, cudaHostAllocMapped);
    INVALID(cudaFree(p));
    WORKS(cudaFreeHost(p));
    INVALID(cudaFreeHost(p));
    WORKS(cudaFreeHost(NULL));
    INVALID(cudaFreeHost(host));
    INVALID(cudaHostAlloc((void **)&p, N, 0xff));
    WORKS(cudaMallocHost((void **)&p, 0));
    assert_null(p);

    WORKS(cudaHostRegister(host, N, 0));
    ANSWERS(cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister(host + 8, N, 0));
    WORKS(cudaHostGetDevicePointer((void **)&q, host + 8, 0));
    assert_ptr_equal(q, host + 8);
    WORKS(cudaHostUnregister(host));
    ANSWERS(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(host));
    INVALID(cudaHostGetDevicePointer((void **)&q, host, 0));
    INVALID(cudaHostRegister(host, 0, 0));

    WORKS(cudaMallocManaged((void **)&p, N, cudaMemAttachGlobal));
    p[0] = 1;
    p[N - 1] = 2;
    WORKS(cudaMemcpy(device, p, N, cudaMemcpyHostToDevice));
    WORKS(cudaMemcpy(p, device, N, cudaMemcpyDeviceToDevice)); // managed memory is on either side
    WORKS(cudaFree(p));
    INVALID(cudaFree(p));
    INVALID(cudaMallocManaged((void **)&p, N, 0));
}

static void check_pointer(const void *p, enum cudaMemoryType type, bool on_device, bool on_host)
{
    struct cudaPointerAttributes a;
    memset(&a, 0x55, sizeof a);
    WORKS(cudaPointerGetAttributes(&a, p));
    assert_int_equal(a.type, type);
    assert_int_equal(a.device, type == cudaMemoryTypeUnregistered ? -2 : 0);
    assert_ptr_equal(a.devicePointer, on_device ? p : NULL);
    assert_ptr_equal(a.hostPointer, on_host ? p : NULL);
}

static void test_pointer_attributes(void **state)
{
    (void)state;
    void *p;
    check_pointer(device, cudaMemoryTypeDevice, true, false);
    check_pointer(device + 8, cudaMemoryTypeDevice, true, false);
    check_pointer(host, cudaMemoryTypeUnregistered, false, true);
    check_pointer(NULL, cudaMemoryTypeUnregistered, false, false);
    cudaMallocHost(&p, 64);
    check_pointer(p, cudaMemoryTypeHost, true, true);
    cudaFreeHost(p);
    cudaMallocManaged(&p, 64, cudaMemAttachGlobal);
    check_pointer(p, cudaMemoryTypeManaged, true, true);
    cudaFree(p);
    cudaMalloc(&p, 64);
    cudaFree(p);
    check_pointer(p, cudaMemoryTypeUnregistered, false, true);
    INVALID(cudaPointerGetAttributes(NULL, host));
}

static void test_copies(void **state)
{
    (void)state;
    char back[N], *other;
    for (int i = 0; i < N; i++)
        host[i] = (char)(i * 31);
    WORKS(cudaMemcpy(device, host, N, cudaMemcpyHostToDevice));
    WORKS(cudaMemcpy(back, device, N, cudaMemcpyDeviceToHost));
    assert_memory_equal(host, back, N);
    WORKS(cudaMalloc((void **)&other, N));
    WORKS(cudaMemcpy(other, device, N, cudaMemcpyDefault));
    WORKS(cudaMemset(device, 0x5a, N - 1));
    WORKS(cudaMemcpy(back, device, N, cudaMemcpyDefault));
    for (int i = 0; i < N - 1; i++)
        assert_int_equal(back[i], 0x5a);
    assert_int_equal(back[N - 1], host[N - 1]);
    WORKS(cudaMemcpyAsync(back, other + 1, N - 1, cudaMemcpyDeviceToHost, cudaStreamPerThread));
    assert_memory_equal(host + 1, back, N - 1);
    WORKS(cudaMemcpy(back, host, N, cudaMemcpyHostToHost));
    assert_memory_equal(host, back, N);
    WORKS(cudaFree(other));

    INVALID(cudaMemcpy(other, host, 4, cudaMemcpyHostToDevice)); // freed
    INVALID(cudaMemcpy(host, other, 4, cudaMemcpyDeviceToHost));
    INVALID(cudaMemcpy(host, other, 4, cudaMemcpyDefault));
    INVALID(cudaMemcpy(host, device, N + 1, cudaMemcpyDeviceToHost));
    INVALID(cudaMemcpy(host, device + 1, N, cudaMemcpyDeviceToHost));
    INVALID(cudaMemcpy(device, host, (size_t)1 << 33, cudaMemcpyHostToDevice));
    INVALID(cudaMemcpy(device, host, SIZE_MAX, cudaMemcpyHostToDevice));
    INVALID(cudaMemcpy(host, device, 4, cudaMemcpyHostToDevice)); // the wrong way round
    INVALID(cudaMemcpy(device, host, 4, cudaMemcpyDeviceToHost));
    INVALID(cudaMemcpy(device, host, 4, cudaMemcpyDeviceToDevice));
    INVALID(cudaMemcpy(host, host + 8, 4, cudaMemcpyDeviceToDevice));
    INVALID(cudaMemcpy(NULL, host, 4, cudaMemcpyHostToDevice));
    INVALID(cudaMemcpy(device, NULL, 4, cudaMemcpyHostToDevice));
    WORKS(cudaMemcpy(NULL, host, 0, cudaMemcpyHostToDevice));
    ANSWERS(cudaErrorInvalidMemcpyDirection, cudaMemcpy(device, host, 4, (enum cudaMemcpyKind)7));
    INVALID(cudaMemset(host, 0, 16));
    INVALID(cudaMemset(device, 0, N + 1));
    INVALID(cudaMemset(NULL, 0, 4));
    WORKS(cudaMemset(NULL, 0, 0));
}

static void test_rectangles(void **state)
{
    (void)state;
    char back[N] = {0};
    for (int i = 0; i < N; i++)
        host[i] = (char)i;
    WORKS(cudaMemset(device, 0, N));
    WORKS(cudaMemcpy2D(device, 64, host, 32, 20, 16, cudaMemcpyHostToDevice));
    WORKS(cudaMemcpy2D(back, 24, device, 64, 24, 16, cudaMemcpyDeviceToHost));
    for (int row = 0; row < 16; row++)
        for (int x = 0; x < 24; x++)
            assert_int_equal(back[row * 24 + x], x < 20 ? (char)(row * 32 + x) : 0);
    WORKS(cudaMemset2D(device, 64, 9, 3, 16));
    WORKS(cudaMemcpy(back, device, N, cudaMemcpyDeviceToHost));
    assert_true(back[0] == 9 && back[2] == 9 && back[3] == 3 && back[64 + 2] == 9);
    ANSWERS(cudaErrorInvalidPitchValue,
            cudaMemcpy2D(host, 32, device, 64, 33, 2, cudaMemcpyDeviceToHost));
    WORKS(cudaMemcpy2D(host, 64, device, 64, 64, 0, cudaMemcpyDeviceToHost));
    WORKS(cudaMemcpy2D(host, 64, device, 64, 64, 16, cudaMemcpyDeviceToHost));
    INVALID(cudaMemcpy2D(host, 64, device, 64, 64, 17, cudaMemcpyDeviceToHost));
    INVALID(cudaMemcpy2D(host, SIZE_MAX, device, SIZE_MAX, 64, 3, cudaMemcpyDeviceToHost));
    INVALID(cudaMemset2D(device, 64, 0, 65, 2));

    const size_t widths[][2] = {{1, 512}, {512, 512}, {513, 1024}, {4096, 4096}, {4100, 4608}};
    for (int i = 0; i < 5; i++) {
        void *p;
        size_t pitch;
        WORKS(cudaMallocPitch(&p, &pitch, widths[i][0], 4));
        assert_int_equal(pitch, widths[i][1]);
        WORKS(cudaMemset2D(p, pitch, 0, pitch, 4));
        WORKS(cudaFree(p));
    }
    void *p;
    size_t pitch;
    WORKS(cudaMallocPitch(&p, &pitch, 0, 4));
    assert_int_equal(cudaMallocPitch(&p, &pitch, SIZE_MAX, 4), cudaErrorMemoryAllocation);
    assert_int_equal(cudaMallocPitch(&p, &pitch, (size_t)1 << 40, (size_t)1 << 30),
                     cudaErrorMemoryAllocation);
    cudaGetLastError();
}

static void test_symbols(void **state)
{
    (void)state;
    int values[16];
    float weights[8];
    void *p;
    size_t size;
    for (int i = 0; i < 16; i++)
        values[i] = i;
    WORKS(cudaMemcpyToSymbol(&shadow_counters, values, 64, 0, cudaMemcpyHostToDevice));
    memset(values, 0, sizeof values);
    WORKS(cudaMemcpyFromSymbol(values, &shadow_counters, 8, 12, cudaMemcpyDeviceToHost));
    assert_true(values[0] == 3 && values[1] == 4 && values[2] == 0);
    WORKS(cudaMemcpyFromSymbol(weights, &shadow_weights, 32, 0, cudaMemcpyDeviceToHost));
    assert_true(weights[0] == 1 && weights[1] == 2 && weights[2] == 0);
    WORKS(cudaMemcpyToSymbol(&shadow_weights, device, 32, 0, cudaMemcpyDeviceToDevice));
    INVALID(cudaMemcpyToSymbol(&shadow_counters, values, 65, 0, cudaMemcpyHostToDevice));
    INVALID(cudaMemcpyToSymbol(&shadow_counters, values, 8, 60, cudaMemcpyHostToDevice));
    INVALID(cudaMemcpyToSymbol(&shadow_counters, values, 8, SIZE_MAX, cudaMemcpyHostToDevice));
    ANSWERS(cudaErrorInvalidSymbol,
            cudaMemcpyToSymbol(&not_registered, values, 4, 0, cudaMemcpyHostToDevice));
    ANSWERS(cudaErrorInvalidMemcpyDirection,
            cudaMemcpyToSymbol(&shadow_weights, host, 32, 0, cudaMemcpyDeviceToHost));
    WORKS(cudaGetSymbolSize(&size, &shadow_counters));
    assert_int_equal(size, 64);
    ANSWERS(cudaErrorInvalidSymbol, cudaGetSymbolSize(&size, &not_registered));
    WORKS(cudaGetSymbolAddress(&p, &shadow_weights));
    check_pointer(p, cudaMemoryTypeDevice, true, false);
    INVALID(cudaFree(p));
}

static void test_managed_variable(void **state)
{
    (void)state;
    void *p;
    WORKS(cudaGetSymbolAddress(&p, &managed)); // loads the module
    assert_non_null(managed);
    assert_ptr_equal(p, managed);
    assert_int_equal(*managed, 7);
    *managed = 8;
    int back;
    WORKS(cudaMemcpy(&back, p, 4, cudaMemcpyDeviceToHost));
    assert_int_equal(back, 8);
    check_pointer(managed, cudaMemoryTypeManaged, true, true);
    WORKS(cudaGetSymbolAddress(&p, managed)); // as the program spells it
    assert_ptr_equal(p, managed);
    // "allocated via cudaMallocManaged or declared via __managed__ variables", as CUDA's documentation has it
    WORKS(cudaStreamAttachMemAsync(NULL, managed, 4, cudaMemAttachGlobal));
#if CUDART_VERSION >= 13000
    const struct cudaMemLocation here = {.type = cudaMemLocationTypeDevice, .id = 0};
    WORKS(cudaMemPrefetchAsync(managed, 4, here, 0, NULL));
    WORKS(cudaMemAdvise(managed, 4, cudaMemAdviseSetReadMostly, here));
    INVALID(cudaMemPrefetchAsync(managed, 5, here, 0, NULL));
#endif
}

static void test_prefetch(void **state)
{
    (void)state;
#if CUDART_VERSION >= 13000
    struct cudaMemLocation here = {.type = cudaMemLocationTypeDevice, .id = 0};
    void *p;
    WORKS(cudaMallocManaged(&p, 64, cudaMemAttachGlobal));
    WORKS(cudaMemPrefetchAsync(p, 64, here, 0, NULL));
    INVALID(cudaMemPrefetchAsync(p, 65, here, 0, NULL));
    INVALID(cudaMemPrefetchAsync(device, 64, here, 0, NULL));
    WORKS(cudaMemAdvise(p, 64, cudaMemAdviseSetReadMostly, here));
    here.type = cudaMemLocationTypeHost;
    WORKS(cudaMemPrefetchAsync(p, 64, here, 0, NULL));
    WORKS(cudaFree(p));
#endif
}

// The pool's counts are of what was allocated from it. A peak stays until it is set to 0; then it is what there is now. (As
// CUDA's documentation has it.)
static void test_pool(void **state)
{
    (void)state;
    void *p, *q;
    cudaMemPool_t pool;
    uint64_t used, zero = 0;
    WORKS(cudaDeviceGetDefaultMemPool(&pool, 0));
#define COUNTS(attribute, bytes)                                                 \
    do {                                                                         \
        WORKS(cudaMemPoolGetAttribute(pool, cudaMemPoolAttr##attribute, &used)); \
        assert_int_equal(used, bytes);                                           \
    } while (0)
    COUNTS(UsedMemCurrent, 0); // cudaMalloc's memory is not the pool's
    WORKS(cudaMallocAsync(&p, 4096, NULL));
    WORKS(cudaMallocFromPoolAsync(&q, 1024, pool, NULL));
    COUNTS(UsedMemCurrent, 5120);
    COUNTS(ReservedMemCurrent, 5120);
    WORKS(cudaFreeAsync(p, NULL));
    COUNTS(UsedMemCurrent, 1024);
    COUNTS(UsedMemHigh, 5120);
    INVALID(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &used));
    INVALID(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &zero));
    WORKS(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero));
    COUNTS(UsedMemHigh, 1024);
    COUNTS(ReservedMemHigh, 5120);
    WORKS(cudaFree(q));
    COUNTS(UsedMemCurrent, 0);
#undef COUNTS
}

static void test_reset_ends_everything(void **state)
{
    (void)state;
    void *p, *q;
    int values[16] = {1};
    size_t free, total;
    WORKS(cudaMalloc(&p, 64));
    WORKS(cudaMallocHost(&q, 64));
    WORKS(cudaMemcpyToSymbol(&shadow_counters, values, 64, 0, cudaMemcpyHostToDevice));
    cudaMemPool_t pool;
    uint64_t bytes = 4096;
    WORKS(cudaDeviceGetDefaultMemPool(&pool, 0));
    WORKS(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &bytes));
    WORKS(cudaDeviceReset());
    WORKS(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &bytes));
    assert_int_equal(bytes, 0);
    WORKS(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &bytes));
    assert_int_equal(bytes, 0);
    INVALID(cudaFree(p));
    INVALID(cudaFreeHost(q));
    WORKS(cudaMemcpyFromSymbol(values, &shadow_counters, 64, 0, cudaMemcpyDeviceToHost));
    assert_int_equal(values[0], 0); // as it was at the start
    WORKS(cudaMemGetInfo(&free, &total));
    assert_true(total - free < 256);
}

int main(void)
{
#define WITH_DEVICE(test) cmocka_unit_test_setup_teardown(test, make_device, free_device)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_malloc_and_free),
        cmocka_unit_test(test_device_memory_is_limited),
        WITH_DEVICE(test_host_memory),
        WITH_DEVICE(test_pointer_attributes),
        WITH_DEVICE(test_copies),
        WITH_DEVICE(test_rectangles),
        WITH_DEVICE(test_symbols),
        cmocka_unit_test(test_managed_variable),
        WITH_DEVICE(test_prefetch),
        WITH_DEVICE(test_pool),
        cmocka_unit_test(test_reset_ends_everything),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
