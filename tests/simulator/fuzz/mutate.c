#include "mutate.h"

#include <stdbool.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

typedef struct {
    uint8_t *data;
    size_t size, most;
    uint64_t random;
} Text;

static size_t below(Text *t, size_t n)
{
    t->random ^= t->random << 13;
    t->random ^= t->random >> 7;
    t->random ^= t->random << 17;
    return n ? (size_t)(t->random >> 11) % n : 0;
}

// Tells whether a character is part of a word. A modifier is a word of its own.
static bool in_word(uint8_t c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '%' || c == '$' || c == ':';
}

typedef struct {
    size_t from, to;
} Range;

// Returns the word at or after a random byte.
static Range pick_word(Text *t)
{
    size_t from = below(t, t->size);
    while (from < t->size && !in_word(t->data[from]))
        from++;
    while (from > 0 && from < t->size && in_word(t->data[from - 1]))
        from--;
    size_t to = from;
    while (to < t->size && in_word(t->data[to]))
        to++;
    return (Range){from, to};
}

// Returns the statement or line around a random byte, with its end.
static Range pick_statement(Text *t)
{
    size_t from = below(t, t->size), to = from;
    while (from > 0 && !strchr(";\n{}", t->data[from - 1]))
        from--;
    while (to < t->size && !strchr(";\n{}", t->data[to]))
        to++;
    return (Range){from, to < t->size ? to + 1 : to};
}

static void replace(Text *t, Range at, const uint8_t *with, size_t n)
{
    uint8_t copy[512];
    n = n < sizeof copy ? n : sizeof copy;
    if (t->size - (at.to - at.from) + n > t->most)
        return;
    memcpy(copy, with, n); // it may be a part of the text
    memmove(t->data + at.from + n, t->data + at.to, t->size - at.to);
    memcpy(t->data + at.from, copy, n);
    t->size += n - (at.to - at.from);
}

static const char *const words[] = {"add",
                                    "sub",
                                    "mul",
                                    "mad",
                                    "lo",
                                    "hi",
                                    "wide",
                                    "cc",
                                    "addc",
                                    "madc",
                                    "div",
                                    "rem",
                                    "shl",
                                    "shr",
                                    "and",
                                    "or",
                                    "xor",
                                    "not",
                                    "lop3",
                                    "prmt",
                                    "bfe",
                                    "bfi",
                                    "shf",
                                    "l",
                                    "r",
                                    "wrap",
                                    "clamp",
                                    "popc",
                                    "clz",
                                    "bfind",
                                    "brev",
                                    "dp4a",
                                    "sad",
                                    "fma",
                                    "rn",
                                    "rz",
                                    "rm",
                                    "rp",
                                    "rni",
                                    "rzi",
                                    "ftz",
                                    "sat",
                                    "relu",
                                    "approx",
                                    "full",
                                    "rcp",
                                    "sqrt",
                                    "rsqrt",
                                    "sin",
                                    "ex2",
                                    "lg2",
                                    "tanh",
                                    "min",
                                    "max",
                                    "NaN",
                                    "setp",
                                    "set",
                                    "selp",
                                    "slct",
                                    "lt",
                                    "eq",
                                    "geu",
                                    "num",
                                    "cvt",
                                    "pack",
                                    "ld",
                                    "st",
                                    "atom",
                                    "red",
                                    "cas",
                                    "exch",
                                    "inc",
                                    "dec",
                                    "global",
                                    "shared",
                                    "local",
                                    "const",
                                    "param",
                                    "v2",
                                    "v4",
                                    "v8",
                                    "volatile",
                                    "relaxed",
                                    "acquire",
                                    "release",
                                    "gpu",
                                    "cta",
                                    "sys",
                                    "u8",
                                    "s8",
                                    "b8",
                                    "u16",
                                    "s16",
                                    "b16",
                                    "u32",
                                    "s32",
                                    "b32",
                                    "u64",
                                    "s64",
                                    "b64",
                                    "f16",
                                    "bf16",
                                    "f16x2",
                                    "bf16x2",
                                    "f32",
                                    "f64",
                                    "pred",
                                    "tf32",
                                    "mov",
                                    "cvta",
                                    "to",
                                    "isspacep",
                                    "shfl",
                                    "sync",
                                    "up",
                                    "down",
                                    "bfly",
                                    "idx",
                                    "vote",
                                    "all",
                                    "any",
                                    "uni",
                                    "ballot",
                                    "match",
                                    "redux",
                                    "bar",
                                    "barrier",
                                    "arrive",
                                    "warp",
                                    "popc",
                                    "bra",
                                    "brx",
                                    "call",
                                    "ret",
                                    "exit",
                                    "trap",
                                    "membar",
                                    "fence",
                                    "activemask",
                                    "nanosleep",
                                    "cp",
                                    "async",
                                    "ca",
                                    "cg",
                                    "commit_group",
                                    "wait_group",
                                    "wait_all",
                                    "mbarrier",
                                    "init",
                                    "test_wait",
                                    "pending_count",
                                    "tex",
                                    "tld4",
                                    "txq",
                                    "suld",
                                    "sust",
                                    "b",
                                    "p",
                                    "1d",
                                    "2d",
                                    "3d",
                                    "a1d",
                                    "a2d",
                                    "cube",
                                    "acube",
                                    "zero",
                                    "wmma",
                                    "mma",
                                    "load",
                                    "store",
                                    "aligned",
                                    "row",
                                    "col",
                                    "m16n16k16",
                                    "m16n8k8",
                                    "m16n8k16",
                                    "m16n8k32",
                                    "m8n8k4",
                                    "satfinite",
                                    "ldmatrix",
                                    "stmatrix",
                                    "m8n8",
                                    "x2",
                                    "trans",
                                    "reg",
                                    "func",
                                    "entry",
                                    "visible",
                                    "align",
                                    "branchtargets",
                                    "callprototype",
                                    "loc",
                                    "file",
                                    "section",
                                    "maxntid",
                                    "extern",
                                    "weak",
                                    "%d",
                                    "%x",
                                    "%a",
                                    "%b",
                                    "%c",
                                    "%in",
                                    "%out",
                                    "%at",
                                    "%sh",
                                    "%first",
                                    "%p",
                                    "%r",
                                    "%l",
                                    "%tid",
                                    "%laneid",
                                    "%clock64",
                                    "WARP_SZ",
                                    "_",
                                    "0",
                                    "1",
                                    "2",
                                    "4",
                                    "8",
                                    "16",
                                    "31",
                                    "32",
                                    "33",
                                    "-1",
                                    "255",
                                    "4096",
                                    "65536",
                                    "2147483647",
                                    "0xffffffff",
                                    "4294967296",
                                    "18446744073709551615",
                                    "0f3F800000",
                                    "0d7FF0000000000000"};

