// texture.c: texture and surface instructions.
//
// Where a texture is read follows the CUDA C++ Programming Guide's appendix "Texture Fetching":
//
//     coordinate ── times the size, if it is normalized ──> nearest: the texel that it is in
//                                                           linear:  subtract half a texel; mix the texels on both sides of that
//                                                                    place, by its fraction in 256ths
//     a texel outside ── edge: clamp, wrap, mirror ──> another texel; or the border's value
//
// What the guide leaves open was measured on an H200: a normalized coordinate is cut to steps of 2^-21 (finer for more than 8192
// texels); the fraction is rounded to nearest, halves up; NaN and denormals are 0; a layer below 0 is the last one; channels that the
// picture lacks are 0; a line is read as a picture of one row. texel.c has values, rounding included.
//
// The picture is in memory row by row. Sectors are counted as on a GPU (an H100; results/h100-requests.csv), which keeps an array in
// tiles, so that neighbours in y are close, too:
//
//     a sector has 16 bytes of 2 rows; a line, 2 by 2 sectors; a tile, 2 by 2 lines: 64 bytes of 8 rows
//
// L1 and L2 serve these sectors as they do those of loads.

#include "machine/alu/alu.h"
#include "machine/machine.h"
#include "machine/texel.h"

#include <math.h>
#include <string.h>

enum { CORNERS = 8, MOST_LINES = LANES * CORNERS };

// An instruction that is being done, for the lanes that use the same picture.
typedef struct {
    SimWorker *w;
    Warp *warp;
    const Group *g;
    const Insn *in;
    int pc;
    int lane;
    u8 *regs;
    const SimTexture *t;
    SimAlloc *alloc;
    int texel;            // bytes
    bool beyond;          // a texel lies behind the memory
    int lines;            // how many lines were touched
    u64 line[MOST_LINES]; // (lines) address / 128
    u8 mask[MOST_LINES];  // (lines) which of the line's four sectors
} Fetch;

static bool refuse_lane(const Fetch *r, int lane, SimStatus status, const char *what)
{
    fault_at(r->w, r->warp, lane, r->pc, status, what);
    return false; // so that a reader of this file alone sees it
}

// Counts the access to a byte of the picture. slice: which of its slices or layers; x counts bytes.
static inline void touch(Fetch *r, u64 slice, u64 y, u64 x)
{
    const SimTexture *t = r->t;
    u64 address = t->address + slice * t->slice + y * t->row + x;
    if (t->tiled) {
        u64 wide = (t->row + SIM_TILE_BYTES - 1) / SIM_TILE_BYTES;
        u64 high = (t->size[1] + SIM_TILE_ROWS - 1) / SIM_TILE_ROWS;
        u64 tile = (slice * high + y / SIM_TILE_ROWS) * wide + x / SIM_TILE_BYTES;
        u64 sector = (x >> 5 & 1) << 3 | (y >> 1 & 3) << 1 | (x >> 4 & 1);
        address = t->address + tile * SIM_TILE_BYTES * SIM_TILE_ROWS + sector * 32;
    }
    u64 line = address >> 7;
    u8 sector = (u8)(1u << (address >> 5 & 3));
    int i = r->lines;
    while (i > 0 && r->line[i - 1] != line)
        i--;
    if (i == 0) {
        i = ++r->lines;
        r->line[i - 1] = line;
        r->mask[i - 1] = 0;
    }
    r->mask[i - 1] |= sector;
}

// An SM has four texture units. Each gives one texel per cycle, mixed or not.
enum { TEXELS_A_CYCLE = 4 };

