// arrays.c: the arrays that a stepper shows, by the names and with the elements that the source gives them.
//
// A shared array has its name in the PTX. Device memory has the name that stepper.c has given it.

#include "views/views.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void set_name(char *to, size_t size, const char *name)
{
    char *plain = callsite_demangle(name);
    const char *text = plain ? plain : name, *last = text;
    for (const char *p = text; (p = strstr(p, "::")); p += 2)
        last = p + 2;
    snprintf(to, size, "%s", last);
    free(plain);
}

static int shared_arrays(const Stepper *s, ShownArray *out, int most)
{
    size_t bytes = 0, at = 0;
    unsigned char *shared = s->walk->shown ? sim_step_shared(s->walk->shown, &bytes) : NULL;
    int count = 0;
    SimSharedArray found;
    while (at < bytes && count < most && sim_step_shared_array(s->walk->shown, at, &found)) {
        if (found.size) {
            ShownArray *a = &out[count++];
            *a = (ShownArray){.bytes = shared + found.start,
                              .size = found.size,
                              .shared = true,
                              .element = found.element};
            set_name(a->name, sizeof a->name, found.name);
        }
        at = found.start + found.size;
    }
    return count;
}

int stepper_arrays(const Stepper *s, ShownArray *out, int most)
{
    const SimMemory *m = s->walk->launch.memory;
    int count = shared_arrays(s, out, most);
    for (size_t i = 0; i < sim_alloc_count(m) && count < most; i++) {
        const SimAlloc *a = sim_alloc_at(m, i);
        if (!a->live || !sim_is_devices(a->kind) || (a->name && *a->name == '$'))
            continue;
        ShownArray *to = &out[count++];
        *to = (ShownArray){
            .bytes = a->host, .size = (size_t)a->size, .element = a->element, .address = a->base};
        set_name(to->name, sizeof to->name, a->name ? a->name : "an allocation");
    }
    return count;
}

void stepper_memory_place(const Stepper *s, SimPlace p, char *out, size_t size)
{
    const SimMemory *m = s->walk->launch.memory;
    char name[48];
    if (p.space == SIM_SPACE_SHARED) {
        SimSharedArray found = {.size = 0};
        bool there = s->walk->shown && sim_step_shared_array(s->walk->shown, p.address, &found);
        set_name(name, sizeof name, there && found.size ? found.name : "shared memory");
        snprintf(out, size, "%s, byte %" PRIu64 " of block %" PRIu64, name,
                 p.address - (there && found.size ? found.start : 0), p.block);
        return;
    }
    const SimAlloc *a = sim_nearest(m, p.address);
    set_name(name, sizeof name, a && a->name ? a->name : "global memory");
    snprintf(out, size, "%s, byte %" PRIu64, name, a ? p.address - a->base : p.address);
}
