// intrinsic.c: lowers LLVM's own functions: llvm.nvvm.*, which are the GPU's instructions, and llvm.*, which all machines have.
//
// Most are one PTX instruction: a table gives its text, with $d for the result, $e for a second one, $0 … for operands.
// The names of roundings and conversions are regular, and are taken apart.

#include "lab/compiler/lower/lower.h"

#include <string.h>

// A name may end in *, for any type. With `effect` the instruction stays even if nobody asks for its result.
static const struct {
    const char *name, *text;
    bool effect;
} table[] = {
    // barriers and fences
    {"nvvm.barrier0", "bar.sync 0", true},
    {"nvvm.barrier.cta.sync.aligned.all", "bar.sync $0", true},
    {"nvvm.barrier.cta.sync.aligned.count", "bar.sync $0, $1", true},
    {"nvvm.barrier.cta.sync.all", "barrier.sync $0", true},
    {"nvvm.barrier.cta.sync.count", "barrier.sync $0, $1", true},
    {"nvvm.barrier.cta.arrive.aligned.count", "bar.arrive $0, $1", true},
    {"nvvm.barrier.cta.arrive.count", "barrier.arrive $0, $1", true},
    {"nvvm.barrier.cta.red.popc.aligned.all", "bar.red.popc.u32 $d, $0, $1", true},
    {"nvvm.barrier.cta.red.and.aligned.all", "bar.red.and.pred $d, $0, $1", true},
    {"nvvm.barrier.cta.red.or.aligned.all", "bar.red.or.pred $d, $0, $1", true},
    {"nvvm.bar.warp.sync", "bar.warp.sync $0", true},
    {"nvvm.membar.cta", "membar.cta", true},
    {"nvvm.membar.gl", "membar.gl", true},
    {"nvvm.membar.sys", "membar.sys", true},
    {"nvvm.fence.sc.cluster", "fence.sc.cluster", true},
    {"nvvm.nanosleep", "nanosleep.u32 $0", true},
    {"nvvm.exit", "exit", true},
    {"trap", "trap", true},
    {"ubsantrap", "trap", true},
    {"debugtrap", "brkpt", true},
    // warps
    {"nvvm.shfl.sync.down.i32", "shfl.sync.down.b32 $d, $1, $2, $3, $0", true},
    {"nvvm.shfl.sync.up.i32", "shfl.sync.up.b32 $d, $1, $2, $3, $0", true},
    {"nvvm.shfl.sync.bfly.i32", "shfl.sync.bfly.b32 $d, $1, $2, $3, $0", true},
    {"nvvm.shfl.sync.idx.i32", "shfl.sync.idx.b32 $d, $1, $2, $3, $0", true},
    {"nvvm.shfl.sync.down.f32", "shfl.sync.down.b32 $d, $1, $2, $3, $0", true},
    {"nvvm.shfl.sync.up.f32", "shfl.sync.up.b32 $d, $1, $2, $3, $0", true},
    {"nvvm.shfl.sync.bfly.f32", "shfl.sync.bfly.b32 $d, $1, $2, $3, $0", true},
    {"nvvm.shfl.sync.idx.f32", "shfl.sync.idx.b32 $d, $1, $2, $3, $0", true},
    {"nvvm.shfl.sync.down.i32p", "shfl.sync.down.b32 $d|$e, $1, $2, $3, $0", true},
    {"nvvm.shfl.sync.up.i32p", "shfl.sync.up.b32 $d|$e, $1, $2, $3, $0", true},
    {"nvvm.shfl.sync.bfly.i32p", "shfl.sync.bfly.b32 $d|$e, $1, $2, $3, $0", true},
    {"nvvm.shfl.sync.idx.i32p", "shfl.sync.idx.b32 $d|$e, $1, $2, $3, $0", true},
    {"nvvm.vote.all.sync", "vote.sync.all.pred $d, $1, $0", true},
    {"nvvm.vote.any.sync", "vote.sync.any.pred $d, $1, $0", true},
    {"nvvm.vote.uni.sync", "vote.sync.uni.pred $d, $1, $0", true},
    {"nvvm.vote.ballot.sync", "vote.sync.ballot.b32 $d, $1, $0", true},
    {"nvvm.match.any.sync.i32", "match.any.sync.b32 $d, $1, $0", true},
    {"nvvm.match.any.sync.i64", "match.any.sync.b64 $d, $1, $0", true},
    {"nvvm.match.all.sync.i32p", "match.all.sync.b32 $d|$e, $1, $0", true},
    {"nvvm.match.all.sync.i64p", "match.all.sync.b64 $d|$e, $1, $0", true},
    {"nvvm.redux.sync.add", "redux.sync.add.s32 $d, $0, $1", true},
    {"nvvm.redux.sync.min", "redux.sync.min.s32 $d, $0, $1", true},
    {"nvvm.redux.sync.max", "redux.sync.max.s32 $d, $0, $1", true},
    {"nvvm.redux.sync.umin", "redux.sync.min.u32 $d, $0, $1", true},
    {"nvvm.redux.sync.umax", "redux.sync.max.u32 $d, $0, $1", true},
    {"nvvm.redux.sync.and", "redux.sync.and.b32 $d, $0, $1", true},
    {"nvvm.redux.sync.or", "redux.sync.or.b32 $d, $0, $1", true},
    {"nvvm.redux.sync.xor", "redux.sync.xor.b32 $d, $0, $1", true},
    {"nvvm.activemask", "activemask.b32 $d", true},
    // integers
    {"nvvm.mulhi.i", "mul.hi.s32 $d, $0, $1", false},
    {"nvvm.mulhi.ui", "mul.hi.u32 $d, $0, $1", false},
    {"nvvm.mulhi.ll", "mul.hi.s64 $d, $0, $1", false},
    {"nvvm.mulhi.ull", "mul.hi.u64 $d, $0, $1", false},
    {"nvvm.mul24.i", "mul24.lo.s32 $d, $0, $1", false},
    {"nvvm.mul24.ui", "mul24.lo.u32 $d, $0, $1", false},
    {"nvvm.sad.i", "sad.s32 $d, $0, $1, $2", false},
    {"nvvm.sad.ui", "sad.u32 $d, $0, $1, $2", false},
    {"nvvm.prmt", "prmt.b32 $d, $0, $1, $2", false},
    {"nvvm.idp4a.s.s", "dp4a.s32.s32 $d, $0, $1, $2", false},
    {"nvvm.idp4a.u.u", "dp4a.u32.u32 $d, $0, $1, $2", false},
    {"nvvm.fns", "fns.b32 $d, $0, $1, $2", false},
    {"nvvm.isspacep.global", "isspacep.global $d, $0", false},
    {"nvvm.isspacep.shared", "isspacep.shared $d, $0", false},
    {"nvvm.isspacep.local", "isspacep.local $d, $0", false},
    {"nvvm.isspacep.const", "isspacep.const $d, $0", false},
    {"ctpop.i32", "popc.b32 $d, $0", false},
    {"bitreverse.i32", "brev.b32 $d, $0", false},
    {"bitreverse.i64", "brev.b64 $d, $0", false},
    {"bswap.i32", "prmt.b32 $d, $0, 0, 291", false},
    {"smax.i32", "max.s32 $d, $0, $1", false},
    {"smin.i32", "min.s32 $d, $0, $1", false},
    {"umax.i32", "max.u32 $d, $0, $1", false},
    {"umin.i32", "min.u32 $d, $0, $1", false},
    {"smax.i64", "max.s64 $d, $0, $1", false},
    {"smin.i64", "min.s64 $d, $0, $1", false},
    {"umax.i64", "max.u64 $d, $0, $1", false},
    {"umin.i64", "min.u64 $d, $0, $1", false},
    {"abs.i32", "abs.s32 $d, $0", false},
    {"abs.i64", "abs.s64 $d, $0", false},
    {"fshl.i32", "shf.l.wrap.b32 $d, $1, $0, $2", false},
    {"fshr.i32", "shf.r.wrap.b32 $d, $1, $0, $2", false},
    // floating point
    {"sqrt.f32", "sqrt.rn.f32 $d, $0", false},
    {"sqrt.f64", "sqrt.rn.f64 $d, $0", false},
    {"fma.f32", "fma.rn.f32 $d, $0, $1, $2", false},
    {"fma.f64", "fma.rn.f64 $d, $0, $1, $2", false},
    {"fma.f16", "fma.rn.f16 $d, $0, $1, $2", false},
    {"fmuladd.f32", "fma.rn.f32 $d, $0, $1, $2", false},
    {"fmuladd.f64", "fma.rn.f64 $d, $0, $1, $2", false},
    {"fabs.f32", "abs.f32 $d, $0", false},
    {"fabs.f64", "abs.f64 $d, $0", false},
    {"fabs.f16", "abs.f16 $d, $0", false},
    {"minnum.f32", "min.f32 $d, $0, $1", false},
    {"minnum.f64", "min.f64 $d, $0, $1", false},
    {"minnum.f16", "min.f16 $d, $0, $1", false},
    {"maxnum.f32", "max.f32 $d, $0, $1", false},
    {"maxnum.f64", "max.f64 $d, $0, $1", false},
    {"maxnum.f16", "max.f16 $d, $0, $1", false},
    {"minimumnum.f32", "min.f32 $d, $0, $1", false},
    {"minimumnum.f64", "min.f64 $d, $0, $1", false},
    {"maximumnum.f32", "max.f32 $d, $0, $1", false},
    {"maximumnum.f64", "max.f64 $d, $0, $1", false},
    {"minimum.f32", "min.NaN.f32 $d, $0, $1", false},
    {"maximum.f32", "max.NaN.f32 $d, $0, $1", false},
    {"copysign.f32", "copysign.f32 $d, $1, $0", false},
    {"copysign.f64", "copysign.f64 $d, $1, $0", false},
    {"floor.f32", "cvt.rmi.f32.f32 $d, $0", false},
    {"floor.f64", "cvt.rmi.f64.f64 $d, $0", false},
    {"ceil.f32", "cvt.rpi.f32.f32 $d, $0", false},
    {"ceil.f64", "cvt.rpi.f64.f64 $d, $0", false},
    {"trunc.f32", "cvt.rzi.f32.f32 $d, $0", false},
    {"trunc.f64", "cvt.rzi.f64.f64 $d, $0", false},
    {"rint.f32", "cvt.rni.f32.f32 $d, $0", false},
    {"rint.f64", "cvt.rni.f64.f64 $d, $0", false},
    {"nearbyint.f32", "cvt.rni.f32.f32 $d, $0", false},
    {"nearbyint.f64", "cvt.rni.f64.f64 $d, $0", false},
    {"roundeven.f32", "cvt.rni.f32.f32 $d, $0", false},
    {"roundeven.f64", "cvt.rni.f64.f64 $d, $0", false},
    {"exp2.f32", "ex2.approx.f32 $d, $0", false},
    {"log2.f32", "lg2.approx.f32 $d, $0", false},
    {"sin.f32", "sin.approx.f32 $d, $0", false},
    {"cos.f32", "cos.approx.f32 $d, $0", false},
    {"nvvm.ex2.approx.f", "ex2.approx.f32 $d, $0", false},
    {"nvvm.ex2.approx.f32", "ex2.approx.f32 $d, $0", false},
    {"nvvm.ex2.approx.ftz.f", "ex2.approx.ftz.f32 $d, $0", false},
    {"nvvm.ex2.approx.ftz.f32", "ex2.approx.ftz.f32 $d, $0", false},
    {"nvvm.fabs.f32", "abs.f32 $d, $0", false},
    {"nvvm.fabs.f64", "abs.f64 $d, $0", false},
    {"nvvm.fabs.ftz.f32", "abs.ftz.f32 $d, $0", false},
    {"nvvm.saturate.f", "cvt.sat.f32.f32 $d, $0", false},
    {"nvvm.saturate.d", "cvt.sat.f64.f64 $d, $0", false},
    {"nvvm.round.f", "cvt.rni.f32.f32 $d, $0", false},
    {"nvvm.round.d", "cvt.rni.f64.f64 $d, $0", false},
    {"nvvm.fmin.f", "min.f32 $d, $0, $1", false},
    {"nvvm.fmin.d", "min.f64 $d, $0, $1", false},
    {"nvvm.fmax.f", "max.f32 $d, $0, $1", false},
    {"nvvm.fmax.d", "max.f64 $d, $0, $1", false},
    {"nvvm.div.full", "div.full.f32 $d, $0, $1", false},
    {"nvvm.d2i.hi", "{ .reg .b32 t; mov.b64 {t, $d}, $0; }", false},
    {"nvvm.d2i.lo", "{ .reg .b32 t; mov.b64 {$d, t}, $0; }", false},
    {"nvvm.lohi.i2d", "mov.b64 $d, {$0, $1}", false},
    {"nvvm.f2h.rn", "cvt.rn.f16.f32 $d, $0", false},
    // asynchronous copies
    {"nvvm.cp.async.commit.group", "cp.async.commit_group", true},
    {"nvvm.cp.async.wait.all", "cp.async.wait_all", true},
    {"nvvm.cp.async.wait.group", "cp.async.wait_group $0", true},
    {"nvvm.cp.async.ca.shared.global.4", "cp.async.ca.shared.global [$s0], [$g1], 4", true},
    {"nvvm.cp.async.ca.shared.global.8", "cp.async.ca.shared.global [$s0], [$g1], 8", true},
    {"nvvm.cp.async.ca.shared.global.16", "cp.async.ca.shared.global [$s0], [$g1], 16", true},
    {"nvvm.cp.async.cg.shared.global.16", "cp.async.cg.shared.global [$s0], [$g1], 16", true},
    {"nvvm.cp.async.ca.shared.global.4.s", "cp.async.ca.shared.global [$s0], [$g1], 4, $2", true},
    {"nvvm.cp.async.ca.shared.global.8.s", "cp.async.ca.shared.global [$s0], [$g1], 8, $2", true},
    {"nvvm.cp.async.ca.shared.global.16.s", "cp.async.ca.shared.global [$s0], [$g1], 16, $2", true},
    {"nvvm.cp.async.cg.shared.global.16.s", "cp.async.cg.shared.global [$s0], [$g1], 16, $2", true},
};

