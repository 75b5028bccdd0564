// simd.cu: integer intrinsics on words of any bits, and min and max: bits, products, lanes, dynamic programming. Prints a hash of each
// function's results, which nvcc's headers and those of compile/toolkit have in common; the host's too, where the host has the
// function.

#include <stdio.h>

enum { PAIRS = 1 << 16, ENDS = 1 << 12, N = PAIRS + 2 * ENDS, BLOCK = 256 };
typedef unsigned long long Word;

#define BOTH static __host__ __device__

// Functions with a name of one word and results of one word, for the table.
#define NAMED(name, expression)                        \
    BOTH Word name(unsigned x, unsigned y, unsigned z) \
    {                                                  \
        return (Word)(expression);                     \
    }
#define NAMED_ON_DEVICE(name, expression)                           \
    static __device__ Word name(unsigned x, unsigned y, unsigned z) \
    {                                                               \
        return (Word)(expression);                                  \
    }

// A long number of two words.
template <class T>
BOTH T wide(unsigned high, unsigned low)
{
    return (T)((Word)high << 32 | low);
}

// typed(x) is a word that tells the number and its type.
#define TYPED(type, factor)        \
    BOTH Word typed(type x)        \
    {                              \
        return (Word)x * (factor); \
    }
TYPED(int, 1)
TYPED(unsigned, 3)
TYPED(long, 5)
TYPED(unsigned long, 7)
TYPED(long long, 9)
TYPED(Word, 11)

// min and max of all pairs of types that are equally long, with and without sign.
#define EXTREMES(name, S, U, x, y)                                                   \
    NAMED(min_##name, typed(min((S)x, (S)y)) + 17 * typed(min((S)x, (U)y)) +         \
                          19 * typed(min((U)x, (S)y)) + 23 * typed(min((U)x, (U)y))) \
    NAMED(max_##name, typed(max((S)x, (S)y)) + 17 * typed(max((S)x, (U)y)) +         \
                          19 * typed(max((U)x, (S)y)) + 23 * typed(max((U)x, (U)y)))
EXTREMES(int, int, unsigned, x, y)
EXTREMES(long, long, unsigned long, (wide<Word>(x, z)), (wide<Word>(y, x)))
EXTREMES(longlong, long long, Word, (wide<Word>(x, z)), (wide<Word>(y, x)))
NAMED(named_min, typed(umin(x, y)) +
                     7 * typed(llmin(wide<long long>(x, z), wide<long long>(y, x))) +
                     11 * typed(ullmin(wide<Word>(x, z), wide<Word>(y, x))))
NAMED(named_max, typed(umax(x, y)) +
                     7 * typed(llmax(wide<long long>(x, z), wide<long long>(y, x))) +
                     11 * typed(ullmax(wide<Word>(x, z), wide<Word>(y, x))))

// Choices, with what they say about each lane.
#define CHOICE(name)                                    \
    BOTH Word name(unsigned x, unsigned y, unsigned)    \
    {                                                   \
        bool first;                                     \
        Word chosen = (unsigned)__##name(x, y, &first); \
        return chosen << 1 | first;                     \
    }
#define CHOICES(name)                                \
    BOTH Word name(unsigned x, unsigned y, unsigned) \
    {                                                \
        bool high, low;                              \
        Word chosen = __##name(x, y, &high, &low);   \
        return chosen << 2 | high << 1 | low;        \
    }
CHOICE(vibmax_s32)
CHOICE(vibmax_u32)
CHOICE(vibmin_s32)
CHOICE(vibmin_u32)
CHOICES(vibmax_s16x2)
CHOICES(vibmax_u16x2)
CHOICES(vibmin_s16x2)
CHOICES(vibmin_u16x2)

static __device__ char4 bytes(int x)
{
    return make_char4((signed char)x, (signed char)(x >> 8), (signed char)(x >> 16),
                      (signed char)(x >> 24));
}

static __device__ uchar4 bytes(unsigned x)
{
    return make_uchar4((unsigned char)x, (unsigned char)(x >> 8), (unsigned char)(x >> 16),
                       (unsigned char)(x >> 24));
}

static __device__ short2 halves(int x)
{
    return make_short2((short)x, (short)(x >> 16));
}

static __device__ ushort2 halves(unsigned x)
{
    return make_ushort2((unsigned short)x, (unsigned short)(x >> 16));
}

#define DOT(name, function, type, split)                               \
    NAMED_ON_DEVICE(name, typed(function((type)x, (type)y, (type)z)) + \
                              3 * typed(function(split((type)x), bytes((type)y), (type)z)))
