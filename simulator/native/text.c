// text.c: writes a kernel's segments as C: a call for each instruction, which is a constant.

#include "machine/alu/alu.h"
#include "native/native.h"

#include <stdlib.h>
#include <string.h>

// What the calls need: segment.h, preprocessed.
static const char source[] =
#include "build/sim/segment_source.h"
    ;

// gcc's time grows faster than a function's length, so a segment is cut into functions of so many instructions.
enum { MOST_IN_PART = 96 };

typedef struct {
    char *text; // (used), ended by 0; NULL: no memory
    size_t used, room;
    int patterns;
} Text;

static void put(Text *t, const char *more)
{
    size_t length = strlen(more);
    if (t->used + length + 1 > t->room && t->text) {
        t->room = 2 * t->room + length;
        char *grown = realloc(t->text, t->room);
        if (!grown)
            free(t->text);
        t->text = grown;
    }
    if (t->text)
        memcpy(t->text + t->used, more, length + 1);
    t->used += length;
}

#define PUT(t, ...)                     \
    do {                                \
        char line[512];                 \
        TEXT_FORMAT(line, __VA_ARGS__); \
        put(t, line);                   \
    } while (0)

// Who does an instruction when all lanes do it.
typedef enum { INTERPRETER, ARITHMETIC, SHARED, GLOBAL, SHUFFLE } Doer;

static Doer doer_of(const Insn *in)
{
    if (in->kind == K_ALU)
        return ARITHMETIC;
    if (in->kind == K_SHUFFLE)
        return in->shuffle.mode == SHUFFLE_TRANSPOSE ? INTERPRETER : SHUFFLE;
    if ((in->kind != K_LOAD && in->kind != K_STORE) || in->access.in_frame ||
        in->access.bytes != in->access.reg_bytes || in->access.bytes < 4)
        return INTERPRETER;
    if (in->access.space == SIM_SPACE_GLOBAL && in->access.wide && in->a >= 0)
        return in->access.count == 1 && in->list[0] >= 0 ? GLOBAL : INTERPRETER;
    bool shared = in->access.space == SIM_SPACE_SHARED && in->access.order == ORDER_WEAK &&
                  in->access.count <= 4;
    for (int k = 0; shared && in->kind == K_STORE && k < in->access.count; k++)
        shared = in->list[k] >= 0;
    return shared ? SHARED : INTERPRETER;
}

// Tells whether compiled code goes on past an instruction. The interpreter does the others, and what follows them in their segment.
static bool is_known(const Insn *in)
{
    switch ((InsnKind)in->kind) {
    case K_ALU:
    case K_LOAD:
    case K_STORE:
    case K_ATOMIC:
    case K_PARAM_LOAD:
    case K_LOCAL_ADDRESS:
    case K_SHUFFLE:
    case K_VOTE:
    case K_MATCH:
    case K_REDUX:
    case K_WARP_SYNC:
    case K_TILE_LOAD:
    case K_TILE_STORE:
    case K_MATRIX:
    case K_COPY:
    case K_COPY_COMMIT:
    case K_COPY_WAIT:
    case K_FENCE:
    case K_CLOCK:
    case K_ACTIVE:
    case K_TEXTURE:
    case K_TEXEL_STORE:
    case K_GRID_WAIT:
    case K_NOTHING: return true;
    case K_BRANCH: return !in->branch.spin;
    default: return false;
    }
}

// Writes the kernel's constants as they stand in each frame.
static void put_constants(Text *t, const SimFunction *f)
{
    enum { REGISTER = LANES * sizeof(u32) };
    PUT(t,
        "enum { CONSTANTS = %d };\nstatic const unsigned constants[] __attribute__((aligned(64))) = {\n",
        (int)f->const_bytes);
    for (size_t at = 0; at < f->const_bytes; at += sizeof(u32)) {
        u32 word;
        memcpy(&word, f->const_image + at, sizeof word);
        PUT(t, at % REGISTER ? "%u," : "\n%u,", word);
    }
    put(t, "0};\n");
}

// Writes the instruction itself, as far as its call reads it.
static void put_constant(Text *t, const Insn *in, int pc, const AluNames *names)
{
    PUT(t, "static const Insn x%d = {.kind = %d, .slots = {", pc, in->kind);
    for (int i = 0; i < SLOTS; i++)
        PUT(t, "%d, ", in->slots[i]);
    put(t, "}, ");
    if (in->kind == K_ALU) {
        const u8 *how = in->alu.does.how;
        if (names->comparison)
            PUT(t, ".alu = {.does.compare = %s, ", names->comparison);
        else
            PUT(t, ".alu = {.does.how = {%d, %d, %d, %d}, ", how[0], how[1], how[2], how[3]);
        PUT(t, ".a_bytes = %d, .d_bytes = %d, .not_c = %d, .table = %d}};\n", in->alu.a_bytes,
            in->alu.d_bytes, in->alu.not_c, in->alu.table);
    } else if (in->kind == K_SHUFFLE) {
        PUT(t, ".shuffle = {.mode = %d}};\n", in->shuffle.mode);
    } else {
        PUT(t, ".access = {.offset = %l, .bytes = %d, .count = %d, .merged = %d, .wide = %d}};\n",
            in->access.offset, in->access.bytes, in->access.count, in->access.merged,
            in->access.wide);
    }
}

