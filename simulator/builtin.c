// builtin.c: the functions that a GPU's driver provides to device code.

#include "core.h"

#include <string.h>

Builtin builtin_find(const char *name)
{
    static const struct {
        const char *name;
        Builtin builtin;
    } table[] = {{"vprintf", B_VPRINTF}, {"__assertfail", B_ASSERT}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].builtin;
    return B_NONE;
}

// Argument i of a lane's call, as a 64-bit number.
static u64 argument(const Warp *warp, const Group *g, const Call *call, int lane, int i)
{
    u64 v = 0;
    if (i < call->args)
        memcpy(&v,
               warp->local + (size_t)lane * warp->local_size + g->frame->local_base +
                   call->arg[i].here,
               call->arg[i].size < 8 ? call->arg[i].size : 8);
    return v;
}

static void give_result(const Warp *warp, const Group *g, const Call *call, int lane, u64 value)
{
    if (call->results)
        memcpy(warp->local + (size_t)lane * warp->local_size + g->frame->local_base +
                   call->result[0].here,
               &value, call->result[0].size < 8 ? call->result[0].size : 8);
}

// A C string in device memory, or NULL if it does not end inside its allocation.
static const char *device_string(SimWorker *w, Warp *warp, int lane, u64 address)
{
    const char *s = (const char *)access_generic(w, warp, lane, address, 1);
    for (u64 n = 1; s; n++) {
        if (s[n - 1] == 0)
            return s;
        if (!access_generic(w, warp, lane, address, n + 1))
            return NULL;
    }
    return NULL;
}

static bool call_printf(SimWorker *w, Warp *warp, const Group *g, const Call *call, int lane)
{
    const char *format = device_string(w, warp, lane, argument(warp, g, call, lane, 0));
    u64 list = argument(warp, g, call, lane, 1);
    if (!format) {
        fault_at(w, warp, lane, g->pc, SIM_ILLEGAL_ADDRESS,
                 "printf with a format that is not in memory");
        return false;
    }
    // Arguments lie in slots of 8 bytes, one for each conversion and each * in the format.
    int slots = 0;
    for (const char *s = format; *s; s++)
        slots += *s == '%' || *s == '*';
    static const unsigned char none[8];
    const unsigned char *args = none;
    while (list && slots && !(args = access_generic(w, warp, lane, list, (u64)slots * 8)))
        slots--; // %% takes none, so there may be fewer
    if (w->launch->print)
        w->launch->print(w->launch->host, format, args ? args : none);
    give_result(warp, g, call, lane, (u64)slots);
    return true;
}

// void __assertfail(const char *message, const char *file, unsigned line, const char *function, size_t)
static void call_assert(SimWorker *w, Warp *warp, const Group *g, const Call *call, int lane)
{
    const char *message = device_string(w, warp, lane, argument(warp, g, call, lane, 0));
    const char *file = device_string(w, warp, lane, argument(warp, g, call, lane, 1));
    const char *function = device_string(w, warp, lane, argument(warp, g, call, lane, 3));
    char text[512];
    text_format(text, sizeof text, "%s:%d: %s: Assertion `%s' failed.", file ? file : "?",
                (int)argument(warp, g, call, lane, 2), function ? function : "?",
                message ? message : "?");
    fault_at(w, warp, lane, g->pc, SIM_ASSERT, text);
}

bool builtin_call(SimWorker *w, Warp *warp, Group *g, const Insn *in, u32 mask)
{
    const Call *call = in->call;
    for (u32 left = mask; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        switch ((Builtin)call->builtin) {
        case B_VPRINTF:
            if (!call_printf(w, warp, g, call, lane))
                return false;
            break;
        case B_ASSERT: call_assert(w, warp, g, call, lane); return false;
        case B_NONE: break;
        }
    }
    return true;
}
