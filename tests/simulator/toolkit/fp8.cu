// fp8.cu: numbers of one byte: conversions from all halves and bfloat16s, from floats and doubles of all sizes, with all ties, and with
// both saturations; to all wider numbers; the classes. Prints hashes, which nvcc's header and that of compile/toolkit have in common,
// bits of NaN included, and whether the host's results are the device's.

#include <cuda_fp8.h> // has half and bfloat16, too
#include <limits.h>
#include <stdio.h>
#include <string.h>

typedef unsigned long long u64;

enum { N = 1 << 18, THREADS = 1024, ROWS = 64 };

enum Count { THREE = 3 };

// ---- What is hashed ----------------------------------------------------------------------------------------------

template <class T>
static __host__ __device__ u64 bits(T x)
{
    u64 b = 0;
    memcpy(&b, &x, sizeof x);
    return b;
}

static __host__ __device__ u64 bits(float4 v)
{
    return bits(v.x) ^ bits(v.y) << 11 ^ bits(v.z) << 22 ^ bits(v.w) << 32;
}

// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators"
static __host__ __device__ u64 mixed(u64 x)
{
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

// ---- Arguments ---------------------------------------------------------------------------------------------------

static __host__ __device__ float to_float(unsigned b)
{
    float x;
    memcpy(&x, &b, sizeof x);
    return x;
}

static __host__ __device__ double to_double(u64 b)
{
    double x;
    memcpy(&x, &b, sizeof x);
    return x;
}

// A float with any upper half. Its lower half is 0, so that it may be a tie, or next to that, or random.
static __host__ __device__ float sweep(unsigned i)
{
    unsigned lower[4] = {0, 1, (unsigned)-1, (unsigned)mixed(i) & 0xffff};
    return to_float((i << 16) + lower[i >> 16 & 3]);
}

// A double that is such a tie, or much nearer to it than a float, or anything.
static __host__ __device__ double sweep_double(unsigned i)
{
    u64 tie = bits((double)to_float(i << 16));
    u64 choice[4] = {tie, tie + 1, tie - 1, (u64)i << 48 | mixed(i) >> 16};
    return to_double(choice[i >> 16 & 3]);
}

// Integers of all sizes.
static __host__ __device__ u64 whole(unsigned i)
{
    u64 x = mixed(i * 8 + 5) >> (i & 63);
    return i < 256 ? (1ull << (i & 63)) - (i >> 6 & 1) : i & 64 ? 0 - x : x;
}

// ---- The functions -----------------------------------------------------------------------------------------------

// clang-format off
// h: all halves; b: all bfloat16s; f, g: floats; d, e: doubles; c: any 16 bits.
#define FUNCTIONS(ROW, saturate, format) \
    ROW(__nv_cvt_halfraw_to_fp8(h, saturate, format)) \
    ROW(__nv_cvt_bfloat16raw_to_fp8(b, saturate, format)) \
    ROW(__nv_cvt_float_to_fp8(f, saturate, format)) \
    ROW(__nv_cvt_double_to_fp8(d, saturate, format)) \
    ROW(__nv_cvt_halfraw2_to_fp8x2(__half2_raw{h.x, c}, saturate, format)) \
    ROW(__nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw{b.x, c}, saturate, format)) \
    ROW(__nv_cvt_float2_to_fp8x2(make_float2(f, g), saturate, format)) \
    ROW(__nv_cvt_double2_to_fp8x2(make_double2(d, e), saturate, format))
#define TO_HALF(ROW, format) \
    ROW(__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)i, format)) \
    ROW(__nv_cvt_fp8x2_to_halfraw2((__nv_fp8x2_storage_t)i, format))
// n: an integer; x, x2, x4: bytes of any bits.
#define FROM(ROW, T, T2, T4) \
    ROW(T(__half(h))) ROW(T(__nv_bfloat16(b))) ROW(T(f)) ROW(T(d)) \
    ROW(T((short)n)) ROW(T((unsigned short)n)) ROW(T((int)n)) ROW(T((unsigned)n)) \
    ROW(T((long)n)) ROW(T((unsigned long)n)) ROW(T((long long)n)) ROW(T(n)) \
    ROW(T((signed char)n)) ROW(T((unsigned char)n)) ROW(T(n > 9)) ROW(T(THREE)) \
    ROW(T2(__half2(h, __half(f)))) ROW(T2(__nv_bfloat162(b, __nv_bfloat16(g)))) \
    ROW(T2(make_float2(f, g))) ROW(T2(make_double2(d, e))) \
    ROW(T4(__half2(h, __half(f)), __half2(__half(g), h))) \
    ROW(T4(__nv_bfloat162(b, __nv_bfloat16(g)), __nv_bfloat162(__nv_bfloat16(f), b))) \
    ROW(T4(make_float4(f, g, f * 2, g / 2))) ROW(T4(make_double4(d, e, f, g)))