DOT(dp4a_signed, __dp4a, int, bytes)
DOT(dp4a_unsigned, __dp4a, unsigned, bytes)
DOT(dp2a_lo_signed, __dp2a_lo, int, halves)
DOT(dp2a_lo_unsigned, __dp2a_lo, unsigned, halves)
DOT(dp2a_hi_signed, __dp2a_hi, int, halves)
DOT(dp2a_hi_unsigned, __dp2a_hi, unsigned, halves)
NAMED_ON_DEVICE(clzll, typed(__clzll(wide<long long>(x >> y % 32, z))))
NAMED_ON_DEVICE(ffsll, typed(__ffsll(wide<long long>(x, z << y % 32))))
NAMED_ON_DEVICE(popcll, typed(__popcll(wide<Word>(x, y))))
NAMED_ON_DEVICE(brevll, typed(__brevll(wide<Word>(x, y))))
NAMED_ON_DEVICE(mul64hi, typed(__mul64hi(wide<long long>(x, y), wide<long long>(z, x))))
NAMED_ON_DEVICE(umul64hi, typed(__umul64hi(wide<Word>(x, y), wide<Word>(z, x))))
NAMED_ON_DEVICE(nth_bit_set, __fns(x, y % 32, (int)(z % 67) - 33))

// Functions of the device, for halves and for bytes; and those that the host has, too.
#define ON_DEVICE(ROW)             \
    ROW(__brev, x)                 \
    ROW(__clz, x)                  \
    ROW(__ffs, x)                  \
    ROW(__popc, x)                 \
    ROW(__mulhi, x, y)             \
    ROW(__umulhi, x, y)            \
    ROW(__mul24, x, y)             \
    ROW(__umul24, x, y)            \
    ROW(__hadd, x, y)              \
    ROW(__rhadd, x, y)             \
    ROW(__uhadd, x, y)             \
    ROW(__urhadd, x, y)            \
    ROW(__sad, x, y, z)            \
    ROW(__usad, x, y, z)           \
    ROW(__byte_perm, x, y, z)      \
    ROW(__funnelshift_l, x, y, z)  \
    ROW(__funnelshift_lc, x, y, z) \
    ROW(__funnelshift_r, x, y, z)  \
    ROW(__funnelshift_rc, x, y, z) \
    ROW(clzll, x, y, z)            \
    ROW(ffsll, x, y, z)            \
    ROW(popcll, x, y, z)           \
    ROW(brevll, x, y, z)           \
    ROW(mul64hi, x, y, z)          \
    ROW(umul64hi, x, y, z)         \
    LANES(ROW, 2)                  \
    LANES(ROW, 4)                  \
    ROW(dp4a_signed, x, y, z)      \
    ROW(dp4a_unsigned, x, y, z)    \
    ROW(dp2a_lo_signed, x, y, z)   \
    ROW(dp2a_lo_unsigned, x, y, z) \
    ROW(dp2a_hi_signed, x, y, z)   \
    ROW(dp2a_hi_unsigned, x, y, z) \
    ROW(nth_bit_set, x, y, z)