static const char *const statements[] = {"@%p bra L;\n",
                                         "L:\n",
                                         "bar.sync 0;\n",
                                         "bar.sync 1, 64;\n",
                                         "@%p ret;\n",
                                         "st.shared.u32 [%sh], %r;\n",
                                         "ld.shared.v4.u32 {%r, %r, _, %r}, [%first];\n",
                                         "atom.global.add.u32 %r, [%at], 1;\n",
                                         "setp.lt.u32 %p, %r, 7;\n",
                                         "shfl.sync.idx.b32 %r, %r, 3, 31, -1;\n",
                                         "vote.sync.ballot.b32 %r, %p, -1;\n",
                                         "{ .reg .b64 %t<4>; }\n",
                                         "cp.async.ca.shared.global [%sh], [%in], 16;\n",
                                         "cp.async.wait_all;\n",
                                         "mov.u32 %r, %tid.x;\n",
                                         "ld.u64 %l, [%in];\n",
                                         "T: .branchtargets L, L;\n",
                                         "brx.idx %r, T;\n",
                                         ".local .b8 more[64];\n",
                                         ".shared .b8 most[256];\n",
                                         "mov.u64 %l, more;\n",
                                         "cvta.local.u64 %l, %l;\n",
                                         "st.u8 [%l], %r;\n",
                                         "st.local.v2.f64 [more], {%l, %l};\n"};

#define PICK(t, table) ((table)[below(t, sizeof(table) / sizeof *(table))])

size_t mutate_ptx(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    Text t = {data, size, most, seed * 0x9e3779b97f4a7c15u | 1};
    if (size == 0)
        return LLVMFuzzerMutate(data, size, most);
    for (size_t n = 1 + below(&t, 3); n > 0; n--) {
        Range at, other;
        const char *with;
        switch (below(&t, 8)) {
        case 0:
        case 1: t.size = LLVMFuzzerMutate(data, t.size, most); break;
        case 2:
        case 3:
            with = PICK(&t, words);
            at = pick_word(&t);
            replace(&t, at, (const uint8_t *)with, strlen(with));
            break;
        case 4:
            other = pick_word(&t);
            at = pick_word(&t);
            replace(&t, at, data + other.from, other.to - other.from);
            break;
        case 5: // a statement goes, or comes again elsewhere
            other = pick_statement(&t);
            at = pick_statement(&t);
            if (below(&t, 2))
                at.to = at.from;
            replace(&t, at, data + other.from, below(&t, 3) ? other.to - other.from : 0);
            break;
        default:
            with = PICK(&t, statements);
            at = pick_statement(&t);
            at.to = at.from;
            replace(&t, at, (const uint8_t *)with, strlen(with));
        }
    }
    return t.size;
}