// Functions for the optimizer, which become no instruction.
static const char *const nothing[] = {"assume",          "lifetime.start",
                                      "lifetime.end",    "dbg.",
                                      "invariant.start", "invariant.end",
                                      "donothing",       "var.annotation",
                                      "prefetch",        "experimental.noalias.scope.decl",
                                      "sideeffect",      "pseudoprobe"};

// Other functions without an effect; functions below write them. (memcpy and the like have an effect.)
static const char *const pure[] = {
    "ctpop.", "ctlz.",       "cttz.",        "bswap.",      "abs.",    "smax.",
    "smin.",  "umax.",       "umin.",        "sadd.",       "uadd.",   "ssub.",
    "usub.",  "smul.",       "umul.",        "fshl.",       "fshr.",   "bitreverse.",
    "round.", "fptosi.sat.", "fptoui.sat.",  "is.fpclass.", "expect.", "canonicalize.",
    "ucmp.",  "scmp.",       "is.constant.", "launder.",    "strip.",  "ldexp."};

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static const char *text_of(const char *name, bool *effect)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(name, table[i].name) == 0) {
            *effect = table[i].effect;
            return table[i].text;
        }
    return NULL;
}

// ---- Names that are read ------------------------------------------------------------------------------------------------

// Returns a special register: %tid.x for read.ptx.sreg.tid.x.
static const char *special_text(Lower *l, const char *name, bool *wide)
{
    static const char *const prefix = "nvvm.read.ptx.sreg.";
    if (!starts(name, prefix))
        return NULL;
    const char *sreg = name + strlen(prefix);
    static const char *const known[] = {
        "tid.x",       "tid.y",       "tid.z",       "ntid.x",   "ntid.y",      "ntid.z",
        "ctaid.x",     "ctaid.y",     "ctaid.z",     "nctaid.x", "nctaid.y",    "nctaid.z",
        "laneid",      "warpid",      "nwarpid",     "smid",     "nsmid",       "gridid",
        "clock",       "clock64",     "globaltimer", "warpsize", "lanemask.eq", "lanemask.lt",
        "lanemask.le", "lanemask.gt", "lanemask.ge"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(sreg, known[i]) == 0) {
            *wide = strcmp(sreg, "clock64") == 0 || strcmp(sreg, "globaltimer") == 0;
            if (strcmp(sreg, "warpsize") == 0)
                return "WARP_SZ";
            if (starts(sreg, "lanemask."))
                return sprint(l->m, "%%lanemask_%s", sreg + strlen("lanemask."));
            return sprint(l->m, "%%%s", sreg);
        }
    return NULL;
}

