// texel.c: values of texels, as an H200 gives them. All rules were read off from one; the guide ("Texture Fetching") has the same
// formulas without the rounding. simulator/README.md tells how far they hold.
//
//     fractions    integers times weights in 256ths, rounded once; a signed byte's sum goes to 16 bits by repeating its bits
//     floats       a sum in fixed point: each texel is cut to 28 bits (a half to 15) below the largest one's exponent, times its
//                  weight; rounded once, halves away from zero
//     3D           two such sums of four; the one of smaller exponent is cut below the other's, at a multiple of four

#include "machine/texel.h"

#include "machine/alu/alu.h"

#include <float.h>
#include <math.h>
#include <string.h>

// Returns the border's fraction as an integer. The unit multiplies by 2^bits and takes off 1/16 more than the fraction's sixteenths,
// where the guide's formula takes off the fraction itself; then it rounds.
static u32 border_fraction(const SimTexture *t, float f)
{
    int bits = 8 * t->bytes - (t->type == SIM_TEXEL_SIGNED);
    bool minus = f < 0;
    double size =
        isnan(f) || (minus && t->type == SIM_TEXEL_UNSIGNED) ? 0 : fmin(fabs((double)f), 1);
    i32 whole = (i32)(size * (1 << bits) + 0.5 - (floor(size * 16) + 1) / 16);
    return (u32)(minus ? -whole : whole);
}

// Returns a border's float cut to a half, which stays finite.
static u32 border_half(float f)
{
    if (!isfinite(f))
        return f32_bits(f);
    if (fabsf(f) >= 0x1p-14f)
        return f32_bits(copysignf(fminf(fabsf(f), 65504), f)) & ~0x1fffu;
    return f32_bits(copysignf(truncf(fabsf(f) * 0x1p24f) * 0x1p-24f, f));
}

// Returns the border's channel as texel_channel does: it has the picture's format. Of an integer's bits the low ones count.
static u32 border_channel(const SimTexture *t, int k)
{
    float f = t->border[k];
    if (t->fractions)
        return border_fraction(t, f);
    if (t->type == SIM_TEXEL_FLOAT)
        return t->bytes == 2 ? border_half(f) : f32_bits(f);
    u64 low = f32_bits(f) & (0xffffffff >> (32 - 8 * t->bytes));
    return t->type == SIM_TEXEL_SIGNED ? (u32)sign_extend(low, t->bytes) : (u32)low;
}

u32 texel_channel(const SimTexture *t, const u8 *texel, int k)
{
    if (!texel)
        return border_channel(t, k);
    const u8 *p = texel + (size_t)k * t->bytes;
    u32 whole;
    u16 half;
    if (t->bytes == 4)
        return memcpy(&whole, p, 4), whole;
    if (t->bytes == 1)
        return t->type == SIM_TEXEL_SIGNED ? (u32)(i8)*p : *p;
    memcpy(&half, p, 2);
    return t->type == SIM_TEXEL_FLOAT    ? f32_bits(f16_to_f32(half))
           : t->type == SIM_TEXEL_SIGNED ? (u32)(i16)half
                                         : half;
}

u32 texel_value(const SimTexture *t, u32 channel)
{
    if (!t->fractions)
        return channel;
    double most = (double)((1 << (8 * t->bytes - (t->type == SIM_TEXEL_SIGNED))) - 1);
    return f32_bits((float)fmax((double)(i32)channel / most, -1));
}

// ---- Mixing -----------------------------------------------------------------------------------------------------

// First by x, then each part by y.
void texel_weights(int total, int x, int y, int *weight)
{
    int right = (total * x + FRACTION / 2) / FRACTION, left = total - right;
    weight[3] = (right * y + FRACTION / 2) / FRACTION;
    weight[2] = (left * y + FRACTION / 2 - 1) / FRACTION;
    weight[1] = right - weight[3];
    weight[0] = left - weight[2];
}