static void count_texels(const Fetch *r, u32 lanes)
{
    SimWorker *w = r->w;
    const SimDevice *d = w->launch->device;
    SimCount *c = &w->counts[r->pc];
    bool read = r->in->kind == K_TEXTURE;
    u64 missing = 0,
        cycles = ((u64)__builtin_popcount(lanes) + TEXELS_A_CYCLE - 1) / TEXELS_A_CYCLE;
    user_goes_on(&r->warp->user, read);
    for (int i = 0; i < r->lines; i++) {
        u8 missed = read ? cache_read(&w->l1, r->line[i], r->mask[i], &r->warp->user) : r->mask[i];
        w->reread += read && w->l1.away > w->l2_reach ? (u64)__builtin_popcount(missed) : 0;
        c->sectors += (u64)__builtin_popcount(r->mask[i]);
        missing += (u64)__builtin_popcount(missed);
        if (!r->alloc->traces.touched)
            continue;
        footprint_touch(r->alloc, r->line[i], r->mask[i], read, !read);
        if (missed && read && !w->l1.lost)
            footprint_ask(r->alloc, asks_at(w, r->warp->cycles), r->line[i], missed);
    }
    c->requests++;
    c->l1_misses += missing;
    c->wavefronts += cycles > (u64)r->lines ? cycles : (u64)r->lines;
    if (missing && r->in->texture.batches) {
        u64 wait = (u64)(d->dram_latency - d->l1_latency) * r->in->texture.batches /
                   w->module->infos[r->pc].unrolled;
        r->warp->dram_cycles += wait;
        r->warp->cycles += wait;
    }
}

// ---- Places ------------------------------------------------------------------------------------------------------

// A coordinate in texels.
typedef struct {
    i64 at;       // the texel
    int fraction; // how much of the next texel is mixed in, of FRACTION
} Place;

static SimTextureEdge edge_of(const SimTexture *t, int d)
{
    bool round = t->edge[d] == SIM_WRAP || t->edge[d] == SIM_MIRROR;
    return round && !t->normalized ? SIM_CLAMP : (SimTextureEdge)t->edge[d];
}

static inline i64 floor_of(double x)
{
    i64 whole = (i64)x;
    return whole - ((double)whole > x);
}

static inline Place place_of(const SimTexture *t, int d, double x, bool pair)
{
    const double far = 1e9;     // no picture reaches so far
    if (!(fabs(x) >= 0x1p-126)) // denormals and NaN
        x = 0;
    if (t->normalized) {
        // From 2^24 on all floats are whole turns, and for all but wrap and mirror 2 is as far outside.
        bool turns = edge_of(t, d) == SIM_WRAP || edge_of(t, d) == SIM_MIRROR;
        double most = turns ? 0x1p24 : 2;
        if (!(fabs(x) < most))
            x = turns ? 0 : copysign(most, x);
        int bits = t->size[d] <= 8192 ? 21 : t->size[d] <= 65536 ? 22 : 23;
        i64 place = floor_of(x * (1 << bits)) * (i64)t->size[d];
        if (!pair)
            return (Place){place >> bits, 0};
        i64 fixed = ((place + (1 << (bits - 9))) >> (bits - 8)) - FRACTION / 2;
        return (Place){fixed >> 8, (int)(fixed & (FRACTION - 1))};
    }
    if (!(fabs(x) < far))
        x = copysign(far, x);
    if (!pair)
        return (Place){floor_of(x), 0};
    i64 fixed = floor_of(x * FRACTION + 0.5) - FRACTION / 2;
    return (Place){fixed >> 8, (int)(fixed & (FRACTION - 1))};
}

// Returns the texel that is read for coordinate `at`, which may be outside of the picture; -1: the border.
static i64 texel_inside(const SimTexture *t, int d, i64 at)
{
    i64 size = t->size[d] ? t->size[d] : 1, last = size - 1, turn = 2 * size;
    switch (edge_of(t, d)) {
    case SIM_BORDER: return -1;
    case SIM_CLAMP: return at < 0 ? 0 : last;
    case SIM_WRAP: at %= size; return at < 0 ? at + size : at;
    case SIM_MIRROR: break;
    }
    at %= turn;
    at = at < 0 ? at + turn : at;
    return at < size ? at : turn - 1 - at;
}

// Tells the observer of the lane's access.
static inline void tell_texel(const Fetch *r, u64 address, int bytes, u8 *written)
{
    if (r->w->observer)
        r->w->observer->texel(r->w, r->warp, r->g, r->lane, address, bytes, written);
}

