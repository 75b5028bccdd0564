// arrays.c: the arrays that a stepper shows, by the names and with the elements that the source gives them.
//
// A shared array has its name in the PTX. Device memory has the name that stepper.c has given it.

#include "views/views.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// Returns the source's name in that of a static variable, to which nvcc gives the file's: __nv_static_12_ and 12 characters and _name.
static const char *after_file(const char *name)
{
    static const char STATIC[] = "__nv_static_";
    char *end;
    if (strncmp(name, STATIC, strlen(STATIC)) != 0)
        return name;
    size_t length = strtoul(name + strlen(STATIC), &end, 10) + 2;
    return strlen(end) > length ? end + length : name;
}

static void set_name(char *to, size_t size, const char *name)
{
    name = after_file(name);
    char *plain = callsite_demangle(name);
    const char *text = plain ? plain : name, *last = text;
    for (const char *p = text; (p = strstr(p, "::")); p += 2)
        last = p + 2;
    snprintf(to, size, "%s", last);
    free(plain);
}

static bool in_word(char c)
{
    return is_letter(c) || is_digit(c) || c == '$' || c == '.';
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
                              .address = found.start,
                              .shared = true,
                              .element = found.element};
            set_name(a->name, sizeof a->name, found.name);
        }
        at = found.start + found.size;
    }
    return count;
}

// Tells whether code in the kernel's PTX names a variable. Declarations and debug information, whose lines begin with a dot,
// don't count.
static bool is_used(const Stepper *s, const char *name)
{
    size_t size, length = strlen(name);
    const char *ptx = s->program->ptx(s->walk->launch.kernel, &size), *end = ptx + size, *at = ptx;
    while (ptx && (at = memmem(at, (size_t)(end - at), name, length))) {
        const char *line = at, *after = at + length;
        while (line > ptx && line[-1] != '\n')
            line--;
        line += strspn(line, " \t");
        bool whole = (at == ptx || !in_word(at[-1])) && (after == end || !in_word(*after));
        if (whole && *line != '.')
            return true;
        at = after;
    }
    return !ptx;
}

// Tells whether to show a variable: the answers to a prediction, which no code uses, are none to look at.
static bool is_of_use(const Stepper *s, const SimAlloc *a)
{
    return *a->name != '$' && is_used(s, a->name);
}

// Lists what the program has allocated in device memory, or the variables there.
static int device_arrays(const Stepper *s, bool variables, ShownArray *out, int most)
{
    const SimMemory *m = s->walk->launch.memory;
    int count = 0;
    for (size_t i = 0; i < sim_alloc_count(m) && count < most; i++) {
        const SimAlloc *a = sim_alloc_at(m, i);
        if (!a->live || !sim_is_devices(a->kind) || a->variable != variables ||
            (variables && !is_of_use(s, a)))
            continue;
        ShownArray *to = &out[count++];
        *to = (ShownArray){
            .bytes = a->host, .size = (size_t)a->size, .element = a->element, .address = a->base};
        set_name(to->name, sizeof to->name, a->name ? a->name : "an allocation");
    }
    return count;
}

int stepper_arrays(const Stepper *s, ShownArray *out, int most)
{
    int count = shared_arrays(s, out, most);
    count += device_arrays(s, false, out + count, most - count);
    return count + device_arrays(s, true, out + count, most - count);
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
