// Comparisons, selection and predicates, lane by lane.

#include "alu_case.h"

#include <math.h>
#include <stdio.h>

// Tells whether `a op b` holds. A comparison whose name ends in u is also true where one of them is NaN.
static bool holds(const char *op, long double a, long double b)
{
    bool nan = isnan(a) || isnan(b);
    if (strcmp(op, "num") == 0)
        return !nan;
    if (strcmp(op, "nan") == 0)
        return nan;
    if (nan)
        return op[2] == 'u';
    switch (op[0] << 8 | op[1]) {
    case 'e' << 8 | 'q': return a == b;
    case 'n' << 8 | 'e': return a != b;
    case 'l' << 8 | 't':
    case 'l' << 8 | 'o': return a < b;
    case 'l' << 8 | 'e':
    case 'l' << 8 | 's': return a <= b;
    case 'g' << 8 | 't':
    case 'h' << 8 | 'i': return a > b;
    default: return a >= b; // ge, hs
    }
}

typedef enum { UNSIGNED, SIGNED, FLOAT, BFLOAT } Kind;

static long double small_float(u32 bits, int fraction, int exponent)
{
    int most = (1 << exponent) - 1, e = (int)(bits >> fraction) & most;
    long double f = bits & ((1u << fraction) - 1),
                sign = bits >> (fraction + exponent) & 1 ? -1 : 1;
    if (e == most)
        return f != 0 ? NAN : sign * INFINITY;
    return sign * ldexpl(e ? f + (1 << fraction) : f, (e ? e : 1) - (most >> 1) - fraction);
}

// Returns the number that bits stand for.
static long double number(u64 bits, int bytes, Kind kind)
{
    if (kind == UNSIGNED)
        return bits;
    if (kind == SIGNED)
        return bytes == 8 ? (long double)(i64)bits : bytes == 4 ? (i32)bits : (i16)bits;
    if (bytes == 2)
        return kind == FLOAT ? small_float((u32)bits, 10, 5) : small_float((u32)bits, 7, 8);
    if (bytes == 4) {
        float x;
        u32 low = (u32)bits;
        memcpy(&x, &low, sizeof x);
        return x;
    }
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static const struct Type {
    const char *name;
    int bytes;
    Kind kind;
} types[] = {{"u16", 2, UNSIGNED}, {"s16", 2, SIGNED}, {"u32", 4, UNSIGNED}, {"s32", 4, SIGNED},
             {"u64", 8, UNSIGNED}, {"s64", 8, SIGNED}, {"f32", 4, FLOAT},    {"f64", 8, FLOAT},
             {"f16", 2, FLOAT},    {"bf16", 2, BFLOAT}};
enum { TYPES = sizeof types / sizeof *types, INTS = 6 };

static const char *const ops[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge", "equ", "neu", "ltu",
                                  "leu", "gtu", "geu", "num", "nan", "lo", "ls",  "hi",  "hs"};
enum { OPS = sizeof ops / sizeof *ops, ORDERED = 6, FLOAT_OPS = 14 };

static bool exists(int op, int type)
{
    if (op < ORDERED)
        return true;
    return op < FLOAT_OPS ? type >= INTS : type < INTS && types[type].kind == UNSIGNED;
}

// Fills a case with operands of the type, some of them equal.
static void operands(Case *k, const struct Type *t)
{
    case_start(k, 0, 4, t->bytes, t->bytes, 4);
    for (int l = 0; l < LANES; l++)
        if (next_random() % 4 == 0)
            memcpy(k->regs + AT_B + (ptrdiff_t)l * t->bytes,
                   k->regs + AT_A + (ptrdiff_t)l * t->bytes, (size_t)t->bytes);
}

static bool lane_holds(const Case *k, const char *op, const struct Type *t, int lane)
{
    return holds(op, number(bits_at(k->before + AT_A, t->bytes, lane), t->bytes, t->kind),
                 number(bits_at(k->before + AT_B, t->bytes, lane), t->bytes, t->kind));
}

static void check_predicate(const Case *k, const char *mnemonic, int at, int lane, bool want)
{
    bool got = bits_at(k->regs + at, 4, 0) >> lane & 1;
    if (!(k->mask >> lane & 1))
        want = bits_at(k->before + at, 4, 0) >> lane & 1;
    if (got != want)
        fail_msg("%s lane %d of mask %08x: a %llx b %llx: %d", mnemonic, lane, k->mask,
                 (unsigned long long)bits_at(k->before + AT_A, 8, 0),
                 (unsigned long long)bits_at(k->before + AT_B, 8, 0), got);
}

static bool combined(int how, bool r, bool c)
{
    return how == 0 ? r : how == 1 ? r && c : how == 2 ? r || c : r != c;
}

static void sets_predicates(void **state)
{
    (void)state;
    static const char *const words[] = {"", ".and", ".or", ".xor"};
    for (int op = 0; op < OPS; op++)
        for (int type = 0; type < TYPES; type++)
            for (int how = 0; how < 4 && exists(op, type); how++)
                for (int round = 0; round < 8; round++) {
                    char mnemonic[40];
                    snprintf(mnemonic, sizeof mnemonic, "setp.%s%s.%s", ops[op], words[how],
                             types[type].name);
                    Case k;
                    operands(&k, &types[type]);
                    k.in.alu.not_c = round & 1;
                    if (round & 2)
                        k.in.d2 = AT_D2;
                    case_run(&k, mnemonic);
                    for (int l = 0; l < LANES; l++) {
                        bool r = lane_holds(&k, ops[op], &types[type], l);
                        bool c = (bits_at(k.before + AT_C, 4, 0) >> l & 1) != k.in.alu.not_c;
                        check_predicate(&k, mnemonic, AT_D, l, combined(how, r, c));
                        if (round & 2)
                            check_predicate(&k, mnemonic, AT_D2, l, combined(how, !r, c));
                    }
                }
}

static void sets_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        u32 one;
    } results[] = {{"u32", FULL}, {"s32", FULL}, {"f32", 0x3f800000}};
    for (int op = 0; op < OPS; op++)
        for (int type = 0; type < TYPES; type++)
            for (int i = 0; i < 3 && exists(op, type); i++) {
                if (types[type].bytes == 2 && type >= INTS && i == 2)
                    continue; // no f32 from 16-bit floats
                char mnemonic[40];
                snprintf(mnemonic, sizeof mnemonic, "set.%s.%s.%s", ops[op], results[i].name,
                         types[type].name);
                Case k;
                operands(&k, &types[type]);
                case_run(&k, mnemonic);
                for (int l = 0; l < LANES; l++)
                    case_compare(&k, mnemonic, 4, l,
                                 lane_holds(&k, ops[op], &types[type], l) ? results[i].one : 0);
            }
}

