// texture.c: the table of pictures. A handle is an index into it, counted from 1.

#include "memory/memory.h"
#include "warpsim_texture.h"

u64 sim_texture_new(SimMemory *m, const SimTexture *t)
{
    TextureTable *all = memory_textures(m);
    if (t->fractions && (t->bytes > 2 || t->type == SIM_TEXEL_FLOAT))
        return 0;
    return ARRAY_ADD(all->items, all->count, all->capacity, *t) ? all->count : 0;
}

const SimTexture *sim_texture(const SimMemory *m, u64 handle)
{
    const TextureTable *all = memory_textures((SimMemory *)(uintptr_t)m);
    bool known = handle && handle <= all->count && all->items[handle - 1].channels;
    return known ? &all->items[handle - 1] : NULL;
}

bool sim_texture_free(SimMemory *m, u64 handle)
{
    if (!sim_texture(m, handle))
        return false;
    memory_textures(m)->items[handle - 1].channels = 0;
    return true;
}
