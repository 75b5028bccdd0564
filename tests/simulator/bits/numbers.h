// numbers.h: random numbers for products, of eight kinds: of like size, of sizes further and further apart (1 and 2), any bits, positive
// ones, few bits, a large C, infinities and NaNs among them. The records of an H200 rest on these bits.

#ifndef BITS_NUMBERS_H
#define BITS_NUMBERS_H

static __host__ __device__ unsigned mixed(unsigned x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

// Random bits for element `at` of a matrix of a case.
static __host__ __device__ unsigned random_of(unsigned which, int matrix, unsigned at)
{
    return mixed(mixed(mixed(which * 0x9e3779b9u + 1) + (unsigned)matrix) + at);
}

// A float in parts; the exponent with its bias.
typedef struct {
    int exponent;
    unsigned mantissa, sign;
} Parts;

// Returns a number of a kind, 0 to 7, from random parts, for a format with so many bits of a mantissa. addend: it is one of C.
static __host__ __device__ Parts of_kind(int kind, int bias, int bits, bool addend, int any,
                                         Parts p)
{
    int most = 2 * bias;
    switch (kind) {
    case 0: p.exponent = bias - any % 2; break;
    case 1: p.exponent = bias - 4 + any % 8; break;
    case 2: p.exponent = bias - 7 + any % 14; break;
    case 3: p.exponent = any % (most + 1); break;
    case 4:
        p.exponent = bias - 2 + any % 4;
        p.sign = 0;
        break;
    case 5:
        p.exponent = bias - 3 + any % 6;
        p.mantissa &= ~((1u << bits / 2) - 1);
        break;
    case 6: p.exponent = bias + (addend ? 6 : -3) + any % 4; break;
    default:
        p.exponent = any % 16 ? any % (most + 1) : most + 1;
        p.mantissa = any % 32 ? p.mantissa : 0;
        break;
    }
    return p;
}

#endif
