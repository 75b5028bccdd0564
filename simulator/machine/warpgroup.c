// warpgroup.c: products of a warpgroup: wgmma.mma_async and what orders it.
//
// Four warps do D = A B + D together. Warp w has the rows 16 w to 16 w + 15 of A and D, so its part is a row of m16n8 products, one for
// each eight columns of B, and matrix.c does them one by one. What an mma has in registers, a descriptor finds in shared memory here:
//
//     bits    0-13           16-29             32-45           49-51         62-63
//             start / 16     leading / 16      stride / 16     base offset   0 no swizzle, 1: 128 bytes, 2: 64, 3: 32
//
// A tile is made of pieces of 16 bytes. Eight pieces that lie `width` bytes apart are a group: width is 16, or that of the swizzle.
// A group has a piece of eight lines each, or if lines lie across memory (imm-trans) eight elements of k, each of eight lines:
//
//     no swizzle     the next piece of a line is `leading` bytes further, the next eight lines are `stride` bytes further
//     swizzle        pieces fill the width first; then the next ones are `leading` bytes further. In the other direction the next group is
//                    `stride` bytes further. Bits 4 to 6 of an address are then XORed with bits 7 to 9, as many as the width needs,
//                    from which the base offset is subtracted: it tells that the pattern does not begin at a multiple of its size.
//
// On an H200 no warp's part begins before the other three have come to their wgmma.fence, so they wait there for each other. PTX doesn't
// promise it, so to the checks this is no barrier.
//
// A product is asynchronous: on a GPU it is done at some time before wgmma.wait_group returns. Here it is done at once, which is one of
// these times; a wait lasts until the other three warps have done their parts. Whoever touches its registers or its tiles too early gets what ptxas, which waits by itself in such code, would give;
// the checks find it.

#include "machine/alu/alu.h"
#include "machine/engines.h"

#include <string.h>

enum { ROWS = 8, PIECE = 16, WARPS = 4, WORD = 4 * LANES };

typedef struct Warpgroup Warpgroup;

// Returns the bytes that a descriptor has from a bit on.
static u32 field(u64 descriptor, int bit)
{
    return (u32)(descriptor >> bit & 0x3fff) * PIECE;
}

u32 tile_piece(u64 descriptor, bool across, int eight, int i)
{
    enum { REACH = 1 << 18 }; // addresses have so many values
    int swizzle = (int)(descriptor >> 62), pieces = swizzle ? 16 >> swizzle : 1;
    bool turned = across && swizzle;
    int along = turned ? eight : i / ROWS, other = turned ? i / ROWS : eight;
    u32 address = field(descriptor, 0) + (u32)(i % ROWS * pieces * PIECE) +
                  (u32)(along % pieces * PIECE) + (u32)(along / pieces) * field(descriptor, 16) +
                  (u32)other * field(descriptor, 32);
    u32 row = (address >> 7) - (u32)(descriptor >> 49); // of the swizzle's pattern
    return (address ^ ((row & (u32)(pieces - 1)) * PIECE)) % REACH;
}

// The registers of an m16n8 product. A sparse A has the length of four registers, B twice that of another.
enum { A = 0, B = A + 4 * WORD, C = B + 4 * WORD, METADATA = C + 4 * WORD, REGS = METADATA + WORD };

static Insn part_of(InsnKind kind, MatrixType type, int lines, int registers, i32 first)
{
    const bool small = type == M_E4M3 || type == M_E5M2 || type == M_S8 || type == M_U8,
               half = type == M_F16 || type == M_BF16;
    u8 bytes = small ? 1 : half ? 2 : 4;
    u8 packed = (u8)(4 / bytes);
    Insn in = {.kind = (u8)kind,
               .guard = NONE,
               .a = METADATA,
               .fragment = {.type = (u8)type,
                            .bytes = bytes,
                            .packed = packed,
                            .count = (u8)(registers * packed),
                            .run = first == C ? 2 : packed,
                            .eights = (u8)(lines / ROWS),
                            .registers = (u8)registers}};
    for (int i = 0; i < registers; i++)
        in.list[i] = first + i * WORD;
    return in;
}