// Takes one of the words off *at, with the dot or the end after it; NULL if none is there.
static const char *take(const char **at, const char *const *words, int count)
{
    for (int i = 0; i < count; i++) {
        size_t length = strlen(words[i]);
        if (strncmp(*at, words[i], length) == 0 &&
            ((*at)[length] == '.' || (*at)[length] == '\0')) {
            *at += length + ((*at)[length] == '.');
            return words[i];
        }
    }
    return NULL;
}

// Returns the PTX of an instruction with a rounding: add.rz.ftz.f32 for nvvm.add.rz.ftz.f.
static const char *rounded_text(Lower *l, const char *name, int operands)
{
    static const char *const ops[] = {"add",   "mul", "div", "fma", "sqrt", "rcp",
                                      "rsqrt", "lg2", "sin", "cos", "tanh"};
    static const char *const roundings[] = {"rn", "rz", "rm", "rp", "approx"};
    static const char *const flush[] = {"ftz"}, *const sat[] = {"sat"},
                             *const types[] = {"f", "d", "f32", "f64"};
    if (!starts(name, "nvvm."))
        return NULL;
    const char *at = name + 5, *op = take(&at, ops, 11),
               *rounding = op ? take(&at, roundings, 5) : NULL;
    if (!rounding)
        return NULL;
    const char *ftz = take(&at, flush, 1) ? ".ftz" : "",
               *saturate = take(&at, sat, 1) ? ".sat" : "";
    const char *type = take(&at, types, 4);
    if (!type || *at)
        return NULL;
    const char *list = operands == 1 ? "$0" : operands == 2 ? "$0, $1" : "$0, $1, $2";
    return sprint(l->m, "%s.%s%s%s.%s $d, %s", op, rounding, ftz, saturate,
                  *type == 'd' || type[1] == '6' ? "f64" : "f32", list);
}

