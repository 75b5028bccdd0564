// texture.c: CUDA arrays, texture objects and surface objects.
//
// An array is device memory, row by row, with room for whole tiles; the program never sees its address. A texture or surface object is
// a handle of the core (memory/texture.c) for an array, or for memory of cudaMalloc. Copies to and from arrays are in copy.c.

#include "runtime/cuda/cuda.h"

#include <stdlib.h>
#include <string.h>

typedef struct cudaArray {
    struct cudaArray *next;
    SimTexture picture;
    struct cudaChannelFormatDesc desc;
    struct cudaExtent extent; // as the program gave it
    unsigned flags;
} Array;

// A texture or surface object, and what it was made of.
typedef struct Object {
    struct Object *next;
    uint64_t handle;
    bool surface;
    struct cudaResourceDesc resource;
    struct cudaTextureDesc texture;
} Object;

static Array *arrays;
static Object *objects;

void textures_free(void)
{
    for (Array *a; (a = arrays); free(a))
        arrays = a->next;
    for (Object *o; (o = objects); free(o))
        objects = o->next;
}

static Array **find_array(cudaArray_const_t array)
{
    FIND_LINK(Array, link, arrays, *link == array);
    return link;
}

const SimTexture *array_picture(cudaArray_const_t array)
{
    const Array *a = *find_array(array);
    return a ? &a->picture : NULL;
}

static Object **find_object(uint64_t handle, bool surface)
{
    FIND_LINK(Object, link, objects, (*link)->handle == handle && (*link)->surface == surface);
    return link;
}

// ---- Arrays ------------------------------------------------------------------------------------------------------

// The largest sizes, and alignments in bytes. They are the same on every device of compute capability 7.5 or more: CUDA
// Programming Guide, compute capabilities.
static const int ATTRIBUTES[] = {
    [cudaDevAttrTextureAlignment] = 512, // programs align rows to it
    [cudaDevAttrSurfaceAlignment] = 512,
    [cudaDevAttrTexturePitchAlignment] = 32,
    [cudaDevAttrMaxTexture1DWidth] = 131072,
    [cudaDevAttrMaxTexture2DWidth] = 131072,
    [cudaDevAttrMaxTexture2DHeight] = 65536,
    [cudaDevAttrMaxTexture3DWidth... cudaDevAttrMaxTexture3DDepth] = 16384,
    [cudaDevAttrMaxTexture2DLayeredWidth... cudaDevAttrMaxTexture2DLayeredHeight] = 32768,
    [cudaDevAttrMaxTexture2DLayeredLayers] = 2048,
    [cudaDevAttrMaxTexture1DLayeredWidth] = 32768,
    [cudaDevAttrMaxTexture1DLayeredLayers] = 2048,
    [cudaDevAttrMaxTexture2DGatherWidth... cudaDevAttrMaxTexture2DGatherHeight] = 32768,
    [cudaDevAttrMaxTexture3DWidthAlt... cudaDevAttrMaxTexture3DHeightAlt] = 8192,
    [cudaDevAttrMaxTexture3DDepthAlt] = 32768,
    [cudaDevAttrMaxTextureCubemapWidth... cudaDevAttrMaxTextureCubemapLayeredWidth] = 32768,
    [cudaDevAttrMaxTextureCubemapLayeredLayers] = 2046,
    [cudaDevAttrMaxSurface1DWidth] = 32768,
    [cudaDevAttrMaxSurface2DWidth] = 131072,
    [cudaDevAttrMaxSurface2DHeight] = 65536,
    [cudaDevAttrMaxSurface3DWidth... cudaDevAttrMaxSurface3DDepth] = 16384,
    [cudaDevAttrMaxSurface1DLayeredWidth] = 32768,
    [cudaDevAttrMaxSurface1DLayeredLayers] = 2048,
    [cudaDevAttrMaxSurface2DLayeredWidth... cudaDevAttrMaxSurface2DLayeredHeight] = 32768,
    [cudaDevAttrMaxSurface2DLayeredLayers] = 2048,
    [cudaDevAttrMaxSurfaceCubemapWidth... cudaDevAttrMaxSurfaceCubemapLayeredWidth] = 32768,
    [cudaDevAttrMaxSurfaceCubemapLayeredLayers] = 2046,
    [cudaDevAttrMaxTexture1DLinearWidth] = 1 << 28,
    [cudaDevAttrMaxTexture2DLinearWidth] = 131072,
    [cudaDevAttrMaxTexture2DLinearHeight] = 65000,
    [cudaDevAttrMaxTexture2DLinearPitch] = 2097120,
    [cudaDevAttrMaxTexture2DMipmappedWidth... cudaDevAttrMaxTexture2DMipmappedHeight] = 32768,
    [cudaDevAttrMaxTexture1DMipmappedWidth] = 32768};

