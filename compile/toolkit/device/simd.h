// simd.h: words as lanes, two of 16 bits or four of 8, and the functions for dynamic programming. CUDA Math API, "SIMD Intrinsics"
// and "DPX".
//
// warp_simd takes two words apart, does an operation with each pair of lanes and puts the results together. All other functions call
// it. The operation and the lanes' kind are arguments, not a lambda and a type: clang reads that in half the time.

#ifndef WARP_DEVICE_SIMD_H
#define WARP_DEVICE_SIMD_H

#include "bits.h"
#include "math.h"

#define HOST_DEVICE static __inline__ __attribute__((host, device, always_inline))

// What is done with two lanes.
enum WarpOperation {
    WARP_ADD,
    WARP_ADD_SATURATED,
    WARP_SUBTRACT,
    WARP_SUBTRACT_SATURATED,
    WARP_DIFFERENCE, // a number without sign
    WARP_AVERAGE,    // halves are rounded away from 0
    WARP_HALF_SUM,   // halves are rounded down
    WARP_MAX,
    WARP_MIN,
    WARP_EQUAL, // the comparisons give 1 or 0
    WARP_UNEQUAL,
    WARP_GREATER,
    WARP_LESS,
    WARP_AT_LEAST,
    WARP_AT_MOST
};

// A lane's width in bits, negative if its numbers have a sign.
enum WarpLane {
    WARP_S8 = -8,
    WARP_U8 = 8,
    WARP_S16 = -16,
    WARP_U16 = 16,
    WARP_S32 = -32,
    WARP_U32 = 32
};

HOST_DEVICE int warp_simd_width(enum WarpLane lane) WARP_RETURNS(lane < 0 ? -lane : lane);

// Returns the number in the lane that begins at bit `at` of a word.
HOST_DEVICE long long warp_simd_lane(enum WarpLane lane, unsigned int word, int at)
{
    unsigned int top = word << (32 - warp_simd_width(lane) - at);
    int rest = 32 - warp_simd_width(lane);
    return lane < 0 ? (int)top >> rest : (long long)(top >> rest);
}

// Returns the number of a lane that is nearest to x.
HOST_DEVICE long long warp_simd_saturate(enum WarpLane lane, long long x)
{
    long long numbers = 1ll << warp_simd_width(lane), least = lane < 0 ? -numbers / 2 : 0;
    return min(max(x, least), least + numbers - 1);
}

// Returns what the operation gives for a lane, whose lowest bits count.
HOST_DEVICE long long warp_simd_operate(enum WarpOperation operation, enum WarpLane lane,
                                        long long a, long long b)
{
    switch (operation) {
    case WARP_ADD: return a + b;
    case WARP_ADD_SATURATED: return warp_simd_saturate(lane, a + b);
    case WARP_SUBTRACT: return a - b;
    case WARP_SUBTRACT_SATURATED: return warp_simd_saturate(lane, a - b);
    case WARP_DIFFERENCE: return a < b ? b - a : a - b;
    case WARP_AVERAGE: return (a + b + (a + b >= 0)) >> 1;
    case WARP_HALF_SUM: return (a + b) >> 1;
    case WARP_MAX: return max(a, b);
    case WARP_MIN: return min(a, b);
    case WARP_EQUAL: return a == b;
    case WARP_UNEQUAL: return a != b;
    case WARP_GREATER: return a > b;
    case WARP_LESS: return a < b;
    case WARP_AT_LEAST: return a >= b;
    case WARP_AT_MOST: return a <= b;
    }
    return 0;
}

// Returns the results for all lanes of x and y.
HOST_DEVICE unsigned int warp_simd(enum WarpOperation operation, enum WarpLane lane, unsigned int x,
                                   unsigned int y)
{
    unsigned int results = 0;
    for (int at = 0; at < 32; at += warp_simd_width(lane)) {
        long long result = warp_simd_operate(operation, lane, warp_simd_lane(lane, x, at),
                                             warp_simd_lane(lane, y, at));
        results |= ((unsigned int)result & ~0u >> (32 - warp_simd_width(lane))) << at;
    }
    return results;
}
#define LANES(operation, lane, x, y) warp_simd(WARP_##operation, WARP_##lane, x, y)