// Returns the PTX of a conversion: cvt.rzi.ftz.s32.f32 for nvvm.f2i.rz.ftz, cvt.rn.f64.u32 for nvvm.ui2d.rn, cvt.rm.f32.f64 for
// nvvm.d2f.rm.
static const char *conversion_text(Lower *l, const char *name)
{
    static const struct {
        const char *name, *type;
    } types[] = {{"f", "f32"},   {"d", "f64"}, {"ui", "u32"},
                 {"ull", "u64"}, {"i", "s32"}, {"ll", "s64"}};
    if (!starts(name, "nvvm."))
        return NULL;
    const char *at = name + 5, *from = NULL, *to = NULL;
    for (int i = 0; i < 6 && !from; i++)
        if (starts(at, types[i].name) && at[strlen(types[i].name)] == '2') {
            from = types[i].type;
            at += strlen(types[i].name) + 1;
        }
    for (int i = 0; i < 6 && from && !to; i++)
        if (starts(at, types[i].name) && at[strlen(types[i].name)] == '.') {
            to = types[i].type;
            at += strlen(types[i].name) + 1;
        }
    static const char *const roundings[] = {"rn", "rz", "rm", "rp"}, *const flush[] = {"ftz"};
    const char *rounding = to ? take(&at, roundings, 4) : NULL;
    if (!rounding)
        return NULL;
    const char *ftz = take(&at, flush, 1) ? ".ftz" : "";
    if (*at)
        return NULL;
    bool to_integer = *from == 'f' && *to != 'f';
    return sprint(l->m, "cvt.%s%s%s.%s.%s $d, $0", rounding, to_integer ? "i" : "", ftz, to, from);
}

// ---- Writing --------------------------------------------------------------------------------------------------------

// Returns an operand of the call: a predicate, a number or a register. Halfs and 16-bit integers are in 16-bit registers.
static const char *operand(Lower *l, Value *v, int n)
{
    if (n + 1 >= v->count)
        fail_at(l->m, v, "an intrinsic has too few operands");
    Value *x = v->operands[n + 1];
    RegClass c = x->type->kind == TY_POINTER ? R_LONG : class_of(l, x, 0);
    if (c == R_PRED || c == R_HALF)
        return use_reg(l, x, 0);
    return use_part(l, x, 0);
}

