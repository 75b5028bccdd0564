// video.c: vadd, vset4 and their kin, one function for all (ptx/video.h). Each piece of the sources is extended to a number that
// can't overflow; what is computed of it is cut, or clamped, to the piece of the result.

#include "ptx/video.h"
#include "machine/alu/alu.h"

#include <string.h>

// Where an instruction finds a piece of a source in the 8 bytes of a and b: `left` moves it to their upper end, `right` down again.
typedef struct {
    u32 left[4], right;
    bool is_signed;
} Source;

static Source find_source(Video v, u32 at, u32 bytes, bool is_signed)
{
    Source s = {.right = 64 - 8 * bytes, .is_signed = is_signed};
    for (u32 k = 0; k < v.pieces; k++)
        s.left[k] = s.right - 8 * bytes * (at >> 3 * k & 7);
    return s;
}

static i64 piece(const Source *s, u64 ab, u32 k)
{
    u64 high = ab << s->left[k];
    return s->is_signed ? (i64)high >> s->right : (i64)(high >> s->right);
}

static bool compare(VideoCompare how, i64 a, i64 b)
{
    switch (how) {
    case VIDEO_LT: return a < b;
    case VIDEO_LE: return a <= b;
    case VIDEO_GT: return a > b;
    case VIDEO_GE: return a >= b;
    case VIDEO_EQ: return a == b;
    default: return a != b;
    }
}

static i64 combine(Video v, i64 a, i64 b)
{
    const u32 by = v.wraps ? (u32)b & 31 : b > 32 ? 32 : (u32)b;
    switch ((VideoOp)v.op) {
    case VIDEO_ADD: return a + b;
    case VIDEO_SUB: return a - b;
    case VIDEO_ABSDIFF: return a < b ? b - a : a - b;
    case VIDEO_MIN: return a < b ? a : b;
    case VIDEO_MAX: return a > b ? a : b;
    case VIDEO_AVRG: return (a + b + (a + b >= 0)) >> 1;
    case VIDEO_SHL: return (i64)((u64)a << by);
    case VIDEO_SHR: return a >> by;
    default: return compare((VideoCompare)v.compare, a, b);
    }
}

static i64 clamp(i64 x, u32 bytes, bool is_signed)
{
    i64 most = ((i64)1 << (8 * bytes - is_signed)) - 1, least = is_signed ? -most - 1 : 0;
    return x < least ? least : x > most ? most : x;
}

// Of the sum only 32 bits count, since lowering refuses forms that scale or saturate it.
static u32 multiply_add(Video v, i64 a, i64 b, u32 c)
{
    u32 product = (u32)a * (u32)b;
    return (v.minus_ab ? -product : product) + (v.minus_c ? -c : c) + (u32)v.plus_one;
}

// Returns the result that the computed pieces make with c. A single one is cut to 32 bits before it is compared with c.
static u32 assemble(Video v, const i64 *value, u32 c)
{
    const u32 bits = 8 * v.d_bytes, x = (u32)value[0];
    const bool less = v.d_signed ? (i32)x < (i32)c : x < c;
    u32 d = c;
    if (v.second == VIDEO_LEAST || v.second == VIDEO_MOST)
        return less == (v.second == VIDEO_LEAST) ? x : c;
    EACH_BIT(k, v.mask) {
        u32 y = (u32)value[v.pieces == 1 ? 0 : k];
        u32 field = (u32)((1ull << bits) - 1) << bits * k;
        d = v.second == VIDEO_PLUS ? d + y : (d & ~field) | (y << bits * k & field);
    }
    return d;
}

static void video(u8 *regs, const Insn *in, u32 mask)
{
    Video v;
    memcpy(&v, OPERAND(const u64, in->list[0]), sizeof v);
    const Source from_a = find_source(v, v.a_at, v.a_bytes, v.a_signed),
                 from_b = find_source(v, v.b_at, v.b_bytes, v.b_signed);
    EACH_BIT(l, mask) {
        const u64 ab = (u64)OPERAND(const u32, in->b)[l] << 32 | OPERAND(const u32, in->a)[l];
        const u32 c = OPERAND(const u32, in->c)[l];
        i64 value[4] = {0};
        for (u32 k = 0; k < v.pieces && v.op != VIDEO_MAD; k++) {
            value[k] = combine(v, piece(&from_a, ab, k), piece(&from_b, ab, k));
            if (v.saturates)
                value[k] = clamp(value[k], v.d_bytes, v.d_signed);
        }
        OPERAND(u32, in->d)
        [l] = v.op == VIDEO_MAD ? multiply_add(v, piece(&from_a, ab, 0), piece(&from_b, ab, 0), c)
                                : assemble(v, value, c);
    }
}

const AluGroup video_groups[] = {GROUP("video", ENTRY("", video)), {0}};
