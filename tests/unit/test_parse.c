// The parser makes statements, operands and symbols of PTX text; each refusal has its line and its words.

#include "kernel.h"
#include "nvcc.h"

// Parses without linking; returns the function of that name.
static SimFunction *parse(const char *text, const char *function)
{
    unload();
    sim.memory = sim_memory_new();
    sim.module = sim_module_new(sim.memory);
    if (!sim_module_add(sim.module, text, strlen(text), &sim.err))
        fail_msg("%s", sim.err.text);
    for (SimFunction *f = sim.module->functions; f; f = f->next)
        if (strcmp(f->name, function) == 0)
            return f;
    fail_msg("no function '%s'", function);
    return NULL;
}

static SimFunction *parse_body(const char *body)
{
    static char text[4096];
    snprintf(
        text, sizeof text,
        "%s.global .u32 glo[4];\n.visible .entry k(.param .u64 arg) {\n"
        ".reg .pred %%p<4>; .reg .b32 %%r<8>, %%single; .reg .b64 %%rd<4>; .local .b8 loc[16];\n%s\n}\n",
        PTX_HEAD, body);
    return parse(text, "k");
}

// Expects a register of the function k: number `index` of those that are declared as `prefix`.
static void expect_reg(const Reg *reg, const char *prefix, int index)
{
    bool found = false;
    for (const RegDecl *d = sim_module_function(sim.module, "k")->regs; d; d = d->next)
        found |= strcmp(d->prefix, prefix) == 0 && index < d->count && reg == &d->regs[index];
    assert_true(found);
}

static void expect_reg_operand(const Operand *o, const char *prefix, int index)
{
    assert_int_equal(o->kind, O_REG);
    expect_reg(o->reg, prefix, index);
}

static void test_registers_and_immediates(void **state)
{
    (void)state;
    const SimFunction *f =
        parse_body("add.s32 %r1, %r7, -5;\nmov.u32 %single, 0xffU;\n"
                   "add.f32 %r2, 0f3F800000, -0f40000000;\nmov.b64 %rd1, -0d4000000000000000;");
    assert_int_equal(f->statement_count, 4);
    const Statement *s = f->statements;
    assert_string_equal(s[0].op, "add.s32");
    assert_int_equal(s[0].count, 3);
    assert_int_equal(s[0].line, 7);
    expect_reg_operand(&s[0].operands[0], "%r", 1);
    expect_reg_operand(&s[0].operands[1], "%r", 7);
    assert_int_equal(s[0].operands[2].kind, O_IMMEDIATE);
    assert_int_equal((int64_t)s[0].operands[2].value, -5);
    assert_int_equal(s[0].operands[2].float_bits, 0);
    expect_reg_operand(&s[1].operands[0], "%single", 0);
    assert_int_equal(s[1].operands[1].value, 255);
    assert_int_equal(s[2].operands[1].float_bits, 32);
    assert_int_equal(s[2].operands[1].value, 0x3f800000);
    assert_int_equal(s[2].operands[2].value, 0xc0000000);
    assert_int_equal(s[3].operands[1].float_bits, 64);
    assert_int_equal(s[3].operands[1].value, 0xc000000000000000);
    assert_int_equal(s[3].line, 10);
}

static void test_addresses(void **state)
{
    (void)state;
    const SimFunction *f =
        parse_body("ld.u32 %r1, [%rd1];\nld.u32 %r1, [%rd1+16];\nld.u32 %r1, [%rd1+-16];\n"
                   "ld.u32 %r1, [glo+8];\nld.u32 %r1, [4096];\nld.u32 %r1, [loc];\n"
                   "ld.param.u64 %rd1, [arg];\nmov.u64 %rd2, glo+4;");
    static const struct {
        int64_t offset;
        const char *name;
        VarSpace space;
    } expected[] = {{0, NULL, V_GLOBAL},  {16, NULL, V_GLOBAL},   {-16, NULL, V_GLOBAL},
                    {8, "glo", V_GLOBAL}, {4096, NULL, V_GLOBAL}, {0, "loc", V_LOCAL},
                    {0, "arg", V_PARAM}};
    for (int i = 0; i < 7; i++) {
        const Operand *o = &f->statements[i].operands[1];
        assert_int_equal(o->kind, O_ADDRESS);
        assert_int_equal(o->offset, expected[i].offset);
        assert_int_equal(o->reg != NULL, i < 3);
        if (expected[i].name)
            assert_string_equal(o->name, expected[i].name);
        assert_int_equal(o->var != NULL, i > 4); // names of the function are known at once
        if (o->var)
            assert_int_equal(o->var->space, expected[i].space);
    }
    const Operand *symbol = &f->statements[7].operands[1];
    assert_int_equal(symbol->kind, O_SYMBOL);
    assert_string_equal(symbol->name, "glo");
    assert_int_equal(symbol->offset, 4);
}