static void put_template(Lower *l, Value *v, const char *text)
{
    PtxText t = {0};
    for (const char *c = text; *c; c++) {
        const char *piece;
        if (*c != '$') {
            ptx_put(l->m, &t, c, 1);
            continue;
        }
        c++;
        if (*c == 'd' || *c == 'e') {
            piece = def(l, *c == 'e');
        } else if (*c == 's' || *c == 'g') {
            if (c[1] - '0' + 1 >= v->count)
                fail_at(l->m, v, "an intrinsic has too few operands");
            piece = use_pointer(l, v->operands[c[1] - '0' + 1],
                                *c == 's' ? SPACE_SHARED : SPACE_GLOBAL);
            c++;
        } else {
            piece = operand(l, v, *c - '0');
        }
        ptx_put(l->m, &t, piece, strlen(piece));
    }
    put(l, "%s", t.bytes ? t.bytes : "");
}

static int bits_of(const Value *v)
{
    return v->type->kind == TY_INT                                       ? v->type->bits
           : v->type->kind == TY_VECTOR && v->type->item->kind == TY_INT ? v->type->item->bits
                                                                         : 0;
}

// Lowers counts of zeros and ones, of any width.
static void lower_count(Lower *l, Value *v, char what)
{
    int bits = bits_of(v), width = bits <= 32 ? 32 : 64;
    const char *x = use_zero_extended(l, v->operands[1], 0), *d = def(l, 0);
    RegClass c = width == 32 ? R_INT : R_LONG;
    if (what == 't') { // trailing zeros are leading zeros of the reversed number; zero has all bits
        const char *reversed = temp(l, c), *guarded = x;
        if (bits < width) {
            guarded = temp(l, c);
            put(l, "or.b%d \t%s, %s, %l", width, guarded, x, (u64)1 << bits);
        }
        put(l, "brev.b%d \t%s, %s", width, reversed, guarded);
        x = reversed;
    }
    const char *count = width == 32 && (what != 'l' || bits == 32) ? d : temp(l, R_INT);
    put(l, "%s.b%d \t%s, %s", what == 'p' ? "popc" : "clz", width, count, x);
    if (what == 'l' && bits < width) {
        const char *less = width == 32 ? d : temp(l, R_INT);
        put(l, "sub.s32 \t%s, %s, %d", less, count, width - bits);
        count = less;
    }
    if (width == 64)
        put(l, "cvt.u64.u32 \t%s, %s", d, count);
}

// Lowers byte swaps of 16 and 64 bits; the table has those of 32.
static void lower_swap_bytes(Lower *l, Value *v)
{
    int bits = bits_of(v);
    const char *x = use_zero_extended(l, v->operands[1], 0);
    if (bits == 16) {
        put(l, "prmt.b32 \t%s, %s, 0, 17409", def(l, 0), x); // bytes 1 0, then zeros
        return;
    }
    if (bits != 64)
        fail_at(l->m, v, "a byte swap of %d bits is not supported", bits);
    const char *low = temp(l, R_INT), *high = temp(l, R_INT), *a = temp(l, R_INT),
               *b = temp(l, R_INT);
    put(l, "mov.b64 \t{%s, %s}, %s", low, high, use_reg(l, v->operands[1], 0));
    put(l, "prmt.b32 \t%s, %s, 0, 291", a, low);
    put(l, "prmt.b32 \t%s, %s, 0, 291", b, high);
    put(l, "mov.b64 \t%s, {%s, %s}", def(l, 0), b, a);
}

static void lower_funnel(Lower *l, Value *v, bool left)
{
    int bits = bits_of(v), width = bits <= 32 ? 32 : 64;
    if (bits & (bits - 1))
        fail_at(l->m, v, "a funnel shift of %d bits is not supported", bits);
    RegClass c = width == 32 ? R_INT : R_LONG;
    const char *high = use_zero_extended(l, v->operands[1], 0),
               *low = use_zero_extended(l, v->operands[2], 0);
    const char *given = use_part(l, v->operands[3], 0), *amount = temp(l, R_INT),
               *other = temp(l, R_INT), *n = given;
    if (width == 64) {
        n = temp(l, R_INT);
        put(l, "cvt.u32.u64 \t%s, %s", n, use_reg(l, v->operands[3], 0));
    }
    const char *a = temp(l, c), *b = temp(l, c);
    put(l, "and.b32 \t%s, %s, %d", amount, n, bits - 1);
    put(l, "sub.s32 \t%s, %d, %s", other, bits, amount);
    put(l, "shl.b%d \t%s, %s, %s", width, a, high, left ? amount : other);
    put(l, "shr.u%d \t%s, %s, %s", width, b, low, left ? other : amount);
    put(l, "or.b%d \t%s, %s, %s", width, def(l, 0), a, b);
}

// Lowers minimum, maximum and absolute value of other widths, and of vectors.
static void lower_extreme(Lower *l, Value *v, const char *word, bool is_signed)
{
    for (int part = 0; part < part_count(l->m, v->type); part++) {
        int width = part_type(l, v, part)->bits <= 32 ? 32 : 64;
        if (class_of(l, v, part) == R_PRED)
            fail_at(l->m, v, "a minimum or maximum of truth values is not supported");
        const char *x = use_extended(l, v->operands[1], part, is_signed);
        if (strcmp(word, "abs") == 0) {
            put(l, "abs.s%d \t%s, %s", width, def(l, part), x);
            continue;
        }
        const char *y = use_extended(l, v->operands[2], part, is_signed);
        put(l, "%s.%s%d \t%s, %s, %s", word, is_signed ? "s" : "u", width, def(l, part), x, y);
    }
}

