// round.c: exact arithmetic, rounded once, in any direction, to any format. The host's floating-point unit can't do this:
// directed rounding without a change of the rounding mode, and results narrower than float.
//
// A result is first held exactly, as (-1)^negative * m * 2^e with an integer m below 2^126. If even that many bits are too few,
// the bits that are lost at the low end set m's lowest bit ("jam"). The number is then on the right side of every rounding
// boundary, which is all that matters. round_exact then drops the bits that the format has no room for.

#include "machine/alu/alu.h"

typedef unsigned __int128 u128;

typedef struct {
    bool negative;
    int e;
    u128 m;
} Exact;

// precision: bits of a mantissa, its hidden one included; least and most: exponents of normal numbers.
static const struct {
    int precision, least, most;
    u64 nan;
} formats[] = {
    [FORMAT_F16] = {11, -14, 15, F16_NAN},   [FORMAT_BF16] = {8, -126, 127, F16_NAN},
    [FORMAT_F32] = {24, -126, 127, F32_NAN}, [FORMAT_F64] = {53, -1022, 1023, F64_NAN},
    [FORMAT_E4M3] = {4, -6, 8, F8_NAN},      [FORMAT_E5M2] = {3, -14, 15, F8_NAN},
};

// Returns the lowest magnitude that is no number.
static u64 infinity_of(Format f)
{
    return f == FORMAT_E4M3
               ? F8_NAN
               : (u64)(formats[f].most - formats[f].least + 2) << (formats[f].precision - 1);
}

// Returns the format's bits of a magnitude with a sign.
static u64 with_sign(u64 magnitude, bool negative, Format f)
{
    u64 field = (1ull << (formats[f].precision - 1)) - 1;
    return magnitude | (negative ? (infinity_of(f) | field) + 1 : 0);
}

static int top_bit(u128 m)
{
    u64 high = (u64)(m >> 64);
    return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((u64)m);
}

static u128 shift_right_jam(u128 m, int n)
{
    if (n > 127)
        return m != 0;
    return m >> n | ((m & (((u128)1 << n) - 1)) != 0);
}

// Moves the top bit of x.m, not 0, to the given bit.
static Exact top_at(Exact x, int bit)
{
    int n = bit - top_bit(x.m);
    x.m = n >= 0 ? x.m << n : shift_right_jam(x.m, -n);
    x.e -= n;
    return x;
}

static u64 round_exact(Exact x, Format f, Rounding rounding)
{
    if (x.m == 0)
        return with_sign(0, x.negative, f);
    int field = formats[f].precision - 1;
    int exponent = x.e + top_bit(x.m);
    int lowest = exponent > formats[f].least ? exponent
                                             : formats[f].least; // in a subnormal, of its hidden 0
    int drop = lowest - field - x.e;
    u128 kept = 0, rest = 1, half = 2; // far below the lowest subnormal
    if (drop <= 0) {
        kept = x.m << -drop;
        rest = 0;
    } else if (drop < 128) {
        kept = x.m >> drop;
        rest = x.m & (((u128)1 << drop) - 1);
        half = (u128)1 << (drop - 1);
    }
    bool up = false; // away from zero
    switch (rounding) {
    case ROUND_EVEN: up = rest > half || (rest == half && (kept & 1)); break;
    case ROUND_ZERO: break;
    case ROUND_DOWN: up = rest && x.negative; break;
    case ROUND_UP: up = rest && !x.negative; break;
    }
    u64 infinity = infinity_of(f);
    u64 magnitude = infinity;
    if (exponent <=
        formats[f].most) // a carry out of the mantissa adds 1 to the exponent, as it should
        magnitude = ((u64)(lowest - formats[f].least) << field) + (u64)kept + up;
    bool stays = rounding == ROUND_ZERO || rounding == (x.negative ? ROUND_UP : ROUND_DOWN);
    if (magnitude >= infinity && stays)
        magnitude = infinity - 1; // the largest finite number
    return with_sign(magnitude < infinity ? magnitude : infinity, x.negative, f);
}

// Returns a finite double as an Exact.
static Exact exact(double a)
{
    u64 bits = f64_bits(a);
    int field = (int)(bits >> 52 & 0x7ff);
    u64 m = bits & ((1ull << 52) - 1);
    return (Exact){bits >> 63, (field ? field : 1) - 1075, field ? m | 1ull << 52 : m};
}

// Returns the bits for a NaN, or for an operation that has no value.
static u64 nan_of(double a, Format f)
{
    return f == FORMAT_F64 && a != a ? f64_bits(a) | 1ull << 51 : formats[f].nan;
}