// Returns the bytes of a texel; NULL: it is the border. counts: the access to it counts.
static inline const u8 *texel_at(Fetch *r, const i64 *at, u64 layer, bool counts)
{
    const SimTexture *t = r->t;
    u64 place[3] = {0, 0, 0};
    for (int d = 0; d < 3; d++) {
        i64 in = (u64)at[d] < t->size[d] ? at[d] : texel_inside(t, d, at[d]);
        if (in < 0)
            return NULL;
        place[d] = (u64)in;
    }
    u64 slice = layer + place[2], x = place[0] * (u64)r->texel;
    u64 at_byte = t->address - r->alloc->base + slice * t->slice + place[1] * t->row + x;
    if (at_byte + (u64)r->texel > r->alloc->size) {
        r->beyond = true;
        return NULL;
    }
    if (counts) {
        touch(r, slice, place[1], x);
        tell_texel(r, r->alloc->base + at_byte, r->texel, NULL);
    }
    return r->alloc->host + at_byte;
}

// ---- Textures ----------------------------------------------------------------------------------------------------

static u32 lane_word(const Fetch *r, int element, int lane)
{
    i32 slot = r->in->list[element];
    return slot >= 0 ? lane_u32(r->regs + slot, lane) : 0;
}

// Returns the place from 0 to 1 on a cube's face; less than a half for all below 0.
static double on_face(float v)
{
    return fabsf(v) < 0x1p-126f ? 0.5 : (floor((double)v * 0x1p30) * 0x1p-30 + 1) / 2;
}

// Returns the face of a cube that a direction meets, and the place on it, *s and *t, from 0 to 1. Source: the guide's "Cubemap
// Textures". As in a GPU's program, the direction is first multiplied by the reciprocal of its largest coordinate. Of equal ones
// z counts before y before x; NaN counts less than 0, and as 0 on the face.
static u64 face_of(const float *way, double *s, double *t)
{
    float scale = special_rcp(fmaxf(fabsf(way[2]), fmaxf(fabsf(way[0]), fabsf(way[1]))));
    float x[3], size[3];
    for (int d = 0; d < 3; d++) {
        float v = way[d] * scale;
        size[d] = isnan(v) ? -1 : fabsf(v);
        x[d] = isnan(v) ? 0 : v;
    }
    int major = size[2] >= size[0] && size[2] >= size[1] ? 2 : size[1] >= size[0] ? 1 : 0;
    bool negative = x[major] < 0;
    float a = major == 0 ? (negative ? x[2] : -x[2]) : major == 2 && negative ? -x[0] : x[0];
    float b = major == 1 ? (negative ? -x[2] : x[2]) : -x[1];
    *s = on_face(a);
    *t = on_face(b);
    return (u64)major * 2 + negative;
}

// A line without layers is read as the picture of one row that it is, at y = 0, halfway to what is outside.
static int dimensions_of(const Insn *in)
{
    return in->texture.dimensions == 1 && !in->texture.layered && !in->texture.whole
               ? 2
               : in->texture.dimensions;
}

// Finds the place of the picture that a lane wants; returns the layer.
static u64 find_place(const Fetch *r, int lane, bool pair, Place *place)
{
    const Insn *in = r->in;
    const SimTexture *t = r->t;
    double x[3] = {0, 0, 0};
    u64 layer = 0, faces = in->texture.cube ? 6 : 1;
    float way[3] = {0, 0, 0};
    for (int d = 0; d < in->texture.dimensions + in->texture.cube; d++) {
        u32 word = lane_word(r, TEXELS + d, lane);
        way[d] = f32_of(word);
        x[d] = in->texture.whole ? (double)(i32)word : (double)way[d];
    }
    if (in->texture.layered) {
        u64 most = t->layers / faces - 1, want = lane_word(r, LIST - 1, lane);
        layer = (want > most ? most : want) * faces;
    }
    if (in->texture.cube)
        layer += face_of(way, &x[0], &x[1]);
    for (int d = 0; d < dimensions_of(in); d++)
        place[d] = place_of(t, d, x[d], pair);
    return layer;
}

static void set_element(const Fetch *r, int element, int lane, const void *v, int bytes)
{
    i32 slot = r->in->list[element];
    if (slot >= 0)
        memcpy(r->regs + slot + (size_t)lane * (size_t)bytes, v, (size_t)bytes);
}

