// numbers.c: reads and writes elements of each type as doubles.

#include "beyond/common/numbers.h"

#include <math.h>
#include <stdint.h>

// Elements of native types are read by a cast; to an integer a sum comes through 64 bits, of which the lower ones stay, as on a GPU.
// NOLINTBEGIN(bugprone-macro-parentheses): types
#define NATIVE(T, Through)                  \
    static double get_##T(const void *at)   \
    {                                       \
        return (double)*(const T *)at;      \
    }                                       \
    static void put_##T(void *at, double x) \
    {                                       \
        *(T *)at = (T)(Through)x;           \
    }
// NOLINTEND(bugprone-macro-parentheses)
NATIVE(float, double)
NATIVE(double, double)
NATIVE(int8_t, int64_t)
NATIVE(int32_t, int64_t)

// A float of 16 bits has `fraction` bits of fraction, and an exponent in the others: 10 for half, 7 for bfloat16.
static double get_16(const void *at, int fraction)
{
    uint16_t bits = *(const uint16_t *)at;
    int bias = (1 << (14 - fraction)) - 1, exponent = bits >> fraction & (2 * bias + 1);
    int significand = bits & ((1 << fraction) - 1);
    double x = ldexp(significand + (exponent ? 1 << fraction : 0),
                     (exponent ? exponent : 1) - bias - fraction);
    if (exponent > 2 * bias)
        x = significand ? NAN : INFINITY;
    return bits & 0x8000 ? -x : x;
}

static void put_16(void *at, double x, int fraction)
{
    int bias = (1 << (14 - fraction)) - 1, exponent = 1 - bias;
    double size = fabs(x);
    int bits = (2 * bias + 1) << fraction; // infinite
    if (size >= ldexp(1, exponent))
        exponent = ilogb(size);
    // A fraction that is rounded up to 2 counts one more exponent, and behind the last one comes infinity.
    if (isnan(x))
        bits = 0x7fff;
    else if (exponent <= bias)
        bits = ((exponent + bias - 1) << fraction) + (int)lrint(ldexp(size, fraction - exponent));
    *(uint16_t *)at = (uint16_t)(bits | (signbit(x) ? 0x8000 : 0));
}

#define FLOAT_16(name, fraction)               \
    static double get_##name(const void *at)   \
    {                                          \
        return get_16(at, fraction);           \
    }                                          \
    static void put_##name(void *at, double x) \
    {                                          \
        put_16(at, x, fraction);               \
    }
FLOAT_16(half, 10)
FLOAT_16(bfloat16, 7)

const Format R_32F = {CUDA_R_32F, 4, get_float, put_float},
             R_64F = {CUDA_R_64F, 8, get_double, put_double},
             R_16F = {CUDA_R_16F, 2, get_half, put_half},
             R_16BF = {CUDA_R_16BF, 2, get_bfloat16, put_bfloat16},
             R_8I = {CUDA_R_8I, 1, get_int8_t, put_int8_t},
             R_32I = {CUDA_R_32I, 4, get_int32_t, put_int32_t};

const Format *format_of(cudaDataType type)
{
    switch (type) {
    case CUDA_R_32F:
    case CUDA_C_32F: return &R_32F;
    case CUDA_R_64F:
    case CUDA_C_64F: return &R_64F;
    case CUDA_R_16F: return &R_16F;
    case CUDA_R_16BF: return &R_16BF;
    case CUDA_R_8I: return &R_8I;
    case CUDA_R_32I: return &R_32I;
    default: return NULL;
    }
}

bool is_complex(cudaDataType type)
{
    return type == CUDA_C_32F || type == CUDA_C_64F;
}
