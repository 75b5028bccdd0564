// video.c: lowers video instructions: a word (vadd, vadd2, vadd4), types of the result and of two sources, modifiers, and perhaps
// after each register the bytes or halves of it that count. ptx/video.h is what becomes of all that.

#include "ptx/video.h"
#include "ptx/lower/lower.h"

#include <string.h>

// How many machine instructions ptxas makes of one, for one, two and four pieces; 0: there is no such instruction. Counted in SASS
// for sm_90, the mean over types and modifiers.
static const struct {
    const char *name;
    u8 slots[3];
} ops[] = {[VIDEO_ADD] = {"vadd", {3, 12, 22}},         [VIDEO_SUB] = {"vsub", {3, 12, 22}},
           [VIDEO_ABSDIFF] = {"vabsdiff", {6, 17, 38}}, [VIDEO_MIN] = {"vmin", {6, 11, 26}},
           [VIDEO_MAX] = {"vmax", {6, 11, 26}},         [VIDEO_AVRG] = {"vavrg", {0, 17, 40}},
           [VIDEO_SHL] = {"vshl", {5, 0, 0}},           [VIDEO_SHR] = {"vshr", {5, 0, 0}},
           [VIDEO_SET] = {"vset", {9, 19, 34}},         [VIDEO_MAD] = {"vmad", {4, 0, 0}}};

// Returns a word's VideoOp, and how many pieces of a register it computes at once; -1 if it is no video instruction.
static int find_op(const char *word, u32 *pieces)
{
    if (word[0] != 'v')
        return -1;
    size_t n = strlen(word);
    *pieces = word[n - 1] == '2' ? 2 : word[n - 1] == '4' ? 4 : 1;
    n -= *pieces > 1;
    for (int i = 0; i < (int)(sizeof ops / sizeof *ops); i++)
        if (strlen(ops[i].name) == n && memcmp(ops[i].name, word, n) == 0)
            return ops[i].slots[*pieces >> 1] ? i : -1;
    return -1;
}

// Tells whether part i of the mnemonic, a type, is signed.
static bool take_signed(Lower *lo, int i)
{
    Parts *p = &lo->parts;
    bool is_signed = i < p->count && strcmp(p->text[i], "s32") == 0;
    if (!is_signed && (i >= p->count || strcmp(p->text[i], "u32") != 0))
        refuse_statement(lo, "a video instruction of a type that doesn't exist");
    else
        p->used[i] = true;
    return is_signed;
}

// Refuses a form of which an H200's driver makes something else than the PTX ISA says. No program can count on either.
static void refuse_disputed(Lower *lo)
{
    refuse_statement(lo, "a form that an H200 executes differently from what the PTX ISA says");
}

static void take_modifiers(Lower *lo, Video *v)
{
    static const char *const comparisons[] = {"lt", "le", "gt", "ge", "eq", "ne", NULL};
    int type = 1;
    v->d_signed = v->op != VIDEO_SET && take_signed(lo, type++);
    v->a_signed = take_signed(lo, type++);
    v->b_signed = take_signed(lo, type);
    v->saturates = v->op != VIDEO_SET && has_part(lo, "sat");
    if (v->op == VIDEO_SET) {
        v->d_signed = v->a_signed;
        v->compare = which_part(lo, comparisons) & 7;
    }
    if (v->op == VIDEO_SHL || v->op == VIDEO_SHR) {
        bool clamps = has_part(lo, "clamp");
        v->wraps = has_part(lo, "wrap");
        refuse_if(lo, clamps == v->wraps, "a shift that neither clamps nor wraps");
    }
    if (v->op == VIDEO_MAD) {
        v->plus_one = has_part(lo, "po");
        bool scales = has_part(lo, "shr7") || has_part(lo, "shr15");
        if (scales || v->saturates)
            refuse_disputed(lo);
    } else if (has_part(lo, "add")) {
        v->second = VIDEO_PLUS;
    } else if (v->pieces == 1) {
        v->second = has_part(lo, "min")   ? VIDEO_LEAST
                    : has_part(lo, "max") ? VIDEO_MOST
                                          : VIDEO_MERGE;
    }
    refuse_if(lo, v->op == VIDEO_SET && v->compare > VIDEO_NE,
              "a comparison that does not say which");
    all_parts_used(lo);
}

static void refuse_pieces(Lower *lo)
{
    refuse_statement(lo, "pieces of an operand that the instruction does not have");
}

// Reads the pieces of a source: "h1" for an instruction of one piece, else "b3210", from the highest on. Sets the bytes of a piece
// and returns where the pieces are in the 8 bytes of a and b. `first`: of what the operand has if it names none; 4 is b's.
static u32 take_source(Lower *lo, const Operand *o, u32 pieces, u32 first, u32 *bytes)
{
    const char *text = o->piece;
    u32 at = 0;
    *bytes = 4 / pieces;
    if (!text) {
        for (u32 k = 0; k < pieces; k++)
            at |= (first / *bytes + k) << 3 * k;
        return at;
    }
    if (pieces == 1)
        *bytes = text[0] == 'h' ? 2 : 1;
    const u32 most = (pieces == 1 ? 4 : 8) / *bytes;
    if (strlen(text + 1) != pieces || text[0] != (*bytes == 2 ? 'h' : 'b'))
        refuse_pieces(lo);
    for (u32 k = 0; k < pieces && !has_failed(lo); k++) {
        u32 digit = (u32)(text[pieces - k] - '0');
        if (digit >= most)
            refuse_pieces(lo);
        at |= (digit + (pieces == 1 ? first / *bytes : 0)) << 3 * k;
    }
    return at;
}

