// fused.c: makes one multiply-add of a multiplication and an addition, as ptxas does.
//
//     mul.f32 %f10, %f1, %f2;        its result is read no more
//     sub.f32 %f20, %f3, %f10;       %f20 = %f3 - %f1 * %f2, rounded once
//
// PTX allows it where neither names its rounding (PTX ISA, "mul", "add"). nvcc makes most such pairs an fma itself, but not
// `c - a * b`. ptxas 13.0 fuses a product into all that read it or into none: they are additions and subtractions of the same
// type, in the same basic block. If both operands of one are products, it takes the one that nobody else reads, or else the
// first (looked at in machine code for sm_86 and sm_90).

#include "ptx/lower/lower.h"

#include <stdlib.h>
#include <string.h>

enum { MANY = 255 };

typedef struct {
    Lower *lo;
    // By slot / 64: how many instructions of the function read and write it (MANY stands for more, too), and the multiplication of this
    // block whose result it is, or any instruction before the block.
    u8 *reads, *writes;
    i32 *product;
    u8 *starts; // by instruction of the function: a basic block starts with it
} Fusion;

static void count_use(u8 *uses, i32 slot)
{
    if (slot >= 0 && uses[slot / 64] < MANY)
        uses[slot / 64]++;
}

// Counts what instruction i reads and writes, and notes where blocks start because of it.
static void look_at(const Fusion *u, int i)
{
    const Insn *in = &u->lo->m->code[i];
    const int entry = u->lo->f->entry;
    for (int k = 0, end = written_end(in); k < SLOTS; k++)
        count_use(k < WRITTEN || k >= end ? u->reads : u->writes, in->slots[k]);
    if (in->kind == K_BRANCH)
        u->starts[in->branch.target - entry] = 1;
    for (int k = 0; in->kind == K_SWITCH && k < in->choice.count; k++)
        u->starts[in->choice.targets[k] - entry] = 1;
    if (in->kind == K_BRANCH || in->kind == K_SWITCH || in->kind == K_CALL || in->kind == K_EXIT ||
        in->kind == K_RETURN)
        u->starts[i + 1 - entry] = 1;
}

// Returns the rest of the mnemonic, ".f32", of a multiplication that may be fused; NULL: it may not.
static const char *product_type(const Fusion *u, int i)
{
    static const char *const types[] = {".f32", ".ftz.f32", ".f64", ".f16", ".f16x2"};
    const Insn *in = &u->lo->m->code[i];
    const char *mnemonic = u->lo->m->infos[i].text;
    if (in->kind != K_ALU || in->guard >= 0 || strncmp(mnemonic, "mul.", 4) != 0 ||
        u->writes[in->d / 64] != 1)
        return NULL;
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (strcmp(mnemonic + 3, types[k]) == 0)
            return types[k];
    return NULL;
}

// Tells whether instruction i is an addition or subtraction of this type that has not been fused.
static bool is_sum(const Fusion *u, int i, const char *type)
{
    const Insn *in = &u->lo->m->code[i];
    const char *mnemonic = u->lo->m->infos[i].text;
    return in->kind == K_ALU && in->c < 0 && in->a != in->b &&
           (strncmp(mnemonic, "add", 3) == 0 || strncmp(mnemonic, "sub", 3) == 0) &&
           (!type || strcmp(mnemonic + 3, type) == 0);
}

// Turns a sum of this type into a multiply-add.
static void fuse(const Fusion *u, const Insn *product, int i, const char *type)
{
    Insn *in = &u->lo->m->code[i];
    bool first = in->a == product->d, minus = u->lo->m->infos[i].text[0] == 's';
    char mnemonic[32];
    TEXT_FORMAT(mnemonic, "fused.%s%s", !minus ? "add" : first ? "sub" : "rsub", type);
    in->c = first ? in->b : in->a;
    in->a = product->a;
    in->b = product->b;
    in->alu.does = u->lo->find_alu(mnemonic);
}

// Fuses a product of the block that ends at `end` into the instructions that read it, if there are no more than `most`, and if it may
// be fused into all of them.
static bool fuse_product(const Fusion *u, int product, int end, int most)
{
    const Insn *code = u->lo->m->code, *from = &code[product];
    const char *type = product_type(u, product);
    int left = type ? u->reads[from->d / 64] : MANY, last = product;
    if (left > most || left == MANY)
        return false;
    while (left > 0 && ++last < end) {
        bool reads = code[last].a == from->d || code[last].b == from->d;
        if (reads && !is_sum(u, last, type))
            return false;
        left -= reads;
        if (left > 0 && (insn_writes(&code[last], from->a) || insn_writes(&code[last], from->b)))
            return false;
    }
    if (left > 0)
        return false;
    for (int i = product + 1; i <= last; i++)
        if (code[i].a == from->d || code[i].b == from->d)
            fuse(u, from, i, type);
    u->lo->m->infos[product].slots = 0; // the machine code has none for it
    return true;
}

// Fuses the products that instructions of the block [start, end) add, if no more than `most` read them.
static void fuse_block(const Fusion *u, int start, int end, int most)
{
    const Insn *code = u->lo->m->code;
    for (int i = start; i < end; i++) {
        if (product_type(u, i))
            u->product[code[i].d / 64] = i;
        if (!is_sum(u, i, NULL))
            continue;
        i32 a = u->product[code[i].a / 64], b = u->product[code[i].b / 64];
        if (a < start || !fuse_product(u, a, end, most))
            if (b >= start)
                fuse_product(u, b, end, most);
    }
}

void fuse_products(Lower *lo)
{
    const SimFunction *f = lo->f;
    size_t slots = f->frame_bytes / 64 + 1, insns = (size_t)(f->end - f->entry);
    Fusion u = {.lo = lo};
    if (has_failed(lo))
        return;
    u.product = calloc(slots, sizeof *u.product);
    u.reads = calloc(2 * slots + insns + 1, 1);
    if (u.product && u.reads) {
        u.writes = u.reads + slots;
        u.starts = u.writes + slots;
        for (int i = f->entry; i < f->end; i++)
            look_at(&u, i);
        for (int start = f->entry, end; start < f->end; start = end) {
            for (end = start + 1; end < f->end && !u.starts[end - f->entry];)
                end++;
            fuse_block(&u, start, end, 1);
            fuse_block(&u, start, end, MANY);
        }
    } else {
        refuse_no_memory(lo);
    }
    free(u.product);
    free(u.reads);
}
