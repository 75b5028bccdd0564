#include "forms.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Reading isa.txt -----------------------------------------------------------------------------------------------

// Returns the kind of a type among the modifiers of the first word: the last one stands for T, the one before for D.
static Kind kind_of_type(const char *t, size_t n)
{
    static const struct {
        const char *name;
        Kind kind;
    } types[] = {{"u8", {1, 'i', 0}},     {"s8", {1, 'i', 0}},    {"b8", {1, 'i', 0}},
                 {"u16", {2, 'i', 0}},    {"s16", {2, 'i', 0}},   {"b16", {2, 'i', 0}},
                 {"u32", {4, 'i', 0}},    {"s32", {4, 'i', 0}},   {"b32", {4, 'i', 0}},
                 {"u64", {8, 'i', 0}},    {"s64", {8, 'i', 0}},   {"b64", {8, 'i', 0}},
                 {"u16x2", {4, 'i', 0}},  {"s16x2", {4, 'i', 0}}, {"f16", {2, 'f', 0}},
                 {"bf16", {2, 'b', 0}},   {"f16x2", {4, 'f', 1}}, {"bf16x2", {4, 'b', 1}},
                 {"e4m3x2", {2, 'i', 0}}, {"f32", {4, 'f', 0}},   {"e5m2x2", {2, 'i', 0}},
                 {"f64", {8, 'f', 0}},    {"pred", {0, 'p', 0}}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strlen(types[i].name) == n && memcmp(types[i].name, t, n) == 0)
            return types[i].kind;
    return (Kind){-1, 0, 0};
}

// Returns a type of the first word; `which` counts from its end (0, 1).
static Kind type_in(const char *text, int which)
{
    size_t end = strcspn(text, " ");
    while (end > 0) {
        size_t dot = end;
        while (dot > 0 && text[dot - 1] != '.')
            dot--;
        Kind k = kind_of_type(text + dot, end - dot);
        if (k.bytes >= 0 && which-- == 0)
            return k;
        end = dot > 0 ? dot - 1 : 0;
    }
    return (Kind){-1, 0, 0};
}

static Kind kind_of_letter(char letter, const char *text)
{
    Kind k = {-1, 0, 0};
    switch (letter) {
    case 'T': return type_in(text, 0);
    case 'D': return type_in(text, 1);
    case 'W':
        k = type_in(text, 0);
        k.bytes *= 2;
        return k;
    case 'h': return (Kind){2, 'i', 0};
    case 'r': return (Kind){4, 'i', 0};
    case 'l': return (Kind){8, 'i', 0};
    case 'k': return (Kind){4, 'k', 0};
    case 'K': return (Kind){8, 'k', 0};
    case 'f': return (Kind){4, 'f', 0};
    case 'd': return (Kind){8, 'f', 0};
    case 'n': return (Kind){4, 'n', 0};
    case 'p': return (Kind){0, 'p', 0};
    default: return k;
    }
}

// Reads results=operands behind a question mark or none, or -.
static bool read_spec(Form *f, const char *spec, size_t n)
{
    f->unmeasured = n > 1 && *spec == '?';
    spec += f->unmeasured;
    n -= f->unmeasured;
    f->only_tried = n == 1 && *spec == '-';
    if (f->only_tried)
        return true;
    bool operands = false;
    for (size_t i = 0; i < n; i++) {
        if (spec[i] == '=') {
            operands = true;
            continue;
        }
        Kind k = kind_of_letter(spec[i], f->text);
        int *count = operands ? &f->operand_count : &f->result_count;
        if (k.bytes < 0 || *count == (operands ? 4 : 2))
            return false;
        (operands ? f->operands : f->results)[(*count)++] = k;
    }
    return operands && f->result_count > 0;
}

typedef struct {
    Form *forms;
    int count, capacity;
    const char *section, *instruction;
} List;

static bool add_form(List *list, const char *spec, size_t spec_size, const char *text)
{
    if (list->count == list->capacity) {
        int capacity = list->capacity ? 2 * list->capacity : 1024;
        Form *more = realloc(list->forms, (size_t)capacity * sizeof *more);
        if (!more)
            return false;
        list->forms = more;
        list->capacity = capacity;
    }
    Form *f = &list->forms[list->count++];
    memset(f, 0, sizeof *f);
    f->section = list->section;
    f->instruction = list->instruction;
    snprintf(f->text, sizeof f->text, "%s", text);
    return read_spec(f, spec, spec_size);
}

