// matrix.c: the instructions of tensor cores: tiles of matrices between memory and registers, and D = A B + C.
//
// A fragment is a matrix's tile in the registers of 32 lanes. Its lines are the rows of A, C and D, and the columns of B. Lane l
// has elements of the lines l / 4, l / 4 + 8, … In a line four lanes have a `run` of elements each, then it is their turn again:
//
//     run = 2         0  1   2  3   4  5   6  7   8  9  …      at                   element i of lane l; chunk = i / run
//     line 0, 8, …   l0 l0  l1 l1  l2 l2  l3 l3  l0 l0  …                           line = l / 4 + 8 (chunk % eights)
//     line 1, 9, …   l4 l4  l5 l5  l6 l6  l7 l7  l4 l4  …                           at   = run (l % 4) + i % run
//     …                                                                                    + 4 run (chunk / eights)
//
// For mma the PTX ISA lays this down ("Matrix Fragments for mma.m16n8k16" and its neighbours); for wmma it leaves the layout
// open, and it is the same here: m16n16k16 is two m16n8k16. A run of A and B fills a register; one of C and D is two elements.
// Where wmma has more registers than elements, the elements repeat.
//
// Products are exact. Those of f16, bf16 and tf32 are added to C in fp32, one by one in the order of k, and rounded to nearest.
// How a GPU orders and rounds these sums is not documented, so its results differ within the error of such a sum. Integers are
// exact; f64 is fma in the order of k.

#include "machine/alu/alu.h"
#include "machine/machine.h"

#include <string.h>

enum { MOST = 32, TILE = MOST * MOST }; // no side of a tile is longer
typedef struct Fragment Fragment;

static inline int line_of(const Fragment *f, int i, int lane)
{
    return lane / 4 + 8 * (i / f->run % f->eights);
}

static inline int place_in(const Fragment *f, int i, int lane)
{
    return f->run * (lane % 4) + i % f->run + 4 * f->run * (i / f->run / f->eights);
}

static inline int reg_bytes_of(const Fragment *f)
{
    return f->bytes < 4 ? 4 : f->bytes;
}

// ---- Tiles in memory -----------------------------------------------------------------------------------------------

// The registers of an ordinary access that moves a part of a tile: addresses, and two elements.
enum { WHERE = 0, FIRST = 8 * LANES, SECOND = FIRST + 8 * LANES, REGS = SECOND + 8 * LANES };

// Writes the address of each lane's element i. ptxas, too, gives each lane an address of its own.
static void find_elements(const Group *g, const Insn *in, int i, u8 *regs)
{
    const Fragment *f = &in->fragment;
    for (int lane = 0; lane < LANES; lane++) {
        u64 base = 0;
        u32 stride;
        if (in->a >= 0)
            base = lane_bits(g->frame->regs, in->a, f->wide ? 8 : 4, (u32)lane);
        memcpy(&stride, g->frame->regs + in->b + (size_t)lane * 4, 4);
        u64 line = (u64)line_of(f, i, lane), at = (u64)place_in(f, i, lane);
        u64 element = f->across ? at * stride + line : line * stride + at;
        u64 address = base + element * f->bytes;
        memcpy(regs + WHERE + (size_t)lane * 8, &address, 8);
    }
}

// Moves `bytes` bytes of each lane between a fragment's register, from its byte `at`, and one of the access.
static void move_bytes(u8 *reg, u8 *data, int reg_bytes, int at, int bytes, bool load)
{
    for (int lane = 0; lane < LANES; lane++) {
        size_t of_lane = (size_t)lane * (size_t)reg_bytes;
        u8 *r = reg + of_lane + at, *d = data + of_lane;
        memcpy(load ? r : d, load ? d : r, (size_t)bytes);
    }
}