static void flushes_before_it_compares(void **state)
{
    (void)state;
    Case k;
    case_start(&k, 0, 4, 4, 4, 4);
    const u32 a[] = {1, 0x80000001, 0x007fffff, 0x00800000}, b[] = {0, 2, 0x80000003, 0};
    memcpy(k.regs + AT_A, a, sizeof a);
    memcpy(k.regs + AT_B, b, sizeof b);
    k.mask = 15;
    case_run(&k, "setp.eq.ftz.f32");
    assert_int_equal(bits_at(k.regs + AT_D, 4, 0) & 15, 7);
    case_run(&k, "setp.eq.f32");
    assert_int_equal(bits_at(k.regs + AT_D, 4, 0) & 15, 0);
}

static void compares_halves(void **state)
{
    (void)state;
    for (int op = 0; op < FLOAT_OPS; op++)
        for (int i = 0; i < 6; i++) {
            bool bf = i & 1;
            Kind kind = bf ? BFLOAT : FLOAT;
            const char *type = bf ? "bf16x2" : "f16x2";
            char mnemonic[40];
            if (i / 2 == 0)
                snprintf(mnemonic, sizeof mnemonic, "set.%s.%s.%s", ops[op], type, type);
            else
                snprintf(mnemonic, sizeof mnemonic, i / 2 == 1 ? "set.%s.u32.%s" : "setp.%s.%s",
                         ops[op], type);
            u32 one = i / 2 ? 0xffff : bf ? 0x3f80 : 0x3c00;
            Case k;
            operands(&k, &(struct Type){type, 4, kind});
            k.in.d2 = AT_D2;
            case_run(&k, mnemonic);
            for (int l = 0; l < LANES; l++) {
                u64 a = bits_at(k.before + AT_A, 4, l), b = bits_at(k.before + AT_B, 4, l);
                bool low = holds(ops[op], number(a & 0xffff, 2, kind), number(b & 0xffff, 2, kind));
                bool high = holds(ops[op], number(a >> 16, 2, kind), number(b >> 16, 2, kind));
                if (i / 2 == 2) {
                    check_predicate(&k, mnemonic, AT_D, l, low);
                    check_predicate(&k, mnemonic, AT_D2, l, high);
                } else {
                    case_compare(&k, mnemonic, 4, l, (low ? one : 0) | (high ? one << 16 : 0));
                }
            }
        }
}