static void mix_texels(Fetch *r, int lane, const Place *place, u64 layer)
{
    const SimTexture *t = r->t;
    int corners = dimensions_of(r->in) == 3 ? 8 : 4, weight[CORNERS], part[3];
    const u8 *p[CORNERS];
    for (int d = 0; d < 3; d++) {
        // Beside a clamped picture the last texel stands alone.
        bool alone =
            edge_of(t, d) == SIM_CLAMP && (place[d].at < 0 || place[d].at >= (i64)t->size[d] - 1);
        part[d] = alone ? 0 : place[d].fraction;
    }
    texel_weights(FRACTION - part[2], part[0], part[1], weight);
    texel_weights(part[2], part[0], part[1], weight + 4);
    for (int c = 0; c < corners; c++) {
        i64 at[] = {place[0].at + (c & 1), place[1].at + (c >> 1 & 1), place[2].at + (c >> 2)};
        p[c] = texel_at(r, at, layer, weight[c] > 0);
    }
    for (int k = 0; k < TEXELS; k++) {
        u32 channel[CORNERS], bits = 0;
        for (int c = 0; c < corners && k < t->channels; c++)
            channel[c] = texel_channel(t, p[c], k);
        if (k < t->channels)
            bits = texel_mix(t, channel, weight, corners);
        set_element(r, k, lane, &bits, 4);
    }
}

// Reads one channel of four texels. The unit mixes each with itself.
static void gather(Fetch *r, int lane, const Place *place, u64 layer)
{
    static const int X[TEXELS] = {0, 1, 1, 0}, Y[TEXELS] = {1, 1, 0, 0}, WHOLE = FRACTION;
    const SimTexture *t = r->t;
    int k = r->in->texture.channel;
    for (int c = 0; c < TEXELS; c++) {
        const u8 *p = texel_at(r, (i64[]){place[0].at + X[c], place[1].at + Y[c], 0}, layer, true);
        u32 channel = k < t->channels ? texel_channel(t, p, k) : 0;
        u32 bits = t->fractions ? texel_mix(t, &channel, &WHOLE, 1) : channel;
        set_element(r, c, lane, &bits, 4);
    }
}

static void fetch_lane(Fetch *r, int lane)
{
    Place place[3] = {{0, 0}, {0, 0}, {0, 0}};
    bool gathers = r->in->texture.form == TEXTURE_GATHER;
    bool is_real = r->t->type == SIM_TEXEL_FLOAT || r->t->fractions;
    bool linear = r->t->linear && is_real && !r->in->texture.whole && !gathers;
    u64 layer = find_place(r, lane, linear || gathers, place);
    if (linear) {
        mix_texels(r, lane, place, layer);
        return;
    }
    if (gathers) {
        gather(r, lane, place, layer);
        return;
    }
    const u8 *p = texel_at(r, (i64[]){place[0].at, place[1].at, place[2].at}, layer, true);
    for (int k = 0; k < TEXELS; k++) {
        u32 bits = k < r->t->channels ? texel_value(r->t, texel_channel(r->t, p, k)) : 0;
        set_element(r, k, lane, &bits, 4);
    }
}

// ---- Surfaces ----------------------------------------------------------------------------------------------------

// Finds the address that a lane accesses, and counts the access; 0: none. x counts bytes. False on a fault.
static bool find_byte(Fetch *r, int lane, u64 *address)
{
    const SimTexture *t = r->t;
    const Insn *in = r->in;
    i64 size = (i64)in->texture.bytes * in->texture.count;
    i64 most[4] = {(i64)t->size[0] * r->texel - size, (i64)t->size[1] - 1, (i64)t->size[2] - 1,
                   (i64)t->layers - 1};
    i64 at[4] = {0, 0, 0, 0};
    bool outside = false;
    for (int d = 0; d < 4; d++) {
        at[d] = (i32)lane_word(r, TEXELS + d, lane);
        bool out = at[d] < 0 || at[d] > most[d];
        if (out && in->texture.outside == OUTSIDE_CLAMP)
            at[d] = at[d] < 0 ? 0 : most[d];
        else
            outside |= out;
    }
    *address = 0;
    if (at[0] % size != 0)
        return refuse_lane(r, lane, SIM_MISALIGNED,
                           "Misaligned access of a surface: its x counts bytes, not elements");
    if (outside && in->texture.outside == OUTSIDE_TRAP)
        return refuse_lane(r, lane, SIM_ILLEGAL_ADDRESS,
                           "Access outside a surface: its x counts bytes, the others elements");
    if (outside)
        return true;
    *address = t->address + (u64)(at[2] + at[3]) * t->slice + (u64)at[1] * t->row + (u64)at[0];
    touch(r, (u64)(at[2] + at[3]), (u64)at[1], (u64)at[0]);
    return true;
}

