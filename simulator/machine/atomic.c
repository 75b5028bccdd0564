// atomic.c: reads, changes and writes memory for each lane, in the order of the lanes.
//
// Blocks that other threads of the host run may access the same word, so these are the host's atomics. A host's atomic
// takes as long as ten additions. If no other thread can access the word, a plain addition is used.

#include "machine/alu/alu.h"
#include "machine/machine.h"

#include <string.h>

// The word of an mbarrier:
//
//     ┌─────────┬───────────────────────┬────────────────────┬────────────────────┐
//     │ phase   │ bytes expected, or if │ arrivals that each │ arrivals that this │
//     │         │ below 0 come too early│ phase waits for    │ one still waits for│
//     └─────────┴───────────────────────┴────────────────────┴────────────────────┘
//     63      61 60                   40 39                20 19                  0
//
// A phase ends when no arrival and no bytes are missing. Returns the word after `change`: so many arrivals (bits 0-31), before which so
// many bytes are expected (32-63) or, below 0, have come.
static u64 arrive(u64 barrier, u64 change)
{
    u64 bytes = ((barrier >> 40) + (change >> 32)) & 0x1fffff;
    u64 pending = (barrier - (change & FULL)) & 0xfffff, each = barrier >> 20 & 0xfffff,
        phase = barrier >> 61;
    if (!pending && !bytes) {
        pending = each;
        phase++;
    }
    return phase << 61 | bytes << 40 | each << 20 | pending;
}

Mbarrier mbarrier_read(const u8 *word)
{
    u64 barrier;
    memcpy(&barrier, word, sizeof barrier);
    return (Mbarrier){.phase = (u32)(barrier >> 61),
                      .arrivals = (u32)(barrier & 0xfffff),
                      .each = (u32)(barrier >> 20 & 0xfffff),
                      .bytes = (i64)(barrier << 3) >> 43};
}

bool mbarrier_is_past(const u8 *word, u64 of, bool parity)
{
    u32 phase = mbarrier_read(word).phase;
    return parity ? (phase & 1) != (of & 1) : phase != of >> 61;
}

void mbarrier_complete(u8 *word, u64 bytes)
{
    u64 barrier;
    memcpy(&barrier, word, sizeof barrier);
    barrier = arrive(barrier, (0 - bytes) << 32);
    memcpy(word, &barrier, sizeof barrier);
}

static u64 combine_integer(const Insn *in, u64 old, u64 b, u64 c)
{
    bool is_signed = in->access.type == ELEMENT_SIGNED;
    i64 so = (i64)sign_extend(old, in->access.bytes), sb = (i64)sign_extend(b, in->access.bytes);
    switch ((AtomOp)in->access.op) {
    case A_ADD: return old + b;
    case A_MIN: return is_signed ? (so < sb ? old : b) : (old < b ? old : b);
    case A_MAX: return is_signed ? (so > sb ? old : b) : (old > b ? old : b);
    case A_INC: return old >= b ? 0 : old + 1;
    case A_DEC: return old == 0 || old > b ? b : old - 1;
    case A_AND: return old & b;
    case A_OR: return old | b;
    case A_XOR: return old ^ b;
    case A_EXCH: return b;
    case A_ARRIVE: return arrive(old, b);
    case A_DROP: return arrive(old - ((b & FULL) << 20), b);
    default: return old == b ? c : old;
    }
}

// Adds two 16-bit floats. A float has more than twice the digits of either format, so rounding to float first
// changes nothing (Figueroa, "When is double rounding innocuous?", 1995).
static u32 add_half(u32 a, u32 b, ElementType type)
{
    return type == ELEMENT_F16 ? f16_from_f32(f16_to_f32((u16)a) + f16_to_f32((u16)b))
                               : bf16_from_f32(bf16_to_f32((u16)a) + bf16_to_f32((u16)b));
}

// Returns the smaller of two 16-bit floats, or the greater; of a number and NaN the number.
static u32 choose_half(u32 a, u32 b, ElementType type, bool smaller)
{
    float x = type == ELEMENT_F16 ? f16_to_f32((u16)a) : bf16_to_f32((u16)a),
          y = type == ELEMENT_F16 ? f16_to_f32((u16)b) : bf16_to_f32((u16)b);
    if (x != x || y != y)
        return x != x ? b : a;
    bool a_first = x < y || (x == y && a >> 15);
    return a_first == smaller ? a : b;
}

static u64 combine_float(const Insn *in, SimSpace space, u64 old, u64 b)
{
    if (in->access.type >= ELEMENT_F16) {
        u64 low = add_half((u32)old & 0xffff, (u32)b & 0xffff, in->access.type);
        return in->access.bytes == 2
                   ? low
                   : low | (u64)add_half((u32)(old >> 16), (u32)(b >> 16), in->access.type) << 16;
    }
    if (in->access.bytes == 4) {
        float x = f32_of((u32)old), y = f32_of((u32)b), sum = x + y;
        // Source: PTX ISA, atom: f32 subnormals count as zero in global memory, and only there.
        if (space == SIM_SPACE_GLOBAL)
            sum = f32_flush(f32_flush(x) + f32_flush(y));
        return f32_bits(f32_canonical(sum));
    }
    double x = f64_of(old), y = f64_of(b);
    // If both are NaN, the added one is the result, unchanged. In shared memory, where the compiler makes a loop, the result is
    // the other one, made a quiet NaN.
    if (space == SIM_SPACE_SHARED && (x != x || y != y))
        return (x != x ? old : b) | 1ull << 51;
    if (x != x || y != y)
        return y != y ? b : old;
    return f64_bits(f64_made(x + y, true));
}

