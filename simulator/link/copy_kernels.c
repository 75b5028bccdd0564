// copy_kernels.c: the kernels that do cudaMemcpyAsync and cudaMemsetAsync of device code, written in PTX. A thread moves one byte.

#include "link/link.h"

#include <string.h>

#define START                                                                                  \
    "    ld.param.u64 %d1, [p0];\n    ld.param.u64 %d2, [p1];\n    ld.param.u64 %d3, [p2];\n"  \
    "    ld.param.u64 %d4, [p3];\n    mov.u32 %r1, %ctaid.x;\n    mov.u32 %r2, %tid.x;\n"      \
    "    cvt.u64.u32 %d7, %r2;\n    mul.wide.u32 %d8, %r1, 256;\n    add.u64 %d7, %d7, %d8;\n" \
    "    mul.lo.u64 %d8, %d3, %d4;\n    setp.ge.u64 %p1, %d7, %d8;\n    @%p1 bra END;\n"       \
    "    div.u64 %d9, %d7, %d3;\n    rem.u64 %d10, %d7, %d3;\n"                                \
    "    mad.lo.u64 %d11, %d9, %d2, %d10;\n    add.u64 %d11, %d11, %d1;\n"

static const char KERNELS[] =
    ".version 7.0\n.target sm_52\n.address_size 64\n"
    ".visible .entry cudaMemcpyInKernel(.param .u64 p0, .param .u64 p1, .param .u64 p2, .param .u64 p3, .param .u64 p4, .param .u64 p5)\n"
    "{\n    .reg .pred %p<2>;\n    .reg .b32 %r<3>;\n    .reg .b64 %d<14>;\n    .reg .b16 %h<2>;\n" START
    "    ld.param.u64 %d5, [p4];\n    ld.param.u64 %d6, [p5];\n"
    "    mad.lo.u64 %d12, %d9, %d6, %d10;\n    add.u64 %d12, %d12, %d5;\n"
    "    ld.u8 %h1, [%d12];\n    st.u8 [%d11], %h1;\nEND:\n    ret;\n}\n"
    ".visible .entry cudaMemsetInKernel(.param .u64 p0, .param .u64 p1, .param .u64 p2, .param .u64 p3, .param .u32 p4)\n"
    "{\n    .reg .pred %p<2>;\n    .reg .b32 %r<4>;\n    .reg .b64 %d<14>;\n" START
    "    ld.param.u32 %r3, [p4];\n    st.u8 [%d11], %r3;\nEND:\n    ret;\n}\n";

bool copy_kernels_add(SimModule *m, SimError *err)
{
    static const char *const calls[] = {"__cudaCDP2MemcpyAsync", "__cudaCDP2Memcpy2DAsync",
                                        "__cudaCDP2MemsetAsync", "__cudaCDP2Memset2DAsync"};
    bool any = false;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        for (const SimFunction *f = m->functions; f; f = f->next)
            any |= strcmp(f->name, calls[i]) == 0;
    int target = m->ptx_target; // stays the program's
    bool one = m->one_target;
    bool good = !any || sim_module_add(m, KERNELS, sizeof KERNELS - 1, err);
    m->ptx_target = target;
    m->one_target = one;
    return good;
}
