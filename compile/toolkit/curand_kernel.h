// curand_kernel.h: random numbers in kernels, by XORWOW and by Philox. cuRAND documentation, "Device API".
//
// The bits and the uniform numbers are those of NVIDIA's library; normal numbers differ in last bits, as sin and log do. Left out are
// MRG32k3a, MTGP32, the quasirandom generators, and Poisson's distribution.

#ifndef WARP_CURAND_KERNEL_H
#define WARP_CURAND_KERNEL_H

#include <cuda_runtime.h>

// As with NVIDIA's library a program may define it, to call the functions on the host, too.
#ifndef QUALIFIERS
#define QUALIFIERS static __inline__ __device__
#endif

#ifdef __CUDA__
WARP_BEGIN_LIBRARY // see cuda_runtime.h
#endif

#include "device/xorwow.h"

    // The second number of a pair, kept for the next call for the same distribution.
    enum WarpDistribution {
        WARP_NONE,
        WARP_NORMAL,
        WARP_LOG_NORMAL
    };
template <class T>
struct WarpSecond {
    WarpDistribution of; // WARP_NONE: none is kept
    T number;
};

// ---- XORWOW: 160 bits that steps mix, and a counter -----------------------------------------------------------------

typedef struct curandStateXORWOW {
    unsigned int d, v[5];
    WarpSecond<float> second;
    WarpSecond<double> second_double;
} curandStateXORWOW_t, curandState, curandState_t;

enum { WARP_XORWOW_COUNT = 362437 };

QUALIFIERS unsigned int curand(curandStateXORWOW_t *state)
{
    warp_xorwow_step(state->v);
    state->d += WARP_XORWOW_COUNT;
    return state->v[4] + state->d;
}

QUALIFIERS void skipahead(unsigned long long count, curandStateXORWOW_t *state)
{
    warp_xorwow_leap(state->v, count, 0);
    state->d += WARP_XORWOW_COUNT * (unsigned int)count;
}

// Sequences lie 2^67 numbers apart.
QUALIFIERS void skipahead_sequence(unsigned long long count, curandStateXORWOW_t *state)
{
    warp_xorwow_leap(state->v, count, 67);
}

QUALIFIERS void curand_init(unsigned long long seed, unsigned long long sequence,
                            unsigned long long offset, curandStateXORWOW_t *state)
{
    unsigned int low = ((unsigned int)seed ^ 0xaad26b49) * 1099087573u;
    unsigned int high = ((unsigned int)(seed >> 32) ^ 0xf7dcefdd) * 2591861531u;
    *state = {6615241 + high + low,
              {123456789 + low, 362436069 ^ low, 521288629 + high, 88675123 ^ high, 5783321 + low},
              {}};
    skipahead_sequence(sequence, state);
    skipahead(offset, state);
}

// ---- Philox: a cipher of a counter (Salmon and others, Parallel Random Numbers: As Easy as 1, 2, 3) ------------------

typedef struct curandStatePhilox4_32_10 {
    uint4 counter, output; // output: what the counter gives
    uint2 key;
    unsigned int used; // how many of the output's four numbers were given
    WarpSecond<float> second;
    WarpSecond<double> second_double;
} curandStatePhilox4_32_10_t;

QUALIFIERS uint4 warp_philox(uint4 c, uint2 key)
{
    for (int round = 0; round < 10; round++) {
        unsigned long long a = 0xd2511f53ull * c.x, b = 0xcd9e8d57ull * c.z;
        c = make_uint4((unsigned int)(b >> 32) ^ c.y ^ key.x, (unsigned int)b,
                       (unsigned int)(a >> 32) ^ c.w ^ key.y, (unsigned int)a);
        key.x += 0x9e3779b9;
        key.y += 0xbb67ae85;
    }
    return c;
}

QUALIFIERS void warp_philox_advance(curandStatePhilox4_32_10_t *state, unsigned long long count)
{
    uint4 &c = state->counter;
    unsigned long long low = (c.x | (unsigned long long)c.y << 32) + count;
    unsigned long long high = (c.z | (unsigned long long)c.w << 32) + (low < count);
    c = make_uint4((unsigned int)low, (unsigned int)(low >> 32), (unsigned int)high,
                   (unsigned int)(high >> 32));
    state->output = warp_philox(c, state->key);
}

QUALIFIERS void skipahead(unsigned long long count, curandStatePhilox4_32_10_t *state)
{
    unsigned int used = state->used + (unsigned int)(count & 3);
    state->used = used & 3;
    warp_philox_advance(state, count / 4 + used / 4);
}

// Sequences lie 2^66 numbers apart: in the counter's upper half.
QUALIFIERS void skipahead_sequence(unsigned long long count, curandStatePhilox4_32_10_t *state)
{
    uint4 &c = state->counter;
    unsigned long long high = (c.z | (unsigned long long)c.w << 32) + count;
    c.z = (unsigned int)high;
    c.w = (unsigned int)(high >> 32);
    warp_philox_advance(state, 0);
}

QUALIFIERS void curand_init(unsigned long long seed, unsigned long long sequence,
                            unsigned long long offset, curandStatePhilox4_32_10_t *state)
{
    *state = {};
    state->key = make_uint2((unsigned int)seed, (unsigned int)(seed >> 32));
    skipahead_sequence(sequence, state);
    skipahead(offset, state);
}

QUALIFIERS unsigned int curand(curandStatePhilox4_32_10_t *state)
{
    uint4 o = state->output;
    unsigned int number = state->used == 0   ? o.x
                          : state->used == 1 ? o.y
                          : state->used == 2 ? o.z
                                             : o.w;
    if (++state->used == 4) {
        state->used = 0;
        warp_philox_advance(state, 1);
    }
    return number;
}