// Reads eight lines of a tile into registers, `apart` of them from one to the next. False if a piece is out of shared memory: *last.
static bool read_lines(const SimWorker *w, u64 descriptor, bool across, int eight, int pieces,
                       u8 *regs, int apart, u32 *last)
{
    for (int i = 0; i < ROWS * pieces; i++) {
        *last = tile_piece(descriptor, across, eight, i);
        if (*last + PIECE > w->launch->shared_total)
            return false;
        const u8 *from = w->shared + *last;
        u8 *to = regs + (size_t)(i / ROWS * apart * WORD);
        if (!across) {
            memcpy(to + (size_t)(i % ROWS) * PIECE, from, PIECE);
            continue;
        }
        for (int line = 0; line < ROWS; line++)
            memcpy(to + (size_t)line * PIECE + (size_t)(i % ROWS) * 2, from + (size_t)line * 2, 2);
    }
    return true;
}

static bool outside(SimWorker *w, const Warp *warp, int pc, const char *name, u64 descriptor,
                    u32 at)
{
    static const int widths[] = {0, 128, 64, 32};
    char what[256];
    TEXT_FORMAT(what,
                "Descriptor of matrix %s leads out of shared memory: to byte %u of %u\n"
                "    It has start %u, leading offset %u, stride offset %u, swizzle %d",
                name, at, (u32)w->launch->shared_total, field(descriptor, 0), field(descriptor, 16),
                field(descriptor, 32), widths[descriptor >> 62]);
    return fault_at(w, warp, 0, pc, SIM_ILLEGAL_ADDRESS, what);
}

// Changes the signs of a register's numbers.
static void negate(u8 *regs, MatrixType type, int registers)
{
    u32 signs = type == M_TF32                    ? 0x80000000u
                : type == M_F16 || type == M_BF16 ? 0x80008000u
                                                  : 0x80808080u;
    u32 *word = (u32 *)(void *)regs;
    for (int i = 0; i < registers * LANES; i++)
        word[i] ^= signs;
}

// Does 1-bit integers: counts the bits that A and B have both.
static void multiply_bits(u8 *regs)
{
    const u32 *a = (const u32 *)(const void *)(regs + A),
              *b = (const u32 *)(const void *)(regs + B);
    u32 *c = (u32 *)(void *)(regs + C);
    for (int row = 0; row < 2 * ROWS; row++)
        for (int column = 0; column < ROWS; column++) {
            u32 *sum = &c[(row / ROWS * 2 + column % 2) * LANES + row % ROWS * 4 + column / 2];
            for (int k = 0; k < ROWS; k++) // words of a line
                *sum += (u32)__builtin_popcount(
                    a[(k / 4 * 2 + row / ROWS) * LANES + row % ROWS * 4 + k % 4] &
                    b[k / 4 * LANES + column * 4 + k % 4]);
        }
}

// Reads the warp's rows of A.
static bool read_a(SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u8 *regs)
{
    const Warpgroup *p = &in->warpgroup;
    if (p->a_in_regs) {
        for (int i = 0; i < 4; i++)
            memcpy(regs + A + (size_t)i * WORD, g->frame->regs + in->list[i], WORD);
    } else {
        u64 descriptor = lane_bits(g->frame->regs, in->a, 8, 0);
        u32 last;
        for (int e = 0; e < 2; e++)
            if (!read_lines(w, descriptor, p->a_across, warp->index % WARPS * 2 + e, 2,
                            regs + A + (size_t)e * WORD, 2, &last))
                return outside(w, warp, g->pc, "A", descriptor, last);
    }
    if (p->a_minus)
        negate(regs + A, (MatrixType)p->a_type, 4);
    return true;
}