static void test_guards_vectors_and_pairs(void **state)
{
    (void)state;
    const SimFunction *f = parse_body(
        "@%p1 ld.v4.u32 {%r1, _, %r3, %r4}, [%rd1];\n@!%p2 bra L;\n"
        "setp.eq.u32 %p1|%p3, %r1, WARP_SZ;\nshfl.sync.idx.b32 %r1|_, %r2, %r3, 31, -1;\n"
        "L: and.pred %p1, !%p2, %p3;\nmov.u32 %r1, %tid.x;");
    const Statement *s = f->statements;
    expect_reg(s[0].guard, "%p", 1);
    assert_false(s[0].guard_not);
    const Operand *v = &s[0].operands[0];
    assert_int_equal(v->kind, O_VECTOR);
    assert_int_equal(v->count, 4);
    expect_reg_operand(&v->items[0], "%r", 1);
    assert_int_equal(v->items[1].kind, O_SINK);
    assert_true(s[1].guard_not);
    expect_reg(s[1].guard, "%p", 2);
    expect_reg_operand(&s[2].operands[0], "%p", 1);
    expect_reg(s[2].operands[0].reg2, "%p", 3);
    assert_int_equal(s[2].operands[2].kind, O_SPECIAL);
    assert_null(s[3].operands[0].reg2);
    assert_string_equal(s[4].label, "L");
    assert_null(s[4].op);
    assert_true(s[5].operands[1].negated);
    assert_int_equal(s[6].operands[1].kind, O_SPECIAL);
    assert_string_equal(s[6].operands[1].name, "%tid.x");
}

static void test_calls_and_branch_targets(void **state)
{
    (void)state;
    const SimFunction *f =
        parse_body("call (%r1, %r2), f, (%r3);\ncall.uni f;\nP: .callprototype _ (.param .b32 _);\n"
                   "T: .branchtargets A, $B, _C;\nA: ret;");
    const Statement *s = f->statements;
    assert_int_equal(s[0].operands[0].kind, O_LIST);
    assert_int_equal(s[0].operands[0].count, 2);
    assert_int_equal(s[0].operands[1].kind, O_SYMBOL);
    assert_int_equal(s[0].operands[2].count, 1);
    assert_int_equal(s[1].count, 1);
    assert_string_equal(s[2].label, "T"); // a prototype leaves nothing behind
    assert_int_equal(s[2].count, 3);
    assert_string_equal(s[2].operands[1].name, "$B");
    assert_string_equal(s[3].label, "A");
}

static void test_inner_blocks_have_their_own_variables(void **state)
{
    (void)state;
    load_kernel("%s", ".shared .align 4 .b32 x; st.shared.u32 [x], 1;\n"
                      "{ .shared .align 4 .b32 x; st.shared.u32 [x], 2; }\n"
                      "ld.shared.u32 %r1, [x]; st.global.u32 [%d0], %r1;");
    const uint64_t out = buffer(4);
    expect_ok(RUN(.block = {1}, .args = {out}));
    assert_int_equal(*(uint32_t *)at(out, 4), 1);
    assert_int_equal(sim.module->functions->shared_bytes, 8);
    load_kernel("%s", "{ .shared .align 4 .b32 x; st.shared.u32 [x], 2; }");
    expect_ok(RUN(.block = {1}, .args = {out}));
    expect_refused(KERNEL("{ .shared .b32 x; } st.shared.u32 [x], 1;"),
                   "an address with an undefined name");
}

static void test_inner_blocks_have_their_own_registers(void **state)
{
    (void)state;
    const SimFunction *f =
        parse_body("{ .reg .b64 %r<3>; mov.b64 %r1, %r2;\n{ .reg .f32 %q; mov.f32 %q, %q; } }\n"
                   "mov.b32 %r1, %r7;");
    const Statement *s = f->statements;
    assert_int_equal(s[0].operands[0].reg->bytes, 8);
    assert_int_equal(s[1].operands[0].reg->bytes, 4);
    assert_int_equal(s[2].operands[0].reg->bytes, 4);
    assert_ptr_not_equal(s[0].operands[0].reg, s[2].operands[0].reg);
}

