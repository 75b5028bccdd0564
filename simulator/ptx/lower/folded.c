// folded.c: calculates approximate functions of constants, as ptxas does.
//
//     mov.f32 %f2, 0f437F0000;
//     div.approx.f32 %f3, %f1, %f2;        %f3 = %f1 * (1 / 255)
//
// ptxas 13.0 rounds such a result to nearest, where the hardware cuts it, so the last bit may be another. It does so for all
// functions here, but not for tanh. (64 constants of each were compared on an H200.)

#include "ptx/lower/lower.h"

#include <math.h>
#include <string.h>

static double reciprocal(double x)
{
    return 1 / x;
}

static double reciprocal_root(double x)
{
    return 1 / sqrt(x);
}

static const struct {
    const char *name;
    double (*value)(double x);
} FUNCTIONS[] = {{"rcp.approx", reciprocal}, {"rsqrt.approx", reciprocal_root},
                 {"sqrt.approx", sqrt},      {"ex2.approx", exp2},
                 {"lg2.approx", log2},       {"sin.approx", sin},
                 {"cos.approx", cos},        {"div.approx", reciprocal},
                 {"div.full", reciprocal}};

// Finds the value of a slot, if it is the same normal number all the time.
static bool find_number(const Lower *lo, i32 slot, double *x)
{
    const i32 writer = writer_of(&lo->writers, slot);
    const Insn *in = writer < 0 ? NULL : &lo->m->code[writer];
    // A function that was calculated is a mov, too.
    if (in && in->kind == K_ALU && in->guard < 0 && in->alu.does.fn == lo->find_alu("mov.b32").fn)
        slot = in->a;
    for (int i = 0; i < lo->constant_count; i++) {
        const Constant *c = &lo->constants[i];
        if (c->offset == slot && c->bytes == 4 && !c->array) {
            *x = f32_of((u32)c->value);
            return isnormal((float)*x);
        }
    }
    return false;
}

// Calculates instruction i, if it is a function of a constant; turns a division into a multiplication.
static void fold(Lower *lo, int i)
{
    Insn *in = &lo->m->code[i];
    SimInsnInfo *info = &lo->m->infos[i];
    bool divides = info->text[0] == 'd';
    if (in->kind != K_ALU || (info->pipe != SIM_PIPE_SFU && !divides))
        return;
    for (size_t k = 0; k < sizeof FUNCTIONS / sizeof *FUNCTIONS; k++) {
        size_t n = strlen(FUNCTIONS[k].name);
        double x;
        if (strncmp(info->text, FUNCTIONS[k].name, n) != 0)
            continue;
        bool flushes = strcmp(info->text + n, ".ftz.f32") == 0;
        if ((!flushes && strcmp(info->text + n, ".f32") != 0) ||
            !find_number(lo, divides ? in->b : in->a, &x))
            return;
        float y = (float)FUNCTIONS[k].value(x);
        if (!isnormal(y))
            return;
        *(divides ? &in->b : &in->a) = constant_slot(lo, f32_bits(y), 4);
        in->alu.does = lo->find_alu(!divides ? "mov.b32" : flushes ? "mul.ftz.f32" : "mul.f32");
        info->slots = divides;
        info->pipe = SIM_PIPE_FP32;
        return;
    }
}

void fold_functions(Lower *lo)
{
    for (int i = lo->f->entry; i < lo->f->end; i++)
        fold(lo, i);
}
