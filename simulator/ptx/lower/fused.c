// fused.c: makes one multiply-add of a multiplication and an addition, as ptxas does.
//
//     mul.f32 %f10, %f1, %f2;        its result is read no more
//     sub.f32 %f20, %f3, %f10;       %f20 = %f3 - %f1 * %f2, rounded once
//
// PTX allows it where neither names its rounding (PTX ISA, "mul", "add"). nvcc makes most such pairs an fma itself, but not
// `c - a * b`, and none in two basic blocks. ptxas 13.0 fuses a product into all that read it or into none: they are additions and
// subtractions of the same type. They are in the same basic block; or anywhere, if a factor lies in the constant bank: a constant, or
// an argument of the kernel. If both operands of one are products, it takes the one that nobody else reads, or else the first (looked
// at in machine code for sm_86 and sm_90; before sm_90 a shuffle, a vote and the like part a block, too).

#include "ptx/lower/lower.h"

#include <stdlib.h>
#include <string.h>

enum { MANY = 255 };

typedef struct {
    Lower *lo;
    u8 *reads; // by slot / 64: how many instructions of the function read it; MANY stands for more, too
    u8 *starts; // by instruction of the function: a basic block starts with it
    // A search for instructions: how many there were, by instruction the last that found it, and those still to look at.
    i32 searches, *found, *search;
} Fusion;

static i32 writer(const Fusion *u, i32 slot)
{
    return writer_of(&u->lo->writers, slot);
}

// Tells whether ptxas parts a basic block at an instruction, since it has branches, may be left out, or orders memory.
static bool parts_block(const Insn *in, const char *mnemonic)
{
    static const char *const with_branches[] = {"div.", "rem.", "rcp.", "sqrt."};
    switch ((InsnKind)in->kind) {
    case K_ALU:
        for (size_t k = 0; k < sizeof with_branches / sizeof *with_branches; k++)
            if (strncmp(mnemonic, with_branches[k], strlen(with_branches[k])) == 0)
                return !strstr(mnemonic, ".approx") && !strstr(mnemonic, ".full") &&
                       !strstr(mnemonic, ".u32");
        return strcmp(mnemonic, "rsqrt.approx.f64") == 0;
    case K_BRANCH:
    case K_SWITCH:
    case K_CALL:
    case K_EXIT:
    case K_RETURN:
    case K_FENCE: return true;
    default: return in->guard >= 0;
    }
}

// Counts what instruction i reads, and notes where blocks start because of it.
static void look_at(const Fusion *u, int i)
{
    const Insn *in = &u->lo->m->code[i];
    const int entry = u->lo->f->entry;
    for (int k = 0, end = written_end(in); k < SLOTS; k++)
        if ((k < WRITTEN || k >= end) && in->slots[k] >= 0 && u->reads[in->slots[k] / 64] < MANY)
            u->reads[in->slots[k] / 64]++;
    if (in->kind == K_BRANCH)
        u->starts[in->branch.target - entry] = 1;
    for (int k = 0; in->kind == K_SWITCH && k < in->choice.count; k++)
        u->starts[in->choice.targets[k] - entry] = 1;
    if (parts_block(in, u->lo->m->infos[i].text))
        u->starts[i + 1 - entry] = 1;
}

// Returns the rest of the mnemonic, ".f32", of a multiplication that may be fused; NULL: it may not.
static const char *product_type(const Fusion *u, int i)
{
    static const char *const products[] = {"mul.f32", "mul.ftz.f32", "mul.f64",
                                           "mul.f16", "mul.f16x2",   NULL};
    const Insn *in = &u->lo->m->code[i];
    const char *mnemonic = u->lo->m->infos[i].text;
    bool may =
        in->kind == K_ALU && in->guard < 0 && in_list(mnemonic, products) && writer(u, in->d) == i;
    return may ? mnemonic + strlen("mul") : NULL;
}

// What ptxas may know of a slot's value.
typedef enum {
    NUMBER,  // it is always this number
    BANKED,  // or it is in the constant bank, or its negative or magnitude is
    ADDRESS, // it is this address in the constant bank
} Known;

