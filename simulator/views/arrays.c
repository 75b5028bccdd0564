// arrays.c: the arrays that a stepper shows, by the names and with the elements that the source gives them.
//
// A shared array has its name in the PTX. Device memory has the name that stepper.c has given it.

#include "views/views.h"

#include <stdlib.h>
#include <string.h>

static void set_name(ShownArray *a, const char *name)
{
    char *plain = callsite_demangle(name);
    const char *text = plain ? plain : name, *last = text;
    for (const char *p = text; (p = strstr(p, "::")); p += 2)
        last = p + 2;
    snprintf(a->name, sizeof a->name, "%s", last);
    free(plain);
}

static int shared_arrays(const Stepper *s, ShownArray *out, int most)
{
    size_t bytes = 0, at = 0;
    unsigned char *shared = s->walk->worker ? sim_step_shared(s->walk->worker, &bytes) : NULL;
    int count = 0;
    SimSharedArray found;
    while (at < bytes && count < most && sim_step_shared_array(s->walk->worker, at, &found)) {
        if (found.size) {
            ShownArray *a = &out[count++];
            *a = (ShownArray){.bytes = shared + found.start,
                              .size = found.size,
                              .shared = true,
                              .element = found.element};
            set_name(a, found.name);
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
        set_name(to, a->name ? a->name : "an allocation");
    }
    return count;
}