// Adds a form for each choice of <a|b>. `done` is the text so far, `rest` may have more choices.
static bool expand(List *list, const char *spec, size_t spec_size, const char *done,
                   const char *rest)
{
    char text[sizeof list->forms->text];
    const char *open = strchr(rest, '<'), *close = open ? strchr(open, '>') : NULL;
    if (!close) {
        int n = snprintf(text, sizeof text, "%s%s", done, rest);
        return n >= 0 && n < (int)sizeof text && add_form(list, spec, spec_size, text);
    }
    for (const char *choice = open + 1; choice <= close;) {
        size_t n = strcspn(choice, "|>");
        int size = snprintf(text, sizeof text, "%s%.*s%.*s", done, (int)(open - rest), rest, (int)n,
                            choice);
        if (size < 0 || size >= (int)sizeof text || !expand(list, spec, spec_size, text, close + 1))
            return false;
        choice += n + 1;
    }
    return true;
}

Form *form_list(char *text, int *count, char *error, size_t error_size)
{
    List list = {0};
    int number = 1;
    bool good = true;
    for (char *line = text, *next; good && line; line = next, number++) {
        next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        if (strncmp(line, "== ", 3) == 0)
            list.section = line + 3;
        else if (strncmp(line, "= ", 2) == 0)
            list.instruction = line + 2;
        else if (*line && *line != '#') {
            size_t n = strcspn(line, " ");
            good = list.instruction && line[n] && expand(&list, line, n, "", line + n + 1);
        }
    }
    if (!good) {
        snprintf(error, error_size, "line %d: not a form", number - 1);
        free(list.forms);
        return NULL;
    }
    *count = list.count;
    return list.forms;
}

// ---- PTX -----------------------------------------------------------------------------------------------------------

typedef struct {
    char *text;
    size_t size, capacity;
    bool failed;
} Text;

__attribute__((format(printf, 2, 3))) static void put(Text *t, const char *format, ...)
{
    va_list args;
    if (t->capacity - t->size < 2048) {
        size_t capacity = 2 * t->capacity + 4096;
        char *more = realloc(t->text, capacity);
        t->failed = t->failed || !more;
        if (!more)
            return;
        t->text = more;
        t->capacity = capacity;
    }
    va_start(args, format);
    int n = vsnprintf(t->text + t->size, t->capacity - t->size, format, args);
    va_end(args);
    t->size += n > 0 ? (size_t)n : 0;
}

static char operand_name(int i)
{
    return "abce"[i & 3];
}

static char result_name(int r)
{
    return r == 0 ? 'd' : 'x';
}

static int register_bytes(Kind k)
{
    return k.bytes == 1 ? 2 : k.bytes;
}

static void put_register(Text *t, Kind k, char name)
{
    if (k.kind == 'p')
        put(t, ".reg .pred %%%c; ", name);
    else
        put(t, ".reg .b%d %%%c; ", 8 * register_bytes(k), name);
}

static void put_statements(Text *t, const Form *f)
{
    if (strchr(f->text, ' ') || f->only_tried) {
        put(t, strchr(f->text, ';') ? "%s\n" : "%s;\n", f->text);
        return;
    }
    put(t, "%s %%d", f->text);
    for (int i = 0; i < f->operand_count; i++)
        put(t, ", %%%c", operand_name(i));
    put(t, ";\n");
}

static void put_kernel(Text *t, const Form *f, int number)
{
    put(t,
        ".visible .entry k%d(.param .u64 in, .param .u64 out)\n{\n"
        ".reg .pred %%p; .reg .b16 %%h; .reg .b32 %%r, %%thread, %%sh, %%first, %%all; .reg .f32 %%f;\n"
        ".reg .b64 %%l, %%in, %%out, %%at, %%wide; .shared .align 16 .b8 shared[%d];\n",
        number, 16 * THREADS);
    if (strstr(f->text, "stack"))
        put(t, ".local .align 16 .b8 stack[16];\n");
    if (strstr(f->text, "%q"))
        put(t, ".reg .b128 %%q;\n");
    if (f->only_tried) {
        for (int r = 0; r < 2; r++)
            put(t, ".reg .b64 %%%c; ", result_name(r));
    }
    put(t,
        "ld.param.u64 %%in, [in]; ld.param.u64 %%out, [out];\n"
        "cvta.to.global.u64 %%in, %%in; cvta.to.global.u64 %%out, %%out;\n"
        "mov.u32 %%thread, %%ctaid.x; mov.u32 %%r, %%ntid.x; mul.lo.u32 %%thread, %%thread, %%r;\n"
        "mov.u32 %%r, %%tid.x; add.u32 %%thread, %%thread, %%r; mov.u32 %%first, shared; shl.b32 %%r, %%r, 4;\n"
        "add.u32 %%sh, %%first, %%r; cvt.u64.u32 %%wide, %%sh; mov.u32 %%all, -1;\n"
        "mul.wide.u32 %%l, %%thread, %d; add.u64 %%in, %%in, %%l; add.u64 %%at, %%in, 32;\n"
        "mul.wide.u32 %%l, %%thread, %d; add.u64 %%out, %%out, %%l;\n",
        OPERAND_BYTES, RESULT_BYTES);
    for (int i = 0; i < f->result_count; i++)
        put_register(t, f->results[i], result_name(i));
    for (int i = 0; i < f->operand_count; i++) {
        Kind k = f->operands[i];
        put_register(t, k, operand_name(i));
        if (k.kind == 'p')
            put(t, "ld.global.b32 %%r, [%%in+%d]; setp.ne.u32 %%%c, %%r, 0;\n", 8 * i,
                operand_name(i));
        else
            put(t, "ld.global.b%d %%%c, [%%in+%d];\n", 8 * register_bytes(k), operand_name(i),
                8 * i);
    }
    put_statements(t, f);
    for (int i = 0; i < f->result_count; i++) {
        Kind k = f->results[i];
        if (k.kind == 'p')
            put(t, "selp.b32 %%r, 1, 0, %%%c; st.global.b32 [%%out+%d], %%r;\n", result_name(i),
                8 * i);
        else
            put(t, "st.global.b%d [%%out+%d], %%%c;\n", 8 * register_bytes(k), 8 * i,
                result_name(i));
    }
    put(t, "ret;\n}\n");
}

