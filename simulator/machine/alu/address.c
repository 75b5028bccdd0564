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

// Does isspacep: tells which lanes' addresses are in a window; global memory is outside all windows. how: which Window.
typedef enum { GLOBAL, SHARED, LOCAL, CLUSTER } Window;

static void isspacep(u8 *regs, const Insn *in, u32 mask)
{
    static const struct {
        u64 from, to;
    } windows[] = {[GLOBAL] = {0, SHARED_WINDOW},
                   [SHARED] = {SHARED_WINDOW, SHARED_WINDOW + WINDOW_SIZE},
                   [LOCAL] = {LOCAL_WINDOW, LOCAL_WINDOW + WINDOW_SIZE},
                   [CLUSTER] = {SHARED_WINDOW, SHARED_END}};
    const u64 from = windows[in->alu.does.how[0]].from, to = windows[in->alu.does.how[0]].to,
              *a = OPERAND(const u64, in->a);
    u32 inside = 0;
    EACH_BIT(l, mask)
        inside |= (u32)(a[l] >= from && a[l] < to) << l;
    set_bits(OPERAND(u32, in->d), mask, inside);
}

const AluGroup address_groups[] = {
    GROUP("cvta", ENTRY(".const.u64", copy_address), ENTRY(".global.u64", copy_address),
          ENTRY(".local.u64", from_local), ENTRY(".param.u64", copy_address),
          ENTRY(".shared.u64", from_shared), ENTRY(".shared::cta.u64", from_shared),
          ENTRY(".shared::cluster.u64", from_shared)),
    GROUP("cvta.to", ENTRY(".const.u64", copy_address), ENTRY(".global.u64", copy_address),
          ENTRY(".local.u64", to_local), ENTRY(".param.u64", copy_address),
          ENTRY(".shared.u64", to_shared), ENTRY(".shared::cta.u64", to_shared),
          ENTRY(".shared::cluster.u64", to_shared)),
    GROUP("isspacep", ENTRY_HOW(".global", isspacep, GLOBAL), ENTRY_HOW(".local", isspacep, LOCAL),
          ENTRY_HOW(".shared", isspacep, SHARED), ENTRY_HOW(".shared::cta", isspacep, SHARED),
          ENTRY_HOW(".shared::cluster", isspacep, CLUSTER)),
    {0},
};
