// matrix.c: lowers the instructions of tensor cores: wmma.load, wmma.store, wmma.mma, mma, ldmatrix, stmatrix, movmatrix and wgmma.
//
// D = A B + C has four lists of registers, more than an instruction holds. So A, B and C are K_FRAGMENTs before the K_MATRIX,
// which has D. Which element a register holds, machine/matrix.c draws. A product of a warpgroup has up to 128 registers of D, which
// it reads and writes: they are in K_FRAGMENTs and K_SUMS before the K_WARPGROUP.

#include "ptx/lower/lower.h"

#include <string.h>

typedef enum { MATRIX_A, MATRIX_B, MATRIX_C } MatrixRole;

static const struct {
    const char *name;
    u8 bytes, packed; // of an element; elements of a register
    u16 sums;         // the MatrixTypes of C and D that A and B of this type go with, as bits
} types[MATRIX_TYPES] = {
    [M_F16] = {"f16", 2, 2, 1 << M_F16 | 1 << M_F32},
    [M_BF16] = {"bf16", 2, 2, 1 << M_F32},
    [M_TF32] = {"tf32", 4, 1, 1 << M_F32},
    [M_E4M3] = {"e4m3", 1, 4, 1 << M_F32},
    [M_E5M2] = {"e5m2", 1, 4, 1 << M_F32},
    [M_S8] = {"s8", 1, 4, 1 << M_S32},
    [M_U8] = {"u8", 1, 4, 1 << M_S32},
    [M_B1] = {"b1", 1, 4, 0},
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
                 {"m16n8k32", {16, 8, 32}},   {"m16n8k64", {16, 8, 64}}};
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

// Sets an instruction's list to registers of so many bytes.
static void take_registers(Lower *lo, Insn *in, int bytes, const Operand *items, int count)
{
    const bool written = in->kind == K_TILE_LOAD || in->kind == K_MATRIX || in->kind == K_SUMS;
    for (int i = 0; i < count && !has_failed(lo); i++) {
        need_width(lo, &items[i], bytes);
        in->list[i] = written ? destination_slot(lo, &items[i]) : source_slot(lo, &items[i], bytes);
    }
}