char *form_module(const Form *forms, int count)
{
    Text t = {0};
    put(&t,
        ".version 9.0\n.target sm_90\n.address_size 64\n"
        ".const .align 32 .b8 constants[32] = {3, 250, 7, 128, 127, 1, 2, 255, 254, 9, 11, 200, 201, 90, 33, 64, "
        "65, 66, 67, 68, 69, 70, 71, 172, 173, 174, 175, 176, 177, 178, 179, 180};\n"
        ".func (.param .b32 w) twice(.param .b32 v)\n{\n.reg .b32 %%r;\n"
        "ld.param.b32 %%r, [v]; add.u32 %%r, %%r, %%r; st.param.b32 [w], %%r; ret;\n}\n");
    for (int i = 0; i < count; i++)
        put_kernel(&t, &forms[i], i);
    if (t.failed) {
        free(t.text);
        return NULL;
    }
    return t.text;
}

// ---- Operands ------------------------------------------------------------------------------------------------------

// Returns the next random number (splitmix64).
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

// Adds n bytes to a hash (FNV-1a).
static uint64_t hash(uint64_t h, const void *data, size_t n)
{
    const uint8_t *p = data;
    for (size_t i = 0; i < n; i++)
        h = (h ^ p[i]) * 0x100000001b3u;
    return h;
}
#define HASH_START 0xcbf29ce484222325u

#define PICK(table, r) ((table)[(r) % (sizeof(table) / sizeof *(table))])

// How many bits a float format has for exponent and fraction.
typedef struct {
    int exponent, fraction;
} Layout;

static Layout layout(Kind k)
{
    return k.kind == 'b'            ? (Layout){8, 7}
           : k.bytes == 2 || k.pair ? (Layout){5, 10}
           : k.bytes == 4           ? (Layout){8, 23}
                                    : (Layout){11, 52};
}

// Returns zero, the smallest or the largest subnormal or normal number, one or a neighbour of it, infinity, NaN, a whole or a
// half number, each with either sign. Or it returns any bits, or a number near 1, where operands meet.
static uint64_t random_float(Layout f, uint64_t *state)
{
    uint64_t r = next_random(state), bits = next_random(state);
    uint64_t one = ((1ull << (f.exponent - 1)) - 1) << f.fraction, hidden = 1ull << f.fraction;
    uint64_t infinity = ((1ull << f.exponent) - 1) << f.fraction, fraction = hidden - 1;
    uint64_t sign = 1ull << (f.exponent + f.fraction), edges[] = {0,
                                                                  1,
                                                                  2,
                                                                  fraction,
                                                                  hidden,
                                                                  hidden + 1,
                                                                  hidden | fraction,
                                                                  one - 1,
                                                                  one,
                                                                  one + 1,
                                                                  one + hidden / 2,
                                                                  one - hidden,
                                                                  one - hidden + 1,
                                                                  one + hidden,
                                                                  one + hidden + hidden / 4,
                                                                  infinity - 1,
                                                                  infinity - hidden,
                                                                  infinity,
                                                                  infinity + 1,
                                                                  infinity + hidden / 2,
                                                                  infinity + fraction};
    uint64_t x = 0;
    switch (r % 8) {
    case 0:
    case 1: x = PICK(edges, r >> 8); break;
    case 2: x = bits; break;
    case 3: x = bits & fraction; break; // subnormal
    case 4:                             // 2^n, for conversions to integers: beyond every range
        x = one + ((r >> 8) % 70) * hidden + (bits & fraction & ((r >> 20) % 3 - 1));
        if (x >= infinity)
            x = infinity - 1;
        break;
    case 5: // few bits
        x = one + ((r >> 8) % 12) * hidden - 4 * hidden + (bits & fraction & ~(fraction >> 6));
        break;
    default: x = one + ((r >> 8) % 16) * hidden - 8 * hidden + (bits & fraction); break;
    }
    return (x & (sign - 1)) | (r >> 40 & 1 ? sign : 0);
}

