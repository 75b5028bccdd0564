// alu_case.h: runs one instruction of the simulator on many operands and compares every lane with a reference.
//
//     CHECK2("mul.hi.u32", u32, u32, u32, (u32)((u64)a * b >> 32));
//
// Operands are edge values and random bits; masks are full, partial and empty; the destination is a register of its own
// or one of the operands. Lanes outside the mask must stay as they were. Results are compared bit by bit.

#ifndef ALU_CASE_H
#define ALU_CASE_H

#include "machine/alu/alu.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

#define ROUNDS 150

// The places of a case's registers. Each has room for (LANES) 64-bit values.
enum { AT_D = 0, AT_D2 = 256, AT_A = 512, AT_B = 768, AT_C = 1024, AT_E = 1280, CASE_BYTES = 1536 };

typedef struct {
    _Alignas(64) u8 regs[CASE_BYTES];
    _Alignas(64) u8 before[CASE_BYTES]; // the registers before the instruction
    Insn in;
    u32 mask;
} Case;

// Returns the next number of a fixed sequence (splitmix64), so that a failure comes again.
static inline u64 next_random(void)
{
    static u64 state = 1;
    u64 z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

// Returns an operand: an edge value of integers or of a float format, random bits of random length, or a float near 1.
static inline u64 next_operand(int bytes)
{
    static const u64 edges[] = {0,
                                1,
                                2,
                                31,
                                32,
                                33,
                                63,
                                64,
                                65,
                                0x7f,
                                0x80,
                                0xff,
                                0x100,
                                0x7fff,
                                0x8000,
                                0xffff,
                                0x7fffffff,
                                0x80000000,
                                0xffffffff,
                                0x7fffffffffffffff,
                                0x8000000000000000,
                                ~0ull,
                                ~1ull,
                                0x3c00,
                                0xbc00,
                                0x7c00,
                                0xfc00,
                                0x7bff,
                                0x03ff,
                                0x0400,
                                0x8400,
                                0x7e00,
                                0x7c01,
                                0x3f80,
                                0x7f80,
                                0xff80,
                                0x7f7f,
                                0x0080,
                                0x7fc0,
                                0x7f81,
                                0x3f800000,
                                0xbf800000,
                                0x3f7fffff,
                                0x3f800001,
                                0x7f7fffff,
                                0x7f800000,
                                0xff800000,
                                0x00800000,
                                0x007fffff,
                                0x80800000,
                                0x7fc00000,
                                0xffc00000,
                                0x4f000000,
                                0xcf000000,
                                0x4f800000,
                                0x3f000000,
                                0x3fc00000,
                                0x3ff0000000000000,
                                0xbff0000000000000,
                                0x3fefffffffffffff,
                                0x7fefffffffffffff,
                                0x7ff0000000000000,
                                0xfff0000000000000,
                                0x0010000000000000,
                                0x000fffffffffffff,
                                0x7ff8000000000000,
                                0x41dfffffffc00000,
                                0xc1e0000000000000,
                                0x43e0000000000000,
                                0x3fe0000000000000,
                                0x4004000000000000};
    u64 random = next_random();
    u64 bits = next_random();
    switch (random % 4) {
    case 0: bits = edges[random / 4 % (sizeof edges / sizeof *edges)]; break;
    case 1: bits >>= random / 4 % 64; break;
    case 2: // exponents near that of 1
        if (bytes == 8)
            bits = (bits & 0x807fffffffffffffu) | (0x3f8 + random / 4 % 16) << 52;
        else if (bytes == 4)
            bits = (bits & 0x807fffffu) | (0x78 + random / 4 % 16) << 23;
        else
            bits = (bits & 0x83ffu) | (11 + random / 4 % 8) << 10;
        break;
    default: break;
    }
    return bits;
}

static inline void fill(u8 *to, int bytes)
{
    for (int l = 0; l < LANES; l++) {
        u64 x = next_operand(bytes);
        memcpy(to + (ptrdiff_t)l * bytes, &x, (size_t)bytes);
    }
}

// Starts a case with operands of these sizes in bytes. A size of 1 stands for an operand that the instruction does not have.
static inline void case_start(Case *k, int round, int d, int a, int b, int c)
{
    memset(k, 0, sizeof *k);
    fill(k->regs + AT_D, d);
    fill(k->regs + AT_A, a);
    fill(k->regs + AT_B, b);
    fill(k->regs + AT_C, c);
    k->in.d = AT_D, k->in.d2 = -1, k->in.a = AT_A, k->in.b = AT_B, k->in.c = AT_C;
    k->in.alu.a_bytes = (u8)a, k->in.alu.d_bytes = (u8)d;
    if (round % 5 == 1 && d == a)
        k->in.d = AT_A;
    if (round % 5 == 2 && d == b)
        k->in.d = AT_B;
    if (round % 5 == 3 && d == c)
        k->in.d = AT_C;
    const u32 masks[] = {FULL, FULL, (u32)next_random(), 1u << (next_random() % 32), 0};
    k->mask = masks[next_random() % 5];
}

static inline void case_run(Case *k, const char *mnemonic)
{
    const Alu alu = find_alu_function(mnemonic);
    memcpy(k->before, k->regs, sizeof k->before);
    if (alu.fn) {
        k->in.alu.does = alu;
        alu.fn(k->regs, &k->in, k->mask);
    } else {
        fail_msg("%s is not known", mnemonic);
    }
}

static inline u64 bits_at(const void *at, int bytes, int lane)
{
    u64 bits = 0;
    memcpy(&bits, (const u8 *)at + (u32)(lane * bytes), (size_t)bytes);
    return bits;
}

// Compares the lane's result with what it should be, or with what it was before if the mask leaves the lane out.
static inline void case_compare(const Case *k, const char *mnemonic, int bytes, int lane, u64 want)
{
    if (!(k->mask >> lane & 1))
        want = bits_at(k->before + k->in.d, bytes, lane);
    u64 got = bits_at(k->regs + k->in.d, bytes, lane);
    if (got == want)
        return;
    fail_msg("%s lane %d of mask %08x: a %llx b %llx c %llx: %llx, should be %llx", mnemonic, lane,
             k->mask, (unsigned long long)bits_at(k->before + AT_A, 8, 0),
             (unsigned long long)bits_at(k->before + AT_B, 8, 0),
             (unsigned long long)bits_at(k->before + AT_C, 8, 0), (unsigned long long)got,
             (unsigned long long)want);
}

// One instruction over all its cases, lane by lane.
typedef struct {
    Case k;
    const char *mnemonic;
    int d, a, b, c;  // sizes of the operands, in bytes
    int round, lane; // how far it is
    bool whole;      // the mask is full, and the destination a register of its own
} Sweep;

static inline Sweep sweep(const char *mnemonic, size_t d, size_t a, size_t b, size_t c, bool whole)
{
    return (Sweep){.mnemonic = mnemonic,
                   .d = (int)d,
                   .a = (int)a,
                   .b = (int)b,
                   .c = (int)c,
                   .round = -1,
                   .lane = LANES - 1,
                   .whole = whole};
}

// Goes on to the next lane, behind the last one to the next case, which it runs. Takes the lane's operands. False: that was all.
static inline bool next_lane(Sweep *s, void *a, void *b, void *c)
{
    if (++s->lane == LANES) {
        if (++s->round == ROUNDS)
            return false;
        s->lane = 0;
        case_start(&s->k, s->whole ? 0 : s->round, s->d, s->a, s->b, s->c);
        if (s->whole)
            s->k.mask = FULL;
        case_run(&s->k, s->mnemonic);
    }
    memcpy(a, s->k.before + AT_A + (size_t)(s->lane * s->a), (size_t)s->a);
    memcpy(b, s->k.before + AT_B + (size_t)(s->lane * s->b), (size_t)s->b);
    memcpy(c, s->k.before + AT_C + (size_t)(s->lane * s->c), (size_t)s->c);
    return true;
}

// Takes the mnemonic and the types of d, a, b, c. `expr` computes from a, b, c what d should be; it is compared where `when` is true.
#define CHECK3_IF(mnemonic, D, A, B, C, when, expr)                                     \
    {                                                                                   \
        A a;                                                                            \
        B b;                                                                            \
        C c;                                                                            \
        Sweep s_ = sweep(mnemonic, sizeof(D), sizeof(A), sizeof(B), sizeof(C), false);  \
        while (next_lane(&s_, &a, &b, &c)) {                                            \
            if (when) {                                                                 \
                D want_ = (D)(expr);                                                    \
                case_compare(&s_.k, mnemonic, s_.d, s_.lane, bits_at(&want_, s_.d, 0)); \
            }                                                                           \
        }                                                                               \
    }
#define CHECK3(mnemonic, D, A, B, C, expr) CHECK3_IF(mnemonic, D, A, B, C, true, expr)
#define CHECK2(mnemonic, D, A, B, expr)    CHECK3(mnemonic, D, A, B, u8, expr)
#define CHECK1(mnemonic, D, A, expr)       CHECK3(mnemonic, D, A, u8, u8, expr)

// Checks a result that need not be exact: `good` tells from the result d, and from a and b, whether it is good enough.
#define CHECK_CLOSE(mnemonic, D, A, B, good)                                  \
    {                                                                         \
        A a;                                                                  \
        B b;                                                                  \
        D d;                                                                  \
        Sweep s_ = sweep(mnemonic, sizeof(D), sizeof(A), sizeof(B), 1, true); \
        while (next_lane(&s_, &a, &b, &(u8){0})) {                            \
            u64 bits_ = bits_at(s_.k.regs + AT_D, s_.d, s_.lane);             \
            memcpy(&d, &bits_, sizeof d);                                     \
            if (!(good))                                                      \
                not_close(mnemonic, (double)a, (double)b, (double)d);         \
        }                                                                     \
    }

static inline void not_close(const char *mnemonic, double a, double b, double d)
{
    fail_msg("%s of %.9g, %.9g: %.9g", mnemonic, a, b, d);
}

#endif
