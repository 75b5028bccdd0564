// frame.c: the registers of one call of a function, for all lanes of a warp that make it together.

#include "core.h"

#include <stdlib.h>
#include <string.h>

static u32 special_value(const SimWorker *w, const Warp *warp, Special s, u32 lane)
{
    const SimLaunch *l = w->launch;
    u32 t = (u32)(warp->index * LANES) + lane;
    switch (s) {
    case SP_TID_X: return t % l->block[0];
    case SP_TID_Y: return t / l->block[0] % l->block[1];
    case SP_TID_Z: return t / l->block[0] / l->block[1];
    case SP_NTID_X:
    case SP_NTID_Y:
    case SP_NTID_Z: return l->block[s - SP_NTID_X];
    case SP_CTAID_X:
    case SP_CTAID_Y:
    case SP_CTAID_Z: return w->block_id[s - SP_CTAID_X];
    case SP_NCTAID_X:
    case SP_NCTAID_Y:
    case SP_NCTAID_Z: return l->grid[s - SP_NCTAID_X];
    case SP_LANEID: return lane;
    case SP_WARPID: return (u32)warp->index;
    case SP_NWARPID: return (u32)l->device->threads_per_sm / LANES;
    case SP_SMID: return (u32)(w->block % (u64)l->device->sms);
    case SP_NSMID: return (u32)l->device->sms;
    case SP_MASK_EQ: return 1u << lane;
    case SP_MASK_LE: return (2u << lane) - 1;
    case SP_MASK_LT: return (1u << lane) - 1;
    case SP_MASK_GE: return ~((1u << lane) - 1);
    case SP_MASK_GT: return ~((2u << lane) - 1);
    case SP_SHARED_DYNAMIC_SIZE: return (u32)l->shared;
    case SP_SHARED_TOTAL_SIZE: return (u32)l->shared_total;
    case SP_SHARED_DYNAMIC: return (u32)((l->kernel->shared_bytes + 15) & ~(size_t)15);
    default: return 0;
    }
}

static void fill_specials(const SimWorker *w, const Warp *warp, Frame *frame)
{
    const SimFunction *f = frame->function;
    for (int s = 0; s < SPECIALS; s++) {
        if (f->special[s] < 0)
            continue;
        u8 *slot = frame->regs + f->special[s];
        bool wide = s == SP_GRIDID || s == SP_PARAMS;
        for (u32 lane = 0; lane < LANES; lane++) {
            u64 value = s == SP_PARAMS   ? w->launch->param_address
                        : s == SP_GRIDID ? w->launch->grid_id
                                         : special_value(w, warp, (Special)s, lane);
            memcpy(slot + lane * (wide ? 8 : 4), &value, wide ? 8 : 4);
        }
    }
}

Frame *frame_new(SimWorker *w, const Warp *warp, SimFunction *f, Frame *caller)
{
    Frame **at = &w->free_frames;
    while (*at && (*at)->function != f)
        at = &(*at)->next_free;
    Frame *frame = *at;
    if (frame) {
        *at = frame->next_free;
    } else {
        frame = calloc(1, sizeof *frame);
        u8 *regs = frame ? aligned_alloc(64, (f->frame_bytes + 63) & ~(size_t)63) : NULL;
        if (!regs) {
            free(frame);
            return NULL;
        }
        frame->function = f;
        frame->regs = regs;
        memcpy(regs, f->const_image, f->const_bytes);
    }
    // A register that is read before it is written has the same value in every run.
    memset(frame->regs + f->const_bytes, 0, f->frame_bytes - f->const_bytes);
    fill_specials(w, warp, frame);
    frame->caller = caller;
    frame->depth = caller ? caller->depth + 1 : 0;
    frame->local_base = caller ? caller->local_base + (u32)caller->function->stack_bytes : 0;
    frame->lanes = 0;
    return frame;
}

void frame_free(SimWorker *w, Frame *f)
{
    f->next_free = w->free_frames;
    w->free_frames = f;
}