static uint64_t random_integer(int bytes, uint64_t *state)
{
    static const uint64_t edges[] = {0,
                                     1,
                                     2,
                                     3,
                                     7,
                                     31,
                                     32,
                                     63,
                                     64,
                                     0x7f,
                                     0x80,
                                     0xff,
                                     0x100,
                                     0x7fff,
                                     0x8000,
                                     0xffff,
                                     0x10000,
                                     0x7fffff,
                                     0x800000,
                                     0xffffff,
                                     0x1000000,
                                     0x7fffffff,
                                     0x80000000,
                                     0xffffffff,
                                     0x100000000,
                                     0x7fffffffffffffff,
                                     0x8000000000000000};
    uint64_t r = next_random(state), bits = next_random(state);
    switch (r % 4) {
    case 0: return PICK(edges, r >> 8);
    case 1: return ~PICK(edges, r >> 8);
    case 2: return bits >> (r >> 8) % (8 * (uint64_t)bytes);
    default: return bits;
    }
}

static uint64_t random_operand(Kind k, uint64_t *state)
{
    static const uint32_t few[] = {0, 1, 0xffffffff, 0x80000000};
    uint64_t r;
    switch (k.kind) {
    case 'p': return next_random(state) >> 20 & 1;
    case 'k': return PICK(few, next_random(state) >> 20) * (k.bytes == 8 ? 0x100000001u : 1u);
    case 'n':
        r = next_random(state);
        return r % 8 == 0 ? random_integer(4, state) : (r >> 20) % (r % 8 < 6 ? 34 : 72);
    case 'f':
    case 'b':
        r = random_float(layout(k), state);
        return k.pair ? r | random_float(layout(k), state) << 16 : r;
    default: return random_integer(k.bytes, state);
    }
}

void form_operands(const Form *f, uint8_t *in)
{
    uint64_t state = hash(HASH_START, f->text, strlen(f->text));
    memset(in, 0, (size_t)CASES * OPERAND_BYTES);
    for (int i = 0; i < CASES; i++) {
        uint64_t *to = (uint64_t *)(void *)(in + (size_t)i * OPERAND_BYTES);
        for (int k = 0; k < f->operand_count; k++)
            to[k] = random_operand(f->operands[k], &state);
        for (int k = f->operand_count; k < 4; k++)
            to[k] = next_random(&state);
        // equal operands, and such that nearly cancel
        uint64_t r = next_random(&state);
        if (f->operand_count > 1 && f->operands[0].bytes == f->operands[1].bytes && r % 8 == 0)
            to[1] = to[0] ^
                    ((r >> 8 & 1) << (8 * f->operands[0].bytes - (f->operands[0].bytes > 0))) ^
                    (r >> 16 & 3);
    }
}

// ---- Records -------------------------------------------------------------------------------------------------------

uint64_t form_result(const Form *f, const uint8_t *out, int which_case, int r)
{
    uint64_t bits;
    int bytes = register_bytes(f->results[r]);
    memcpy(&bits, out + (size_t)which_case * RESULT_BYTES + 8 * (size_t)r, sizeof bits);
    return bytes == 0 ? bits & 1 : bytes == 8 ? bits : bits & ((1ull << 8 * bytes) - 1);
}

int form_digits(const Form *f, int r)
{
    int bytes = register_bytes(f->results[r]);
    return bytes ? 2 * bytes : 1;
}

void form_record(const Form *f, const uint8_t *out, char *line)
{
    char *at = line + sprintf(line, "%s\t", f->text);
    for (int i = 0; i < WHOLE; i++)
        for (int r = 0; r < f->result_count; r++)
            at += sprintf(at, "%0*llx", form_digits(f, r),
                          (unsigned long long)form_result(f, out, i, r));
    for (int i = WHOLE; i < CASES; i += WHOLE) {
        uint64_t h = HASH_START;
        for (int k = i; k < i + WHOLE; k++)
            for (int r = 0; r < f->result_count; r++) {
                uint64_t bits = form_result(f, out, k, r);
                h = hash(h, &bits, sizeof bits);
            }
        at += sprintf(at, " %08x", (unsigned)(h ^ h >> 32));
    }
}
