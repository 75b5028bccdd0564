// alu_format.h: floating-point formats as lists of their numbers. To round a value it looks for the two numbers around it.
// That is slow, but works in another way than the simulator, which is tested against it.

#ifndef ALU_FORMAT_H
#define ALU_FORMAT_H

#include "machine/machine.h"

#include <math.h>

typedef enum { EVEN, ZERO, DOWN, UP, AWAY } Mode;

typedef struct {
    const char *name;
    int fraction, exponent; // bits
    int unused;             // low bits of a register that are 0
} Float;

__attribute__((unused)) static const Float f16 = {"f16", 10, 5, 0}, bf16 = {"bf16", 7, 8, 0},
                                           tf32 = {"tf32", 10, 8, 13}, f32 = {"f32", 23, 8, 0},
                                           f64 = {"f64", 52, 11, 0};

static inline u64 infinity_of(const Float *f)
{
    return ((1ull << f->exponent) - 1) << f->fraction;
}

// Returns the value of a magnitude's bits. Infinity's bits give what would be the next number.
static inline long double magnitude(const Float *f, u64 bits)
{
    int bias = (1 << (f->exponent - 1)) - 1, e = (int)(bits >> f->fraction);
    u64 m = bits & ((1ull << f->fraction) - 1);
    return ldexpl((long double)(e ? m | 1ull << f->fraction : m), (e ? e : 1) - bias - f->fraction);
}

static inline long double value(const Float *f, u64 bits)
{
    bits >>= f->unused;
    u64 sign = bits >> (f->fraction + f->exponent) & 1,
        rest = bits & ((1ull << (f->fraction + f->exponent)) - 1);
    if (rest >= infinity_of(f))
        return rest > infinity_of(f) ? NAN : sign ? -INFINITY : INFINITY;
    return sign ? -magnitude(f, rest) : magnitude(f, rest);
}

// Returns the format's bits of x, or with `more` those of a value that is a little larger in magnitude. It finds the two
// neighbours by bisection and chooses one of them.
static inline u64 encode_more(const Float *f, long double x, bool more, Mode mode)
{
    bool negative = signbit(x);
    u64 sign = negative ? 1ull << (f->fraction + f->exponent) : 0, low = 0, high = infinity_of(f);
    long double a = fabsl(x);
    if (isinf(x))
        return (sign | high) << f->unused;
    while (high - low > 1) {
        u64 middle = low + (high - low) / 2;
        if (magnitude(f, middle) <= a)
            low = middle;
        else
            high = middle;
    }
    long double below = a - magnitude(f, low), above = magnitude(f, high) - a;
    bool up = false;
    if (below != 0 || more)
        switch (mode) {
        case EVEN: up = above < below || (above == below && (more || low & 1)); break;
        case AWAY: up = above <= below; break;
        case ZERO: break;
        case DOWN: up = negative; break;
        case UP: up = !negative; break;
        }
    return (sign | (up ? high : low)) << f->unused;
}

static inline u64 encode(const Float *f, long double x, Mode mode)
{
    return encode_more(f, x, false, mode);
}

#endif
