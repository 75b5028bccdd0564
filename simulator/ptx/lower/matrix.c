// matrix.c: lowers the instructions of tensor cores: wmma.load, wmma.store, wmma.mma, mma, ldmatrix, stmatrix and movmatrix.
//
// D = A B + C has four lists of registers, more than an instruction holds. So A, B and C are K_FRAGMENTs before the K_MATRIX,
// which has D. Which element a register holds, machine/matrix.c draws.

#include "ptx/lower/lower.h"

#include <string.h>

typedef enum { MATRIX_A, MATRIX_B, MATRIX_C } MatrixRole;

static const struct {
    const char *name;
    u8 bytes, packed; // of an element; elements of a register
    u8 sums;          // the MatrixTypes of C and D that A and B of this type go with, as bits
} types[MATRIX_TYPES] = {
    [M_F16] = {"f16", 2, 2, 1 << M_F16 | 1 << M_F32},
    [M_BF16] = {"bf16", 2, 2, 1 << M_F32},
    [M_TF32] = {"tf32", 4, 1, 1 << M_F32},
    [M_S8] = {"s8", 1, 4, 1 << M_S32},
    [M_U8] = {"u8", 1, 4, 1 << M_S32},
    [M_F64] = {"f64", 8, 1, 1 << M_F64},
    [M_F32] = {"f32", 4, 1, 0},
    [M_S32] = {"s32", 4, 1, 0},
};

typedef struct {
    int m, n, k;
} Shape;