u64 round_double(double a, Format f, Rounding rounding)
{
    if (a != a)
        return nan_of(a, f);
    if (isinf(a))
        return with_sign(infinity_of(f), a < 0, f);
    return round_exact(exact(a), f, rounding);
}

u64 round_integer(bool negative, u64 magnitude, Format f, Rounding rounding)
{
    return round_exact((Exact){negative, 0, magnitude}, f, rounding);
}

// Does round_fma for floats if the result is neither 0 nor near the ends of the range; else returns false. If the nearest float lies
// on the wrong side of the exact result, its neighbour is right.
static bool fma_of_floats(float a, float b, float c, Rounding rounding, u64 *bits)
{
    double sum = fma_to_odd(a, b, c);
    float nearest = (float)sum;
    if (!(fabsf(nearest) > 0x1p-120f && fabsf(nearest) < 0x1p120f))
        return false;
    double magnitude = fabs(sum);
    bool negative = sum < 0;
    bool large = fabsf(nearest) > magnitude;
    bool small = fabsf(nearest) < magnitude;
    bool to_zero = rounding == ROUND_ZERO || rounding == (negative ? ROUND_UP : ROUND_DOWN);
    *bits = f32_bits(nearest);
    if (rounding != ROUND_EVEN)
        *bits += to_zero ? -(u64)large : small;
    return true;
}

u64 round_fma(double a, double b, double c, Format f, Rounding rounding)
{
    u64 bits;
    if (f == FORMAT_F32 && fma_of_floats((float)a, (float)b, (float)c, rounding, &bits))
        return bits;
    if (c != c || b != b) // if several are NaN, the second counts, then the third
        return nan_of(b != b ? b : c, f);
    if (!isfinite(a) || !isfinite(b) || !isfinite(c)) // infinite or NaN, and exact
        return round_double(isfinite(a) && isfinite(b) ? c : f64_made(a * b + c, a == a), f,
                            rounding);
    Exact x = exact(a), y = exact(b), z = exact(c);
    Exact p = {x.negative != y.negative, x.e + y.e, x.m * y.m};
    if (p.m == 0 && z.m == 0) {
        z.negative = p.negative == z.negative ? z.negative : rounding == ROUND_DOWN;
        return round_exact(z, f, rounding);
    }
    if (p.m == 0)
        return round_exact(z, f, rounding);
    if (z.m == 0)
        return round_exact(p, f, rounding);

    // Top bits go to 124: a sum stays below 2^126, and 18 bits below a product's lowest bit leave room to jam.
    p = top_at(p, 124);
    z = top_at(z, 124);
    Exact big = p.e > z.e || (p.e == z.e && p.m >= z.m) ? p : z;
    Exact small = p.e > z.e || (p.e == z.e && p.m >= z.m) ? z : p;
    small.m = shift_right_jam(small.m, big.e - small.e);
    if (big.negative == small.negative)
        big.m += small.m;
    else if ((big.m -= small.m) == 0)
        big.negative = rounding == ROUND_DOWN;
    return round_exact(big, f, rounding);
}

u64 round_add(double a, double b, Format f, Rounding rounding)
{
    return round_fma(a, 1, b, f, rounding);
}

u64 round_mul(double a, double b, Format f, Rounding rounding)
{
    return round_fma(a, b, signbit(a) == signbit(b) ? 0.0 : -0.0, f, rounding);
}

u64 round_div(double a, double b, Format f, Rounding rounding)
{
    if (a != a || b != b) // the first NaN counts
        return nan_of(a != a ? a : b, f);
    if (!isfinite(a) || !isfinite(b) || a == 0 || b == 0)
        return round_double(f64_made(a / b, true), f, rounding); // 0, infinity or NaN
    Exact x = top_at(exact(a), 123), y = exact(b);
    Exact q = {x.negative != y.negative, x.e - y.e, x.m / y.m};
    q.m |= x.m % y.m != 0;
    return round_exact(q, f, rounding);
}

u64 round_sqrt(double a, Format f, Rounding rounding)
{
    if (!(a > 0) || isinf(a))
        return round_double(f64_made(sqrt(a), a == a), f, rounding); // 0, infinity or NaN
    Exact x = top_at(exact(a), 124);
    if (x.e & 1) {
        x.m >>= 1; // loses nothing: its low bits are 0
        x.e++;
    }
    // Finds the root's bits from the top: a bit stays if the square is not too large.
    u128 root = 0;
    for (int bit = 62; bit >= 0; bit--) {
        u128 next = root | (u128)1 << bit;
        if (next * next <= x.m)
            root = next;
    }
    return round_exact((Exact){false, x.e / 2, root | (root * root != x.m)}, f, rounding);
}