// ---- Distributions ---------------------------------------------------------------------------------------------------

// Uniform numbers are in (0, 1], in the middle of 2^32 or 2^53 equal parts.
QUALIFIERS float warp_uniform(unsigned int x) WARP_RETURNS(x * 0x1p-32f + 0x1p-33f);

QUALIFIERS double warp_uniform_double(unsigned int x, unsigned int y)
    WARP_RETURNS((x ^ (unsigned long long)y << 21) * 0x1p-53 + 0x1p-54);

// Box and Muller's pair of normal numbers.
QUALIFIERS float2 warp_normal(unsigned int x, unsigned int y)
{
    float radius = sqrtf(-2 * logf(warp_uniform(x)));
    float angle = y * (0x1p-32f * 6.2831855f) + 0x1p-33f * 6.2831855f;
#ifdef __CUDA_ARCH__
    return make_float2(radius * __sinf(angle), radius * __cosf(angle));
#else
    return make_float2(radius * sinf(angle), radius * cosf(angle));
#endif
}

QUALIFIERS double2 warp_normal_double(uint4 bits)
{
    double radius = sqrt(-2 * log(warp_uniform_double(bits.x, bits.y))), sine, cosine;
    sincos(warp_uniform_double(bits.z, bits.w) * 6.2831853071795865, &sine, &cosine);
    return make_double2(radius * sine, radius * cosine);
}

// The next four numbers.
template <class State>
QUALIFIERS uint4 warp_four(State *state)
{
    uint4 four;
    four.x = curand(state);
    four.y = curand(state);
    four.z = curand(state);
    four.w = curand(state);
    return four;
}

template <class State>
QUALIFIERS float curand_uniform(State *state) WARP_RETURNS(warp_uniform(curand(state)));

template <class State>
QUALIFIERS double curand_uniform_double(State *state)
{
    unsigned int x = curand(state), y = curand(state);
    return warp_uniform_double(x, y);
}

// Philox takes 32 bits for it.
QUALIFIERS double curand_uniform_double(curandStatePhilox4_32_10_t *state)
    WARP_RETURNS(curand(state) * 0x1p-32 + 0x1p-32);

template <class State>
QUALIFIERS float2 curand_normal2(State *state)
{
    unsigned int x = curand(state), y = curand(state);
    return warp_normal(x, y);
}

template <class State>
QUALIFIERS double2 curand_normal2_double(State *state)
    WARP_RETURNS(warp_normal_double(warp_four(state)));

// Every second call for a distribution gives the other number of a pair.
template <class T, class Pair, class Draw>
QUALIFIERS T warp_one_of_two(WarpSecond<T> *second, WarpDistribution of, Draw draw)
{
    if (second->of == of) {
        second->of = WARP_NONE;
        return second->number;
    }
    Pair pair = draw();
    *second = {of, pair.y};
    return pair.x;
}

template <class State>
QUALIFIERS float curand_normal(State *state)
    WARP_RETURNS(warp_one_of_two<float, float2>(&state->second, WARP_NORMAL,
                                                [&] { return curand_normal2(state); }));

template <class State>
QUALIFIERS double curand_normal_double(State *state)
    WARP_RETURNS(warp_one_of_two<double, double2>(&state->second_double, WARP_NORMAL,
                                                  [&] { return curand_normal2_double(state); }));

template <class State>
QUALIFIERS float2 curand_log_normal2(State *state, float mean, float deviation)
{
    float2 pair = curand_normal2(state);
    return make_float2(expf(mean + deviation * pair.x), expf(mean + deviation * pair.y));
}

template <class State>
QUALIFIERS double2 curand_log_normal2_double(State *state, double mean, double deviation)
{
    double2 pair = curand_normal2_double(state);
    return make_double2(exp(mean + deviation * pair.x), exp(mean + deviation * pair.y));
}

template <class State>
QUALIFIERS float curand_log_normal(State *state, float mean, float deviation)
    WARP_RETURNS(warp_one_of_two<float, float2>(&state->second, WARP_LOG_NORMAL, [&] {
        return curand_log_normal2(state, mean, deviation);
    }));

template <class State>
QUALIFIERS double curand_log_normal_double(State *state, double mean, double deviation)
    WARP_RETURNS(warp_one_of_two<double, double2>(&state->second_double, WARP_LOG_NORMAL, [&] {
        return curand_log_normal2_double(state, mean, deviation);
    }));

// Philox gives four at once.
QUALIFIERS uint4 curand4(curandStatePhilox4_32_10_t *state) WARP_RETURNS(warp_four(state));

QUALIFIERS float4 curand_uniform4(curandStatePhilox4_32_10_t *state)
{
    uint4 x = curand4(state);
    return make_float4(warp_uniform(x.x), warp_uniform(x.y), warp_uniform(x.z), warp_uniform(x.w));
}

QUALIFIERS double2 curand_uniform2_double(curandStatePhilox4_32_10_t *state)
{
    uint4 x = curand4(state);
    return make_double2(warp_uniform_double(x.x, x.y), warp_uniform_double(x.z, x.w));
}

QUALIFIERS float4 curand_normal4(curandStatePhilox4_32_10_t *state)
{
    uint4 x = curand4(state);
    float2 a = warp_normal(x.x, x.y), b = warp_normal(x.z, x.w);
    return make_float4(a.x, a.y, b.x, b.y);
}

QUALIFIERS float4 curand_log_normal4(curandStatePhilox4_32_10_t *state, float mean, float deviation)
{
    float4 x = curand_normal4(state);
    return make_float4(expf(mean + deviation * x.x), expf(mean + deviation * x.y),
                       expf(mean + deviation * x.z), expf(mean + deviation * x.w));
}

#ifdef __CUDA__
WARP_END_LIBRARY
#endif

#endif
