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
// Integers are exact; f64 is fma in the order of k. NVIDIA does not say how sums of f16, bf16 and tf32 are rounded, so an H200 was
// asked (tests/gpu/bits.sh). All products of an instruction and C, up to 17 terms, are added at once: each is shifted to the
// largest exponent, or to -133 if that is larger, and cut to 25 bits behind the point, then the sum is exact. It is cut to f32, or
// rounded to f16.
//
//     1.5 2^3 * 1.25 2^2 + 1.0 2^-24   exponents 5 and -24; cut to multiples of 2^(5 - 25): the second becomes 0
//
// A warpgroup's products of 8-bit floats, up to 33 terms, are cut to 13 bits behind the point, and so is a sum in f32. Of a sparse A
// only the elements that are there count.

#include "machine/alu/alu.h"
#include "machine/machine.h"

#include <string.h>

enum { MOST = 32, DEPTH = 64 }; // no lane has more elements; no line of A or B is longer
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
        u32 stride = lane_u32(g->frame->regs + in->b, lane);
        if (in->a >= 0)
            base = lane_bits(g->frame->regs, in->a, f->wide ? 8 : 4, (u32)lane);
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

// A register of a tile has eight rows, of one piece of 16 bytes or of two.
enum { PIECE = 16, ROWS = 8 };

bool lanes_alike(const u8 *reg, int bytes, u64 *value)
{
    u64 differ = 0;
    *value = 0;
    memcpy(value, reg, (size_t)bytes);
    const u32 *v4 = (const u32 *)(const void *)reg;
    const u64 *v8 = (const u64 *)(const void *)reg;
    for (int l = 0; l < LANES; l++)
        differ |= bytes == 4 ? v4[l] ^ v4[0] : v8[l] ^ v8[0];
    return differ == 0;
}

// Does a load whose eight rows lie in shared memory as they lie in the registers: row by row, in pieces of 16 bytes. It counts
// what the ordinary accesses of move_tile would. False: the load is not of that kind, and nothing was done.
static bool load_rows(SimWorker *w, Warp *warp, const Group *g, const Insn *in)
{
    const Fragment *f = &in->fragment;
    int row_bytes = 4 * reg_bytes_of(f); // in a register
    u64 base = 0, stride, size = w->launch->shared_total;
    if (w->watched || f->across || f->run != f->packed || f->in_frame ||
        (f->space != SIM_SPACE_SHARED && f->space != SIM_SPACE_GENERIC) ||
        !lanes_alike(g->frame->regs + in->b, 4, &stride) ||
        (in->a >= 0 && !lanes_alike(g->frame->regs + in->a, f->wide ? 8 : 4, &base)))
        return false;
    base += (u64)f->offset - (f->space == SIM_SPACE_GENERIC ? SHARED_WINDOW : 0);
    stride *= f->bytes;
    int last_row = f->eights * ROWS - 1, across = f->count / f->run / f->eights;
    if ((base | stride) % PIECE || base >= size ||
        base + (u64)last_row * stride + (u64)(across * row_bytes) > size)
        return false;
    u32 offset[LANES] = {0};
    int pieces = row_bytes / PIECE;
    for (int i = 0; i < ROWS * pieces; i++)
        offset[i] = (u32)(base + (u64)(i / pieces) * stride) + (u32)(i % pieces * PIECE);
    BankCount banks = count_banks(offset, (1u << (ROWS * pieces)) - 1, PIECE, false);
    SimCount *c = &w->counts[landing(w, g->pc, SIM_SPACE_SHARED)];
    int different = f->count / f->run;
    c->requests += (u64)different;
    c->wavefronts += (u64)(different * banks.wavefronts);
    c->ideal += (u64)(different * banks.ideal);
    c->bytes += (u64)(different * banks.bytes);
    warp->cycles += (u64)(different * (banks.wavefronts - banks.ideal));
    for (int r = 0; r < f->registers; r++) {
        int own = r % different;
        const u8 *from = w->shared + base + (u64)(ROWS * (own % f->eights)) * stride +
                         (u64)(own / f->eights * row_bytes);
        u8 *to = g->frame->regs + in->list[r];
        for (int row = 0; row < ROWS; row++, from += stride, to += row_bytes) {
            memcpy(to, from, PIECE);
            if (row_bytes > PIECE)
                memcpy(to + PIECE, from + PIECE, PIECE);
        }
    }
    return true;
}

