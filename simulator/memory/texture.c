// texture.c: the table of pictures. A handle is an index into it, counted from 1.

#include "memory/memory.h"
#include "warpsim_texture.h"

u64 sim_texture_new(SimMemory *m, const SimTexture *t)
{
    if (t->fractions && (t->bytes > 2 || t->type == SIM_TEXEL_FLOAT))
        return 0;
    return ARRAY_ADD(m->textures.items, m->textures.count, m->textures.capacity, *t)
               ? m->textures.count
               : 0;
}

const SimTexture *sim_texture(const SimMemory *m, u64 handle)
{
    bool known = handle && handle <= m->textures.count && m->textures.items[handle - 1].channels;
    return known ? &m->textures.items[handle - 1] : NULL;
}

bool sim_texture_free(SimMemory *m, u64 handle)
{
    if (!sim_texture(m, handle))
        return false;
    m->textures.items[handle - 1].channels = 0;
    return true;
}