// Lowers sadd.with.overflow and the like. The sum in more bits tells if it overflows, or the signs do.
static void lower_overflow(Lower *l, Value *v, const char *name)
{
    bool is_signed = *name == 's';
    const Type *t = part_type(l, v, 0);
    int bits = t->bits, width = bits <= 32 ? 32 : 64;
    const char *op = name + 1, *d = def(l, 0), *p = def(l, 1);
    RegClass c = width == 32 ? R_INT : R_LONG;
    const char *x = use_extended(l, v->operands[1], 0, is_signed);
    const char *y = use_extended(l, v->operands[2], 0, is_signed);
    if (bits < 2)
        fail_at(l->m, v, "a checked sum of truth values is not supported");
    if (starts(op, "mul")) {
        const char *high = temp(l, c), *expected = "0";
        put(l, "mul.lo.s%d \t%s, %s, %s", width, d, x, y);
        if (bits != width)
            fail_at(l->m, v, "a checked product of %d bits is not supported", bits);
        put(l, "mul.hi.%s%d \t%s, %s, %s", is_signed ? "s" : "u", width, high, x, y);
        if (is_signed) {
            expected = temp(l, c);
            put(l, "shr.s%d \t%s, %s, %d", width, expected, d, width - 1);
        }
        put(l, "setp.ne.s%d \t%s, %s, %s", width, p, high, expected);
        return;
    }
    bool add = starts(op, "add");
    put(l, "%s.s%d \t%s, %s, %s", add ? "add" : "sub", width, d, x, y);
    if (bits != width) { // the register holds the whole sum, which may be too large for its bits
        const char *again = temp(l, c);
        if (is_signed)
            put(l, "bfe.s%d \t%s, %s, 0, %d", width, again, d, bits);
        else
            put(l, "and.b%d \t%s, %s, %l", width, again, d, int_mask(bits));
        put(l, "setp.ne.s%d \t%s, %s, %s", width, p, again, d);
    } else if (is_signed) { // both operands have one sign, the result has the other
        const char *a = temp(l, c), *b = temp(l, c), *both = temp(l, c);
        put(l, "xor.b%d \t%s, %s, %s", width, a, d, x);
        put(l, "xor.b%d \t%s, %s, %s", width, b, add ? d : x, y);
        put(l, "and.b%d \t%s, %s, %s", width, both, a, b);
        put(l, "setp.lt.s%d \t%s, %s, 0", width, p, both);
    } else {
        put(l, "setp.%s.u%d \t%s, %s, %s", add ? "lt" : "gt", width, p, d, x);
    }
}

// Lowers sums and differences that stop at the largest and smallest number.
static void lower_saturating(Lower *l, Value *v, const char *name)
{
    bool is_signed = *name == 's', add = starts(name + 1, "add");
    int bits = bits_of(v), width = bits <= 32 ? 32 : 64;
    RegClass c = width == 32 ? R_INT : R_LONG;
    const char *d = def(l, 0);
    const char *x = use_extended(l, v->operands[1], 0, is_signed);
    const char *y = use_extended(l, v->operands[2], 0, is_signed);
    if (bits < 8 || v->type->kind != TY_INT)
        fail_at(l->m, v, "this sum that stops at its limits is not supported");
    if (!is_signed && !add) { // x - min(x, y)
        const char *less = temp(l, c);
        put(l, "min.u%d \t%s, %s, %s", width, less, x, y);
        put(l, "sub.s%d \t%s, %s, %s", width, d, x, less);
    } else if (!is_signed) { // x + min(y, most - x)
        const char *room = temp(l, c), *less = temp(l, c),
                   *most = number(l, int_mask(bits), bits == width ? width : 64);
        put(l, "sub.s%d \t%s, %s, %s", width, room, most, x);
        put(l, "min.u%d \t%s, %s, %s", width, less, y, room);
        put(l, "add.s%d \t%s, %s, %s", width, d, x, less);
    } else if (bits == 32) {
        put(l, "%s.sat.s32 \t%s, %s, %s", add ? "add" : "sub", d, x, y);
    } else if (bits < width) {
        const char *sum = temp(l, c), *upper = temp(l, c);
        put(l, "%s.s%d \t%s, %s, %s", add ? "add" : "sub", width, sum, x, y);
        put(l, "min.s%d \t%s, %s, %l", width, upper, sum, int_mask(bits - 1));
        put(l, "max.s%d \t%s, %s, %l", width, d, upper, ~int_mask(bits - 1));
    } else { // the sign of x tells at which limit
        const char *sum = temp(l, c), *a = temp(l, c), *b = temp(l, c), *both = temp(l, c),
                   *sign = temp(l, c), *limit = temp(l, c), *p = temp(l, R_PRED);
        put(l, "%s.s64 \t%s, %s, %s", add ? "add" : "sub", sum, x, y);
        put(l, "xor.b64 \t%s, %s, %s", a, sum, x);
        put(l, "xor.b64 \t%s, %s, %s", b, add ? sum : x, y);
        put(l, "and.b64 \t%s, %s, %s", both, a, b);
        put(l, "setp.lt.s64 \t%s, %s, 0", p, both);
        put(l, "shr.s64 \t%s, %s, 63", sign, use_reg(l, v->operands[1], 0));
        put(l, "xor.b64 \t%s, %s, 9223372036854775807", limit, sign);
        put(l, "selp.b64 \t%s, %s, %s, %s", d, limit, sum, p);
    }
}