static u64 combine(const Insn *in, SimSpace space, u64 old, u64 b, u64 c)
{
    if (in->access.type >= ELEMENT_F16 && (in->access.op == A_MIN || in->access.op == A_MAX))
        return choose_half((u32)old, (u32)b, in->access.type, in->access.op == A_MIN);
    return in->access.type >= ELEMENT_FLOAT && in->access.op == A_ADD
               ? combine_float(in, space, old, b)
               : combine_integer(in, old, b, c);
}

void atomic_combine(const Insn *in, SimSpace space, u8 *to, const u8 *from)
{
    u64 old = 0, b = 0;
    memcpy(&old, to, in->access.bytes);
    memcpy(&b, from, in->access.bytes);
    old = combine(in, space, old, b, 0);
    memcpy(to, &old, in->access.bytes);
}

static u64 read_word(const void *p, int bytes)
{
    return bytes == 2   ? __atomic_load_n((const u16 *)p, __ATOMIC_RELAXED)
           : bytes == 4 ? __atomic_load_n((const u32 *)p, __ATOMIC_RELAXED)
                        : __atomic_load_n((const u64 *)p, __ATOMIC_RELAXED);
}

// Writes a word if it is still *old, and returns true. Else *old becomes the word's value.
static bool replace(void *p, int bytes, u64 *old, u64 value)
{
    u16 was16 = (u16)*old;
    u32 was32 = (u32)*old;
    if (bytes == 8)
        return __atomic_compare_exchange_n((u64 *)p, old, value, true, __ATOMIC_SEQ_CST,
                                           __ATOMIC_RELAXED);
    bool done = bytes == 4 ? __atomic_compare_exchange_n((u32 *)p, &was32, (u32)value, true,
                                                         __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)
                           : __atomic_compare_exchange_n((u16 *)p, &was16, (u16)value, true,
                                                         __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
    *old = bytes == 4 ? was32 : was16;
    return done;
}

// Adds 32-bit integers, as most atomics do: the host has one instruction for it. If all lanes have the same word, their numbers
// are added up first.
static void add_words(SimWorker *w, const Insn *in, u8 *const *host, u8 *regs, u32 mask,
                      bool at_one, bool alone)
{
    const u32 *add = (const u32 *)(const void *)(regs + in->b);
    u32 *d = in->d >= 0 ? (u32 *)(void *)(regs + in->d) : NULL, zeros = 0;
    EACH_LANE zeros |= (u32)(add[l] == 0) << l;
    w->changes += (u64)__builtin_popcount(mask & ~zeros);
    if (at_one) {
        u32 *p = (u32 *)(void *)host[__builtin_ctz(mask)], sum = 0;
        EACH_BIT(l, mask)
            sum += add[l];
        u32 old = __atomic_fetch_add(p, sum, __ATOMIC_SEQ_CST);
        EACH_BIT(l, d ? mask : 0) {
            u32 b = add[l]; // which may be in the same register
            d[l] = old;
            old += b;
        }
    } else if (alone && !d) {
        EACH_BIT(l, mask)
            *(u32 *)(void *)host[l] += add[l];
    } else {
        EACH_BIT(l, mask) {
            u32 *p = (u32 *)(void *)host[l], b = add[l], old;
            if (alone) {
                old = *p;
                *p = old + b;
            } else {
                old = __atomic_fetch_add(p, b, __ATOMIC_SEQ_CST);
            }
            if (d)
                d[l] = old;
        }
    }
}

int atomic_update(SimWorker *w, const Insn *in, SimSpace space, u8 *const *host, u8 *regs, u32 mask,
                  bool at_one, bool alone)
{
    int bytes = in->access.bytes;
    if (bytes == 4 && in->access.op == A_ADD && in->access.type < ELEMENT_FLOAT) {
        add_words(w, in, host, regs, mask, at_one, alone);
        return -1;
    }
    EACH_BIT(l, mask) {
        size_t at = (size_t)l * (size_t)bytes;
        u64 b = 0, c = 0;
        memcpy(&b, regs + in->b + at, (size_t)bytes);
        if (in->access.op == A_CAS)
            memcpy(&c, regs + in->c + at, (size_t)bytes);
        u64 old = read_word(host[l], bytes), made;
        if ((in->access.op == A_ARRIVE || in->access.op == A_DROP) && (b & FULL) > (old & 0xfffff))
            return (int)l;
        do
            made = combine(in, space, old, b, c);
        while (!alone && !replace(host[l], bytes, &old, made));
        if (alone)
            memcpy(host[l], &made, (size_t)bytes);
        w->changes += made != old;
        if (in->d >= 0)
            memcpy(regs + in->d + at, &old, (size_t)bytes);
    }
    return -1;
}