int texture_attribute(int attribute)
{
    return attribute >= 0 && attribute < (int)(sizeof ATTRIBUTES / sizeof *ATTRIBUTES)
               ? ATTRIBUTES[attribute]
               : 0;
}

// Tells whether sizes are within what the attribute `first` and those behind it allow.
static bool is_within(const size_t *sizes, int count, int first)
{
    int i = 0;
    while (i < count && sizes[i] <= (size_t)ATTRIBUTES[first + i])
        i++;
    return i == count;
}

// Tells whether an array of this kind may have this size: what it has of width, height, and depth or layers.
static bool may_have_size(struct cudaExtent e, unsigned flags)
{
    static const int FIRST[][2] = {
        {cudaDevAttrMaxTexture1DWidth, cudaDevAttrMaxSurface1DWidth},
        {cudaDevAttrMaxTexture2DWidth, cudaDevAttrMaxSurface2DWidth},
        {cudaDevAttrMaxTexture3DWidth, cudaDevAttrMaxSurface3DWidth},
        {cudaDevAttrMaxTexture1DLayeredWidth, cudaDevAttrMaxSurface1DLayeredWidth},
        {cudaDevAttrMaxTexture2DLayeredWidth, cudaDevAttrMaxSurface2DLayeredWidth},
        {cudaDevAttrMaxTextureCubemapWidth, cudaDevAttrMaxSurfaceCubemapWidth},
        {cudaDevAttrMaxTextureCubemapLayeredWidth, cudaDevAttrMaxSurfaceCubemapLayeredWidth}};
    bool cube = flags & cudaArrayCubemap, layers = flags & cudaArrayLayered;
    size_t sizes[3] = {e.width};
    int count = 1;
    if (e.height && !cube)
        sizes[count++] = e.height;
    if (e.depth && (layers || !cube))
        sizes[count++] = e.depth;
    const int *first = FIRST[cube ? 5 + layers : layers ? count + 1 : count - 1];
    bool deep = first[0] == cudaDevAttrMaxTexture3DWidth;
    return (is_within(sizes, count, first[0]) ||
            (deep && is_within(sizes, count, cudaDevAttrMaxTexture3DWidthAlt))) &&
           (!(flags & cudaArraySurfaceLoadStore) || is_within(sizes, count, first[1])) &&
           (!(flags & cudaArrayTextureGather) ||
            (count == 2 && is_within(sizes, count, cudaDevAttrMaxTexture2DGatherWidth)));
}

// Takes the channels of a picture: 1, 2 or 4 of 8, 16 or 32 bits. False if it can't have these.
static bool take_channels(SimTexture *t, const struct cudaChannelFormatDesc *d)
{
    const int bits[] = {d->x, d->y, d->z, d->w};
    int count = 0;
    while (count < 4 && bits[count])
        count++;
    for (int k = 0; k < 4; k++)
        if (bits[k] != (k < count ? d->x : 0))
            return false;
    if ((d->x != 8 && d->x != 16 && d->x != 32) || count == 3 ||
        d->f > cudaChannelFormatKindFloat || (d->f == cudaChannelFormatKindFloat && d->x == 8))
        return false;
    t->bytes = (uint8_t)(d->x / 8);
    t->channels = (uint8_t)count;
    t->type = d->f == cudaChannelFormatKindSigned     ? SIM_TEXEL_SIGNED
              : d->f == cudaChannelFormatKindUnsigned ? SIM_TEXEL_UNSIGNED
                                                      : SIM_TEXEL_FLOAT;
    return true;
}

static cudaError_t new_array(cudaArray_t *out, const struct cudaChannelFormatDesc *desc,
                             struct cudaExtent e, unsigned flags, const void *caller)
{
    const unsigned cubes = cudaArrayCubemap, layers = cudaArrayLayered;
    SimTexture t = {.layers = 1};
    if (!out || !desc || !take_channels(&t, desc) || !e.width ||
        (flags & ~(cubes | layers | cudaArraySurfaceLoadStore | cudaArrayTextureGather)) ||
        ((flags & layers) ? !e.depth : e.depth && !e.height) ||
        ((flags & cubes) &&
         (e.width != e.height || !e.depth || e.depth % 6 || (e.depth > 6 && !(flags & layers)))) ||
        !may_have_size(e, flags))
        return cudaErrorInvalidValue;
    bool stacked = flags & (cubes | layers);
    t.size[0] = (uint32_t)e.width;
    t.size[1] = e.height ? (uint32_t)e.height : 1;
    t.size[2] = !stacked && e.depth ? (uint32_t)e.depth : 1;
    if (stacked)
        t.layers = (uint32_t)e.depth;
    t.tiled = t.size[1] > 1;
    size_t bytes, row = t.row = e.width * t.bytes * t.channels, rows = t.size[1];
    if (t.tiled) {
        row = round_up(row, SIM_TILE_BYTES);
        rows = round_up(rows, SIM_TILE_ROWS);
    }
    t.slice = t.row * t.size[1]; // less than the product that follows
    if (__builtin_mul_overflow(row, rows, &bytes) ||
        __builtin_mul_overflow(bytes, (size_t)t.size[2] * t.layers, &bytes) || bytes > bytes_free())
        return cudaErrorMemoryAllocation;
    Array *a = malloc(sizeof *a);
    t.address = a ? alloc_for(caller, bytes, SIM_GLOBAL, NULL) : 0;
    if (!t.address) {
        free(a);
        return cudaErrorMemoryAllocation;
    }
    at_end(textures_free);
    *a = (Array){arrays, t, *desc, e, flags};
    *out = arrays = a;
    return cudaSuccess;
}