// A label belongs to its block; inline assembly relies on that.
static void test_labels_belong_to_their_block(void **state)
{
    (void)state;
    load(KERNEL("mov.u32 %r1, 0;\n"
                "{ L: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 5; @%p1 bra L; }\n"
                "{ L: add.u32 %r1, %r1, 100; setp.lt.u32 %p1, %r1, 500; @%p1 bra L; bra OUT; }\n"
                "add.u32 %r1, %r1, 7;\nOUT: st.global.u32 [%d0], %r1;\n"));
    const uint64_t out = buffer(4);
    expect_ok(RUN(.args = {out}));
    assert_int_equal(*(uint32_t *)at(out, 4), 505);
    expect_refused(KERNEL("{ L: add.u32 %r1, %r1, 1; } bra L;"),
                   "a branch to 'L', which is not a label");
    expect_refused(KERNEL("L: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 5; @%p1 bra L; L: ret;"),
                   "a label that is defined twice");
}

static void test_functions_and_parameters(void **state)
{
    (void)state;
    const SimFunction *f = parse(
        PTX_HEAD
        ".extern .func (.param .b32 r) declared(.param .b64 a);\n"
        ".visible .entry k(.param .u64 .ptr .global .align 16 a, .param .align 8 .b8 s[24], .param .f32 x)\n"
        ".reqntid 32, 2 .pragma \"nounroll\"; { ret; }\n"
        ".weak .func (.param .align 4 .b8 r[12]) f(.param .b32 x, .reg .u32 y) .noreturn { ret; }\n",
        "k");
    assert_true(f->kernel && f->visible && f->defined);
    assert_memory_equal(f->block, ((u32[]){32, 2, 1}), sizeof f->block);
    assert_int_equal(f->max_threads, 1024); // as an H100's driver says
    assert_int_equal(f->line, 5);
    const Var *p = f->params;
    assert_string_equal(p->name, "a");
    assert_int_equal(p->size, 8);
    p = p->next;
    assert_int_equal(p->size, 24);
    assert_int_equal(p->align, 8);
    assert_int_equal(p->next->size, 4);
    assert_null(p->next->next);
    const SimFunction *declared = sim.module->functions;
    assert_string_equal(declared->name, "declared");
    assert_false(declared->defined);
    assert_int_equal(declared->results->size, 4);
    const SimFunction *g = f->next;
    assert_false(g->kernel);
    assert_int_equal(g->results->size, 12);
    assert_int_equal(g->params->next->size, 4);
}

static void test_what_nvcc_emits(void **state)
{
    (void)state;
    const SimFunction *f = parse(BLOCK_O3, "_Z8blockSumPKiPii");
    assert_true(f->kernel);
    assert_int_equal(sim.module->ptx_target, 75);
    int calls = 0, barriers = 0;
    for (int i = 0; i < f->statement_count; i++) {
        calls += f->statements[i].op && strncmp(f->statements[i].op, "call", 4) == 0;
        barriers += f->statements[i].op && strcmp(f->statements[i].op, "bar.sync") == 0;
    }
    assert_int_equal(calls, 1);
    assert_int_equal(barriers, 2);
    f = parse(LOCK_G, "_Z6lockedi"); // with debug sections
    assert_true(f->statement_count > 20);
    assert_string_equal(module_file(sim.module, 0, 1), "lock.cu");
}

// ---- Refusals ----------------------------------------------------------------------------------------------------------

static void test_refusals_name_the_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"frobnicate;", "PTX line 4: 'frobnicate' is not a directive the simulator knows"},
        {".visible .entry k() {\n\n", "PTX line 6: expected '}'"},
        {".visible .entry k() { ret }", "expected an operand"},
        {".visible .entry k() { .reg .b32 %r<0>; }", "too many registers '%r'"},
        {".visible .entry k() { .reg .b33 %r; }", "'.b33' is not a type the simulator knows"},
        {".visible .entry k() {\n@%p1 ret; }", "PTX line 5: expected a predicate after '@'"},
        {".visible .entry k() { .reg .b32 %r<2>; @%r1 ret; }", "expected a predicate after '@'"},
        {".visible .entry k() { .reg .b32 %r<2>; and.b32 %r1, !%r1, 1; }",
         "expected a predicate after '!'"},
        {".visible .entry k() { .reg .pred %p<2>; mov.pred !%p1, %p0; }",
         "'!' before the result of 'mov.pred'"},
        {".visible .entry k() { .reg .pred %p<2>; setp.eq.u32 %p1|!%p0, 1, 2; }",
         "expected a register after '|'"},
        {".visible .entry k() .maxntid 64 .reqntid 64 { }", "'k' has both .maxntid and .reqntid"},
        {".visible .entry k() .maxntid 64, 0 { }", "a number of threads that no block can have"},
        {".target sm_abc", "'sm_abc' is not a target"},
        {".visible .entry k() { mov.u32 [, 1; }", "expected a number"},
        {".visible .entry k() { ld.u32 [%tid.x], 1; }",
         "expected a register or a name in an address"},
        {".visible .entry k() { mov.u32 {{{{{{1}}}}}}, 1; }", "operands nested too deeply"},
        {".visible .entry k( .u32 a) { }", "expected '.param'"},
        {".visible .entry k() .frobnicate { }",
         "function directive '.frobnicate' is not supported"},
        {".global .u32;", "expected a variable's name"},
        {".file x", "expected a number"},
        {".file 1 x", "expected a file name"},
        {".visible .entry k() { .loc 1 2; }", "expected a number"},
        {".visible .entry k() { ret; }\n.visible .entry k() { ret; }", "'k' is defined twice"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char ptx[512];
        snprintf(ptx, sizeof ptx, "%s%s", PTX_HEAD, cases[i].text);
        expect_refused(ptx, cases[i].message);
        expect_text("PTX line ");
    }
    load(".version 9.3\n.target sm_100f\n.address_size 64\n");
    assert_int_equal(try_load(".version 10.0\n"), SIM_NEWER_PTX);
    expect_text("PTX line 1: PTX of .version 10.0: the simulator knows it up to 9");
}