// ---- SIMD intrinsics ---------------------------------------------------------------------------------------------

#define SIMD1(name, expression) \
    DEVICE_FUNCTION unsigned int name(unsigned int x) WARP_RETURNS(expression);
#define SIMD2(name, expression) \
    DEVICE_FUNCTION unsigned int name(unsigned int x, unsigned int y) WARP_RETURNS(expression);

// SIGNED(maxs, MAX) defines __vmaxs2 and __vmaxs4.
#define SIGNED(name, operation)                      \
    SIMD2(__v##name##2, LANES(operation, S16, x, y)) \
    SIMD2(__v##name##4, LANES(operation, S8, x, y))
#define UNSIGNED(name, operation)                    \
    SIMD2(__v##name##2, LANES(operation, U16, x, y)) \
    SIMD2(__v##name##4, LANES(operation, U8, x, y))
UNSIGNED(add, ADD)
SIGNED(addss, ADD_SATURATED)
UNSIGNED(addus, ADD_SATURATED)
UNSIGNED(sub, SUBTRACT)
SIGNED(subss, SUBTRACT_SATURATED)
UNSIGNED(subus, SUBTRACT_SATURATED)
SIGNED(absdiffs, DIFFERENCE)
UNSIGNED(absdiffu, DIFFERENCE)
SIGNED(avgs, AVERAGE)
UNSIGNED(avgu, AVERAGE)
UNSIGNED(haddu, HALF_SUM)
SIGNED(maxs, MAX)
UNSIGNED(maxu, MAX)
SIGNED(mins, MIN)
UNSIGNED(minu, MIN)

// __vset… gives a lane 1 where it is true, __vcmp… all ones.
#define COMPARISON(LANES_OF, name, operation)              \
    LANES_OF(set##name, operation)                         \
    SIMD2(__vcmp##name##2, __vset##name##2(x, y) * 0xffff) \
    SIMD2(__vcmp##name##4, __vset##name##4(x, y) * 0xff)
COMPARISON(UNSIGNED, eq, EQUAL)
COMPARISON(UNSIGNED, ne, UNEQUAL)
COMPARISON(SIGNED, gts, GREATER)
COMPARISON(UNSIGNED, gtu, GREATER)
COMPARISON(SIGNED, lts, LESS)
COMPARISON(UNSIGNED, ltu, LESS)
COMPARISON(SIGNED, ges, AT_LEAST)
COMPARISON(UNSIGNED, geu, AT_LEAST)
COMPARISON(SIGNED, les, AT_MOST)
COMPARISON(UNSIGNED, leu, AT_MOST)
#undef COMPARISON

// What is made of these, for n lanes. The least number has no opposite: it stays, or saturates (ss).
#define OF_OTHERS(n)                                     \
    SIMD1(__vneg##n, __vsub##n(0, x))                    \
    SIMD1(__vnegss##n, __vsubss##n(0, x))                \
    SIMD1(__vabs##n, __vmaxs##n(x, __vneg##n(x)))        \
    SIMD1(__vabsss##n, __vmaxs##n(x, __vnegss##n(x)))    \
    SIMD2(__vsads##n, WARP_SUM##n(__vabsdiffs##n(x, y))) \
    SIMD2(__vsadu##n, WARP_SUM##n(__vabsdiffu##n(x, y)))
#define WARP_SUM2(x) __dp2a_lo(x, 0x0101u, 0u) // the sum of its lanes
#define WARP_SUM4(x) __dp4a(x, 0x01010101u, 0u)
OF_OTHERS(2)
OF_OTHERS(4)
#undef OF_OTHERS
#undef WARP_SUM2
#undef WARP_SUM4
#undef SIGNED
#undef UNSIGNED
#undef SIMD1
#undef SIMD2

// ---- DPX, for host and device ------------------------------------------------------------------------------------

// A word is one lane, or two. The functions with relu give 0 for a negative result.
#define DPX2(name, type, expression) \
    HOST_DEVICE type name(type x, type y) WARP_RETURNS((type)(expression));
#define DPX3(name, type, expression) \
    HOST_DEVICE type name(type x, type y, type z) WARP_RETURNS((type)(expression));
#define DPX(kind, type, lane)                                                  \
    DPX3(__vimax3_##kind, type, LANES(MAX, lane, LANES(MAX, lane, x, y), z))   \
    DPX3(__vimin3_##kind, type, LANES(MIN, lane, LANES(MIN, lane, x, y), z))   \
    DPX3(__viaddmax_##kind, type, LANES(MAX, lane, LANES(ADD, lane, x, y), z)) \
    DPX3(__viaddmin_##kind, type, LANES(MIN, lane, LANES(ADD, lane, x, y), z))
#define DPX_RELU(kind, type, lane)                                                        \
    DPX2(__vimax_##kind##_relu, type, LANES(MAX, lane, LANES(MAX, lane, x, y), 0))        \
    DPX2(__vimin_##kind##_relu, type, LANES(MAX, lane, LANES(MIN, lane, x, y), 0))        \
    DPX3(__vimax3_##kind##_relu, type, LANES(MAX, lane, __vimax3_##kind(x, y, z), 0))     \
    DPX3(__vimin3_##kind##_relu, type, LANES(MAX, lane, __vimin3_##kind(x, y, z), 0))     \
    DPX3(__viaddmax_##kind##_relu, type, LANES(MAX, lane, __viaddmax_##kind(x, y, z), 0)) \
    DPX3(__viaddmin_##kind##_relu, type, LANES(MAX, lane, __viaddmin_##kind(x, y, z), 0))
DPX(s32, int, S32)
DPX(u32, unsigned int, U32)
DPX(s16x2, unsigned int, S16)
DPX(u16x2, unsigned int, U16)
DPX_RELU(s32, int, S32)
DPX_RELU(s16x2, unsigned int, S16)
#undef DPX
#undef DPX_RELU
#undef DPX2
#undef DPX3

// These also tell whether a lane's result is that of x, which it is if both are equal. FIRST(>=, S16, 16) tells it of the lane at bit 16.
#define FIRST(order, lane, at) \
    warp_simd_lane(WARP_##lane, x, at) order warp_simd_lane(WARP_##lane, y, at)
#define CHOICE(name, type, lane, operation, order)     \
    HOST_DEVICE type name(type x, type y, bool *first) \
    {                                                  \
        *first = FIRST(order, lane, 0);                \
        return (type)LANES(operation, lane, x, y);     \
    }
#define CHOICES(name, lane, operation, order)                                            \
    HOST_DEVICE unsigned int name(unsigned int x, unsigned int y, bool *high, bool *low) \
    {                                                                                    \
        *high = FIRST(order, lane, 16);                                                  \
        *low = FIRST(order, lane, 0);                                                    \
        return LANES(operation, lane, x, y);                                             \
    }
CHOICE(__vibmax_s32, int, S32, MAX, >=)
CHOICE(__vibmax_u32, unsigned int, U32, MAX, >=)
CHOICES(__vibmax_s16x2, S16, MAX, >=)
CHOICES(__vibmax_u16x2, U16, MAX, >=)
CHOICE(__vibmin_s32, int, S32, MIN, <=)
CHOICE(__vibmin_u32, unsigned int, U32, MIN, <=)
CHOICES(__vibmin_s16x2, S16, MIN, <=)
CHOICES(__vibmin_u16x2, U16, MIN, <=)
#undef CHOICE
#undef CHOICES
#undef FIRST
#undef LANES
#undef HOST_DEVICE

#endif