static cudaError_t free_array(cudaArray_t array, const void *caller)
{
    Array **link = find_array(array), *a = *link;
    if (!a)
        return array ? cudaErrorInvalidResourceHandle : cudaSuccess;
    release_for(caller, a->picture.address);
    *link = a->next;
    free(a);
    return cudaSuccess;
}

static cudaError_t array_info(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent,
                              unsigned *flags, cudaArray_const_t array)
{
    const Array *a = *find_array(array);
    if (!a)
        return cudaErrorInvalidResourceHandle;
    if (desc)
        *desc = a->desc;
    if (extent)
        *extent = a->extent;
    if (flags)
        *flags = a->flags;
    return cudaSuccess;
}

// ---- Objects -----------------------------------------------------------------------------------------------------

// Makes a picture of a resource.
static cudaError_t take_resource(SimTexture *t, const struct cudaResourceDesc *r)
{
    const Array *a;
    size_t sizes[3];
    bool fits;
    *t = (SimTexture){.size = {1, 1, 1}, .layers = 1};
    switch (r->resType) {
    case cudaResourceTypeArray:
        a = *find_array(r->res.array.array);
        if (a)
            *t = a->picture;
        return a ? cudaSuccess : cudaErrorInvalidResourceHandle;
    case cudaResourceTypeLinear:
        if (!take_channels(t, &r->res.linear.desc))
            return cudaErrorInvalidChannelDescriptor;
        t->address = (uintptr_t)r->res.linear.devPtr;
        t->row = r->res.linear.sizeInBytes;
        sizes[0] = t->row / (size_t)(t->bytes * t->channels);
        t->size[0] = (uint32_t)sizes[0];
        fits = is_within(sizes, 1, cudaDevAttrMaxTexture1DLinearWidth);
        break;
    case cudaResourceTypePitch2D:
        if (!take_channels(t, &r->res.pitch2D.desc))
            return cudaErrorInvalidChannelDescriptor;
        t->address = (uintptr_t)r->res.pitch2D.devPtr;
        sizes[0] = t->size[0] = (uint32_t)r->res.pitch2D.width;
        sizes[1] = t->size[1] = (uint32_t)r->res.pitch2D.height;
        sizes[2] = t->row = r->res.pitch2D.pitchInBytes;
        fits = is_within(sizes, 3, cudaDevAttrMaxTexture2DLinearWidth) &&
               t->row % ATTRIBUTES[cudaDevAttrTexturePitchAlignment] == 0;
        break;
    default: return cudaErrorNotSupported; // an array with several levels
    }
    // As on an H200 the object may be larger than the memory behind it: a fetch beyond is a fault.
    size_t texel = (size_t)t->bytes * t->channels;
    return fits && t->address % ATTRIBUTES[cudaDevAttrTextureAlignment] == 0 && t->size[0] &&
                   t->size[1] && t->size[0] * texel <= t->row &&
                   sim_pointer(rt.memory, t->address, texel)
               ? cudaSuccess
               : cudaErrorInvalidValue;
}

static cudaError_t take_reading(SimTexture *t, const struct cudaTextureDesc *d, bool linear_memory)
{
    bool fractions = d->readMode == cudaReadModeNormalizedFloat && t->type != SIM_TEXEL_FLOAT;
    if (d->sRGB)
        return cudaErrorNotSupported;
    if (fractions && t->bytes == 4)
        return cudaErrorInvalidNormSetting;
    if (d->filterMode == cudaFilterModeLinear && t->type != SIM_TEXEL_FLOAT && !fractions)
        return cudaErrorInvalidFilterSetting;
    t->fractions = fractions;
    t->linear = d->filterMode == cudaFilterModeLinear;
    t->normalized = d->normalizedCoords && !linear_memory;
    for (int k = 0; k < 3; k++) // beyond linear memory the value is 0
        t->edge[k] = linear_memory ? SIM_BORDER : (uint8_t)d->addressMode[k];
    for (int k = 0; k < 4 && !linear_memory; k++)
        t->border[k] = d->borderColor[k];
    return cudaSuccess;
}