// Lowers rounding with halves away from zero, which PTX does not have: trunc(|x| + 0.5); |x| itself if it has no fraction.
static void lower_round(Lower *l, Value *v)
{
    bool wide = v->type->kind == TY_DOUBLE;
    RegClass c = wide ? R_DOUBLE : R_FLOAT;
    const char *f = wide ? "f64" : "f32", *x = use_reg(l, v->operands[1], 0);
    const char *size = temp(l, c), *whole = temp(l, c), *rest = temp(l, c), *more = temp(l, c),
               *p = temp(l, R_PRED), *up = temp(l, c);
    const char *half = wide ? "0d3FE0000000000000" : "0f3F000000",
               *one = wide ? "0d3FF0000000000000" : "0f3F800000";
    put(l, "abs.%s \t%s, %s", f, size, x);
    put(l, "cvt.rzi.%s.%s \t%s, %s", f, f, whole, size);
    put(l, "sub.rn.%s \t%s, %s, %s", f, rest, size, whole);
    put(l, "add.rn.%s \t%s, %s, %s", f, more, whole, one);
    put(l, "setp.ge.%s \t%s, %s, %s", f, p, rest, half);
    put(l, "selp.%s \t%s, %s, %s, %s", f, up, more, whole, p);
    put(l, "copysign.%s \t%s, %s, %s", f, def(l, 0), x, up);
}

// Lowers is.fpclass: which kind of number x is. LLVM has a bit for each kind, from signalling NaN to plus infinity.
static void lower_class(Lower *l, Value *v)
{
    const Type *t = part_type(l, v->operands[1], 0);
    const Value *mask = v->operands[2];
    bool wide = t->kind == TY_DOUBLE;
    if ((t->kind != TY_FLOAT && !wide) || mask->kind != V_INT)
        fail_at(l->m, v, "this test of a number is not supported");
    const char *f = wide ? "f64" : "f32", *x = use_reg(l, v->operands[1], 0), *sum = NULL;
    const char *infinity = wide ? "0d7FF0000000000000" : "0f7F800000",
               *least = wide ? "0d0010000000000000" : "0f00800000";
    const char *size = temp(l, wide ? R_DOUBLE : R_FLOAT);
    // Kinds by the size of x. A test may ask for both signs, only for negative, or only for positive numbers.
    static const struct {
        u32 negative, positive;
    } kinds[] = {{1 << 2, 1 << 9}, {1 << 3, 1 << 8}, {1 << 4, 1 << 7}, {1 << 5, 1 << 6}};
    put(l, "abs.%s \t%s, %s", f, size, x);
    if ((mask->bits & 3) == 3) {
        sum = temp(l, R_PRED);
        put(l, "setp.nan.%s \t%s, %s, %s", f, sum, x, x);
    } else if (mask->bits & 3) {
        fail_at(l->m, v, "a test for a NaN's kind is not supported");
    }
    for (int i = 0; i < 4; i++) {
        bool negative = mask->bits & kinds[i].negative, positive = mask->bits & kinds[i].positive;
        if (!negative && !positive)
            continue;
        const char *p = temp(l, R_PRED);
        if (i == 0)
            put(l, "setp.eq.%s \t%s, %s, %s", f, p, size, infinity);
        else if (i == 3)
            put(l, "setp.eq.%s \t%s, %s, %s", f, p, size,
                wide ? "0d0000000000000000" : "0f00000000");
        else {
            const char *low = temp(l, R_PRED), *high = temp(l, R_PRED);
            put(l, "setp.ge.%s \t%s, %s, %s", f, low, size,
                i == 1 ? least
                : wide ? "0d0000000000000001"
                       : "0f00000001");
            put(l, "setp.lt.%s \t%s, %s, %s", f, high, size, i == 1 ? infinity : least);
            put(l, "and.pred \t%s, %s, %s", p, low, high);
        }
        if (negative != positive) {
            const char *bits = temp(l, wide ? R_LONG : R_INT), *sign = temp(l, R_PRED),
                       *both = temp(l, R_PRED);
            put(l, "mov.b%d \t%s, %s", wide ? 64 : 32, bits, x);
            put(l, "setp.%s.s%d \t%s, %s, 0", negative ? "lt" : "ge", wide ? 64 : 32, sign, bits);
            put(l, "and.pred \t%s, %s, %s", both, p, sign);
            p = both;
        }
        if (sum) {
            const char *either = temp(l, R_PRED);
            put(l, "or.pred \t%s, %s, %s", either, sum, p);
            p = either;
        }
        sum = p;
    }
    put(l, "mov.pred \t%s, %s", def(l, 0), sum ? sum : "0");
}

