// address.c: converts between a state space's own addresses and generic ones.
//
// Global, constant and parameter addresses are the same as the generic ones. Shared and local memory have windows in the
// generic space (memory.h), where no allocation can be: the window's base is added or subtracted.

#include "machine/alu/alu.h"

ALU1(copy_address, u64, u64, a)
ALU1(from_shared, u64, u64, a + SHARED_WINDOW)
ALU1(to_shared, u64, u64, a - SHARED_WINDOW)
ALU1(from_local, u64, u64, a + LOCAL_WINDOW)
ALU1(to_local, u64, u64, a - LOCAL_WINDOW)

// Does isspacep: tells which lanes' addresses are in the window at `base`; base 0 means global memory, outside all windows.
static void in_window(u8 *regs, const Insn *in, u32 mask, u64 base)
{
    u32 *d = (u32 *)(void *)(regs + in->d);
    const u64 *a = (const u64 *)(const void *)(regs + in->a);
    u32 inside = 0;
    EACH_LANE_IN(mask)
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

const AluEntry address_entries[] = {
    ENTRY("cvta.const.u64", copy_address),
    ENTRY("cvta.global.u64", copy_address),
    ENTRY("cvta.local.u64", from_local),
    ENTRY("cvta.param.u64", copy_address),
    ENTRY("cvta.shared.u64", from_shared),
    ENTRY("cvta.to.const.u64", copy_address),
    ENTRY("cvta.to.global.u64", copy_address),
    ENTRY("cvta.to.local.u64", to_local),
    ENTRY("cvta.to.param.u64", copy_address),
    ENTRY("cvta.to.shared.u64", to_shared),
    ENTRY("isspacep.global", is_global),
    ENTRY("isspacep.local", is_local),
    ENTRY("isspacep.shared", is_shared),
    ENTRY("isspacep.shared::cta", is_shared),
    {0},
};