// Sets the registers of a fragment, and which elements they hold.
static void take_fragment(Lower *lo, Insn *in, MatrixRole role, MatrixType type, Shape s,
                          const Operand *o)
{
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
    take_registers(lo, in, f->bytes < 4 ? 4 : f->bytes, o->items, o->count);
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

static bool is_float_8(MatrixType t)
{
    return t == M_E4M3 || t == M_E5M2;
}

static bool is_integer_8(MatrixType t)
{
    return t == M_S8 || t == M_U8;
}

// Tells whether A and B may have these types in one product.
static bool go_together(MatrixType a, MatrixType b)
{
    return a == b || (is_integer_8(a) && is_integer_8(b)) || (is_float_8(a) && is_float_8(b));
}

// Returns which lanes of four have the metadata of a sparse matrix.
static u8 take_selector(Lower *lo, const Operand *o)
{
    refuse_if(lo, o->kind != O_IMMEDIATE || o->value > 3,
              "a selector of metadata that is not a constant from 0 to 3");
    return (u8)o->value;
}

// Lowers mma.sync d, a, b, c {, metadata, selector} with types D.A.B.C; wmma.mma with two types, D.C, has matrices of f16.
static void lower_multiplication(Lower *lo, bool sparse)
{
    const Operand *o = lo->s->operands;
    MatrixType t[4] = {M_F32, M_F32, M_F32, M_F32};
    int operands = sparse ? 6 : 4;
    if (!need_operands(lo, operands, operands))
        return;
    Shape shape = take_shape(lo);
    int count = take_types(lo, t, 4);
    if (count == 2) {
        t[3] = t[1];
        t[1] = t[2] = M_F16;
    }
    bool integers = t[0] == M_S32, saturate = integers && has_part(lo, "satfinite");
    refuse_if(lo,
              (count != 2 && count != 4) || !go_together(t[1], t[2]) ||
                  !(types[t[1]].sums >> t[0] & 1) || !(types[t[1]].sums >> t[3] & 1),
              "a matrix of a type the simulator does not know");
    if (t[0] == M_F64)
        has_part(lo, "rn");
    all_parts_used(lo);
    Shape packed = {shape.m, shape.n, sparse ? shape.k / 2 : shape.k};
    i32 metadata = sparse ? source_slot(lo, &o[4], 4) : NONE;
    emit_part(lo, K_FRAGMENT, MATRIX_A, t[1], packed, &o[1]);
    emit_part(lo, K_FRAGMENT, MATRIX_B, t[2], shape, &o[2]);
    emit_part(lo, K_FRAGMENT, MATRIX_C, t[3], shape, &o[3]);
    Insn *in = emit_part(lo, K_MATRIX, MATRIX_C, t[0], shape, &o[0]);
    in->a = metadata;
    in->fragment.saturate = saturate;
    in->fragment.sparse = sparse;
    in->fragment.selector = sparse ? take_selector(lo, &o[5]) : 0;
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
    lower_multiplication(lo, false);
}

void lower_mma(Lower *lo)
{
    if (!take_aligned(lo))
        return;
    refuse_if(lo, !has_part(lo, "row") || !has_part(lo, "col"),
              "a matrix instruction the simulator does not run");
    lower_multiplication(lo, has_part(lo, "sp") || has_part(lo, "sp::ordered_metadata"));
}

// ---- Products of a warpgroup -----------------------------------------------------------------------------------------

// Returns k of A and B of a type: 32 bytes of a line.
static int depth_of(MatrixType t)
{
    return t == M_B1 ? 256 : 32 / types[t].bytes;
}

// Takes m64nNkK. Returns N / 8.
static u8 take_columns(Lower *lo, int k)
{
    char name[24];
    for (int n = 8; n <= 256; n += 8) {
        TEXT_FORMAT(name, "m64n%dk%d", n, k);
        if (has_part(lo, name))
            return (u8)(n / 8);
    }
    refuse_statement(lo, "a matrix of a shape the simulator does not know");
    return 1;
}

// Tells whether a constant operand has the first of two values; it must be one of them.
static bool take_flag(Lower *lo, const Operand *o, i64 yes, i64 no)
{
    i64 value = (i64)o->value;
    refuse_if(lo, o->kind != O_IMMEDIATE || (value != yes && value != no),
              "a matrix instruction the simulator does not run");
    return value == yes;
}

// Takes what follows A and B: {metadata, selector,} scale-d {, imm-scale-a, imm-scale-b {, imm-trans-a,} imm-trans-b}.
static void take_scales(Lower *lo, Insn *in, const Operand *o, const Operand *end)
{
    struct Warpgroup *p = &in->warpgroup;
    if (p->sparse && end - o >= 2) {
        in->list[LIST / 2] = source_slot(lo, &o[0], 4);
        p->selector = take_selector(lo, &o[1]);
        o += 2;
    }
    if (refuse_if(lo, o == end, "a matrix instruction the simulator does not run"))
        return;
    if (o->kind == O_IMMEDIATE)
        in->c = constant_slot(lo, o->value ? FULL : 0, 4);
    else
        in->c = predicate_slot(lo, o, &p->not_c);
    o++;
    bool scales = p->type != M_S32, halves = p->a_type == M_F16 || p->a_type == M_BF16;
    int wanted = scales ? 2 + (halves ? (p->a_in_regs ? 1 : 2) : 0) : 0;
    if (refuse_if(lo, end - o != wanted, "a matrix instruction the simulator does not run") ||
        !scales)
        return;
    p->a_minus = take_flag(lo, o++, -1, 1);
    p->b_minus = take_flag(lo, o++, -1, 1);
    if (halves && !p->a_in_regs)
        p->a_across = take_flag(lo, o++, 1, 0);
    if (halves)
        p->b_across = take_flag(lo, o, 1, 0);
}

// Emits the registers of D, as ones that the product reads and ones that it writes.
static void emit_sums(Lower *lo, const Operand *d)
{
    for (int written = 0; written < 2; written++)
        for (int i = 0; i < d->count; i += LIST) {
            Insn *in = emit_insn(lo, written ? K_SUMS : K_FRAGMENT);
            in->guard = NONE; // the K_WARPGROUP has it
            insn_info(lo, in)->slots = 0;
            take_registers(lo, in, 4, &d->items[i], d->count - i < LIST ? d->count - i : LIST);
        }
}

// Lowers wgmma.mma_async d, a, b, … with types D.A.B. Warpgroups also add 8-bit floats in f16.
static void lower_product(Lower *lo)
{
    const Operand *o = lo->s->operands;
    MatrixType t[3] = {M_F32, M_F32, M_F32};
    if (!need_operands(lo, 4, 10))
        return;
    struct Warpgroup p = {.sparse = has_part(lo, "sp") || has_part(lo, "sp::ordered_metadata")};
    int count = take_types(lo, t, 3);
    bool bits = t[1] == M_B1, integers = bits || is_integer_8(t[1]);
    p.type = (u8)t[0];
    p.a_type = (u8)t[1];
    p.b_type = (u8)t[2];
    p.saturate = integers && has_part(lo, "satfinite");
    bool sums = integers           ? t[0] == M_S32
                : is_float_8(t[1]) ? t[0] == M_F16 || t[0] == M_F32
                                   : t[1] != M_F64 && (types[t[1]].sums >> t[0] & 1);
    if (refuse_if(lo,
                  count != 3 || !go_together(t[1], t[2]) || !sums ||
                      (bits && (!has_part(lo, "and") || !has_part(lo, "popc"))),
                  "a matrix of a type the simulator does not know"))
        return;
    p.columns = take_columns(lo, depth_of(t[1]) * (p.sparse ? 2 : 1));
    all_parts_used(lo);
    int registers = p.columns * (t[0] == M_F16 ? 2 : 4);
    p.sums = (u8)((registers + LIST - 1) / LIST);
    p.a_in_regs = o[1].kind == O_VECTOR;
    if (refuse_if(lo,
                  o[0].kind != O_VECTOR || o[0].count != registers ||
                      (p.a_in_regs && o[1].count != LIST / 2),
                  "a matrix of a shape and a type the simulator does not know"))
        return;
    lo->m->products = true;
    emit_sums(lo, &o[0]);
    Insn *in = emit_insn(lo, K_WARPGROUP);
    in->warpgroup = p;
    if (p.a_in_regs)
        take_registers(lo, in, 4, o[1].items, o[1].count);
    else
        in->a = source_slot(lo, &o[1], 8);
    in->b = source_slot(lo, &o[2], 8);
    take_scales(lo, in, &o[3], o + lo->s->count);
}

// Lowers wgmma.mma_async, wgmma.fence, wgmma.commit_group and wgmma.wait_group.
void lower_wgmma(Lower *lo)
{
    if (!take_aligned(lo))
        return;
    if (has_part(lo, "mma_async")) {
        lower_product(lo);
        return;
    }
    bool fence = has_part(lo, "fence"), commit = has_part(lo, "commit_group"),
         wait = has_part(lo, "wait_group");
    all_parts_used(lo);
    if (refuse_if(lo, !fence && !commit && !wait,
                  "a matrix instruction the simulator does not run") ||
        !need_operands(lo, wait, wait))
        return;
    refuse_if(lo, wait && lo->s->operands[0].kind != O_IMMEDIATE,
              "a wgmma.wait_group whose number is not a constant");
    Insn *in = emit_insn(lo, K_WARPGROUP_ORDER);
    in->order.form = wait ? WARPGROUP_WAIT : commit ? WARPGROUP_COMMIT : WARPGROUP_FENCE;
    in->order.newest = wait ? (i64)lo->s->operands[0].value : 0;
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