// Does wmma.load and wmma.store as ordinary accesses, each for a run of every lane, or for one element if runs lie across memory.
static bool move_tile(SimWorker *w, Warp *warp, const Group *g, const Insn *in)
{
    const Fragment *f = &in->fragment;
    bool load = in->kind == K_TILE_LOAD;
    _Alignas(64) u8 regs[REGS] = {0};
    Frame frame = {.regs = regs, .local_base = g->frame->local_base};
    Group own = *g;
    own.frame = &frame;
    int reg_bytes = reg_bytes_of(f), step = fragment_step(f);
    int bytes = f->across ? f->bytes : reg_bytes, parts = f->across ? 1 : f->run / f->packed;
    Insn part = {.kind = load ? K_LOAD : K_STORE,
                 .guard = NONE,
                 .a = WHERE,
                 .list = {FIRST, SECOND},
                 .access = {.offset = f->offset,
                            .space = f->space,
                            .in_frame = f->in_frame,
                            .wide = true,
                            .bytes = (u8)bytes,
                            .count = (u8)parts,
                            .batches = 1,
                            .reg_bytes = (u8)reg_bytes}};
    for (int i = 0; i < f->count; i += step) {
        find_elements(g, in, i, regs);
        int at = f->across ? i % f->packed * f->bytes : 0;
        for (int k = 0; k < parts && !load; k++)
            move_bytes(g->frame->regs + in->list[i / f->packed + k], regs + part.list[k], reg_bytes,
                       at, bytes, false);
        if (!access_memory(w, warp, &own, &part, FULL))
            return false;
        for (int k = 0; k < parts && load; k++)
            move_bytes(g->frame->regs + in->list[i / f->packed + k], regs + part.list[k], reg_bytes,
                       at, bytes, true);
        part.access.batches = 0; // all parts wait together
    }
    int different = f->count / f->packed;
    for (int r = different; r < f->registers && load; r++)
        memcpy(g->frame->regs + in->list[r], g->frame->regs + in->list[r - different],
               (size_t)reg_bytes * LANES);
    return true;
}

// ---- Multiplication ------------------------------------------------------------------------------------------------

// Returns element i of a fragment that has no type of 8 bytes, as bits.
static inline u32 element_bits(const u8 *regs, const Insn *in, int i, int lane)
{
    const Fragment *f = &in->fragment;
    u32 bits;
    memcpy(&bits, regs + in->list[i / f->packed] + (size_t)lane * 4, 4);
    return bits >> (8 * f->bytes * (i % f->packed));
}

static inline float element_value(MatrixType type, u32 bits)
{
    enum { TF32_BITS = 0xffffe000 }; // sign, exponent and ten bits of the mantissa
    switch (type) {
    case M_F16: return f16_to_f32((u16)bits);
    case M_BF16: return bf16_to_f32((u16)bits);
    case M_TF32: return f32_of(bits & (u32)TF32_BITS);
    case M_S8: return (float)(int8_t)bits;
    case M_U8: return (float)(u8)bits;
    default: return f32_of(bits);
    }
}

// Writes a fragment's values to a matrix, whose lines are `by_line` apart, and the elements in a line `by_place`. The type is a
// constant for the compiler, so that its loop has no choices.
static inline __attribute__((always_inline)) void read_values_of(MatrixType type, const u8 *regs,
                                                                 const Insn *in, int by_line,
                                                                 int by_place, float *values)
{
    const Fragment *f = &in->fragment;
    for (int i = 0; i < f->count; i++) {
        const u32 *reg = (const u32 *)(const void *)(regs + in->list[i / f->packed]);
        float *first = &values[line_of(f, i, 0) * by_line + place_in(f, i, 0) * by_place];
        int shift = 8 * f->bytes * (i % f->packed), by_run = f->run * by_place;
        for (int line = 0; line < 8; line++)
            for (int k = 0; k < 4; k++)
                first[line * by_line + k * by_run] =
                    element_value(type, reg[line * 4 + k] >> shift);
    }
}

static void read_values(const u8 *regs, const Insn *in, int by_line, int by_place, float *values)
{
    switch ((MatrixType)in->fragment.type) {
    case M_F16: read_values_of(M_F16, regs, in, by_line, by_place, values); break;
    case M_BF16: read_values_of(M_BF16, regs, in, by_line, by_place, values); break;
    case M_TF32: read_values_of(M_TF32, regs, in, by_line, by_place, values); break;
    case M_S8: read_values_of(M_S8, regs, in, by_line, by_place, values); break;
    case M_U8: read_values_of(M_U8, regs, in, by_line, by_place, values); break;
    default: read_values_of(M_F32, regs, in, by_line, by_place, values); break;
    }
}

