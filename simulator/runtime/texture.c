// texture.c: CUDA arrays, texture objects and surface objects.
//
// An array is device memory, row by row, with room for whole tiles; the program never sees its address. A texture or surface object is
// a handle of the core (memory/texture.c) for an array, or for memory of cudaMalloc. Copies to and from arrays are in copy.c.

#include "runtime/runtime.h"

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
    Array **link = &arrays;
    while (*link && *link != array)
        link = &(*link)->next;
    return link;
}

const SimTexture *array_picture(cudaArray_const_t array)
{
    const Array *a = *find_array(array);
    return a ? &a->picture : NULL;
}

static Object **find_object(uint64_t handle, bool surface)
{
    Object **link = &objects;
    while (*link && ((*link)->handle != handle || (*link)->surface != surface))
        link = &(*link)->next;
    return link;
}

// ---- Arrays ------------------------------------------------------------------------------------------------------

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
    if (!out || !desc || !take_channels(&t, desc) || !e.width || e.width > INT32_MAX ||
        e.height > INT32_MAX || e.depth > INT32_MAX ||
        (flags & ~(cubes | layers | cudaArraySurfaceLoadStore | cudaArrayTextureGather)) ||
        ((flags & layers) && !e.depth) ||
        ((flags & cubes) && (e.width != e.height || !e.depth || e.depth % 6)))
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
        __builtin_mul_overflow(bytes, (size_t)t.size[2] * t.layers, &bytes) ||
        bytes > (size_t)rt.device->memory - sim_bytes_in_use(rt.memory))
        return cudaErrorMemoryAllocation;
    char site[512];
    site_of(caller, site, sizeof site);
    Array *a = malloc(sizeof *a);
    t.address = a ? sim_alloc(rt.memory, bytes, SIM_GLOBAL, NULL, NULL, site) : 0;
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
    char site[512];
    if (!a)
        return array ? cudaErrorInvalidResourceHandle : cudaSuccess;
    site_of(caller, site, sizeof site);
    sim_release(rt.memory, a->picture.address, site);
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
    *t = (SimTexture){.size = {1, 1, 1}, .layers = 1};
    switch (r->resType) {
    case cudaResourceTypeArray:
        a = *find_array(r->res.array.array);
        if (a)
            *t = a->picture;
        return a ? cudaSuccess : cudaErrorInvalidValue;
    case cudaResourceTypeLinear:
        if (!take_channels(t, &r->res.linear.desc))
            return cudaErrorInvalidChannelDescriptor;
        t->address = (uintptr_t)r->res.linear.devPtr;
        t->row = r->res.linear.sizeInBytes;
        t->size[0] = (uint32_t)(t->row / (size_t)(t->bytes * t->channels));
        break;
    case cudaResourceTypePitch2D:
        if (!take_channels(t, &r->res.pitch2D.desc))
            return cudaErrorInvalidChannelDescriptor;
        t->address = (uintptr_t)r->res.pitch2D.devPtr;
        t->row = r->res.pitch2D.pitchInBytes;
        t->size[0] = (uint32_t)r->res.pitch2D.width;
        t->size[1] = (uint32_t)r->res.pitch2D.height;
        break;
    default: return cudaErrorNotSupported; // an array with several levels
    }
    size_t width = (size_t)t->size[0] * t->bytes * t->channels;
    return t->size[0] && t->size[1] && width <= t->row &&
                   sim_pointer(rt.memory, t->address, (t->size[1] - 1) * t->row + width)
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

static cudaError_t new_object(uint64_t *out, const struct cudaResourceDesc *r,
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
    if (!d && (r->resType != cudaResourceTypeArray ||
               !((*find_array(r->res.array.array))->flags & cudaArraySurfaceLoadStore)))
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

static cudaError_t new_texture(cudaTextureObject_t *out, const struct cudaResourceDesc *r,
                               const struct cudaTextureDesc *d,
                               const struct cudaResourceViewDesc *view)
{
    uint64_t handle;
    if (!out || !d)
        return cudaErrorInvalidValue;
    cudaError_t e = view ? cudaErrorNotSupported : new_object(&handle, r, d);
    if (e == cudaSuccess)
        *out = handle;
    return e;
}

static cudaError_t new_surface(cudaSurfaceObject_t *out, const struct cudaResourceDesc *r)
{
    uint64_t handle;
    cudaError_t e = out ? new_object(&handle, r, NULL) : cudaErrorInvalidValue;
    if (e == cudaSuccess)
        *out = handle;
    return e;
}

static cudaError_t destroy_object(uint64_t handle, bool surface)
{
    Object **link = find_object(handle, surface), *o = *link;
    if (!o)
        return handle ? cudaErrorInvalidValue : cudaSuccess;
    sim_texture_free(rt.memory, handle);
    repeats_forget(); // another may get this handle
    *link = o->next;
    free(o);
    return cudaSuccess;
}

static cudaError_t resource_of(struct cudaResourceDesc *out, uint64_t handle, bool surface)
{
    const Object *o = *find_object(handle, surface);
    if (!o || !out)
        return cudaErrorInvalidValue;
    *out = o->resource;
    return cudaSuccess;
}

static cudaError_t reading_of(struct cudaTextureDesc *out, uint64_t handle)
{
    const Object *o = *find_object(handle, false);
    if (!o || !out)
        return cudaErrorInvalidValue;
    *out = o->texture;
    return cudaSuccess;
}

// ---- API -----------------------------------------------------------------------------------------------------

#define CALLER api_caller(__builtin_return_address(0))

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind f)
{
    return (struct cudaChannelFormatDesc){x, y, z, w, f};
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                            size_t width, size_t height, unsigned int flags)
    RETURNS(API_CALL((flags & (cudaArrayCubemap | cudaArrayLayered)) != 0
                         ? cudaErrorInvalidValue
                         : new_array(array, desc, (struct cudaExtent){width, height, 0}, flags,
                                     CALLER)));
cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                              struct cudaExtent extent, unsigned int flags)
    RETURNS(API_CALL(new_array(array, desc, extent, flags, CALLER)));
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
    RETURNS(API_CALL(new_texture(pTexObject, pResDesc, pTexDesc, pResViewDesc)));
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
    RETURNS(API_CALL(new_surface(pSurfObject, pResDesc)));
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surfObject)
    RETURNS(API_CALL(destroy_object(surfObject, true)));
cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *pResDesc,
                                             cudaSurfaceObject_t surfObject)
    RETURNS(API_CALL(resource_of(pResDesc, surfObject, true)));
