// element.c: finds how the source names what lies at an address: "tile[3]".

#include "machine/element.h"

const Var *shared_array(const SimLaunch *l, u64 address)
{
    const Var *last = NULL, *dynamic = NULL;
    for (int i = 0; i < l->kernel->shared_count; i++) {
        const Var *v = l->kernel->shared[i];
        if (address >= v->offset && (!last || v->offset > last->offset))
            last = v;
    }
    if (!l->shared || address < dynamic_start(l))
        return last;
    for (const Var *v = l->kernel->module->vars; v; v = v->next)
        dynamic = v->dynamic && (v->called || !dynamic) ? v : dynamic;
    return dynamic;
}

static Element element(const char *name, SimElement e, u64 size, i64 at)
{
    return (Element){name, (at < 0 ? at - e.bytes + 1 : at) / e.bytes, size / e.bytes, e.columns};
}

void append_element(char *out, size_t size, const Element *e)
{
    i64 columns = e->columns;
    if (!columns) {
        text_append(out, size, "%s[%l]", e->name, e->index);
        return;
    }
    i64 row = (e->index < 0 ? e->index - columns + 1 : e->index) / columns;
    text_append(out, size, "%s[%l][%l]", e->name, row, e->index - row * columns);
}

bool element_of(const SimLaunch *l, const Var *array, u64 address, Element *out)
{
    if (!array || !array->called || !array->element.bytes)
        return false;
    Stretch s = stretch_of(l, array);
    i32 at = (i32)(u32)(address - s.start); // shared addresses have 32 bits: -4 may be 2^32 - 4
    *out = element(array->called, array->element, s.size, at);
    return true;
}

bool element_at(const SimLaunch *l, SimSpace space, u64 address, const SimAlloc *a, Element *out)
{
    if (space == SIM_SPACE_SHARED)
        return element_of(l, shared_array(l, address), address, out);
    if (!a || !a->name || !a->element.bytes)
        return false;
    *out = element(a->name, a->element, a->size, (i64)(address - a->base));
    return true;
}
