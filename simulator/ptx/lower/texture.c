// texture.c: lowers statements that read textures, read and write surfaces, and ask for their sizes.
//
// A register holds the handle of a picture, as for texture and surface objects. Pictures have one level of detail, so levels and
// gradients have no effect.

#include "ptx/lower/lower.h"

#include <string.h>

// Takes the geometry that the mnemonic names.
static void take_geometry(Lower *lo, Insn *in)
{
    static const struct {
        const char *word;
        u8 dimensions;
        bool layered, cube;
    } table[] = {{"1d", 1, false, false}, {"2d", 2, false, false}, {"3d", 3, false, false},
                 {"a1d", 1, true, false}, {"a2d", 2, true, false}, {"cube", 2, false, true},
                 {"acube", 2, true, true}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (has_part(lo, table[i].word)) {
            in->texture.dimensions = table[i].dimensions;
            in->texture.layered = table[i].layered;
            in->texture.cube = table[i].cube;
        }
    refuse_if(lo, !in->texture.dimensions,
              "a texture or surface of a shape the simulator does not know");
}

// Takes a picture's handle and coordinates, [handle, {layer, x, y, z}].
static void take_place(Lower *lo, Insn *in, const Operand *o)
{
    const Operand *handle = o->kind == O_LIST ? o->items : NULL;
    const Operand *place = handle && o->count == 2 ? &handle[1] : NULL;
    int dimensions = in->texture.dimensions + in->texture.cube, layer = in->texture.layered;
    if (refuse_if(lo,
                  !place || place->kind != O_VECTOR || place->count < layer + dimensions ||
                      handle->kind != O_REG || handle->reg->bytes != 8,
                  "a texture or surface that is not an object in a 64-bit register"))
        return;
    in->a = register_slot(lo, handle->reg);
    for (int d = 0; d < dimensions; d++)
        in->list[TEXELS + d] = source_slot(lo, &place->items[layer + d], 4);
    if (layer)
        in->list[LIST - 1] = source_slot(lo, &place->items[0], 4);
}

// Lowers tex{.level, .grad}.2d.v4.f32.f32 {…}, [picture, {x, y}], and tld4.r.2d.v4.f32.f32, one channel of four texels.
void lower_texture(Lower *lo)
{
    const Statement *s = lo->s;
    static const char *const channels[] = {"r", "g", "b", "a"};
    if (!need_operands(lo, 2, 6))
        return;
    Insn *in = emit_insn(lo, K_TEXTURE);
    set_space(lo, in, SIM_SPACE_TEXTURE);
    in->texture.form = lo->parts.text[0][1] == 'l' ? TEXTURE_GATHER : TEXTURE_READ;
    has_part(lo, "level");
    has_part(lo, "grad");
    for (u8 k = 0; in->texture.form == TEXTURE_GATHER && k < TEXELS; k++)
        if (has_part(lo, channels[k]))
            in->texture.channel = k;
    take_geometry(lo, in);
    const Operand *texel = &s->operands[0];
    bool four = has_part(lo, "v4") && texel->kind == O_VECTOR && texel->count == TEXELS;
    const char *coordinates = type_part(lo);
    in->texture.whole = strcmp(coordinates, "s32") == 0;
    bool known = has_part(lo, "f32") || has_part(lo, "s32") || has_part(lo, "u32");
    refuse_if(lo, !four || !known || (!in->texture.whole && strcmp(coordinates, "f32") != 0),
              "a texture instruction the simulator does not run");
    all_parts_used(lo);
    take_place(lo, in, &s->operands[1]);
    for (int k = 0; k < TEXELS && !has_failed(lo); k++) {
        need_width(lo, &texel->items[k], 4);
        in->list[k] = destination_or_sink(lo, &texel->items[k]);
    }
}

void lower_surface(Lower *lo)
{
    const Statement *s = lo->s;
    const bool load = strcmp(lo->parts.text[0], "suld") == 0;
    static const char *const hints[] = {"ca", "cg", "cs", "cv", "wb", "wt", NULL};
    static const char *const sizes[] = {"b8", "b16", "b32", "b64", NULL};
    if (!need_operands(lo, 2, 2))
        return;
    Insn *in = emit_insn(lo, load ? K_TEXTURE : K_TEXEL_STORE);
    set_space(lo, in, SIM_SPACE_TEXTURE);
    in->texture.form = SURFACE_ACCESS;
    refuse_if(lo, !has_part(lo, "b"), "a surface instruction the simulator does not run");
    ignore_parts(lo, hints);
    take_geometry(lo, in);
    in->texture.outside = has_part(lo, "clamp")  ? OUTSIDE_CLAMP
                          : has_part(lo, "zero") ? OUTSIDE_ZERO
                                                 : OUTSIDE_TRAP;
    has_part(lo, "trap");
    in->texture.count = has_part(lo, "v2") ? 2 : has_part(lo, "v4") ? 4 : 1;
    const u8 size = which_part(lo, sizes);
    in->texture.bytes = sizes[size] ? (u8)(1 << size) : 0;
    all_parts_used(lo);
    take_place(lo, in, &s->operands[load ? 1 : 0]);
    const Operand *texel = &s->operands[load ? 0 : 1];
    const Operand *items = texel->kind == O_VECTOR ? texel->items : texel;
    int count = texel->kind == O_VECTOR ? texel->count : 1;
    refuse_if(lo, count != in->texture.count || !in->texture.bytes, "a vector of the wrong length");
    in->texture.reg_bytes = in->texture.bytes < 2 ? 2 : in->texture.bytes;
    for (int k = 0; k < count && !has_failed(lo); k++) {
        need_width(lo, &items[k], in->texture.reg_bytes);
        in->list[k] = load ? destination_or_sink(lo, &items[k])
                           : source_slot(lo, &items[k], in->texture.reg_bytes);
    }
}

// Lowers txq.width.b32 d, [picture], and suq in the same way.
void lower_texture_size(Lower *lo)
{
    const Statement *s = lo->s;
    static const char *const sizes[] = {"width", "height", "depth", "array_size", NULL};
    if (!need_operands(lo, 2, 2))
        return;
    Insn *in = emit_insn(lo, K_TEXTURE);
    insn_info(lo, in)->kind = SIM_PLAIN; // it loads no texels
    in->texture.form = TEXTURE_SIZE;
    in->texture.channel = which_part(lo, sizes);
    const Operand *o = &s->operands[1];
    refuse_if(lo,
              !sizes[in->texture.channel] || !has_part(lo, "b32") || o->kind != O_ADDRESS ||
                  !o->reg || o->reg->bytes != 8,
              "a texture query the simulator can't answer");
    all_parts_used(lo);
    if (has_failed(lo))
        return;
    in->a = register_slot(lo, o->reg);
    need_width(lo, &s->operands[0], 4);
    in->list[0] = destination_or_sink(lo, &s->operands[0]);
}