static bool surface_lane(Fetch *r, int lane)
{
    static const u8 nothing[8];
    const Insn *in = r->in;
    u64 address;
    if (!find_byte(r, lane, &address))
        return false;
    u8 *p = address ? r->alloc->host + (address - r->alloc->base) : NULL;
    if (p)
        tell_texel(r, address, in->texture.bytes * in->texture.count,
                   in->kind == K_TEXEL_STORE ? p : NULL);
    for (int k = 0; k < in->texture.count; k++) {
        size_t bytes = in->texture.bytes, width = in->texture.reg_bytes;
        u64 v = 0;
        if (in->kind == K_TEXTURE) {
            memcpy(&v, p ? p + k * bytes : nothing, bytes);
            set_element(r, k, lane, &v, (int)width);
        } else if (p) {
            memcpy(p + k * bytes, r->regs + in->list[k] + (size_t)lane * width, bytes);
        }
    }
    return true;
}

// ---- A request ---------------------------------------------------------------------------------------------------

static void answer_size(const Fetch *r, u32 mask)
{
    int which = r->in->texture.channel;
    u32 size = which == 3 ? r->t->layers : r->t->size[which];
    EACH_BIT(lane, mask)
        set_element(r, 0, (int)lane, &size, 4);
}

// Finds the picture. False on a fault: the picture is not of the kind that the instruction wants, or its memory is gone.
static bool find_picture(Fetch *r, u64 handle, int lane)
{
    const SimTexture *t = r->t = sim_texture(r->w->launch->memory, handle);
    bool surface = r->in->kind == K_TEXEL_STORE || r->in->texture.form == SURFACE_ACCESS;
    if (!t || (t->surface != surface && r->in->texture.form != TEXTURE_SIZE)) {
        char what[96];
        TEXT_FORMAT(what, "0x%x is not a %s object%s", handle, surface ? "surface" : "texture",
                    t ? "" : ", or one that was destroyed");
        return refuse_lane(r, lane, SIM_ILLEGAL_ADDRESS, what);
    }
    r->texel = t->bytes * t->channels;
    r->beyond = false;
    r->alloc = memory_find(r->w->launch->memory, t->address, (u64)r->texel);
    return r->alloc || refuse_lane(r, lane, SIM_ILLEGAL_ADDRESS,
                                   "The memory of this texture or surface object was freed");
}

bool texture_access(SimWorker *w, Warp *warp, const Group *g, const Insn *in, u32 mask)
{
    Fetch r;
    r.w = w;
    r.warp = warp;
    r.g = g;
    r.in = in;
    r.pc = g->pc;
    r.regs = g->frame->regs;
    const u64 *handle = (const u64 *)(const void *)(r.regs + in->a);
    if (in->kind == K_TEXEL_STORE && w->launch->trial)
        return launch_in_vain(w); // what it changes is not saved before
    while (mask) {
        int first = __builtin_ctz(mask);
        u32 same = 0;
        EACH_BIT(lane, mask)
            same |= (u32)(handle[lane] == handle[first]) << lane;
        r.lines = 0;
        if (!find_picture(&r, handle[first], first))
            return false;
        mask &= ~same;
        if (in->texture.form == TEXTURE_SIZE) {
            answer_size(&r, same);
            continue;
        }
        EACH_BIT(lane, same) {
            r.lane = (int)lane;
            if (in->texture.form != SURFACE_ACCESS)
                fetch_lane(&r, lane);
            else if (!surface_lane(&r, lane))
                return false;
            if (r.beyond)
                return refuse_lane(&r, (int)lane, SIM_ILLEGAL_ADDRESS,
                                   "This texture object has more elements than the memory that it "
                                   "is made of");
        }
        count_texels(&r, same);
    }
    w->changes += in->kind == K_TEXEL_STORE;
    return true;
}