static cudaError_t new_object(unsigned long long *out, const struct cudaResourceDesc *r,
                              const struct cudaTextureDesc *d)
{
    SimTexture t;
    if (!out || !r)
        return cudaErrorInvalidValue;
    cudaError_t e = take_resource(&t, r);
    if (e == cudaSuccess && d)
        e = take_reading(&t, d, r->resType == cudaResourceTypeLinear);
    if (e != cudaSuccess)
        return e;
    const Array *a = r->resType == cudaResourceTypeArray ? *find_array(r->res.array.array) : NULL;
    if (!d && !(a && a->flags & cudaArraySurfaceLoadStore))
        return cudaErrorInvalidValue;
    t.surface = !d;
    Object *o = malloc(sizeof *o);
    uint64_t handle = o ? sim_texture_new(rt.memory, &t) : 0;
    if (!handle) {
        free(o);
        return cudaErrorMemoryAllocation;
    }
    at_end(textures_free);
    *o = (Object){.next = objects, .handle = handle, .surface = !d, .resource = *r};
    if (d)
        o->texture = *d;
    objects = o;
    *out = handle;
    return cudaSuccess;
}

static cudaError_t destroy_object(uint64_t handle, bool surface)
{
    Object **link = find_object(handle, surface), *o = *link;
    if (!o)
        return cudaSuccess; // as on a GPU, whatever the handle is
    sim_texture_free(rt.memory, handle);
    repeats_forget(); // a launch that names it does not do what it did
    *link = o->next;
    free(o);
    return cudaSuccess;
}

static cudaError_t resource_of(struct cudaResourceDesc *out, uint64_t handle, bool surface)
{
    const Object *o = *find_object(handle, surface);
    return o ? ANSWER(out, o->resource) : cudaErrorInvalidValue;
}

static cudaError_t reading_of(struct cudaTextureDesc *out, uint64_t handle)
{
    const Object *o = *find_object(handle, false);
    return o ? ANSWER(out, o->texture) : cudaErrorInvalidValue;
}

// ---- API -----------------------------------------------------------------------------------------------------

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind f)
{
    return (struct cudaChannelFormatDesc){x, y, z, w, f};
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                            size_t width, size_t height, unsigned int flags)
    RETURNS(API_CALL((flags & (cudaArrayCubemap | cudaArrayLayered)) != 0
                         ? cudaErrorInvalidValue
                         : UNCAPTURED(new_array(array, desc, (struct cudaExtent){width, height, 0},
                                                flags, CALLER))));
cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                              struct cudaExtent extent, unsigned int flags)
    RETURNS(API_CALL(UNCAPTURED(new_array(array, desc, extent, flags, CALLER))));
cudaError_t cudaFreeArray(cudaArray_t array)
    RETURNS(API_WAIT((stream_wait(NULL), free_array(array, CALLER))));
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent,
                             unsigned int *flags, cudaArray_t array)
    RETURNS(API_CALL(array_info(desc, extent, flags, array)));
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array)
    RETURNS(API_CALL(desc ? array_info(desc, NULL, NULL, array) : cudaErrorInvalidValue));
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *pTexObject,
                                    const struct cudaResourceDesc *pResDesc,
                                    const struct cudaTextureDesc *pTexDesc,
                                    const struct cudaResourceViewDesc *pResViewDesc)
    RETURNS(API_CALL(!pTexObject || !pTexDesc ? cudaErrorInvalidValue
                     : pResViewDesc           ? cudaErrorNotSupported
                                              : new_object(pTexObject, pResDesc, pTexDesc)));
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texObject)
    RETURNS(API_CALL(destroy_object(texObject, false)));
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *pResDesc,
                                             cudaTextureObject_t texObject)
    RETURNS(API_CALL(resource_of(pResDesc, texObject, false)));
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *pTexDesc,
                                            cudaTextureObject_t texObject)
    RETURNS(API_CALL(reading_of(pTexDesc, texObject)));
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *pSurfObject,
                                    const struct cudaResourceDesc *pResDesc)
    RETURNS(API_CALL(new_object(pSurfObject, pResDesc, NULL)));
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surfObject)
    RETURNS(API_CALL(destroy_object(surfObject, true)));
cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *pResDesc,
                                             cudaSurfaceObject_t surfObject)
    RETURNS(API_CALL(resource_of(pResDesc, surfObject, true)));