// Mixes fractions. All have 16 bits; bytes are extended by repeating their bits, signed ones after they were mixed.
static u32 mix_fractions(const SimTexture *t, const u32 *channel, const int *weight, int corners)
{
    i32 sum = 0;
    for (int c = 0; c < corners; c++)
        sum += (i32)channel[c] * weight[c];
    if (t->type == SIM_TEXEL_UNSIGNED) {
        i64 wide = (i64)sum * (t->bytes == 1 ? 257 : 1);
        return f32_bits((float)((double)((wide + FRACTION / 2) >> 8) / 65535));
    }
    if (t->bytes == 1)
        sum += (sum + (sum >> 12) * 16 + 64) >> 7;
    else
        sum = (sum + FRACTION / 2) >> 8;
    return f32_bits((float)fmax((double)sum / 32767, -1));
}

// A sum of weighted floats. A double holds all its bits.
typedef struct {
    double sum;   // in 256ths
    int exponent; // the largest one of those that have a weight, biased as in a float
} FloatSum;

// Adds four floats. They are cut to a common exponent, the largest one's, with four bits more than a float's or half's 24 or 11;
// a denormal is 0.
static FloatSum sum_floats(const u32 *channel, const int *weight, bool half)
{
    FloatSum r = {-0.0, 0};
    int weighted = 0, exponent[4];
    for (int c = 0; c < 4; c++) {
        exponent[c] = (int)(channel[c] >> 23 & 255);
        weighted += weight[c] > 0;
        if (weight[c] && exponent[c] > r.exponent)
            r.exponent = exponent[c];
    }
    int last = r.exponent - (half ? -9 : 4); // of this exponent a float keeps all its bits
    for (int c = 0; c < 4; c++) {
        int drop = last - exponent[c];
        u32 kept = drop > 23 || !exponent[c] ? 0x80000000
                   : drop > 0                ? 0xffffffff << drop
                                             : 0xffffffff;
        if (weight[c])
            r.sum += weight[c] * (double)f32_of(channel[c] & kept);
        else if (weighted == 3) // its weight was rounded to 0, but it has a sign
            r.sum += channel[c] >> 23 == 0x100 ? -0.0 : 0;
    }
    return r;
}

// Returns the float of a sum, rounded to nearest, halves away from zero. A float too small is 0; a half's smallest step is 2^-24.
static u32 round_sum(double sum, bool half)
{
    double v = sum / FRACTION;
    u64 step = (u64)1 << (half ? 42 : 29);
    if (isnan(v))
        return half ? 0x7fffe000 : 0x7fffffff;
    if (half && fabs(v) < 0x1p-14)
        v = copysign(floor(fabs(v) * 0x1p24 + 0.5) * 0x1p-24, v);
    else
        v = f64_of((f64_bits(v) + step / 2) & ~(step - 1));
    if (fabs(v) < 0x1p-126)
        v = copysign(0, v);
    if (fabs(v) > (half ? 65504 : (double)FLT_MAX))
        v = copysign((double)INFINITY, v);
    return f32_bits((float)v);
}

// Mixes floats: four, or two sums of four. The sum of smaller exponent is cut below the other's, where the exponent is a multiple
// of four.
static u32 mix_floats(const SimTexture *t, const u32 *channel, const int *weight, int corners)
{
    bool half = t->bytes == 2;
    FloatSum a = sum_floats(channel, weight, half);
    if (corners > 4) {
        FloatSum b = sum_floats(channel + 4, weight + 4, half);
        FloatSum *low = a.exponent < b.exponent ? &a : &b, *high = low == &a ? &b : &a;
        int exponent = (high->exponent & ~3) - 126 - (half ? 15 : 28);
        if (high->exponent < 255) {
            double step = f64_of((u64)(exponent + 1023) << 52);
            low->sum = floor(low->sum / step) * step;
        }
        a.sum += b.sum;
    }
    return round_sum(a.sum, half);
}

u32 texel_mix(const SimTexture *t, const u32 *channel, const int *weight, int corners)
{
    return t->fractions ? mix_fractions(t, channel, weight, corners)
                        : mix_floats(t, channel, weight, corners);
}
