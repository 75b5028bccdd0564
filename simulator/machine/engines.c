// engines.c: the time of what an SM does beside its warps: products on tensor cores, bulk copies, the phases of mbarriers.
//
// A warp starts such work and goes on. When it waits for the work later, its time becomes that at which the work is done. For this each
// engine of the block's SM has the cycle until which it is busy:
//
//     a quarter's tensor core    takes the products of its warps one after the other
//     the copier                 brings bytes to the block's shared memory, or takes them out of it
//     a phase of an mbarrier     ends with its latest arrival, or with its last bytes
//
// What each of them costs was measured on an H200 with tests/gpu/rates.cu (results/h200-rates.csv, 2026-11-30).

#include "machine/engines.h"
#include "machine/alu/alu.h"

#include <math.h>
#include <string.h>

enum { TENSOR_CORES = 4, WARPGROUP_ROWS = 64, K_BYTES = 32, BANKS_BYTES = 128 };

static u64 latest(u64 a, u64 b)
{
    return a > b ? a : b;
}

// ---- Tensor cores ------------------------------------------------------------------------------------------------------

// A product is there so many cycles after its tensor core has begun the next one (m64n8k16 to m64n256k16: 61 to 72 cycles), and a group of
// a warp's own products depends on the last one only.
enum { PRODUCT_LATENCY = 64 };

// Multiply-adds of bf16 that take as long as one of a type. An mma with 8-bit floats is two with f16; f64 has lanes of its own.
static double work_of(MatrixType type)
{
    switch (type) {
    case M_TF32: return 2;
    case M_S8:
    case M_U8: return 0.5;
    case M_B1: return 1. / 16;
    case M_F64: return 21;
    default: return 1;
    }
}

double product_cycles(const SimDevice *d, const Insn *in)
{
    if (in->kind == K_WARPGROUP) {
        // 64 x 8 sums and 32 bytes of k in 4 cycles, unless shared memory is slower: it gives 128 bytes a cycle
        return fmax(4. * in->warpgroup.columns, product_wavefronts(in) * TENSOR_CORES);
    }
    const struct Fragment *b = &in[-2].fragment, *sums = &in->fragment;
    double k = (double)b->count * LANES / (b->eights * 8.);
    double products = (double)sums->count * LANES * k * (sums->sparse ? 2 : 1);
    return products * work_of((MatrixType)in[-3].fragment.type) / (d->mma / TENSOR_CORES);
}

double product_wavefronts(const Insn *in)
{
    const struct Warpgroup *p = &in->warpgroup;
    int a = p->a_in_regs ? 0 : WARPGROUP_ROWS * K_BYTES,
        b = p->columns * 8 * K_BYTES * (p->sparse ? 2 : 1);
    return (double)(a + b) / BANKS_BYTES / TENSOR_CORES;
}

int product_latency(const Insn *in)
{
    // m16n8k8 of bf16 18.6 cycles from one product to the next that adds to it, m16n8k16 26.3
    double k = (double)in[-2].fragment.count * LANES / (in[-2].fragment.eights * 8.);
    return 11 + (int)(k * in[-2].fragment.bytes / 2);
}

void product_start(SimWorker *w, Warp *warp, const Insn *in)
{
    u64 *busy = &w->engines.tensor[warp->index % TENSOR_CORES];
    w->engines.used = true;
    *busy = latest(*busy, warp->cycles) + (u64)product_cycles(w->launch->device, in);
    warp->products_done = *busy + PRODUCT_LATENCY;
}

void product_commit(Warp *warp)
{
    warp->groups_done[warp->product_groups++ % PRODUCT_GROUPS] = warp->products_done;
}

void product_wait(Warp *warp, i64 newest)
{
    if (warp->product_groups <= newest)
        return;
    u64 last = warp->product_groups - 1 - (u64)newest;
    if (newest < PRODUCT_GROUPS)
        warp->cycles = latest(warp->cycles, warp->groups_done[last % PRODUCT_GROUPS]);
}

// ---- Bulk copies -------------------------------------------------------------------------------------------------------

// A copy to shared memory takes so much longer than a load's wait, whether L2 has the bytes or DRAM (475 cycles and 828 with those that
// start it and see it); then bytes come by 128 a cycle. The other way goes by 32. (This is one block alone; what all of them get from L2
// and DRAM are terms of their own, model/time.c.)
enum { COPY_MORE = 140, COPY_IN = 128, COPY_OUT = 32 };

u64 copy_ready(SimWorker *w, SimWorker *to, const Warp *warp, u64 bytes)
{
    u64 *busy = to ? &to->engines.in : &w->engines.out;
    (to ? to : w)->engines.used = true;
    *busy = latest(*busy, warp->cycles) + bytes / (to ? COPY_IN : COPY_OUT);
    return *busy + (to ? (u64)w->launch->device->dram_latency + COPY_MORE : 0);
}

// ---- mbarriers ---------------------------------------------------------------------------------------------------------

// From an arrival to the next instruction of a warp that waits for it, and more if the arrival came from another block.
enum { WAKE = 100, ARRIVAL_FROM_AFAR = 58 };

static Phase *phase_at(SimWorker *owner, u64 at)
{
    Phase *p = &owner->engines.phases[at / 8 % PHASES];
    if (!owner->engines.used || p->barrier != at + 1)
        *p = (Phase){.barrier = at + 1};
    owner->engines.used = true;
    return p;
}

void phase_arrival(SimWorker *owner, u64 at, u64 cycles, bool from_afar)
{
    Phase *p = phase_at(owner, at);
    u32 now = mbarrier_read(owner->shared + at).phase;
    p->latest = latest(p->latest, cycles + (from_afar ? ARRIVAL_FROM_AFAR : 0));
    if (now != p->number) { // it was the last one
        p->ended[(now - 1) & 1] = p->latest;
        p->latest = 0;
        p->number = now;
    }
}

void phase_passed(SimWorker *owner, u64 at, u64 of, bool parity, Warp *warp)
{
    const Phase *p = phase_at(owner, at);
    u64 ended = p->ended[(parity ? of : of >> 61) & 1];
    if (ended > warp->cycles)
        warp->cycles = ended + WAKE;
}

void engines_reset(SimWorker *w)
{
    if (w->engines.used)
        memset(&w->engines, 0, sizeof w->engines);
}