static void selects(void **state)
{
    (void)state;
    static const char *const selp[] = {"selp.b16", "selp.f32", "selp.u64"};
    for (int round = 0; round < ROUNDS; round++) {
        int bytes = 2 << round % 3;
        Case k;
        case_start(&k, round, bytes, bytes, bytes, 8);
        k.in.d = AT_D;
        case_run(&k, selp[round % 3]);
        for (int l = 0; l < LANES; l++)
            case_compare(&k, selp[round % 3], bytes, l,
                         bits_at(k.before + (bits_at(k.before + AT_C, 4, 0) >> l & 1 ? AT_A : AT_B),
                                 bytes, l));
    }
    CHECK3("slct.b16.s32", u16, u16, u16, i32, c < 0 ? b : a);
    CHECK3("slct.u64.s32", u64, u64, u64, i32, c < 0 ? b : a);
    CHECK3("slct.f32.f32", u32, u32, u32, float, isnan(c) || c < 0 ? b : a);
    CHECK3("slct.ftz.f32.f32", u32, u32, u32, float, isnan(c) || c <= -0x1p-126f ? b : a);
}

static void works_on_predicates(void **state)
{
    (void)state;
    static const char *const names[] = {"and.pred", "or.pred", "xor.pred", "not.pred", "mov.pred"};
    for (int round = 0; round < ROUNDS; round++) {
        Case k;
        case_start(&k, 0, 4, 4, 4, 4);
        case_run(&k, names[round % 5]);
        for (int l = 0; l < LANES; l++) {
            bool a = bits_at(k.before + AT_A, 4, 0) >> l & 1,
                 b = bits_at(k.before + AT_B, 4, 0) >> l & 1;
            const bool want[] = {a && b, a || b, a != b, !a, a};
            check_predicate(&k, names[round % 5], AT_D, l, want[round % 5]);
        }
    }
}

static void tests_kinds_of_numbers(void **state)
{
    (void)state;
    static const char *const names[] = {"finite",     "infinite", "number",
                                        "notanumber", "normal",   "subnormal"};
    for (int i = 0; i < 12; i++)
        for (int round = 0; round < 20; round++) {
            int bytes = i < 6 ? 4 : 8;
            char mnemonic[40];
            snprintf(mnemonic, sizeof mnemonic, "testp.%s.f%d", names[i % 6], 8 * bytes);
            Case k;
            case_start(&k, 0, 4, bytes, 4, 4);
            case_run(&k, mnemonic);
            for (int l = 0; l < LANES; l++) {
                u64 bits = bits_at(k.before + AT_A, bytes, l);
                long double x = number(bits, bytes, FLOAT);
                bool subnormal = x != 0 && fabsl(x) < (bytes == 4 ? 0x1p-126L : 0x1p-1022L);
                bool finite = !isnan(x) && !isinf(x);
                const bool want[] = {finite,   isinf(x), !isnan(x), isnan(x), finite && !subnormal,
                                     subnormal};
                check_predicate(&k, mnemonic, AT_D, l, want[i % 6]);
            }
        }
}

static void refuses_what_it_does_not_know(void **state)
{
    (void)state;
    static const char *const unknown[] = {"",
                                          "add",
                                          "add.",
                                          "add.s31",
                                          "add.s32.",
                                          "setp",
                                          "setp.lt",
                                          "setp.ltx.s32",
                                          "set.eq.f32.f16",
                                          "cvt.rn.e4m3x2.f32",
                                          "mul.s32",
                                          "sin.f32",
                                          "addx.s32",
                                          "cvt.u32",
                                          "cvt.sat.u32.u16",
                                          "cvt.sat.ftz.f32.f32",
                                          "cvt.f32.rn.f64"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        if (find_alu_function(unknown[i]).fn)
            fail_msg("'%s' is not PTX, or not simulated", unknown[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_predicates),
        cmocka_unit_test(sets_numbers),
        cmocka_unit_test(flushes_before_it_compares),
        cmocka_unit_test(compares_halves),
        cmocka_unit_test(selects),
        cmocka_unit_test(works_on_predicates),
        cmocka_unit_test(tests_kinds_of_numbers),
        cmocka_unit_test(refuses_what_it_does_not_know),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