static u32 integer_sum(u32 c, float products, bool saturate)
{
    i64 sum = (i64)(i32)c + (i64)products;
    if (saturate)
        sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
    return (u32)sum;
}

// Does all types but f64. The products of 8-bit integers, 32 at most, have sums that fit a float; C is added to them.
static void multiply(u8 *regs, const Insn *d, int m, int n, int k)
{
    const Insn *a = d - 3, *b = d - 2, *c = d - 1;
    float left[TILE] = {0}, right[TILE] = {0}, sums[TILE] = {0}; // (m, k), (k, n), (m, n)
    bool integers = d->fragment.type == M_S32;
    read_values(regs, a, k, 1, left);
    read_values(regs, b, 1, n, right);
    if (!integers)
        read_values(regs, c, n, 1, sums);
    for (int row = 0; row < m; row++)
        for (int column = 0; column < n; column += 8) { // eight sums stay in the host's registers
            float eight[8], *to = &sums[row * n + column];
            memcpy(eight, to, sizeof eight);
            for (int i = 0; i < k; i++)
                for (int e = 0; e < 8; e++)
                    eight[e] += left[row * k + i] * right[i * n + column + e];
            memcpy(to, eight, sizeof eight);
        }
    const Fragment *f = &d->fragment;
    for (int i = 0; i < f->count; i++) {
        const float *first = &sums[line_of(f, i, 0) * n + place_in(f, i, 0)];
        for (int lane = 0; lane < LANES; lane++) {
            float sum = first[lane / 4 * n + lane % 4 * f->run];
            u8 *to = regs + d->list[i / f->packed] + (size_t)lane * 4;
            u32 bits = f->type == M_F16 ? f16_from_f32(sum) : f32_bits(f32_canonical(sum));
            if (integers)
                bits = integer_sum(element_bits(regs, c, i, lane), sum, f->saturate);
            memcpy(to + (size_t)(i % f->packed) * f->bytes, &bits, f->bytes);
        }
    }
}

static void read_doubles(const u8 *regs, const Insn *in, int width, double *values)
{
    const Fragment *f = &in->fragment;
    for (int i = 0; i < f->count; i++)
        for (int lane = 0; lane < LANES; lane++)
            memcpy(&values[line_of(f, i, lane) * width + place_in(f, i, lane)],
                   regs + in->list[i] + (size_t)lane * 8, 8);
}

static void multiply_doubles(u8 *regs, const Insn *d, int n, int k)
{
    double left[TILE] = {0}, right[TILE] = {0}, sums[TILE] = {0}; // (m, k), (n, k), (m, n)
    const Fragment *f = &d->fragment;
    read_doubles(regs, d - 3, k, left);
    read_doubles(regs, d - 2, k, right);
    read_doubles(regs, d - 1, n, sums);
    for (int i = 0; i < f->count; i++)
        for (int lane = 0; lane < LANES; lane++) {
            int row = line_of(f, i, lane), column = place_in(f, i, lane);
            double sum = sums[row * n + column];
            for (int j = 0; j < k; j++)
                sum = fma(left[row * k + j], right[column * k + j], sum);
            memcpy(regs + d->list[i] + (size_t)lane * 8, &sum, 8);
        }
}

bool matrix_run(SimWorker *w, Warp *warp, const Group *g, const Insn *in, u32 mask)
{
    if (mask != FULL) {
        fault_at(w, warp, __builtin_ctz(mask), g->pc, SIM_TRAP,
                 "Matrix instruction that not all 32 lanes of the warp execute together");
        return false;
    }
    if (in->kind != K_MATRIX)
        return move_tile(w, warp, g, in);
    int m = in->fragment.eights * 8, n = in->fragment.count * LANES / m;
    const Fragment *a = &in[-3].fragment;
    int k = a->count * LANES / m;
    if (in->fragment.type == M_F64)
        multiply_doubles(g->frame->regs, in, n, k);
    else
        multiply(g->frame->regs, in, m, n, k);
    return true;
}
