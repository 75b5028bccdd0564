// narrow_calls.cu: calls the functions of half and bfloat16 whose results are exactly defined, with all edge cases and with random
// bits. Prints for each one a hash of its results, which nvcc's headers and those of compile/toolkit have in common, and whether
// the host's results are the device's. NaNs count as one.

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdio.h>
#include <string.h>

typedef unsigned long long u64;

enum { N = 1 << 14, THREADS = 1024, ROWS = 256, PLACES = 12 };

// ---- What is hashed ----------------------------------------------------------------------------------------------

static __host__ __device__ u64 bits(__half x)
{
    unsigned short b = __half_as_ushort(x);
    return (b & 0x7fff) > 0x7c00 ? 0x7fff : b;
}

static __host__ __device__ u64 bits(__nv_bfloat16 x)
{
    unsigned short b = __bfloat16_as_ushort(x);
    return (b & 0x7fff) > 0x7f80 ? 0x7fff : b;
}

static __host__ __device__ u64 bits(float x)
{
    unsigned b;
    memcpy(&b, &x, sizeof b);
    return x == x ? b : 0x7fffffff;
}

static __host__ __device__ u64 bits(__half2 v)
{
    return bits(v.x) << 16 | bits(v.y);
}

static __host__ __device__ u64 bits(__nv_bfloat162 v)
{
    return bits(v.x) << 16 | bits(v.y);
}

static __host__ __device__ u64 bits(float2 v)
{
    return bits(v.x) << 32 | bits(v.y);
}

#define INTEGER(type)                           \
    static __host__ __device__ u64 bits(type x) \
    {                                           \
        return (u64)x;                          \
    }
INTEGER(bool)
INTEGER(char)
INTEGER(signed char)
INTEGER(unsigned char)
INTEGER(short)
INTEGER(unsigned short)
INTEGER(int)
INTEGER(unsigned)
INTEGER(long)
INTEGER(unsigned long)
INTEGER(long long)
INTEGER(unsigned long long)

// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators"
static __host__ __device__ u64 mixed(u64 x)
{
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

// ---- Arguments ---------------------------------------------------------------------------------------------------

// Bits of half or of bfloat16: the first 16 * 16 pairs are all those of edge cases.
static __host__ __device__ unsigned short narrow(unsigned i, unsigned which,
                                                 unsigned short infinity)
{
    unsigned edge = which ? i / 16 : i % 16;
    unsigned short one = infinity == 0x7c00 ? 0x3c00 : 0x3f80,
                   least = (infinity & 1) + (~infinity & (infinity - 1)) + 1;
    unsigned short sizes[8] = {0,        1,     (unsigned short)(least - 1),
                               least,    one,   (unsigned short)(infinity - 1),
                               infinity, 0x7fff};
    return i < 256 && which < 2 ? sizes[edge % 8] | (edge & 8) << 12
                                : (unsigned short)mixed(i * 8 + which);
}

// Integers of all sizes.
static __host__ __device__ u64 whole(unsigned i)
{
    u64 x = mixed(i * 8 + 5) >> (i & 63);
    return i < 256 ? (1ull << (i & 63)) - (i >> 6 & 1) : i & 64 ? 0 - x : x;
}

// Floats of any bits; and some near a narrow number, or in the middle between two.
static __host__ __device__ float near(unsigned i, float x)
{
    unsigned b = (unsigned)mixed(i * 8 + 6);
    if (i & 1 && x == x) {
        unsigned middle = i & 2 ? 0x1000 : 0x8000, offsets[4] = {0, middle, middle - 1, middle + 1};
        memcpy(&b, &x, sizeof b);
        b += offsets[i >> 2 & 3];
    }
    memcpy(&x, &b, sizeof b);
    return x;
}

// ---- The functions -----------------------------------------------------------------------------------------------

// NAMED(a, b) puts the type's name between a and b.
#define HALF(a, b)     a##half##b
#define BFLOAT16(a, b) a##bfloat16##b

// clang-format off
// a, b, c: numbers; v, w, u: pairs; x: a float; n: an integer.
#define CONVERSIONS(ROW, T, T2, NAMED)                                                           \
    ROW(NAMED(__float2, )(x)) ROW(NAMED(__float2, _rn)(x)) ROW(NAMED(__float2, _rz)(x))          \
    ROW(NAMED(__float2, _rd)(x)) ROW(NAMED(__float2, _ru)(x)) ROW(NAMED(__, 2float)(a))          \
    ROW(NAMED(__double2, )((double)x)) ROW(NAMED(__double2, )(x * (1 + 0x1p-40)))                \
    ROW(NAMED(__short2, _rn)((short)n)) ROW(NAMED(__ushort2, _rn)((unsigned short)n))            \
    ROW(NAMED(__int2, _rn)((int)n)) ROW(NAMED(__uint2, _rn)((unsigned)n))                        \
    ROW(NAMED(__ll2, _rn)((long long)n)) ROW(NAMED(__ull2, _rn)(n)) ROW(NAMED(__, 2char_rz)(a))  \
    ROW(NAMED(__, 2uchar_rz)(a)) ROW(NAMED(__, 2short_rz)(a)) ROW(NAMED(__, 2ushort_rz)(a))      \
    ROW(NAMED(__, 2int_rz)(a)) ROW(NAMED(__, 2uint_rz)(a)) ROW(NAMED(__, 2ll_rz)(a))             \
    ROW(NAMED(__, 2ull_rz)(a)) ROW(NAMED(__, _as_short)(a)) ROW(NAMED(__, _as_ushort)(a))        \
    ROW(NAMED(__short_as_, )((short)n)) ROW(NAMED(__ushort_as_, )((unsigned short)n))            \
    ROW(NAMED(__halves2, 2)(a, b)) ROW(NAMED(make_, 2)(a, b))                                    \
    ROW(NAMED(__floats2, 2_rn)(x, (float)a))                                                     \
    ROW(NAMED(__float22, 2_rn)(make_float2(x, (float)a))) ROW(NAMED(__float2, 2_rn)(x))          \
    ROW(NAMED(__, 22float2)(v)) ROW(__low2float(v)) ROW(__high2float(v)) ROW(NAMED(__low2, )(v)) \
    ROW(NAMED(__high2, )(v)) ROW(NAMED(__low2, 2)(v)) ROW(NAMED(__high2, 2)(v))                  \
    ROW(NAMED(__lows2, 2)(v, w)) ROW(NAMED(__highs2, 2)(v, w)) ROW(__lowhigh2highlow(v))         \
    ROW(T(x)) ROW(T((double)x)) ROW(T((short)n)) ROW(T((unsigned short)n)) ROW(T((int)n))        \
    ROW(T((unsigned)n)) ROW(T((long)n)) ROW(T((unsigned long)n)) ROW(T((long long)n)) ROW(T(n))  \
    ROW((float)a) ROW((bool)a) ROW((char)a) ROW((signed char)a) ROW((unsigned char)a)            \
    ROW((short)a) ROW((unsigned short)a) ROW((int)a) ROW((unsigned)a) ROW((long)a)               \
    ROW((unsigned long)a) ROW((long long)a) ROW((u64)a)

#define ARITHMETIC(ROW)                                                                          \
    ROW(__hadd(a, b)) ROW(__hadd2(v, w)) ROW(__hadd_rn(a, b)) ROW(__hadd2_rn(v, w))              \
    ROW(__hadd_sat(a, b)) ROW(__hadd2_sat(v, w)) ROW(__hsub(a, b)) ROW(__hsub2(v, w))            \
    ROW(__hsub_rn(a, b)) ROW(__hsub2_rn(v, w)) ROW(__hsub_sat(a, b)) ROW(__hsub2_sat(v, w))      \
    ROW(__hmul(a, b)) ROW(__hmul2(v, w)) ROW(__hmul_rn(a, b)) ROW(__hmul2_rn(v, w))              \
    ROW(__hmul_sat(a, b)) ROW(__hmul2_sat(v, w)) ROW(__hadd_rn(__hmul_rn(a, b), c))              \
    ROW(__hadd2_rn(__hmul2_rn(v, w), u)) ROW(__hdiv(a, b)) ROW(__h2div(v, w)) ROW(__hneg(a))     \
    ROW(__hneg2(v)) ROW(__habs(a)) ROW(__habs2(v)) ROW(__hmin(a, b)) ROW(__hmin2(v, w))          \
    ROW(__hmax(a, b)) ROW(__hmax2(v, w)) ROW(__hisnan(a)) ROW(__hisnan2(v)) ROW(__hisinf(a))     \
    ROW(a + b) ROW(a - b) ROW(a * b) ROW(a / b) ROW(+a) ROW(-a) ROW(v + w) ROW(v - w) ROW(v * w) \
    ROW(v / w) ROW(+v) ROW(-v) ROW(c += a) ROW(c -= b) ROW(c *= a) ROW(c /= b) ROW(c++) ROW(++c) \
    ROW(c--) ROW(--c) ROW(u += v) ROW(u -= w) ROW(u *= v) ROW(u /= w) ROW(u++) ROW(++u) ROW(u--) \
    ROW(--u) ROW(c) ROW(u)

#define COMPARISON(ROW, name)                                                                    \
    ROW(__h##name(a, b)) ROW(__h##name##2(v, w)) ROW(__hb##name##2(v, w))                        \
    ROW(__hb##name##2(v, v)) ROW(__h##name##2_mask(v, w))
#define COMPARISONS(ROW)                                                                         \
    COMPARISON(ROW, eq) COMPARISON(ROW, ne) COMPARISON(ROW, lt) COMPARISON(ROW, le)              \
    COMPARISON(ROW, gt) COMPARISON(ROW, ge) COMPARISON(ROW, equ) COMPARISON(ROW, neu)            \
    COMPARISON(ROW, ltu) COMPARISON(ROW, leu) COMPARISON(ROW, gtu) COMPARISON(ROW, geu)          \
    ROW(a == b) ROW(a != b) ROW(a < b) ROW(a <= b) ROW(a > b) ROW(a >= b) ROW(v == w)            \
    ROW(v != w) ROW(v < w) ROW(v <= w) ROW(v > w) ROW(v >= w) ROW(v == v) ROW(v != v)            \
    ROW(v <= v) ROW(v >= v)

// The device alone has these. (On the host nvcc's __hmin_nan takes some NaNs of bfloat16 for numbers.)
#define FROM_INTEGER(ROW, NAMED, way)                                                            \
    ROW(NAMED(__short2, way)((short)n)) ROW(NAMED(__ushort2, way)((unsigned short)n))            \
    ROW(NAMED(__int2, way)((int)n)) ROW(NAMED(__uint2, way)((unsigned)n))                        \
    ROW(NAMED(__ll2, way)((long long)n)) ROW(NAMED(__ull2, way)(n))
#define TO_INTEGER(ROW, NAMED, way)                                                              \
    ROW(NAMED(__, 2short##way)(a)) ROW(NAMED(__, 2ushort##way)(a)) ROW(NAMED(__, 2int##way)(a))  \
    ROW(NAMED(__, 2uint##way)(a)) ROW(NAMED(__, 2ll##way)(a)) ROW(NAMED(__, 2ull##way)(a))
#define OF_DEVICE(ROW, NAMED)                                                                    \
    FROM_INTEGER(ROW, NAMED, _rz) FROM_INTEGER(ROW, NAMED, _ru) FROM_INTEGER(ROW, NAMED, _rd)    \
    TO_INTEGER(ROW, NAMED, _rn) TO_INTEGER(ROW, NAMED, _ru) TO_INTEGER(ROW, NAMED, _rd)          \
    ROW(__hfma(a, b, c)) ROW(__hfma2(v, w, u)) ROW(__hfma_sat(a, b, c))                          \
    ROW(__hfma2_sat(v, w, u)) ROW(__hfma_relu(a, b, c)) ROW(__hfma2_relu(v, w, u))               \
    ROW(__hmin_nan(a, b)) ROW(__hmin2_nan(v, w)) ROW(__hmax_nan(a, b)) ROW(__hmax2_nan(v, w))    \
    ROW(__hcmadd(v, w, u)) ROW(hceil(a)) ROW(h2ceil(v)) ROW(hfloor(a)) ROW(h2floor(v))           \
    ROW(hrint(a)) ROW(h2rint(v)) ROW(htrunc(a)) ROW(h2trunc(v)) ROW(hsqrt(a)) ROW(h2sqrt(v))     \
    ROW(hrcp(a)) ROW(h2rcp(v)) ROW(hrsqrt(a)) ROW(h2rsqrt(v)) ROW(__shfl_sync(~0u, a, 5, 8))     \
    ROW(__shfl_sync(~0u, v, 5)) ROW(__shfl_up_sync(~0u, a, 3))                                   \
    ROW(__shfl_up_sync(~0u, v, 3, 16)) ROW(__shfl_down_sync(~0u, a, 9))                          \
    ROW(__shfl_down_sync(~0u, v, 9)) ROW(__shfl_xor_sync(~0u, a, 7))                             \
    ROW(__shfl_xor_sync(~0u, v, 7, 4))

// Memory that the thread has for itself: p for single numbers, q for pairs. What follows the first element is only read. nvcc may
// load before it stores, unless it is by __ldcv.
#define OF_MEMORY(ROW)                                                                           \
    ROW(__ldg(p + 1)) ROW(__ldg(q + 1)) ROW(__ldca(p + 2)) ROW(__ldca(q + 2)) ROW(__ldcg(p + 3)) \
    ROW(__ldcg(q + 3)) ROW(__ldcs(p + 1)) ROW(__ldcs(q + 2)) ROW(__ldlu(p + 2))                  \
    ROW(__ldlu(q + 3)) ROW((__stwb(p, a), __ldcv(p))) ROW((__stwb(q, v), __ldcv(q)))             \
    ROW((__stcg(p, b), __ldcv(p))) ROW((__stcg(q, w), __ldcv(q))) ROW((__stcs(p, c), __ldcv(p))) \
    ROW((__stcs(q, u), __ldcv(q))) ROW((__stwt(p, a), __ldcv(p))) ROW((__stwt(q, v), __ldcv(q))) \
    ROW(atomicAdd(p, b)) ROW(atomicAdd(q, w)) ROW(__ldcv(p)) ROW(__ldcv(q))
// clang-format on

#define NAME(...) #__VA_ARGS__,
#define HASH(...) sums[row++] += mixed(mixed(i) + bits(__VA_ARGS__));

#define ARGUMENTS(T, T2, NAMED, infinity)                            \
    T a = NAMED(__ushort_as_, )(narrow(i, 0, infinity)),             \
      b = NAMED(__ushort_as_, )(narrow(i, 1, infinity)),             \
      c = NAMED(__ushort_as_, )(narrow(i, 2, infinity)),             \
      d = NAMED(__ushort_as_, )(narrow(i, 3, infinity));             \
    T2 v = NAMED(__halves2, 2)(a, d), w = NAMED(__halves2, 2)(b, c), \
       u = NAMED(__halves2, 2)(c, b);                                \
    float x = near(i, NAMED(__, 2float)(d));                         \
    u64 n = whole(i);                                                \
    int row = 0;                                                     \
    (void)a, (void)b, (void)c, (void)v, (void)w, (void)u, (void)x, (void)n;

#define KERNEL(name, T, T2, NAMED, infinity, code)               \
    static __global__ void name##Kernel(u64 *all, T *memory)     \
    {                                                            \
        unsigned thread = blockIdx.x * blockDim.x + threadIdx.x; \
        T *p = memory + PLACES * thread;                         \
        T2 *q = (T2 *)(p + 4);                                   \
        u64 sums[ROWS] = {0};                                    \
        int rows = 0;                                            \
        (void)p, (void)q;                                        \
        for (unsigned i = thread; i < N; i += THREADS) {         \
            ARGUMENTS(T, T2, NAMED, infinity)                    \
            code rows = row;                                     \
        }                                                        \
        for (int k = 0; k < rows; k++)                           \
            atomicAdd(&all[k], sums[k]);                         \
    }
#define ON_HOST(name, T, T2, NAMED, infinity, code) \
    static void name##Host(u64 *sums)               \
    {                                               \
        for (unsigned i = 0; i < N; i++) {          \
            ARGUMENTS(T, T2, NAMED, infinity)       \
            code                                    \
        }                                           \
    }
#define TEST(name, T, T2, NAMED, infinity, code) \
    KERNEL(name, T, T2, NAMED, infinity, code)   \
    ON_HOST(name, T, T2, NAMED, infinity, code)
TEST(halfConversions, __half, __half2, HALF, 0x7c00, CONVERSIONS(HASH, __half, __half2, HALF))
TEST(halfArithmetic, __half, __half2, HALF, 0x7c00, ARITHMETIC(HASH))
TEST(halfComparisons, __half, __half2, HALF, 0x7c00, COMPARISONS(HASH))
KERNEL(halfDevice, __half, __half2, HALF, 0x7c00, OF_DEVICE(HASH, HALF))
KERNEL(halfMemory, __half, __half2, HALF, 0x7c00, OF_MEMORY(HASH))
TEST(bfloatConversions, __nv_bfloat16, __nv_bfloat162, BFLOAT16, 0x7f80,
     CONVERSIONS(HASH, __nv_bfloat16, __nv_bfloat162, BFLOAT16))
TEST(bfloatArithmetic, __nv_bfloat16, __nv_bfloat162, BFLOAT16, 0x7f80, ARITHMETIC(HASH))
TEST(bfloatComparisons, __nv_bfloat16, __nv_bfloat162, BFLOAT16, 0x7f80, COMPARISONS(HASH))
KERNEL(bfloatDevice, __nv_bfloat16, __nv_bfloat162, BFLOAT16, 0x7f80, OF_DEVICE(HASH, BFLOAT16))
KERNEL(bfloatMemory, __nv_bfloat16, __nv_bfloat162, BFLOAT16, 0x7f80, OF_MEMORY(HASH))

static const char *const halfConversionsNames[] = {CONVERSIONS(NAME, __half, __half2, HALF) NULL};
static const char *const bfloatConversionsNames[] = {
    CONVERSIONS(NAME, __nv_bfloat16, __nv_bfloat162, BFLOAT16) NULL};
static const char *const arithmeticNames[] = {ARITHMETIC(NAME) NULL};
static const char *const comparisonsNames[] = {COMPARISONS(NAME) NULL};
static const char *const halfDeviceNames[] = {OF_DEVICE(NAME, HALF) NULL};
static const char *const bfloatDeviceNames[] = {OF_DEVICE(NAME, BFLOAT16) NULL};
static const char *const memoryNames[] = {OF_MEMORY(NAME) NULL};

template <class T>
static void run(const char *type, const char *const *names, void (*kernel)(u64 *, T *),
                void (*onHost)(u64 *))
{
    u64 *sums;
    T *memory;
    u64 host[ROWS] = {0};
    cudaMallocManaged(&sums, ROWS * sizeof *sums);
    cudaMallocManaged(&memory, THREADS * PLACES * sizeof *memory);
    memset(sums, 0, ROWS * sizeof *sums);
    for (int i = 0; i < THREADS * PLACES; i++)
        memory[i] = T(i * 0.37f);
    kernel<<<THREADS / 128, 128>>>(sums, memory);
    if (cudaDeviceSynchronize() != cudaSuccess)
        printf("failed\n");
    if (onHost)
        onHost(host);
    for (int k = 0; names[k]; k++)
        printf("%s %s: %08x%s\n", type, names[k], (unsigned)(sums[k] >> 32),
               onHost && host[k] != sums[k] ? ", not on the host" : "");
    cudaFree(memory);
    cudaFree(sums);
}

int main(void)
{
    run("half", halfConversionsNames, halfConversionsKernel, halfConversionsHost);
    run("half", arithmeticNames, halfArithmeticKernel, halfArithmeticHost);
    run("half", comparisonsNames, halfComparisonsKernel, halfComparisonsHost);
    run<__half>("half", halfDeviceNames, halfDeviceKernel, NULL);
    run<__half>("half", memoryNames, halfMemoryKernel, NULL);
    run("bfloat16", bfloatConversionsNames, bfloatConversionsKernel, bfloatConversionsHost);
    run("bfloat16", arithmeticNames, bfloatArithmeticKernel, bfloatArithmeticHost);
    run("bfloat16", comparisonsNames, bfloatComparisonsKernel, bfloatComparisonsHost);
    run<__nv_bfloat16>("bfloat16", bfloatDeviceNames, bfloatDeviceKernel, NULL);
    run<__nv_bfloat16>("bfloat16", memoryNames, bfloatMemoryKernel, NULL);
    return 0;
}