// An instruction that parses but can't be run is refused by its name, with file and line if they are known.
static void test_unknown_instructions_are_named(void **state)
{
    (void)state;
    static const char *const unknown[] = {
        "frob.u32 %r1, %r2;",
        "add.q32 %r1, %r2, %r3;",
        "add.u32 %r1, %r2;",
        "add.u32 %r1, %r2, %r3, %r4;",
        "tex.1d.v4.f32.s32 %r1, %r2;",
        "shfl.up.b32 %r1, %r2, 1, 0;",
        "vote.ballot.b32 %r1, %p1;",
        "redux.sync.mul.u32 %r1, %r2, -1;",
        "redux.sync.min.f32 %f1, %f2, -1;",
        "bar.sync;",
        "bra;",
        "mov.u32 %r1, %tilid.x;",
        "mov.u32 %r1, nothing;",
        "brx.idx %r1, nothing;",
        "lop3.b32 %r1, %r2, %r3, %r4, %r5;",
        "mov.u16 %h1, %clock;",
        "add.u32 _, %r1, nothing;",
        "mov.b64 {%r1, %r2, %r3}, %d1;",
        "mov %r1, l; .local .b8 l;",
        "trap.foo;",
        "membar.frob;",
        "selp.b32 %r1, %r2, %r3;",
        "cvt.rn.f32;",
    };
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        char ptx[2048], op[64] = "";
        snprintf(ptx, sizeof ptx, "%s.loc 1 77 1\n%s%s.file 1 \"main.cu\"\n", PTX_HEAD KERNEL_BEGIN,
                 unknown[i], KERNEL_END);
        snprintf(op, sizeof op, "'%.*s'", (int)strcspn(unknown[i], " ;"), unknown[i]);
        if (try_load(ptx) != SIM_BAD_PTX)
            fail_msg("loaded: %s", unknown[i]);
        expect_text("main.cu:77: in 'k': ");
        expect_text(op);
        expect_text("(PTX line 9)");
    }
}

// The text need not end in 0.
static void test_text_of_a_given_length(void **state)
{
    (void)state;
    static const char text[] = PTX_HEAD ".visible .entry k() { ret; }";
    for (size_t length = 0; length < sizeof text; length++) {
        char *exact = malloc(length ? length : 1);
        assert_non_null(exact);
        memcpy(exact, text, length);
        SimMemory *m = sim_memory_new();
        SimModule *module = sim_module_load(exact, length, m, &sim.err);
        assert_true(module || sim.err.status == SIM_BAD_PTX);
        sim_module_free(module);
        sim_memory_free(m);
        free(exact);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_registers_and_immediates),
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_guards_vectors_and_pairs),
        cmocka_unit_test(test_calls_and_branch_targets),
        cmocka_unit_test(test_inner_blocks_have_their_own_variables),
        cmocka_unit_test(test_inner_blocks_have_their_own_registers),
        cmocka_unit_test(test_labels_belong_to_their_block),
        cmocka_unit_test(test_functions_and_parameters),
        cmocka_unit_test(test_what_nvcc_emits),
        cmocka_unit_test(test_refusals_name_the_line),
        cmocka_unit_test(test_unknown_instructions_are_named),
        cmocka_unit_test(test_text_of_a_given_length),
    };
    return cmocka_run_group_tests(tests, NULL, unload_after);
}