#define TO(ROW) \
    ROW((__half)x) ROW((float)x) ROW((__nv_bfloat16)x) ROW((double)x) ROW((bool)x) \
    ROW((signed char)x) ROW((unsigned char)x) ROW((short)x) ROW((unsigned short)x) \
    ROW((int)x) ROW((unsigned)x) ROW((long)x) ROW((unsigned long)x) ROW((long long)x) ROW((u64)x) \
    ROW((__half2)x2) ROW((float2)x2) ROW((float4)x4) \
    ROW(x ? 1 : 2) ROW((char)x == (CHAR_MIN ? (char)(signed char)x : (char)(unsigned char)x))
// clang-format on

#define NAME(...) #__VA_ARGS__,
#define HASH(...) sums[row++] += mixed(mixed(i) + bits(__VA_ARGS__));

#define ARGUMENTS                                                     \
    __half_raw h = {(unsigned short)i};                               \
    __nv_bfloat16_raw b = {(unsigned short)i};                        \
    unsigned short c = (unsigned short)mixed(i);                      \
    float f = sweep(i), g = sweep((unsigned)mixed(i));                \
    double d = sweep_double(i), e = sweep_double((unsigned)mixed(i)); \
    u64 n = whole(i);                                                 \
    int row = 0;                                                      \
    (void)h, (void)b, (void)c, (void)f, (void)g, (void)d, (void)e, (void)n;

#define TEST(name, code)                                        \
    static __global__ void name##Kernel(u64 *all)               \
    {                                                           \
        u64 sums[ROWS] = {0};                                   \
        int rows = 0;                                           \
        unsigned first = blockIdx.x * blockDim.x + threadIdx.x; \
        for (unsigned i = first; i < N; i += THREADS) {         \
            ARGUMENTS code rows = row;                          \
        }                                                       \
        for (int k = 0; k < rows; k++)                          \
            atomicAdd(&all[k], sums[k]);                        \
    }                                                           \
    static void name##Host(u64 *sums)                           \
    {                                                           \
        for (unsigned i = 0; i < N; i++) {                      \
            ARGUMENTS code                                      \
        }                                                       \
    }
#define BYTES(T, T2, T4)           \
    T x;                           \
    T2 x2;                         \
    T4 x4;                         \
    x.__x = (__nv_fp8_storage_t)i; \
    x2.__x = (__nv_fp8x2_storage_t)i, x4.__x = i * 0x10001u;

#define FORMAT(name, format, T, T2, T4)                                                        \
    TEST(name##Cut, FUNCTIONS(HASH, __NV_SATFINITE, format))                                   \
    TEST(name##Whole, FUNCTIONS(HASH, __NV_NOSAT, format))                                     \
    TEST(name##Half, TO_HALF(HASH, format))                                                    \
    TEST(name##From, FROM(HASH, T, T2, T4))                                                    \
    TEST(name##To, BYTES(T, T2, T4) TO(HASH))                                                  \
    static const char *const name##Names[][ROWS] = {{FUNCTIONS(NAME, __NV_SATFINITE, format)}, \
                                                    {FUNCTIONS(NAME, __NV_NOSAT, format)},     \
                                                    {TO_HALF(NAME, format)},                   \
                                                    {FROM(NAME, T, T2, T4)},                   \
                                                    {TO(NAME)}};
FORMAT(e4m3, __NV_E4M3, __nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3)
FORMAT(e5m2, __NV_E5M2, __nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2)

static void run(const char *const *names, void (*kernel)(u64 *), void (*onHost)(u64 *))
{
    u64 *sums;
    u64 host[ROWS] = {0};
    cudaMallocManaged(&sums, ROWS * sizeof *sums);
    memset(sums, 0, ROWS * sizeof *sums);
    kernel<<<THREADS / 128, 128>>>(sums);
    if (cudaDeviceSynchronize() != cudaSuccess)
        printf("failed\n");
    onHost(host);
    for (int k = 0; k < ROWS && names[k]; k++)
        printf("%s: %08x%s\n", names[k], (unsigned)(sums[k] >> 32),
               host[k] != sums[k] ? ", not on the host" : "");
    cudaFree(sums);
}

#define RUN(name)                                            \
    run(name##Names[0], name##CutKernel, name##CutHost);     \
    run(name##Names[1], name##WholeKernel, name##WholeHost); \
    run(name##Names[2], name##HalfKernel, name##HalfHost);   \
    run(name##Names[3], name##FromKernel, name##FromHost);   \
    run(name##Names[4], name##ToKernel, name##ToHost);

int main(void)
{
    printf("%d %d %d, %d %d %d\n", (int)sizeof(__nv_fp8_e4m3), (int)sizeof(__nv_fp8x2_e5m2),
           (int)sizeof(__nv_fp8x4_e4m3), (int)alignof(__nv_fp8_e5m2), (int)alignof(__nv_fp8x2_e4m3),
           (int)alignof(__nv_fp8x4_e5m2));
    RUN(e4m3)
    RUN(e5m2)
    return 0;
}
