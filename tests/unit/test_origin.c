// From which shared array an access's address is made, as far as the code alone shows it.

#include "kernel.h"

static const char BEGIN[] =
    PTX_HEAD ".extern .shared .align 4 .b8 dynamic[];\n" KERNEL_BEGIN
             ".shared .align 16 .b8 a[128]; .shared .align 16 .b8 b[128];\n"
             "mov.u32 %r1, a; mov.u32 %r2, b; mov.u64 %d3, a; shl.b32 %r3, %r0, 2;\n"
             "setp.eq.u32 %p1, %r0, 3;\n";

static const struct {
    const char *why, *body;
    const char *array; // of the last access; NULL: unknown
} CASES[] = {
    {"its name", "ld.shared.f32 %f0, [b+4];", "b"},
    {"a register", "ld.shared.f32 %f0, [%r2];", "b"},
    {"an index", "add.s32 %r4, %r2, %r3; ld.shared.f32 %f0, [%r4+4];", "b"},
    {"an index before the array", "add.s32 %r4, %r3, %r2; st.shared.f32 [%r4], %f0;", "b"},
    {"a name in a sum", "add.s32 %r4, %r3, b; ld.shared.f32 %f0, [%r4];", "b"},
    {"from its end", "sub.s32 %r4, %r2, %r3; ld.shared.f32 %f0, [%r4+124];", "b"},
    {"a product and a sum", "mad.lo.s32 %r4, %r0, 4, %r2; ld.shared.f32 %f0, [%r4];", "b"},
    {"swizzled", "xor.b32 %r4, %r2, %r3; ld.shared.f32 %f0, [%r4];", "b"},
    {"an index from memory",
     "ld.shared.u32 %r4, [%r1]; add.s32 %r5, %r2, %r4; ld.shared.f32 %f0, [%r5];", "b"},
    {"a pointer that moves on",
     "mov.u32 %r4, %r2; $L: add.s32 %r4, %r4, 4; ld.shared.f32 %f0, [%r4]; @%p1 bra $L;", "b"},
    {"a generic address", "cvta.shared.u64 %d4, %d3; add.s64 %d4, %d4, 8; ld.f32 %f0, [%d4];", "a"},
    {"there and back",
     "cvta.shared.u64 %d4, %d3; cvta.to.shared.u64 %d5, %d4; ld.shared.f32 %f0, [%d5];", "a"},
    {"a difference as an index",
     "add.s32 %r4, %r1, %r3; sub.s32 %r5, %r4, %r1; add.s32 %r6, %r2, %r5; ld.shared.f32 %f0, [%r6];",
     "b"},
    {"an atomic", "add.s32 %r4, %r2, %r3; atom.shared.add.u32 %r5, [%r4], 1;", "b"},
    {"an atomic without a result", "red.shared.add.u32 [b], 1;", "b"},
    {"either way the same", "selp.b32 %r4, %r2, b, %p1; ld.shared.f32 %f0, [%r4];", "b"},
    {"a copy", "cp.async.ca.shared.global [%r2], [%d0], 4;", "b"},
    {"a copy to a name", "cp.async.ca.shared.global [b+4], [%d0], 4;", "b"},
    {"rows of a tile", "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r4}, [%r2];", "b"},
    {"dynamic memory", "mov.u32 %r4, dynamic; add.s32 %r4, %r4, %r3; ld.shared.f32 %f0, [%r4];",
     "dynamic"},
    {"dynamic memory by its name", "ld.shared.f32 %f0, [dynamic+8];", "dynamic"},
    // From here on the code does not tell.
    {"one of two", "selp.b32 %r4, %r1, %r2, %p1; ld.shared.f32 %f0, [%r4];", NULL},
    {"one of two, by a branch",
     "mov.u32 %r4, %r1; @%p1 bra $L; mov.u32 %r4, %r2; $L: ld.shared.f32 %f0, [%r4];", NULL},
    {"an array or a number", "mov.u32 %r4, %r2; @%p1 mov.u32 %r4, %r3; ld.shared.f32 %f0, [%r4];",
     NULL},
    {"a distance of two arrays",
     "sub.s32 %r4, %r2, %r1; add.s32 %r5, %r1, %r4; ld.shared.f32 %f0, [%r5];", NULL},
    {"a number alone", "ld.shared.f32 %f0, [%r3];", NULL},
    {"an address as a number", "ld.shared.f32 %f0, [128];", NULL},
    {"an address from memory",
     "st.shared.u32 [%r1], %r2; ld.shared.u32 %r4, [%r1]; ld.shared.f32 %f0, [%r4];", NULL},
    {"an address in parts", "and.b32 %r4, %r2, 64; ld.shared.f32 %f0, [%r4];", NULL},
    {"global memory", "ld.global.f32 %f0, [%d0];", NULL},
};

static void test_origins(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char whole[2048];
        snprintf(whole, sizeof whole, "%s%s%s", BEGIN, CASES[i].body, KERNEL_END);
        load(whole);
        const Var *array = NULL;
        for (int pc = 0; pc < sim.module->code_count; pc++)
            if (sim.module->infos[pc].kind == SIM_LOAD || sim.module->infos[pc].kind == SIM_STORE ||
                sim.module->infos[pc].kind == SIM_ATOMIC)
                array = sim.module->infos[pc].array;
        const char *found = array ? array->name : "none",
                   *want = CASES[i].array ? CASES[i].array : "none";
        if (strcmp(found, want) != 0)
            fail_msg("%s: %s, not %s", CASES[i].why, found, want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(test_origins, unload_after)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