// Does the warp's part of a product.
static bool multiply(SimWorker *w, const Warp *warp, const Group *g, const Insn *in)
{
    const Warpgroup *p = &in->warpgroup;
    _Alignas(64) u8 regs[REGS] = {0};
    int length = p->sparse ? 4 : 2, registers = p->type == M_F16 ? 2 : 4;
    MatrixType type = (MatrixType)p->type;
    Insn part[4] = {part_of(K_FRAGMENT, (MatrixType)p->a_type, 2 * ROWS, 4, A),
                    part_of(K_FRAGMENT, (MatrixType)p->b_type, ROWS, length, B),
                    part_of(K_FRAGMENT, type, 2 * ROWS, registers, C),
                    part_of(K_MATRIX, type, 2 * ROWS, registers, C)};
    struct Fragment *d = &part[3].fragment;
    d->saturate = p->saturate;
    d->sparse = p->sparse;
    d->selector = p->selector;
    d->narrow = p->a_type == M_E4M3 || p->a_type == M_E5M2;
    if (p->sparse)
        memcpy(regs + METADATA, g->frame->regs + in->list[LIST / 2], WORD);
    if (!read_a(w, warp, g, in, regs))
        return false;
    u32 adds = lane_u32(g->frame->regs + in->c, 0) ^ (p->not_c ? FULL : 0);
    u64 descriptor = lane_bits(g->frame->regs, in->b, 8, 0);
    for (int eight = 0; eight < p->columns; eight++) {
        u32 last;
        if (!read_lines(w, descriptor, p->b_across, eight, length, regs + B, 1, &last))
            return outside(w, warp, g->pc, "B", descriptor, last);
        if (p->b_minus)
            negate(regs + B, (MatrixType)p->b_type, length);
        u8 *own[4];
        for (int i = 0; i < registers; i++) {
            int at = eight * registers + i;
            own[i] = g->frame->regs + in[at / LIST - p->sums].list[at % LIST];
            if (adds & 1)
                memcpy(regs + C + (size_t)i * WORD, own[i], WORD);
            else
                memset(regs + C + (size_t)i * WORD, 0, WORD);
        }
        if (p->a_type == M_B1)
            multiply_bits(regs);
        else
            matrix_multiply(regs, &part[3]);
        for (int i = 0; i < registers; i++)
            memcpy(own[i], regs + C + (size_t)i * WORD, WORD);
    }
    return true;
}

u32 warpgroup_due(const Warp *warp, const Insn *in)
{
    return in->order.newest < warp->product_groups ? warp->product_groups - (u32)in->order.newest
                                                   : 0;
}

bool warpgroup_done(const SimWorker *w, Warp *warp, const Insn *in)
{
    if (in->order.form == WARPGROUP_COMMIT)
        return true;
    bool fence = in->order.form == WARPGROUP_FENCE;
    warp->product_fences += fence && !warp->at_product_fence;
    warp->at_product_fence = fence;
    int first = warp->index / WARPS * WARPS;
    for (int i = first; i < first + WARPS && i < w->launch->warps; i++) {
        const Warp *other = &w->warps[i];
        if (other->live && (fence ? other->product_fences < warp->product_fences
                                  : other->product_groups < warpgroup_due(warp, in)))
            return false;
    }
    return true;
}

bool warpgroup_run(SimWorker *w, Warp *warp, const Group *g, const Insn *in)
{
    u64 descriptor;
    if (warp->index / WARPS * WARPS + WARPS > w->launch->warps)
        return fault_at(
            w, warp, 0, g->pc, SIM_TRAP,
            "Instruction of a warpgroup in warps that are not four: a warpgroup is four warps, "
            "the first of which is a multiple of four");
    if (in->kind == K_WARPGROUP &&
        ((!in->warpgroup.a_in_regs && !lanes_alike(g->frame->regs + in->a, 8, &descriptor)) ||
         !lanes_alike(g->frame->regs + in->b, 8, &descriptor)))
        return fault_at(w, warp, 0, g->pc, SIM_TRAP,
                        "Descriptor of a matrix that is not the same in all lanes of the warp");
    if (w->observer && in->kind == K_WARPGROUP)
        w->observer->product(w, warp, g, in);
    else if (w->observer)
        w->observer->product_ordered(w, warp, in);
    if (in->kind == K_WARPGROUP)
        product_start(w, warp, in);
    else if (in->order.form == WARPGROUP_COMMIT)
        product_commit(warp);
    else if (in->order.form == WARPGROUP_FENCE)
        warp->at_product_fence = false;
    else if (in->order.form == WARPGROUP_WAIT)
        product_wait(warp, in->order.newest);
    return in->kind != K_WARPGROUP || multiply(w, warp, g, in);
}