// Reads which pieces of the result are written: "b20", the highest first. All of them if it names none.
static void take_result(Lower *lo, const Operand *o, Video *v)
{
    const char *text = o->piece;
    u32 bytes = 4 / v->pieces, mask = 0;
    if (text && v->pieces == 1)
        bytes = text[0] == 'h' ? 2 : 1;
    if (text && (text[0] != (bytes == 2 ? 'h' : 'b') || (v->pieces == 1 && text[2])))
        refuse_pieces(lo);
    for (const char *digit = text ? text + 1 : ""; *digit; digit++) {
        u32 bit = 1u << (*digit - '0');
        if (bit >= 1u << 4 / bytes || (mask && bit >= (mask & -mask)))
            refuse_pieces(lo);
        mask |= bit;
    }
    v->d_bytes = bytes & 7;
    v->mask = (text ? mask : (1u << v->pieces) - 1) & 15;
}

// The slot of a source whose pieces and sign were read.
static i32 whole_slot(Lower *lo, const Operand *o)
{
    Operand whole = *o;
    whole.piece = NULL;
    whole.minus = false;
    if (o->kind == O_REG)
        need_width(lo, &whole, 4);
    return source_slot(lo, &whole, 4);
}

// Returns how many machine instructions it makes. vabsdiff4 alone is one of the machine's, unless its result is signed or saturates.
static u8 video_slots(const Video *v)
{
    const bool one = v->op == VIDEO_ABSDIFF && v->pieces == 4 && !v->d_signed && !v->saturates &&
                     v->a_signed == v->b_signed;
    return one ? 1 : ops[v->op].slots[v->pieces >> 1];
}

// Tells whether refuse_disputed is for this instruction: its upper half of a result is not moved there, clamped numbers wrap,
// minima compare what was cut.
static bool is_disputed(const Video *v)
{
    const bool shifts = v->op == VIDEO_SHL || v->op == VIDEO_SHR,
               upper = v->d_bytes == 2 && v->mask == 2;
    return v->pieces == 1 && v->op != VIDEO_SET &&
           (upper || v->second == VIDEO_LEAST || v->second == VIDEO_MOST ||
            (v->saturates && (shifts || !v->d_signed || v->d_bytes < 4)));
}

bool lower_video(Lower *lo)
{
    const Operand *o = lo->s->operands;
    u32 pieces, bytes;
    const int op = find_op(lo->parts.text[0], &pieces), count = lo->s->count;
    if (op < 0)
        return false;
    Video v = {.op = (u32)op & 15, .pieces = pieces & 7};
    take_modifiers(lo, &v);
    if (!need_operands(lo, 3, 4))
        return true;
    const bool wants_c = pieces > 1 || v.op == VIDEO_MAD || v.second != VIDEO_MERGE || o[0].piece;
    if (!need_operands(lo, 3 + wants_c, 3 + wants_c))
        return true;
    if ((v.op == VIDEO_MAD || v.second != VIDEO_MERGE) && pieces == 1 && o[0].piece)
        refuse_pieces(lo);
    refuse_if(lo, v.saturates && v.second == VIDEO_PLUS && pieces > 1,
              "a sum of pieces that saturates");
    take_result(lo, &o[0], &v);
    v.a_at = take_source(lo, &o[1], pieces, 0, &bytes) & 0xfff;
    v.a_bytes = bytes & 7;
    v.b_at = take_source(lo, &o[2], pieces, 4, &bytes) & 0xfff;
    v.b_bytes = bytes & 7;
    v.minus_ab = o[1].minus != o[2].minus;
    v.minus_c = count == 4 && o[3].minus;
    if (is_disputed(&v))
        refuse_disputed(lo);
    const bool minus = o[1].minus || o[2].minus || v.minus_c;
    refuse_if(lo,
              o[0].minus || (count == 4 && o[3].piece) || (minus && v.op != VIDEO_MAD) ||
                  (v.minus_c && v.minus_ab) || (minus && v.plus_one),
              "an operand the instruction does not have");
    if (has_failed(lo))
        return true;
    Operand result = o[0];
    result.piece = NULL;
    need_width(lo, &result, 4);
    const i32 d = destination_slot(lo, &result), a = whole_slot(lo, &o[1]),
              b = whole_slot(lo, &o[2]);
    Insn *in = emit_alu(lo, "video", d, a, b);
    insn_info(lo, in)->slots = video_slots(&v);
    in->c = count == 4 ? whole_slot(lo, &o[3]) : constant_slot(lo, 0, 4);
    u64 bits;
    memcpy(&bits, &v, sizeof bits);
    in->list[0] = constant_slot(lo, bits, 8);
    return true;
}