#define LANES(ROW, n)           \
    ROW(__vabs##n, x)           \
    ROW(__vabsss##n, x)         \
    ROW(__vneg##n, x)           \
    ROW(__vnegss##n, x)         \
    ROW(__vadd##n, x, y)        \
    ROW(__vaddss##n, x, y)      \
    ROW(__vaddus##n, x, y)      \
    ROW(__vsub##n, x, y)        \
    ROW(__vsubss##n, x, y)      \
    ROW(__vsubus##n, x, y)      \
    ROW(__vavgs##n, x, y)       \
    ROW(__vavgu##n, x, y)       \
    ROW(__vhaddu##n, x, y)      \
    ROW(__vmaxs##n, x, y)       \
    ROW(__vmaxu##n, x, y)       \
    ROW(__vmins##n, x, y)       \
    ROW(__vminu##n, x, y)       \
    ROW(__vabsdiffs##n, x, y)   \
    ROW(__vabsdiffu##n, x, y)   \
    ROW(__vsads##n, x, y)       \
    ROW(__vsadu##n, x, y)       \
    COMPARISONS(ROW, __vset, n) \
    COMPARISONS(ROW, __vcmp, n)
#define COMPARISONS(ROW, name, n) \
    ROW(name##eq##n, x, y)        \
    ROW(name##ne##n, x, y)        \
    ROW(name##ges##n, x, y)       \
    ROW(name##geu##n, x, y)       \
    ROW(name##gts##n, x, y)       \
    ROW(name##gtu##n, x, y)       \
    ROW(name##les##n, x, y)       \
    ROW(name##leu##n, x, y)       \
    ROW(name##lts##n, x, y)       \
    ROW(name##ltu##n, x, y)

#define ON_BOTH(ROW)              \
    DPX(ROW, __vimax3)            \
    DPX(ROW, __vimin3)            \
    DPX(ROW, __viaddmax)          \
    DPX(ROW, __viaddmin)          \
    ROW(__vimax_s32_relu, x, y)   \
    ROW(__vimax_s16x2_relu, x, y) \
    ROW(__vimin_s32_relu, x, y)   \
    ROW(__vimin_s16x2_relu, x, y) \
    ROW(vibmax_s32, x, y, z)      \
    ROW(vibmax_u32, x, y, z)      \
    ROW(vibmin_s32, x, y, z)      \
    ROW(vibmin_u32, x, y, z)      \
    ROW(vibmax_s16x2, x, y, z)    \
    ROW(vibmax_u16x2, x, y, z)    \
    ROW(vibmin_s16x2, x, y, z)    \
    ROW(vibmin_u16x2, x, y, z)    \
    ROW(min_int, x, y, z)         \
    ROW(max_int, x, y, z)         \
    ROW(min_long, x, y, z)        \
    ROW(max_long, x, y, z)        \
    ROW(min_longlong, x, y, z)    \
    ROW(max_longlong, x, y, z)    \
    ROW(named_min, x, y, z)       \
    ROW(named_max, x, y, z)
#define DPX(ROW, name)            \
    ROW(name##_s32, x, y, z)      \
    ROW(name##_u32, x, y, z)      \
    ROW(name##_s16x2, x, y, z)    \
    ROW(name##_u16x2, x, y, z)    \
    ROW(name##_s32_relu, x, y, z) \
    ROW(name##_s16x2_relu, x, y, z)

// ---- Arguments -----------------------------------------------------------------------------------------------------

// Returns a number near the ends of a range, of 16 or 32 bits without sign or with it: 8 numbers, by the lowest three bits.
BOTH unsigned near(unsigned bits, unsigned half_range)
{
    return (bits & 4 ? half_range : 0) + (bits & 3) - 2;
}

// Sets the i-th arguments of N. Over the first 2^16, each lane of x and y has all pairs of bytes. The rest are near the ends of the ranges of
// halves, then of words.
BOTH void arguments(unsigned i, unsigned *x, unsigned *y, unsigned *z)
{
    unsigned j = (i * 40503 + 7) & 0xffff, k = (i * 30011 + 12345) & 0xffff,
             l = (i * 52361 + 99) & 0xffff;
    if (i < PAIRS) {
        *x = (i & 0xff) | (j & 0xff) << 8 | (k & 0xff) << 16 | (l & 0xff) << 24;
        *y = i >> 8 | (j & 0xff00) | (k & 0xff00) << 8 | (l & 0xff00) << 16;
        *z = j << 16 | k;
    } else if (i < PAIRS + ENDS) {
        *x = (near(i, 1 << 15) & 0xffff) | near(j, 1 << 15) << 16;
        *y = (near(i >> 3, 1 << 15) & 0xffff) | near(k, 1 << 15) << 16;
        *z = (near(i >> 6, 1 << 15) & 0xffff) | near(l, 1 << 15) << 16;
    } else {
        *x = near(i, 1u << 31);
        *y = near(i >> 3, 1u << 31);
        *z = near(i >> 6, 1u << 31);
    }
}

// A hash is a sum, so that threads may come in any order.
BOTH Word part(Word result, unsigned i)
{
    Word h = (result ^ (Word)i << 40) * 0x9e3779b97f4a7c15;
    return (h ^ h >> 29) * 0xbf58476d1ce4e5b9;
}

#define KERNEL(name, ...)                                   \
    static __global__ void run_##name(Word *hash)           \
    {                                                       \
        unsigned i = blockIdx.x * blockDim.x + threadIdx.x; \
        unsigned x, y, z;                                   \
        arguments(i, &x, &y, &z);                           \
        atomicAdd(hash, part((Word)name(__VA_ARGS__), i));  \
    }
#define HOST(name, ...)                               \
    static Word host_##name(void)                     \
    {                                                 \
        Word hash = 0;                                \
        for (unsigned i = 0; i < N; i++) {            \
            unsigned x, y, z;                         \
            arguments(i, &x, &y, &z);                 \
            hash += part((Word)name(__VA_ARGS__), i); \
        }                                             \
        return hash;                                  \
    }
ON_DEVICE(KERNEL)
ON_BOTH(KERNEL)
ON_BOTH(HOST)

typedef struct {
    const char *name;
    void (*kernel)(Word *hash);
    Word (*host)(void); // NULL: only the device has it
} Function;

#define DEVICE_ROW(name, ...) {#name, run_##name, NULL},
#define BOTH_ROW(name, ...)   {#name, run_##name, host_##name},
static const Function functions[] = {ON_DEVICE(DEVICE_ROW) ON_BOTH(BOTH_ROW)};

int main(void)
{
    Word *hash;
    if (cudaMallocManaged(&hash, sizeof *hash) != cudaSuccess)
        return 2;
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
        const Function *f = &functions[k];
        *hash = 0;
        f->kernel<<<N / BLOCK, BLOCK>>>(hash);
        if (cudaDeviceSynchronize() != cudaSuccess)
            return 2;
        printf("%-22s %08x", f->name, (unsigned)(*hash >> 32));
        if (f->host)
            printf(" host %08x", (unsigned)(f->host() >> 32));
        printf("\n");
    }
    cudaFree(hash);
    return 0;
}