static Shape take_shape(Lower *lo)
{
    static const struct {
        const char *name;
        Shape shape;
    } table[] = {{"m16n16k16", {16, 16, 16}}, {"m32n8k16", {32, 8, 16}}, {"m8n32k16", {8, 32, 16}},
                 {"m16n16k8", {16, 16, 8}},   {"m8n8k4", {8, 8, 4}},     {"m16n8k4", {16, 8, 4}},
                 {"m16n8k8", {16, 8, 8}},     {"m16n8k16", {16, 8, 16}}, {"m8n8k16", {8, 8, 16}},
                 {"m16n8k32", {16, 8, 32}}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (has_part(lo, table[i].name))
            return table[i].shape;
    refuse_statement(lo, "a matrix of a shape the simulator does not know");
    return (Shape){8, 8, 4};
}

// Takes the types that the mnemonic names, in their order. Returns how many there are.
static int take_types(Lower *lo, MatrixType *found, int most)
{
    int count = 0;
    for (int i = 0; i < lo->parts.count; i++)
        for (int t = 0; t < MATRIX_TYPES && count < most; t++)
            if (!lo->parts.used[i] && strcmp(lo->parts.text[i], types[t].name) == 0) {
                lo->parts.used[i] = true;
                found[count++] = (MatrixType)t;
            }
    return count;
}

// Sets the registers of a fragment, and which elements they hold.
static void take_fragment(Lower *lo, Insn *in, MatrixRole role, MatrixType type, Shape s,
                          const Operand *o)
{
    const bool written = in->kind == K_TILE_LOAD || in->kind == K_MATRIX;
    struct Fragment *f = &in->fragment;
    int lines = role == MATRIX_B ? s.n : s.m, length = role == MATRIX_C ? s.n : s.k;
    f->type = (u8)type;
    f->bytes = types[type].bytes;
    f->packed = types[type].packed;
    f->count = (u8)(lines * length / LANES);
    f->run = role == MATRIX_C ? 2 : f->packed;
    f->eights = (u8)(lines / 8);
    f->registers = (u8)o->count;
    int needed = f->count / f->packed;
    bool repeats = type == M_F16 && role != MATRIX_C && o->count == LIST;
    if (refuse_if(lo,
                  o->kind != O_VECTOR || needed > LIST || length % (4 * f->run) != 0 ||
                      (o->count != needed && !repeats),
                  "a matrix of a shape and a type the simulator does not know"))
        return;
    int bytes = f->bytes < 4 ? 4 : f->bytes;
    for (int i = 0; i < o->count && !has_failed(lo); i++) {
        need_width(lo, &o->items[i], bytes);
        in->list[i] =
            written ? destination_slot(lo, &o->items[i]) : source_slot(lo, &o->items[i], bytes);
    }
}

// Emits a load or store of a tile, whose modifiers are taken but for the space. It lies at the address of an ordinary access.
static Insn *emit_tile(Lower *lo, bool load, MatrixRole role, MatrixType type, Shape shape)
{
    const Operand *o = lo->s->operands;
    Insn *in = emit_insn(lo, load ? K_TILE_LOAD : K_TILE_STORE);
    Insn access = {.kind = load ? K_LOAD : K_STORE, .access = {.space = (u8)take_space(lo)}};
    all_parts_used(lo);
    lower_address(lo, &access, &o[load ? 1 : 0]);
    take_fragment(lo, in, role, type, shape, &o[load ? 0 : 1]);
    in->a = access.a;
    in->fragment.offset = access.access.offset;
    in->fragment.space = access.access.space;
    in->fragment.wide = access.access.wide;
    in->fragment.in_frame = access.access.in_frame;
    set_space(lo, in, (SimSpace)in->fragment.space);
    return in;
}

static void lower_tile(Lower *lo, bool load)
{
    const Statement *s = lo->s;
    if (!need_operands(lo, 2, 3))
        return;
    MatrixType type = M_F32;
    MatrixRole role = has_part(lo, "a") ? MATRIX_A : has_part(lo, "b") ? MATRIX_B : MATRIX_C;
    has_part(lo, load ? "c" : "d");
    Shape shape = take_shape(lo);
    bool rows = has_part(lo, "row"), known = rows || has_part(lo, "col");
    refuse_if(lo, take_types(lo, &type, 1) != 1 || !known,
              "a matrix of a type the simulator does not know");
    Insn *in = emit_tile(lo, load, role, type, shape);
    struct Fragment *f = &in->fragment;
    f->across = rows == (role == MATRIX_B); // a line of B is one of its columns
    int lines = f->eights * 8, length = f->count * LANES / lines;
    in->b = s->count == 3 ? source_slot(lo, &s->operands[2], 4)
                          : constant_slot(lo, (u64)(f->across ? lines : length), 4);
}

// Emits a part of a multiplication. Reports have no pipe for tensor cores; the instruction counts for that of FP32.
static Insn *emit_part(Lower *lo, InsnKind kind, MatrixRole role, MatrixType type, Shape shape,
                       const Operand *o)
{
    Insn *in = emit_insn(lo, kind);
    if (kind == K_FRAGMENT) {
        in->guard = NONE; // the K_MATRIX has it
        insn_info(lo, in)->slots = 0;
    }
    take_fragment(lo, in, role, type, shape, o);
    return in;
}

// Lowers mma.sync d, a, b, c with types D.A.B.C; wmma.mma with two types, D.C, has matrices of f16.
static void lower_multiplication(Lower *lo)
{
    const Operand *o = lo->s->operands;
    MatrixType t[4] = {M_F32, M_F32, M_F32, M_F32};
    if (!need_operands(lo, 4, 4))
        return;
    Shape shape = take_shape(lo);
    int count = take_types(lo, t, 4);
    if (count == 2) {
        t[3] = t[1];
        t[1] = t[2] = M_F16;
    }
    bool integers = t[0] == M_S32, saturate = integers && has_part(lo, "satfinite");
    bool alike = t[1] == t[2] || (integers && (t[2] == M_S8 || t[2] == M_U8));
    refuse_if(lo,
              (count != 2 && count != 4) || !alike || !(types[t[1]].sums >> t[0] & 1) ||
                  !(types[t[1]].sums >> t[3] & 1),
              "a matrix of a type the simulator does not know");
    if (t[0] == M_F64)
        has_part(lo, "rn");
    all_parts_used(lo);
    emit_part(lo, K_FRAGMENT, MATRIX_A, t[1], shape, &o[1]);
    emit_part(lo, K_FRAGMENT, MATRIX_B, t[2], shape, &o[2]);
    emit_part(lo, K_FRAGMENT, MATRIX_C, t[3], shape, &o[3]);
    emit_part(lo, K_MATRIX, MATRIX_C, t[0], shape, &o[0])->fragment.saturate = saturate;
}

static bool take_aligned(Lower *lo)
{
    bool aligned = has_part(lo, "sync") && has_part(lo, "aligned");
    refuse_if(lo, !aligned, "a matrix instruction the simulator does not run");
    return aligned;
}

void lower_wmma(Lower *lo)
{
    if (!take_aligned(lo))
        return;
    bool load = has_part(lo, "load"), store = has_part(lo, "store");
    if (load || store) {
        lower_tile(lo, load);
        return;
    }
    // The layouts say how A and B lay in memory. Their fragments no longer depend on it.
    int layouts = 0;
    while (has_part(lo, "row") || has_part(lo, "col"))
        layouts++;
    refuse_if(lo, !has_part(lo, "mma") || layouts != 2,
              "a matrix instruction the simulator does not run");
    lower_multiplication(lo);
}

void lower_mma(Lower *lo)
{
    if (!take_aligned(lo))
        return;
    refuse_if(lo, !has_part(lo, "row") || !has_part(lo, "col"),
              "a matrix instruction the simulator does not run");
    lower_multiplication(lo);
}

// Lowers ldmatrix and stmatrix: one, two or four matrices of 8 rows of 8 elements, which have 16 bits whatever their type.
void lower_rows(Lower *lo)
{
    const bool load = strcmp(lo->parts.text[0], "ldmatrix") == 0;
    if (!take_aligned(lo) || !need_operands(lo, 2, 2))
        return;
    int matrices = has_part(lo, "x1") ? 1 : has_part(lo, "x2") ? 2 : has_part(lo, "x4") ? 4 : 0;
    bool across = has_part(lo, "trans");
    refuse_if(lo, !has_part(lo, "m8n8") || !has_part(lo, "b16") || matrices == 0,
              "a matrix of a shape and a type the simulator does not know");
    Insn *in = emit_tile(lo, load, MATRIX_A, M_BF16, (Shape){8 * matrices, 8, 8});
    in->fragment.across = across;
    in->fragment.by_lane = true;
}

void lower_movmatrix(Lower *lo)
{
    const Operand *o = lo->s->operands;
    if (!take_aligned(lo) || !need_operands(lo, 2, 2))
        return;
    refuse_if(lo, !has_part(lo, "m8n8") || !has_part(lo, "trans") || !has_part(lo, "b16"),
              "a matrix of a shape and a type the simulator does not know");
    all_parts_used(lo);
    Insn *in = emit_insn(lo, K_SHUFFLE);
    in->shuffle.mode = SHUFFLE_TRANSPOSE;
    need_width(lo, &o[0], 4);
    in->d = destination_slot(lo, &o[0]);
    in->a = source_slot(lo, &o[1], 4);
    in->b = constant_slot(lo, FULL, 4);
}