// Returns the ordinary access that moves a part of a tile: `count` elements of `bytes` bytes for each lane.
static Insn part_of(const Insn *in, i32 address, int bytes, int count, int reg_bytes)
{
    const Fragment *f = &in->fragment;
    return (Insn){.kind = in->kind == K_TILE_LOAD ? K_LOAD : K_STORE,
                  .guard = NONE,
                  .a = address,
                  .access = {.offset = f->offset,
                             .space = f->space,
                             .in_frame = f->in_frame,
                             .wide = true,
                             .bytes = (u8)bytes,
                             .count = (u8)count,
                             .batches = 1,
                             .reg_bytes = (u8)reg_bytes}};
}

// Does wmma.load and wmma.store as ordinary accesses, each for a run of every lane, or for one element if runs lie across memory.
static bool move_tile(SimWorker *w, Warp *warp, const Group *g, const Insn *in)
{
    const Fragment *f = &in->fragment;
    bool load = in->kind == K_TILE_LOAD;
    if (load && load_rows(w, warp, g, in))
        return true;
    _Alignas(64) u8 regs[REGS] = {0};
    Frame frame = {.regs = regs, .local_base = g->frame->local_base};
    Group own = *g;
    own.frame = &frame;
    int reg_bytes = reg_bytes_of(f), step = fragment_step(f);
    int bytes = f->across ? f->bytes : reg_bytes, parts = f->across ? 1 : f->run / f->packed;
    Insn part = part_of(in, WHERE, bytes, parts, reg_bytes);
    part.list[0] = FIRST;
    part.list[1] = SECOND;
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

// Does ldmatrix and stmatrix: one access, 16 bytes for each row. Eight lanes have the addresses of a matrix's rows.
static bool move_rows(SimWorker *w, Warp *warp, const Group *g, const Insn *in)
{
    enum { WORD = 4 * LANES, ADDRESSES = 4 * WORD }; // a row is four words
    const Fragment *f = &in->fragment;
    bool load = in->kind == K_TILE_LOAD;
    _Alignas(64) u8 regs[ADDRESSES + 8 * LANES] = {0};
    Frame frame = {.regs = regs, .local_base = g->frame->local_base};
    Group own = *g;
    own.frame = &frame;
    int rows = f->eights * ROWS;
    for (int lane = 0; lane < rows && in->a >= 0; lane++) {
        u64 address = lane_bits(g->frame->regs, in->a, f->wide ? 8 : 4, (u32)lane);
        memcpy(regs + ADDRESSES + (size_t)lane * 8, &address, 8);
    }
    Insn access = part_of(in, ADDRESSES, 4, 4, 4);
    for (int k = 0; k < 4; k++)
        access.list[k] = k * WORD;
    u32 mask = rows == LANES ? FULL : (1u << rows) - 1;
    if (load && !access_memory(w, warp, &own, &access, mask))
        return false;
    for (int i = 0; i < f->count; i++)
        for (int lane = 0; lane < LANES; lane++) {
            int line = line_of(f, i, lane), at = place_in(f, i, lane);
            int row = f->across ? line / ROWS * ROWS + at : line;
            int column = f->across ? line % ROWS : at;
            u8 *memory = regs + (size_t)(column / 2 * WORD + row * 4 + column % 2 * 2);
            u8 *reg = g->frame->regs + in->list[i / 2] + (size_t)(lane * 4 + i % 2 * 2);
            memcpy(load ? reg : memory, load ? memory : reg, 2);
        }
    return load || access_memory(w, warp, &own, &access, mask);
}

// ---- Multiplication ------------------------------------------------------------------------------------------------

// E4M3 has the sign, exponent and mantissa of a half whose exponent's bias is less by 8; its last number is NaN.
static inline float e4m3_value(u8 bits)
{
    u16 half = (u16)((bits & 0x80) << 8 | (bits & 0x7f) << 7);
    return (bits & 0x7f) == 0x7f ? NAN : f16_to_f32(half) * 0x1p8f;
}

static inline float element_value(MatrixType type, u32 bits)
{
    enum { TF32_BITS = 0xffffe000 }; // sign, exponent and ten bits of the mantissa
    switch (type) {
    case M_F16: return f16_to_f32((u16)bits);
    case M_BF16: return bf16_to_f32((u16)bits);
    case M_TF32: return f32_of(bits & (u32)TF32_BITS);
    case M_E4M3: return e4m3_value((u8)bits);
    case M_E5M2: return f16_to_f32((u16)(bits << 8)); // a half's upper byte
    case M_S8: return (float)(int8_t)bits;
    case M_U8: return (float)(u8)bits;
    default: return f32_of(bits);
    }
}

// Writes a fragment's values: element i of lane l to values[i][l]. The type is a constant for the compiler, so that its loop has
// no choices.
static inline __attribute__((always_inline)) void read_values_of(MatrixType type, const u8 *regs,
                                                                 const Insn *in,
                                                                 float (*values)[LANES])
{
    const Fragment *f = &in->fragment;
    for (int i = 0; i < f->count; i++) {
        const u32 *reg = (const u32 *)(const void *)(regs + in->list[i / f->packed]);
        int shift = 8 * f->bytes * (i % f->packed);
        for (int l = 0; l < LANES; l++)
            values[i][l] = element_value(type, reg[l] >> shift);
    }
}

static void read_values(const u8 *regs, const Insn *in, float (*values)[LANES])
{
    switch ((MatrixType)in->fragment.type) {
    case M_F16: read_values_of(M_F16, regs, in, values); break;
    case M_BF16: read_values_of(M_BF16, regs, in, values); break;
    case M_TF32: read_values_of(M_TF32, regs, in, values); break;
    case M_E4M3: read_values_of(M_E4M3, regs, in, values); break;
    case M_E5M2: read_values_of(M_E5M2, regs, in, values); break;
    case M_S8: read_values_of(M_S8, regs, in, values); break;
    case M_U8: read_values_of(M_U8, regs, in, values); break;
    default: read_values_of(M_F32, regs, in, values); break;
    }
}

// The left side of a product: A's values, and which of them are there at all.
typedef struct {
    Fragment fragment;
    float values[MOST][LANES];
    u32 present
        [MOST]; // bit l: lane l's element is one of the matrix; a sparse one has half of them
} Left;

// Returns which metadata a row of a sparse matrix has for its group g of elements: four bits. One, two or four lanes of the row have all
// of it. A lane has four groups of the row in its lower half, and four of the row eight further in its upper half. With 8-bit
// elements it has eight groups of one row: a lane with an even number of the first rows, one with an odd number of the others.
static u32 metadata_of(const u32 *metadata, int selector, int groups, bool small, int row, int g)
{
    int lanes = small ? groups / 8 * 2 : groups / 4, first = lanes == 4 ? 0 : lanes * selector;
    int lane = first + (small ? g / 8 * 2 + row / ROWS : g / 4);
    int bit = small ? g % 8 * 4 : g % 4 * 4 + 16 * (row / ROWS);
    return metadata[row % ROWS * 4 + lane] >> bit & 15;
}

// Puts the elements of a sparse matrix where they are in their rows. Of four elements two are there, each with two bits of metadata
// that say which; of two elements of tf32 one.
static void spread(const u8 *regs, const Insn *d, Left *a)
{
    const u32 *metadata = (const u32 *)(const void *)(regs + d->a);
    const Fragment packed = a->fragment;
    Fragment *f = &a->fragment;
    float values[MOST][LANES];
    memcpy(values, a->values, sizeof values);
    memset(a->values, 0, sizeof a->values);
    memset(a->present, 0, sizeof a->present);
    f->count *= 2;
    bool single = f->type == M_TF32;
    int kept = single ? 1 : 2, groups = packed.count * LANES / (ROWS * packed.eights) / kept;
    for (int i = 0; i < packed.count; i++)
        for (int lane = 0; lane < LANES; lane++) {
            int row = line_of(&packed, i, lane), at = place_in(&packed, i, lane), g = at / kept;
            u32 which = metadata_of(metadata, d->fragment.selector, groups, f->bytes == 1, row, g);
            int to = 2 * kept * g + (int)(single ? which >> 1 & 1 : which >> 2 * (at % 2) & 3);
            int chunk = to / (4 * f->run), run = to / f->run % 4;
            int element = (chunk * f->eights + row / ROWS) * f->run + to % f->run;
            a->values[element][row % ROWS * 4 + run] = values[i][lane];
            a->present[element] |= 1u << (row % ROWS * 4 + run);
        }
}

static void read_left(const u8 *regs, const Insn *d, Left *a)
{
    a->fragment = d[-3].fragment;
    memset(a->present, 0xff, sizeof a->present);
    read_values(regs, d - 3, a->values);
    if (d->fragment.sparse)
        spread(regs, d, a);
}

static u32 integer_sum(u32 c, float products, bool saturate)
{
    i64 sum = (i64)(i32)c + (i64)products;
    if (saturate)
        sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
    return (u32)sum;
}

// Sums stay as they lie in registers: two elements of C are 8 rows of 8 columns. The first holds the columns 0, 2, 4, 6 of each
// row side by side, the second 1, 3, 5, 7. So a row is two halves, and B is brought into the same order:
enum { SQUARE = 8, HALF = 4 };
#ifdef __clang__
#define UNROLLED _Pragma("unroll")
#else
#define UNROLLED _Pragma("GCC unroll 8")
#endif
typedef float Row __attribute__((vector_size(4 * SQUARE)));
typedef double HalfRow __attribute__((vector_size(8 * HALF)));

// Returns which lane has column i of a row of B's square, in this order, if its place in the line is that of lane 0.
static inline int lane_of_column(int i)
{
    return 4 * (2 * (i % HALF) + i / HALF);
}

// Writes where the values of a line's k elements lie, in steps of one lane's value of one element, from the first lane and element
// of a group of eight lines.
static void find_places(const Fragment *f, int k, int *place)
{
    for (int element = 0; k > 0; element += f->run * f->eights)
        for (int lane = 0; lane < 4; lane++)
            for (int e = 0; e < f->run; e++, k--)
                *place++ = (element + e) * LANES + lane;
}

// Adds products to 8 rows of 8 columns. left, place: elements of A; right: (k) rows of B. Eight rows at once, since the host begins
// another sum while one is unfinished.
static inline void add_square(const float *left, const int *place, const Row *right, int k,
                              float *even, float *odd)
{
    Row sum[SQUARE];
    UNROLLED for (int r = 0; r < SQUARE; r++)
    {
        memcpy(&sum[r], even + (size_t)r * HALF, sizeof(Row) / 2);
        memcpy((float *)&sum[r] + HALF, odd + (size_t)r * HALF, sizeof(Row) / 2);
    }
    for (int i = 0; i < k; i++)
        UNROLLED for (int r = 0; r < SQUARE; r++) sum[r] += left[place[i] + r * 4] * right[i];
    UNROLLED for (int r = 0; r < SQUARE; r++)
    {
        memcpy(even + (size_t)r * HALF, &sum[r], sizeof(Row) / 2);
        memcpy(odd + (size_t)r * HALF, (float *)&sum[r] + HALF, sizeof(Row) / 2);
    }
}

// Numbers as their sum needs them: with exponents, biased by 127. Subnormal numbers have the least one. Zero has none here, and so
// have infinity and NaN, whose value is 0.
typedef struct {
    double value[MOST][LANES];
    i32 exponent[MOST][LANES];
} Terms;
enum { NO_EXPONENT = -1024, POINT = 25, NARROW_POINT = 13 };

// Makes terms of a fragment's values. Returns whether all are finite. narrow: E4M3 is not made f16, in which its subnormals are normal.
static bool make_terms(float (*values)[LANES], const Fragment *f, bool narrow, Terms *t)
{
    i32 least = 1, largest = 0;
    if (f->type == M_F16 || f->type == M_E5M2 || f->type == M_E4M3)
        least = f->type == M_E4M3 && narrow ? 121 : 113;
    for (int i = 0; i < f->count; i++)
        for (int l = 0; l < LANES; l++) {
            i32 exponent = (i32)(f32_bits(values[i][l]) >> 23 & 255);
            bool none = values[i][l] == 0 || exponent == 255;
            t->value[i][l] = none ? 0 : values[i][l];
            t->exponent[i][l] = none ? NO_EXPONENT : exponent < least ? least : exponent;
            largest = exponent > largest ? exponent : largest;
        }
    return largest < 255;
}

// What a product multiplies. finite: neither side has infinity or NaN.
typedef struct {
    Left left;
    float columns[MOST][LANES];
    Terms of_a, of_b;
    bool finite;
} Factors;

static void read_factors(const u8 *regs, const Insn *d, Factors *x)
{
    read_left(regs, d, &x->left);
    read_values(regs, d - 2, x->columns);
    bool narrow = d->fragment.narrow,
         finite = make_terms(x->left.values, &x->left.fragment, narrow, &x->of_a);
    x->finite = make_terms(x->columns, &d[-2].fragment, narrow, &x->of_b) && finite;
}

typedef i32 IntRow __attribute__((vector_size(4 * SQUARE)));
typedef i32 HalfInts __attribute__((vector_size(4 * HALF)));
typedef i64 HalfLongs __attribute__((vector_size(8 * HALF)));
typedef u64 HalfWords __attribute__((vector_size(8 * HALF)));

// Terms of a row of eight columns.
typedef struct {
    HalfRow value[2];
    IntRow exponent;
} RowTerms;

// Makes each of a the larger one of a and b.
static inline void take_larger(IntRow *a, const IntRow *b)
{
    IntRow keep = *a > *b;
    *a = (*a & keep) | (*b & ~keep);
}

// Writes 2^n for each n, and 2^-n.
static inline void write_powers(const HalfLongs *n, HalfRow *powers, HalfRow *inverse)
{
    HalfWords bits = (HalfWords)(*n + 1023) << 52;
    memcpy(powers, &bits, sizeof bits);
    bits = (HalfWords)(1023 - *n) << 52;
    memcpy(inverse, &bits, sizeof bits);
}

// Adds the products of a row of A and eight columns of B to C. value, exponent: from the row's first element.
static inline void add_row(const double *value, const i32 *exponent, const int *place,
                           const RowTerms *right, int k, const RowTerms *c, int point,
                           HalfRow sums[2])
{
    enum {
        TOGETHER = 8,
        BIAS = 2 * 127,
        LEAST_TOP = BIAS - 133
    }; // so many products surely fit 31 bits
    IntRow top = (IntRow){0} + LEAST_TOP, next = c->exponent + 127;
    take_larger(&top, &next);
    for (int i = 0; i < k; i++) {
        next = exponent[place[i]] + right[i].exponent;
        take_larger(&top, &next);
    }
    for (size_t h = 0; h < 2; h++) {
        HalfInts top_half;
        memcpy(&top_half, (i32 *)&top + h * HALF, sizeof top_half);
        HalfLongs power = __builtin_convertvector(top_half, HalfLongs) - BIAS - point;
        HalfRow scale, unit;
        write_powers(&power, &unit, &scale);
        HalfRow sum = __builtin_convertvector(
            __builtin_convertvector(c->value[h] * scale, HalfInts), HalfRow);
        for (int first = 0; first < k; first += TOGETHER) {
            HalfInts part = {0};
            for (int i = first; i < first + TOGETHER && i < k; i++)
                part +=
                    __builtin_convertvector(value[place[i]] * right[i].value[h] * scale, HalfInts);
            sum += __builtin_convertvector(part, HalfRow);
        }
        sums[h] = sum * unit;
    }
}

// Returns a number cut to 24 bits, or to 14 if it is `narrow`; to fewer if it is subnormal in f32.
static inline float cut_sum(double x, bool narrow)
{
    float y = cut_f32(x);
    u32 bits = f32_bits(y) - (fabs(x) < 0x1p-126 && fabs((double)y) > fabs(x));
    return f32_of(narrow ? bits & ~0x3ffu : bits);
}

// A sum with infinity or NaN among its terms is what the host makes of it: the doubles of finite terms do not overflow.
static void add_infinities(const Insn *d, const Factors *x, const int *place_a, const int *place_b,
                           int k, float (*c)[LANES], double (*sums)[LANES])
{
    const Left *left = &x->left;
    const Fragment *f = &d->fragment, *fa = &left->fragment, *fb = &d[-2].fragment;
    for (int i = 0; i < f->count; i++)
        for (int lane = 0; lane < LANES; lane++) {
            int row = line_of(f, i, lane), column = place_in(f, i, lane);
            int first = row / ROWS * fa->run * LANES + row % ROWS * 4;
            const float *b =
                x->columns[(size_t)(column / ROWS) * fb->run] + (size_t)(column % ROWS) * 4;
            double sum = c[i][lane];
            for (int j = 0; j < k; j++) {
                int at = first + place_a[j];
                if (left->present[at / LANES] >> at % LANES & 1)
                    sum += (double)left->values[at / LANES][at % LANES] * b[place_b[j]];
            }
            if (!isfinite(sum))
                sums[i][lane] = sum;
        }
}

// Rounds sums to f16, or cuts them to f32. What becomes 0 is +0.
static void write_sums(u8 *regs, const Insn *d, double (*sums)[LANES])
{
    const Fragment *f = &d->fragment;
    for (int i = 0; i < f->count; i++) {
        u8 *to = regs + d->list[i / f->packed] + (size_t)(i % f->packed) * f->bytes;
        for (int lane = 0; lane < LANES && f->type == M_F16; lane++) {
            u16 bits = f16_from_f32(odd_f32(sums[i][lane]));
            bits = bits & 0x7fff ? bits : 0;
            memcpy(to + (size_t)lane * 4, &bits, sizeof bits);
        }
        for (int lane = 0; lane < LANES && f->type == M_F32; lane++) {
            float sum = f32_canonical(cut_sum(sums[i][lane], f->narrow));
            sum = sum == 0 ? 0 : sum;
            memcpy(to + (size_t)lane * 4, &sum, sizeof sum);
        }
    }
}

// Adds the products of k elements to C. place_a, place_b: where in their lines they are.
static void add_products(const Insn *d, const Factors *x, const int *place_a, const int *place_b,
                         int k, float (*addends)[LANES], double (*sums)[LANES])
{
    const Fragment *f = &d->fragment, *fa = &x->left.fragment, *fb = &d[-2].fragment;
    Terms of_c;
    bool finite = make_terms(addends, &d[-1].fragment, false, &of_c) && x->finite;
    int point = f->narrow ? NARROW_POINT : POINT;
    for (int square = 0; square < fb->eights; square++) { // eight columns of B
        RowTerms right[DEPTH];
        const double *first = x->of_b.value[(size_t)square * fb->run];
        const i32 *exponents = x->of_b.exponent[(size_t)square * fb->run];
        for (int i = 0; i < k; i++)
            for (int e = 0; e < SQUARE; e++) {
                int at = place_b[i] + lane_of_column(e);
                right[i].value[e / HALF][e % HALF] = first[at];
                right[i].exponent[e] = exponents[at];
            }
        for (int r = 0; r < f->eights * ROWS; r++) {
            int of_left = r / ROWS * fa->run, at = r % ROWS * 4;
            int pair = (square * f->eights + r / ROWS) * 2, lane = r % ROWS * HALF; // in C and D
            RowTerms start;
            for (int h = 0; h < 2; h++) {
                memcpy(&start.value[h], &of_c.value[pair + h][lane], sizeof(HalfRow));
                memcpy((i32 *)&start.exponent + (size_t)h * HALF, &of_c.exponent[pair + h][lane],
                       sizeof(HalfInts));
            }
            HalfRow sum[2];
            add_row(&x->of_a.value[of_left][at], &x->of_a.exponent[of_left][at], place_a, right, k,
                    &start, point, sum);
            for (int h = 0; h < 2; h++)
                memcpy(&sums[pair + h][lane], &sum[h], sizeof(HalfRow));
        }
    }
    if (!finite)
        add_infinities(d, x, place_a, place_b, k, addends, sums);
}

// Does mma with 8-bit floats, for which an H200 has no instruction: ptxas makes two of f16 (nvdisasm shows them). The first adds the
// elements that lie in the lower halves of A's registers, the second adds the others to that; then comes C, by an ordinary addition.
static void multiply_by_halves(const Insn *d, const Factors *x, const int *place_a,
                               const int *place_b, int k, float (*addends)[LANES],
                               double (*sums)[LANES])
{
    float carried[MOST][LANES] = {0};
    for (int half = 0; half < 2; half++) {
        int some_a[DEPTH], some_b[DEPTH], count = 0;
        for (int i = 0; i < k; i++)
            if ((d->fragment.sparse ? i / 4 % 2 : i / 2 % 2) == half) {
                some_a[count] = place_a[i];
                some_b[count++] = place_b[i];
            }
        add_products(d, x, some_a, some_b, count, carried, sums);
        for (int i = 0; i < d->fragment.count; i++)
            for (int lane = 0; lane < LANES; lane++)
                carried[i][lane] = cut_sum(sums[i][lane], false);
    }
    for (int i = 0; i < d->fragment.count; i++)
        for (int lane = 0; lane < LANES; lane++)
            sums[i][lane] = carried[i][lane] + addends[i][lane];
}

// Does f16, bf16, tf32 and 8-bit floats.
static void multiply_floats(u8 *regs, const Insn *d, int k)
{
    Factors x;
    float addends[MOST][LANES];
    double sums[MOST][LANES] = {0};
    int place_a[DEPTH], place_b[DEPTH];
    read_factors(regs, d, &x);
    read_values(regs, d - 1, addends);
    find_places(&x.left.fragment, k, place_a);
    find_places(&d[-2].fragment, k, place_b);
    bool small = x.left.fragment.type == M_E4M3 || x.left.fragment.type == M_E5M2;
    if (small && !d->fragment.narrow)
        multiply_by_halves(d, &x, place_a, place_b, k, addends, sums);
    else
        add_products(d, &x, place_a, place_b, k, addends, sums);
    write_sums(regs, d, sums); // all is read by now: D may have registers of A, B and C
}

// Does 8-bit integers. At most 64 products have sums that fit a float; C is added to them.
static void multiply_integers(u8 *regs, const Insn *d, int k)
{
    const Insn *b = d - 2, *c = d - 1;
    Left left;
    const Fragment *f = &d->fragment, *fa = &left.fragment, *fb = &b->fragment;
    float columns[MOST][LANES], sums[MOST][LANES] = {0};
    u32 addends[LIST][LANES];
    read_left(regs, d, &left);
    read_values(regs, b, columns);
    for (int i = 0; i < f->count; i++)
        memcpy(addends[i], regs + c->list[i], sizeof addends[i]);
    int place_a[DEPTH], place_b[DEPTH];
    find_places(fa, k, place_a);
    find_places(fb, k, place_b);
    for (int square = 0; square < fb->eights; square++) { // eight columns of B
        Row right[DEPTH];
        const float *first = columns[(size_t)square * fb->run];
        for (int i = 0; i < k; i++)
            UNROLLED for (int e = 0; e < SQUARE; e++) right[i][e] =
                first[place_b[i] + lane_of_column(e)];
        for (int rows = 0; rows < f->eights; rows++) {
            float(*to)[LANES] = &sums[(size_t)(square * f->eights + rows) * 2];
            add_square(left.values[(size_t)rows * fa->run], place_a, right, k, to[0], to[1]);
        }
    }
    // All is read by now: D may have registers of A, B and C.
    for (int i = 0; i < f->count; i++)
        for (int lane = 0; lane < LANES; lane++) {
            u32 bits = integer_sum(addends[i][lane], sums[i][lane], f->saturate);
            memcpy(regs + d->list[i] + (size_t)lane * 4, &bits, sizeof bits);
        }
}

// Adds a b to c. gcc makes one instruction of the four where the host has it.
static inline void fma_halves(double a, const HalfRow *b, HalfRow *c)
{
    for (int e = 0; e < HALF; e++)
        (*c)[e] = fma(a, (*b)[e], (*c)[e]);
}

// The same for doubles: fma, and two vectors for a row. Four rows at once, for the host has registers for eight vectors and more.
static inline void add_doubles(const u8 *regs, const Insn *a, int rows, const HalfRow (*right)[2],
                               int k, double *even, double *odd)
{
    for (size_t first = 0; first < SQUARE; first += HALF) {
        HalfRow sum[HALF][2];
        UNROLLED for (size_t r = 0; r < HALF; r++)
        {
            memcpy(&sum[r][0], even + (first + r) * HALF, sizeof(HalfRow));
            memcpy(&sum[r][1], odd + (first + r) * HALF, sizeof(HalfRow));
        }
        for (int i = 0; i < k; i++) {
            i32 reg = a->list[i / 4 * a->fragment.eights + rows];
            const double *column = (const double *)(const void *)(regs + reg) + i % 4 + first * 4;
            UNROLLED for (size_t r = 0; r < HALF; r++)
            {
                fma_halves(column[r * 4], &right[i][0], &sum[r][0]);
                fma_halves(column[r * 4], &right[i][1], &sum[r][1]);
            }
        }
        UNROLLED for (size_t r = 0; r < HALF; r++)
        {
            memcpy(even + (first + r) * HALF, &sum[r][0], sizeof(HalfRow));
            memcpy(odd + (first + r) * HALF, &sum[r][1], sizeof(HalfRow));
        }
    }
}

static void multiply_doubles(u8 *regs, const Insn *d, int k)
{
    const Fragment *f = &d->fragment;
    double sums[LIST][LANES];
    HalfRow right[MOST][2];
    for (int i = 0; i < f->count; i++)
        memcpy(sums[i], regs + d[-1].list[i], sizeof sums[i]);
    for (int i = 0; i < k; i++) { // eight columns, as in every shape of doubles
        const double *line = (const double *)(const void *)(regs + d[-2].list[i / 4]) + i % 4;
        for (int e = 0; e < SQUARE; e++)
            right[i][e / HALF][e % HALF] = line[lane_of_column(e)];
    }
    for (int rows = 0; rows < f->eights; rows++)
        add_doubles(regs, d - 3, rows, right, k, sums[(size_t)rows * 2],
                    sums[(size_t)rows * 2 + 1]);
    for (int i = 0; i < f->count; i++)
        memcpy(regs + d->list[i], sums[i], sizeof sums[i]);
}

void matrix_multiply(u8 *regs, const Insn *d)
{
    int k = d[-2].fragment.count * LANES /
            (d[-2].fragment.eights * ROWS); // of B, which is never sparse
    if (d->fragment.type == M_F64)
        multiply_doubles(regs, d, k);
    else if (d->fragment.type == M_S32)
        multiply_integers(regs, d, k);
    else
        multiply_floats(regs, d, k);
}

bool matrix_move(SimWorker *w, Warp *warp, const Group *g, const Insn *in)
{
    return in->fragment.by_lane ? move_rows(w, warp, g, in) : move_tile(w, warp, g, in);
}
