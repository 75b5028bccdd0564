// half.c: 16-bit floats to and from double, rounding to nearest even.
//
// Both formats are a sign, an exponent and a fraction: f16 has 5 and 10 bits, bf16 8 and 7.

#include "core.h"

#include <string.h>

double half_to_double(u16 bits, int kind)
{
    int fraction_bits = kind == 1 ? 10 : 7, exponent_bits = 15 - fraction_bits;
    int most = (1 << exponent_bits) - 1, bias = most >> 1;
    int exponent = bits >> fraction_bits & most;
    u64 fraction = bits & ((1u << fraction_bits) - 1), sign = (u64)(bits >> 15) << 63;
    u64 out;
    if (exponent == most) {
        out = 0x7ffull << 52 | fraction << (52 - fraction_bits);
    } else if (exponent == 0 && fraction == 0) {
        out = 0;
    } else {
        int e = exponent ? exponent : 1;
        u64 f = exponent ? fraction | 1ull << fraction_bits : fraction;
        while (!(f >> fraction_bits)) {
            f <<= 1;
            e--;
        }
        f &= (1ull << fraction_bits) - 1;
        out = (u64)(e - bias + 1023) << 52 | f << (52 - fraction_bits);
    }
    out |= sign;
    double d;
    memcpy(&d, &out, 8);
    return d;
}

u16 half_from_double(double value, int kind)
{
    int fraction_bits = kind == 1 ? 10 : 7, exponent_bits = 15 - fraction_bits;
    int most = (1 << exponent_bits) - 1, bias = most >> 1;
    u64 in;
    memcpy(&in, &value, 8);
    u16 sign = (u16)(in >> 63 << 15);
    int exponent = (int)(in >> 52 & 0x7ff) - 1023;
    u64 fraction = in & 0xfffffffffffffull;
    if (exponent == 1024 && fraction)
        return 0x7fff; // a GPU's NaN
    if (exponent > bias)
        return sign | (u16)(most << fraction_bits);
    u64 whole = fraction | 1ull << 52;
    int shift = 52 - fraction_bits;
    if (exponent < 1 - bias) {
        shift += 1 - bias - exponent;
        if (shift > 60)
            return sign;
        exponent = -bias; // subnormal: the exponent field is 0
        u64 kept = whole >> shift, rest = whole & ((1ull << shift) - 1), half = 1ull << (shift - 1);
        return sign | (u16)(kept + (rest > half || (rest == half && (kept & 1))));
    }
    u64 kept = whole >> shift, rest = whole & ((1ull << shift) - 1), half = 1ull << (shift - 1);
    kept += rest > half || (rest == half && (kept & 1));
    // a carry out of the fraction moves into the exponent by itself, up to infinity
    return sign | (u16)(kept - (1ull << fraction_bits) + ((u64)(exponent + bias) << fraction_bits));
}