// Writes what an instruction does. Its constant is there.
static void put_call(Text *t, const Insn *in, int pc, const char *function)
{
    if (in->kind == K_BRANCH) {
        if (in->guard < 0)
            PUT(t, "return %d;\n", in->branch.target);
        else
            PUT(t, "return branch_all(n, %d, guarded_lanes(regs, %d, %d), %d);\n", pc, in->guard,
                in->guard_not, in->branch.target);
        return;
    }
    if (in->guard >= 0)
        PUT(t,
            "m = guarded_lanes(regs, %d, %d);\nif (m && m != FULL) TRY(n->run(n, %d, m))\nif (m == FULL) ",
            in->guard, in->guard_not, pc);
    const Doer doer = doer_of(in);
    if (in->guard >= 0 && (doer == ARITHMETIC || doer == SHUFFLE)) // the others count it themselves
        PUT(t, "n->counts[%d].enabled += LANES, ", pc);
    switch (doer) {
    case ARITHMETIC:
        if (function)
            PUT(t, "%s(regs, &x%d, FULL);\n", function, pc);
        else
            PUT(t, "n->code[%d].alu.does.fn(regs, &n->code[%d], FULL);\n", pc, pc);
        break;
    case SHUFFLE: PUT(t, "shuffle_all(regs, &x%d);\n", pc); break;
    case SHARED:
        PUT(t, "TRY(shared_access(n, regs, &x%d, %d, %d))\n", pc, pc, t->patterns++);
        break;
    case GLOBAL:
        PUT(t, "TRY(%s(n, regs, &x%d, %d))\n",
            in->access.bytes == 4 ? "global_words" : "global_pairs", pc, pc);
        break;
    case INTERPRETER: PUT(t, "TRY(n->run(n, %d, FULL))\n", pc); break;
    }
}

// Writes a part of a segment, which is a function of its own unless it is all of the segment.
static void put_part(Text *t, const Insn *code, int first, int end, bool whole)
{
    PUT(t, "static %s i32 part%d(Native *n, u8 *regs)\n{\nu32 m;\n",
        whole ? "inline" : "__attribute__((noinline, flatten))", first);
    for (int pc = first; pc < end; pc++) {
        const Doer doer = doer_of(&code[pc]);
        const AluNames names = alu_names(&code[pc]);
        if (!is_known(&code[pc])) {
            PUT(t, "return %d;\n}\n", pc);
            return;
        }
        if (doer == ARITHMETIC ? names.function != NULL : doer != INTERPRETER)
            put_constant(t, &code[pc], pc, &names);
        put_call(t, &code[pc], pc, names.function);
    }
    put(t, "return NATIVE_ON;\n}\n");
}

// Returns the end of what compiled code does of a segment: the first instruction that it leaves to the interpreter.
static int known_end(const Insn *code, const Segment *s)
{
    int pc = s->first + 1;
    while (pc <= s->last && is_known(&code[pc]))
        pc++;
    return pc;
}

// Returns where the part ends that begins at `pc`. A part begins at `ordered`, where the block may have to wait for its turn.
static int part_end(int pc, int ordered, int end)
{
    int most = pc + MOST_IN_PART < end ? pc + MOST_IN_PART : end;
    return pc < ordered && ordered < most ? ordered : most;
}

static bool put_segment(Text *t, const SimModule *m, int number)
{
    const Segment *s = &m->segments[number];
    const int first = s->first + 1, end = known_end(m->code, s);
    bool worth = end - first > 1; // a single addition is not worth the call
    int ordered = end;
    for (int pc = end - 1; pc >= first; pc--) {
        worth |= doer_of(&m->code[pc]) > ARITHMETIC;
        ordered = m->code[pc].ordered ? pc : ordered;
    }
    if (!worth)
        return false;
    const bool whole = part_end(first, ordered, end) == end;
    for (int pc = first; pc < end; pc = part_end(pc, ordered, end))
        put_part(t, m->code, pc, part_end(pc, ordered, end), whole);
    PUT(t,
        "static __attribute__((flatten)) i32 segment%d(Native *n, u8 *regs, i32 from)\n{\ni32 to;\n",
        number);
    for (int pc = first; pc < end; pc = part_end(pc, ordered, end))
        PUT(t, "if (from <= %d && (to = part%d(n, regs)) != NATIVE_ON)\nreturn to;\n", pc, pc);
    PUT(t, "return %d;\n}\n", end);
    return true;
}

char *sim_native_text(const SimFunction *kernel)
{
    const SimModule *m = kernel->module;
    Text t = {.room = 2 * sizeof source};
    t.text = malloc(t.room);
    put_constants(&t, kernel);
    put(&t, source);
    put(&t, "#define FULL 0xffffffffu\n#define LANES 32\n"
            "#define TRY(x) { const i32 to = x; if (to != NATIVE_ON) return to; }\n");
    int first = (int)m->code[kernel->entry].enter.segment, end = first, compiled = 0;
    while (end < m->segment_count && m->segments[end].first < kernel->end)
        end++;
    bool *has = calloc((size_t)(end - first) + 1, sizeof *has);
    for (int i = first; has && i < end; i++)
        compiled += has[i - first] = put_segment(&t, m, i);
    PUT(&t, "__attribute__((externally_visible)) const NativeCode native_code = {%d, %d, {",
        t.patterns, end - first);
    for (int i = first; has && i < end; i++) {
        if (has[i - first])
            PUT(&t, "segment%d, ", i);
        else
            put(&t, "0, ");
    }
    put(&t, "}};\n");
    if (!has || !compiled) {
        free(t.text);
        t.text = NULL;
    }
    free(has);
    return t.text;
}

void sim_native_use(SimFunction *kernel, const void *code)
{
    __atomic_store_n(&kernel->native, code, __ATOMIC_RELEASE);
}

bool sim_native_ask(SimFunction *kernel)
{
    return !__atomic_exchange_n(&kernel->native_asked, true, __ATOMIC_RELAXED);
}

bool sim_native_used(const SimFunction *kernel)
{
    return __atomic_load_n(&kernel->native, __ATOMIC_RELAXED) != NULL;
}
