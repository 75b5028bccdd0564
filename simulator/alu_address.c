// alu_address.c: between a state space's own addresses and the generic ones.
//
// Global, constant and parameter addresses are generic as they are. Shared and local memory have windows in the generic
// space (core.h), where no allocation can be: the window's base is added and taken away.

#include "core.h"

#define EACH_LANE                   \
    for (int l = 0; l < LANES; l++) \
        if (mask >> l & 1)

static void copy_address(u8 *regs, const Insn *in, u32 mask)
{
    u64 *d = (u64 *)(void *)(regs + in->d);
    const u64 *a = (const u64 *)(const void *)(regs + in->a);
    EACH_LANE d[l] = a[l];
}

static void add_window(u8 *regs, const Insn *in, u32 mask, u64 window)
{
    u64 *d = (u64 *)(void *)(regs + in->d);
    const u64 *a = (const u64 *)(const void *)(regs + in->a);
    EACH_LANE d[l] = a[l] + window;
}

static void from_shared(u8 *regs, const Insn *in, u32 mask)
{
    add_window(regs, in, mask, SHARED_WINDOW);
}

static void to_shared(u8 *regs, const Insn *in, u32 mask)
{
    add_window(regs, in, mask, 0 - SHARED_WINDOW);
}

static void from_local(u8 *regs, const Insn *in, u32 mask)
{
    add_window(regs, in, mask, LOCAL_WINDOW);
}

static void to_local(u8 *regs, const Insn *in, u32 mask)
{
    add_window(regs, in, mask, 0 - LOCAL_WINDOW);
}

// isspacep: which lanes' addresses lie in the window at `base`; base 0 stands for global memory, outside all windows.
static void in_window(u8 *regs, const Insn *in, u32 mask, u64 base)
{
    u32 *d = (u32 *)(void *)(regs + in->d);
    const u64 *a = (const u64 *)(const void *)(regs + in->a);
    u32 inside = 0;
    EACH_LANE
    {
        bool yes = base ? a[l] >= base && a[l] < base + WINDOW_SIZE : a[l] < SHARED_WINDOW;
        inside |= (u32)yes << l;
    }
    *d = (*d & ~mask) | inside;
}

static void is_global(u8 *regs, const Insn *in, u32 mask)
{
    in_window(regs, in, mask, 0);
}

static void is_shared(u8 *regs, const Insn *in, u32 mask)
{
    in_window(regs, in, mask, SHARED_WINDOW);
}

static void is_local(u8 *regs, const Insn *in, u32 mask)
{
    in_window(regs, in, mask, LOCAL_WINDOW);
}

const AluEntry alu_address_table[] = {
    {"cvta.const.u64", copy_address},
    {"cvta.global.u64", copy_address},
    {"cvta.local.u64", from_local},
    {"cvta.param.u64", copy_address},
    {"cvta.shared.u64", from_shared},
    {"cvta.to.const.u64", copy_address},
    {"cvta.to.global.u64", copy_address},
    {"cvta.to.local.u64", to_local},
    {"cvta.to.param.u64", copy_address},
    {"cvta.to.shared.u64", to_shared},
    {"isspacep.global", is_global},
    {"isspacep.local", is_local},
    {"isspacep.shared", is_shared},
    {"isspacep.shared::cta", is_shared},
    {0},
};