// Tells whether ptxas knows this of a slot. depth: so many instructions are followed.
static bool is_known(const Fusion *u, i32 slot, Known what, int depth)
{
    static const char *const by[] = {"mov. neg. abs. cvt.", "mov. neg. abs.", "mov. add."};
    const Lower *lo = u->lo;
    if (slot < (i32)lo->constant_bytes) // or no slot
        return true;
    if (slot == lo->f->special[SP_PARAMS])
        return what == ADDRESS;
    const i32 i = writer(u, slot);
    if (i < 0 || depth == 0)
        return false;
    const Insn *in = &lo->m->code[i];
    if (in->kind == K_PARAM_LOAD)
        return what == BANKED && lo->f->kernel;
    if (in->kind == K_LOAD)
        return what == BANKED && in->access.space == SIM_SPACE_CONST &&
               is_known(u, in->a, ADDRESS, depth - 1);
    char word[] = "....";
    memcpy(word, lo->m->infos[i].text, 4);
    if (what == BANKED && strcmp(word, "cvt.") == 0)
        what = NUMBER;
    return in->kind == K_ALU && in->guard < 0 && strstr(by[what], word) &&
           is_known(u, in->a, what, depth - 1) && is_known(u, in->b, what, depth - 1);
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

// Adds an instruction to those to look at, once in a search.
static int find(Fusion *u, int count, int i)
{
    i32 *found = &u->found[i - u->lo->f->entry];
    if (*found != u->searches)
        u->search[count++] = i;
    *found = u->searches;
    return count;
}

// Tells whether a path leads from instruction i to one that reads the product, but does not pass the product.
static bool leads_to_reader(Fusion *u, int i, int product)
{
    const Insn *code = u->lo->m->code;
    u->searches++;
    for (int count = find(u, 0, i + 1); count > 0;) {
        i = u->search[--count];
        if (i == product || i == u->lo->f->end)
            continue;
        const Insn *in = &code[i];
        if (in->a == code[product].d || in->b == code[product].d)
            return true;
        if (in->kind == K_BRANCH)
            count = find(u, count, in->branch.target);
        for (int k = 0; in->kind == K_SWITCH && k < in->choice.count; k++)
            count = find(u, count, in->choice.targets[k]);
        if (in->guard >= 0 || (in->kind != K_BRANCH && in->kind != K_SWITCH && in->kind != K_EXIT &&
                               in->kind != K_RETURN))
            count = find(u, count, i + 1);
    }
    return false;
}

// Tells whether the factors of a product are still the same wherever it is read.
static bool factors_last(Fusion *u, int product)
{
    const SimFunction *f = u->lo->f;
    const Insn *code = u->lo->m->code, *from = &code[product];
    for (int i = f->entry; i < f->end; i++)
        if ((insn_writes(&code[i], from->a) || insn_writes(&code[i], from->b)) &&
            leads_to_reader(u, i, product))
            return false;
    return true;
}

// Returns the last of the instructions up to `end` that read a product; 0 unless they are all that do, and sums of its type.
static int last_reader(const Fusion *u, int product, int end, const char *type)
{
    const Insn *code = u->lo->m->code;
    const i32 slot = code[product].d;
    int left = u->reads[slot / 64], last = product;
    while (left > 0 && ++last < end) {
        bool reads = code[last].a == slot || code[last].b == slot;
        if (reads && !is_sum(u, last, type))
            return 0;
        left -= reads;
    }
    return left > 0 ? 0 : last;
}

// Tells whether the factors of a product are the same until instruction `last`, in the same block.
static bool factors_last_until(const Fusion *u, int product, int last)
{
    const Insn *code = u->lo->m->code;
    for (int i = product + 1; i < last; i++)
        if (insn_writes(&code[i], code[product].a) || insn_writes(&code[i], code[product].b))
            return false;
    return true;
}

// Fuses the product that a slot holds, which the block [start, end) adds, into all instructions that read it, if there are no more
// than `most`, and if it may be fused into all of them.
static bool fuse_product(Fusion *u, i32 slot, int start, int end, int most)
{
    const i32 product = writer(u, slot);
    if (product < 0 || u->reads[slot / 64] > most || u->reads[slot / 64] == MANY)
        return false;
    const Insn *code = u->lo->m->code, *from = &code[product];
    const char *type = product_type(u, product);
    int last = type && product >= start ? last_reader(u, product, end, type) : 0;
    if (last) {
        if (!factors_last_until(u, product, last))
            return false;
    } else {
        if (!type || (!is_known(u, from->a, BANKED, 8) && !is_known(u, from->b, BANKED, 8)))
            return false;
        last = last_reader(u, product, u->lo->f->end, type);
        if (!last || !factors_last(u, product))
            return false;
    }
    for (int i = product + 1; i <= last; i++)
        if (code[i].a == slot || code[i].b == slot)
            fuse(u, from, i, type);
    u->lo->m->infos[product].slots = 0; // the machine code has none for it
    return true;
}

// Fuses the products that instructions add, if no more than `most` read them.
static void fuse_blocks(Fusion *u, int most)
{
    const SimFunction *f = u->lo->f;
    const Insn *code = u->lo->m->code;
    for (int start = f->entry, end; start < f->end; start = end) {
        for (end = start + 1; end < f->end && !u->starts[end - f->entry];)
            end++;
        for (int i = start; i < end; i++) {
            i32 a = code[i].a, b = code[i].b;
            if (is_sum(u, i, NULL) && !fuse_product(u, a, start, end, most))
                fuse_product(u, b, start, end, most);
        }
    }
}

void fuse_products(Lower *lo)
{
    const SimFunction *f = lo->f;
    size_t slots = f->frame_bytes / 64 + 1, insns = (size_t)(f->end - f->entry) + 1;
    Fusion u = {.lo = lo};
    if (has_failed(lo))
        return;
    u.found = calloc(2 * insns, sizeof *u.found);
    u.reads = calloc(slots + insns, 1);
    if (!lacks_memory(lo, !u.found || !u.reads)) {
        u.search = u.found + insns;
        u.starts = u.reads + slots;
        for (int i = f->entry; i < f->end; i++)
            look_at(&u, i);
        fuse_blocks(&u, 1);
        fuse_blocks(&u, MANY);
    }
    free(u.found);
    free(u.reads);
}