// Lowers a comparison whose result is -1, 0 or 1.
static void lower_three_way(Lower *l, Value *v, bool is_signed)
{
    const Type *t = part_type(l, v->operands[1], 0);
    int width = t->bits <= 32 ? 32 : 64, out = bits_of(v) <= 32 ? 32 : 64;
    const char *x = use_extended(l, v->operands[1], 0, is_signed);
    const char *y = use_extended(l, v->operands[2], 0, is_signed);
    const char *more = temp(l, R_PRED), *less = temp(l, R_PRED),
               *one = temp(l, out == 32 ? R_INT : R_LONG);
    if (bits_of(v) < 2)
        fail_at(l->m, v, "a comparison with three results in one bit");
    put(l, "setp.gt.%s%d \t%s, %s, %s", is_signed ? "s" : "u", width, more, x, y);
    put(l, "setp.lt.%s%d \t%s, %s, %s", is_signed ? "s" : "u", width, less, x, y);
    put(l, "selp.b%d \t%s, 1, 0, %s", out, one, more);
    put(l, "selp.b%d \t%s, -1, %s, %s", out, def(l, 0), one, less);
}

// Lowers a conversion to an integer that stops at the integer's limits, as PTX's conversions do.
static void lower_saturating_cast(Lower *l, Value *v, bool is_signed)
{
    int bits = bits_of(v);
    const Type *from = part_type(l, v->operands[1], 0);
    if ((bits != 32 && bits != 64) || (from->kind != TY_FLOAT && from->kind != TY_DOUBLE))
        fail_at(l->m, v, "this conversion to an integer is not supported");
    put(l, "cvt.rzi.%s%d.%s \t%s, %s", is_signed ? "s" : "u", bits,
        from->kind == TY_FLOAT ? "f32" : "f64", def(l, 0), use_reg(l, v->operands[1], 0));
}

static bool starts_with_one(const char *name, const char *const *words, size_t count)
{
    size_t i = 0;
    while (i < count && !starts(name, words[i]))
        i++;
    return i < count;
}

static bool is_nothing(const char *name)
{
    return starts_with_one(name, nothing, sizeof nothing / sizeof *nothing);
}

bool intrinsic_pure(const char *full)
{
    bool effect = true;
    if (!starts(full, "llvm."))
        return false;
    const char *name = full + 5;
    if (is_nothing(name))
        return true;
    if (text_of(name, &effect))
        return !effect;
    if (starts_with_one(name, pure, sizeof pure / sizeof *pure))
        return true;
    return starts(name, "nvvm.") && !starts(name, "nvvm.read.ptx.sreg.clock") &&
           !starts(name, "nvvm.cp.") && !starts(name, "nvvm.atomic") && !starts(name, "nvvm.bar") &&
           !starts(name, "nvvm.mbarrier");
}

bool lower_intrinsic(Lower *l, Value *v, const char *name)
{
    bool effect, wide;
    static const struct {
        const char *name;
        int operands;
    } needs[] = {{"mem", 3}, {"ct", 1},    {"bswap", 1}, {"fsh", 3},  {"abs", 1},    {"s", 2},
                 {"u", 2},   {"round", 1}, {"is.fp", 2}, {"fpto", 1}, {"expect", 1}, {"canon", 1}};
    if (is_nothing(name))
        return true;
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (starts(name, needs[i].name) && v->count <= needs[i].operands && !text_of(name, &effect))
            fail_at(l->m, v, "an intrinsic has too few operands");
    const char *text = text_of(name, &effect);
    if (text && strstr(text, "$d") && v->type->kind == TY_VOID)
        fail_at(l->m, v, "an intrinsic has no result");
    if (!text)
        text = rounded_text(l, name, v->count - 1);
    if (!text)
        text = conversion_text(l, name);
    if (text) {
        put_template(l, v, text);
        return true;
    }
    text = special_text(l, name, &wide);
    if (text)
        put(l, wide ? "mov.u64 \t%s, %s" : "mov.u32 \t%s, %s", def(l, 0), text);
    else if (starts(name, "memcpy.") || starts(name, "memmove."))
        lower_copy(l, v, starts(name, "memmove."));
    else if (starts(name, "memset."))
        lower_fill(l, v);
    else if (starts(name, "ctpop."))
        lower_count(l, v, 'p');
    else if (starts(name, "ctlz."))
        lower_count(l, v, 'l');
    else if (starts(name, "cttz."))
        lower_count(l, v, 't');
    else if (starts(name, "bswap."))
        lower_swap_bytes(l, v);
    else if (starts(name, "fshl.") || starts(name, "fshr."))
        lower_funnel(l, v, name[3] == 'l');
    else if (starts(name, "smax.") || starts(name, "umax."))
        lower_extreme(l, v, "max", *name == 's');
    else if (starts(name, "smin.") || starts(name, "umin."))
        lower_extreme(l, v, "min", *name == 's');
    else if (starts(name, "abs."))
        lower_extreme(l, v, "abs", true);
    else if (strstr(name, ".with.overflow."))
        lower_overflow(l, v, name);
    else if (strstr(name, ".sat.") && (*name == 's' || *name == 'u'))
        lower_saturating(l, v, name);
    else if (starts(name, "fptosi.sat.") || starts(name, "fptoui.sat."))
        lower_saturating_cast(l, v, name[4] == 's');
    else if (starts(name, "round.f32") || starts(name, "round.f64"))
        lower_round(l, v);
    else if (starts(name, "is.fpclass."))
        lower_class(l, v);
    else if (starts(name, "scmp.") || starts(name, "ucmp."))
        lower_three_way(l, v, *name == 's');
    else if (starts(name, "expect.") || starts(name, "canonicalize."))
        put(l, "mov.%s \t%s, %s", ptx_class(class_of(l, v, 0)), def(l, 0),
            use_part(l, v->operands[1], 0));
    else
        return false;
    return true;
}
