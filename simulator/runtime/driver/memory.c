// memory.c: the driver API's memory: allocations, copies, fills, arrays, texture and surface objects.
//
// The driver API's descriptions are translated to the runtime's: an array's format and channels become a channel descriptor, and
// the sides of a copy become pitched pointers.

#include "runtime/driver/driver.h"

#include <string.h>

#pragma GCC diagnostic ignored \
    "-Wunused-parameter" // of devices and contexts, of which there is one

// ---- Allocations -----------------------------------------------------------------------------------------------------

#define PLACE(p) ((void **)(void *)(p)) // where an address of the device goes

// Answers a call for no bytes, which the runtime allows.
static cudaError_t no_bytes(CUdeviceptr *out)
{
    if (out)
        *out = 0;
    return API_CALL(cudaErrorInvalidValue);
}

CUresult cuMemAlloc(CUdeviceptr *dptr, size_t bytesize)
    RETURNS(DRIVER(bytesize ? cudaMalloc(PLACE(dptr), bytesize) : no_bytes(dptr)));

CUresult cuMemAllocPitch(CUdeviceptr *dptr, size_t *pPitch, size_t WidthInBytes, size_t Height,
                         unsigned int ElementSizeBytes)
{
    bool known = ElementSizeBytes == 4 || ElementSizeBytes == 8 || ElementSizeBytes == 16;
    return DRIVER(known && WidthInBytes && Height
                      ? cudaMallocPitch(PLACE(dptr), pPitch, WidthInBytes, Height)
                      : API_CALL(cudaErrorInvalidValue));
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr *dptr, size_t bytesize, CUmemoryPool pool,
                                 CUstream hStream)
    RETURNS(DRIVER(cudaMallocFromPoolAsync(PLACE(dptr), bytesize, pool, hStream)));
CUresult cuMemAllocAsync(CUdeviceptr *dptr, size_t bytesize, CUstream hStream)
    RETURNS(DRIVER(cudaMallocAsync(PLACE(dptr), bytesize, hStream)));
CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void *value)
    RETURNS(DRIVER_ANY(cudaMemPoolSetAttribute(pool, (enum cudaMemPoolAttr)attr, value)));
CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void *value)
    RETURNS(DRIVER_ANY(cudaMemPoolGetAttribute(pool, (enum cudaMemPoolAttr)attr, value)));
CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *poolProps)
    RETURNS(DRIVER_ANY(cudaMemPoolCreate(pool, (const struct cudaMemPoolProps *)poolProps)));
CUresult cuMemPoolDestroy(CUmemoryPool pool) RETURNS(DRIVER_ANY(cudaMemPoolDestroy(pool)));
CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *map, size_t count)
    RETURNS(DRIVER_ANY(cudaMemPoolSetAccess(pool, (const struct cudaMemAccessDesc *)map, count)));
CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool memPool, CUmemLocation *location)
    RETURNS(DRIVER_ANY(cudaMemPoolGetAccess((enum cudaMemAccessFlags *)flags, memPool,
                                            (struct cudaMemLocation *)location)));
CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t minBytesToKeep)
    RETURNS(DRIVER_ANY(cudaMemPoolTrimTo(pool, minBytesToKeep)));
CUresult cuMemAllocHost(void **pp, size_t bytesize) RETURNS(DRIVER(cudaMallocHost(pp, bytesize)));
CUresult cuMemHostAlloc(void **pp, size_t bytesize, unsigned int Flags)
    RETURNS(DRIVER(cudaHostAlloc(pp, bytesize, Flags)));
CUresult cuMemAllocManaged(CUdeviceptr *dptr, size_t bytesize, unsigned int flags)
    RETURNS(DRIVER(bytesize ? cudaMallocManaged(PLACE(dptr), bytesize, flags) : no_bytes(dptr)));
CUresult cuMemFree(CUdeviceptr dptr) RETURNS(DRIVER(cudaFree(pointer_of(dptr))));
CUresult cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream)
    RETURNS(DRIVER(cudaFreeAsync(pointer_of(dptr), hStream)));
CUresult cuMemFreeHost(void *p) RETURNS(DRIVER(cudaFreeHost(p)));
CUresult cuMemHostRegister(void *p, size_t bytesize, unsigned int Flags)
    RETURNS(DRIVER(cudaHostRegister(p, bytesize, Flags)));
CUresult cuMemHostUnregister(void *p) RETURNS(DRIVER(cudaHostUnregister(p)));
CUresult cuMemHostGetDevicePointer(CUdeviceptr *pdptr, void *p, unsigned int Flags)
    RETURNS(DRIVER(cudaHostGetDevicePointer(PLACE(pdptr), p, Flags)));
CUresult cuMemHostGetFlags(unsigned int *pFlags, void *p)
    RETURNS(DRIVER(cudaHostGetFlags(pFlags, p)));
CUresult cuMemGetInfo(size_t *free, size_t *total) RETURNS(DRIVER(cudaMemGetInfo(free, total)));

static cudaError_t address_range(CUdeviceptr *base, size_t *size, CUdeviceptr p)
{
    const SimAlloc *a = device_block(pointer_of(p));
    if (!a)
        return cudaErrorSymbolNotFound; // CUDA_ERROR_NOT_FOUND, as a GPU's driver answers
    if (base)
        *base = a->base;
    if (size)
        *size = a->size;
    return cudaSuccess;
}

CUresult cuMemGetAddressRange(CUdeviceptr *pbase, size_t *psize, CUdeviceptr dptr)
    RETURNS(DRIVER(API_CALL(address_range(pbase, psize, dptr))));

// ---- What is at an address -------------------------------------------------------------------------------------------

// Writes an attribute of a pointer, in the attribute's type. Memory that CUDA does not know is an error.
static cudaError_t pointer_attribute(void *out, CUpointer_attribute attribute, CUdeviceptr p)
{
    struct cudaPointerAttributes a;
    cudaError_t e = out ? cudaPointerGetAttributes(&a, pointer_of(p)) : cudaErrorInvalidValue;
    if (e == cudaSuccess && a.type == cudaMemoryTypeUnregistered)
        e = cudaErrorInvalidValue;
    if (e != cudaSuccess)
        return e;
    CUdeviceptr base = 0;
    size_t size = 0;
    CUcontext context = driver_context();
    unsigned type = a.type == cudaMemoryTypeHost ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
    unsigned managed = a.type == cudaMemoryTypeManaged, mapped = 1;
    int device = 0;
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT: memcpy(out, &context, sizeof(void *)); break;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE: memcpy(out, &type, sizeof type); break;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: memcpy(out, &p, sizeof p); break;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        memcpy(out, &a.hostPointer, sizeof a.hostPointer);
        return a.hostPointer ? cudaSuccess : cudaErrorInvalidValue;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED: memcpy(out, &managed, sizeof managed); break;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: memcpy(out, &device, sizeof device); break;
    case CU_POINTER_ATTRIBUTE_MAPPED: memcpy(out, &mapped, sizeof mapped); break;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        e = API_CALL(address_range(&base, NULL, p));
        memcpy(out, &base, sizeof base);
        break;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
        e = API_CALL(address_range(NULL, &size, p));
        memcpy(out, &size, sizeof size);
        break;
    default: return cudaErrorNotSupported;
    }
    return e;
}

// Sets what is said of memory that CUDA does not know: no error, but little.
static void unknown_attribute(void *out, CUpointer_attribute attribute, CUdeviceptr p)
{
    const int no_device = -2;
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_HOST_POINTER: memcpy(out, &p, sizeof p); break;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: memcpy(out, &no_device, sizeof no_device); break;
    case CU_POINTER_ATTRIBUTE_CONTEXT:
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: memset(out, 0, sizeof(void *)); break;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    case CU_POINTER_ATTRIBUTE_MAPPED: memset(out, 0, sizeof(int)); break;
    default: break;
    }
}

static cudaError_t pointer_attributes_of(unsigned count, const CUpointer_attribute *attributes,
                                         void **data, CUdeviceptr p)
{
    struct cudaPointerAttributes a;
    cudaError_t e = cudaPointerGetAttributes(&a, pointer_of(p));
    if (e != cudaSuccess || !attributes || !data || count == 0)
        return e != cudaSuccess ? e : cudaErrorInvalidValue;
    for (unsigned i = 0; i < count; i++)
        if (a.type == cudaMemoryTypeUnregistered)
            unknown_attribute(data[i], attributes[i], p);
        else if (pointer_attribute(data[i], attributes[i], p) == cudaErrorNotSupported)
            return cudaErrorNotSupported;
    return cudaSuccess;
}

CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attribute, CUdeviceptr ptr)
    RETURNS(DRIVER(pointer_attribute(data, attribute, ptr)));
CUresult cuPointerGetAttributes(unsigned int numAttributes, CUpointer_attribute *attributes,
                                void **data, CUdeviceptr ptr)
    RETURNS(DRIVER(pointer_attributes_of(numAttributes, attributes, data, ptr)));

// ---- Managed memory, whose place is a device's number, or what a newer driver calls a location -------------------------

#undef cuMemPrefetchAsync
#undef cuMemAdvise

static cudaError_t prefetch_to(CUdeviceptr p, size_t count, bool device, int number, CUstream s)
{
#if CUDART_VERSION >= 13000
    struct cudaMemLocation to = {.type =
                                     device ? cudaMemLocationTypeDevice : cudaMemLocationTypeHost,
                                 .id = device ? number : 0};
    return cudaMemPrefetchAsync(pointer_of(p), count, to, 0, s);
#else
    return cudaMemPrefetchAsync(pointer_of(p), count, device ? number : cudaCpuDeviceId, s);
#endif
}

CUresult cuMemPrefetchAsync(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream)
    RETURNS(DRIVER(prefetch_to(devPtr, count, dstDevice != CU_DEVICE_CPU, dstDevice, hStream)));

CUresult cuMemPrefetchAsync_v2(CUdeviceptr devPtr, size_t count, CUmemLocation location,
                               unsigned int flags, CUstream hStream)
{
    bool device = location.type == CU_MEM_LOCATION_TYPE_DEVICE;
    return DRIVER(flags ? API_CALL(cudaErrorInvalidValue)
                        : prefetch_to(devPtr, count, device, location.id, hStream));
}

CUresult cuMemAdvise(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUdevice device)
    RETURNS(DRIVER(API_CALL(memory_advise(pointer_of(devPtr), count))));
CUresult cuMemAdvise_v2(CUdeviceptr devPtr, size_t count, CUmem_advise advice,
                        CUmemLocation location)
    RETURNS(DRIVER(API_CALL(memory_advise(pointer_of(devPtr), count))));

// ---- Copies ----------------------------------------------------------------------------------------------------------

static cudaError_t copy_bytes(void *to, const void *from, size_t count, enum cudaMemcpyKind kind,
                              CUstream stream, bool wait)
{
    return wait ? cudaMemcpy(to, from, count, kind)
                : cudaMemcpyAsync(to, from, count, kind, stream);
}

WITH_ASYNC(CUresult, cuMemcpy, (CUdeviceptr dst, CUdeviceptr src, size_t ByteCount),
           DRIVER(copy_bytes(pointer_of(dst), pointer_of(src), ByteCount, cudaMemcpyDefault, stream,
                             wait)))
WITH_ASYNC(CUresult, cuMemcpyHtoD, (CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount),
           DRIVER(copy_bytes(pointer_of(dstDevice), srcHost, ByteCount, cudaMemcpyHostToDevice,
                             stream, wait)))
WITH_ASYNC(CUresult, cuMemcpyDtoH, (void *dstHost, CUdeviceptr srcDevice, size_t ByteCount),
           DRIVER(copy_bytes(dstHost, pointer_of(srcDevice), ByteCount, cudaMemcpyDeviceToHost,
                             stream, wait)))
WITH_ASYNC(CUresult, cuMemcpyDtoD, (CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount),
           DRIVER(copy_bytes(pointer_of(dstDevice), pointer_of(srcDevice), ByteCount,
                             cudaMemcpyDeviceToDevice, stream, wait)))
// All contexts share their memory.
WITH_ASYNC(CUresult, cuMemcpyPeer,
           (CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice,
            CUcontext srcContext, size_t ByteCount),
           DRIVER(copy_bytes(pointer_of(dstDevice), pointer_of(srcDevice), ByteCount,
                             cudaMemcpyDeviceToDevice, stream, wait)))

// One side of a copy of a box: an array, or pitched memory.
typedef struct {
    CUmemorytype type;
    const void *host;
    CUdeviceptr device;
    CUarray array;
    size_t x, y, z, pitch, height;
} Corner;

static enum cudaMemcpyKind kind_of(CUmemorytype to, CUmemorytype from)
{
    if (to == CU_MEMORYTYPE_UNIFIED || from == CU_MEMORYTYPE_UNIFIED)
        return cudaMemcpyDefault;
    bool up = from == CU_MEMORYTYPE_HOST, down = to == CU_MEMORYTYPE_HOST;
    return up && down ? cudaMemcpyHostToHost
           : up       ? cudaMemcpyHostToDevice
           : down     ? cudaMemcpyDeviceToHost
                      : cudaMemcpyDeviceToDevice;
}

// Returns the bytes of an array's element; 0 if there is no such array.
static size_t element_of(CUarray array)
{
    struct cudaChannelFormatDesc d;
    if (cudaArrayGetInfo(&d, NULL, NULL, (cudaArray_t)(void *)array) != cudaSuccess)
        return 0;
    return (size_t)(d.x + d.y + d.z + d.w) / 8;
}

// Translates a side to the runtime's description, where x counts an array's elements. False if it is not valid.
static bool take_place(const Corner *p, size_t width, cudaArray_t *array,
                       struct cudaPitchedPtr *memory, struct cudaPos *at, size_t *element)
{
    *at = (struct cudaPos){p->x, p->y, p->z};
    if (p->type == CU_MEMORYTYPE_ARRAY) {
        *element = element_of(p->array);
        *array = (cudaArray_t)(void *)p->array;
        if (!*element || p->x % *element || width % *element)
            return false;
        at->x /= *element;
        return true;
    }
    void *start =
        p->type == CU_MEMORYTYPE_HOST ? (void *)(uintptr_t)p->host : pointer_of(p->device);
    *memory = (struct cudaPitchedPtr){start, p->pitch ? p->pitch : p->x + width, width, p->height};
    return start != NULL;
}

static cudaError_t copy_places(Corner to, Corner from, size_t width, size_t height, size_t depth,
                               CUstream stream, bool wait)
{
    size_t to_element = 0, from_element = 0;
    struct cudaMemcpy3DParms p = {.kind = kind_of(to.type, from.type)};
    if (width == 0 || height == 0 || depth == 0)
        return cudaSuccess;
    to.height = to.height ? to.height : to.y + height;
    from.height = from.height ? from.height : from.y + height;
    if (!take_place(&to, width, &p.dstArray, &p.dstPtr, &p.dstPos, &to_element) ||
        !take_place(&from, width, &p.srcArray, &p.srcPtr, &p.srcPos, &from_element))
        return API_CALL(cudaErrorInvalidValue);
    size_t element = from_element ? from_element : to_element ? to_element : 1;
    p.extent = (struct cudaExtent){width / element, height, depth};
    return wait ? cudaMemcpy3D(&p) : cudaMemcpy3DAsync(&p, stream);
}

// Returns the side `dst` or `src` of a description of a copy.
#define CORNER_OF(c, side, z, height)                                                \
    (Corner)                                                                         \
    {                                                                                \
        (c)->side##MemoryType, (c)->side##Host, (c)->side##Device, (c)->side##Array, \
            (c)->side##XInBytes, (c)->side##Y, z, (c)->side##Pitch, height           \
    }

static cudaError_t copy_plane(const CUDA_MEMCPY2D *c, CUstream stream, bool wait)
{
    if (!c)
        return API_CALL(cudaErrorInvalidValue);
    return copy_places(CORNER_OF(c, dst, 0, 0), CORNER_OF(c, src, 0, 0), c->WidthInBytes, c->Height,
                       1, stream, wait);
}

static cudaError_t copy_boxes(const CUDA_MEMCPY3D *c, CUstream stream, bool wait)
{
    if (!c)
        return API_CALL(cudaErrorInvalidValue);
    return copy_places(CORNER_OF(c, dst, c->dstZ, c->dstHeight),
                       CORNER_OF(c, src, c->srcZ, c->srcHeight), c->WidthInBytes, c->Height,
                       c->Depth, stream, wait);
}

WITH_ASYNC(CUresult, cuMemcpy2D, (const CUDA_MEMCPY2D *pCopy),
           DRIVER(copy_plane(pCopy, stream, wait)))
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *pCopy)
    RETURNS(DRIVER(copy_plane(pCopy, NULL, true)));
WITH_ASYNC(CUresult, cuMemcpy3D, (const CUDA_MEMCPY3D *pCopy),
           DRIVER(copy_boxes(pCopy, stream, wait)))

// Describes a row of an array, from byte x on.
static Corner row_at(CUarray array, size_t x)
{
    return (Corner){.type = CU_MEMORYTYPE_ARRAY, .array = array, .x = x};
}

static Corner memory_at(const void *host, CUdeviceptr device)
{
    return (Corner){
        .type = host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE, .host = host, .device = device};
}

WITH_ASYNC(CUresult, cuMemcpyHtoA,
           (CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount),
           DRIVER(copy_places(row_at(dstArray, dstOffset), memory_at(srcHost, 0), ByteCount, 1, 1,
                              stream, wait)))
WITH_ASYNC(CUresult, cuMemcpyAtoH,
           (void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount),
           DRIVER(copy_places(memory_at(dstHost, 0), row_at(srcArray, srcOffset), ByteCount, 1, 1,
                              stream, wait)))
CUresult cuMemcpyDtoA(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount)
    RETURNS(DRIVER(copy_places(row_at(dstArray, dstOffset), memory_at(NULL, srcDevice), ByteCount,
                               1, 1, NULL, true)));
CUresult cuMemcpyAtoD(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount)
    RETURNS(DRIVER(copy_places(memory_at(NULL, dstDevice), row_at(srcArray, srcOffset), ByteCount,
                               1, 1, NULL, true)));
CUresult cuMemcpyAtoA(CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset,
                      size_t ByteCount)
    RETURNS(DRIVER(copy_places(row_at(dstArray, dstOffset), row_at(srcArray, srcOffset), ByteCount,
                               1, 1, NULL, true)));

// ---- Fills -----------------------------------------------------------------------------------------------------------

// Fills rows of `width` elements, which are aligned to their size of `element` bytes.
static cudaError_t fill_elements(CUdeviceptr to, size_t pitch, unsigned value, unsigned element,
                                 size_t width, size_t height, CUstream stream)
{
    size_t bytes;
    if (to % element || pitch % element || __builtin_mul_overflow(width, element, &bytes))
        return cudaErrorInvalidValue;
    return memory_fill(pointer_of(to), height > 1 ? pitch : bytes, value, element, bytes, height,
                       stream);
}

// Defines the four fills with elements of so many bits. value: cuda.h's name of the parameter.
#define FILLS(bits, type, value)                                                                  \
    WITH_ASYNC(CUresult, cuMemsetD##bits, (CUdeviceptr dstDevice, type value, size_t N),          \
               DRIVER(API_CALL(fill_elements(dstDevice, 0, value, (bits) / 8, N, 1, stream))))    \
    WITH_ASYNC(CUresult, cuMemsetD2D##bits,                                                       \
               (CUdeviceptr dstDevice, size_t dstPitch, type value, size_t Width, size_t Height), \
               DRIVER(API_CALL(                                                                   \
                   fill_elements(dstDevice, dstPitch, value, (bits) / 8, Width, Height, stream))))

FILLS(8, unsigned char, uc)
FILLS(16, unsigned short, us)
FILLS(32, unsigned int, ui)

// ---- Arrays ----------------------------------------------------------------------------------------------------------

static const struct {
    CUarray_format format;
    int bits;
    enum cudaChannelFormatKind kind;
} FORMATS[] = {
    {CU_AD_FORMAT_UNSIGNED_INT8, 8, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_UNSIGNED_INT16, 16, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_UNSIGNED_INT32, 32, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_SIGNED_INT8, 8, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_SIGNED_INT16, 16, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_SIGNED_INT32, 32, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_HALF, 16, cudaChannelFormatKindFloat},
    {CU_AD_FORMAT_FLOAT, 32, cudaChannelFormatKindFloat},
};

// Translates a format; all bits are 0 if the simulator does not have it.
static struct cudaChannelFormatDesc channels_of(CUarray_format format, unsigned channels)
{
    struct cudaChannelFormatDesc d = {0};
    for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS && channels <= 4; i++)
        if (FORMATS[i].format == format) {
            int bits = FORMATS[i].bits;
            d = (struct cudaChannelFormatDesc){channels > 0 ? bits : 0, channels > 1 ? bits : 0,
                                               channels > 2 ? bits : 0, channels > 3 ? bits : 0,
                                               FORMATS[i].kind};
        }
    return d;
}

static cudaError_t create_array(CUarray *out, const CUDA_ARRAY3D_DESCRIPTOR *a)
{
    if (!out || !a)
        return API_CALL(cudaErrorInvalidValue);
    struct cudaChannelFormatDesc d = channels_of(a->Format, a->NumChannels);
    struct cudaExtent e = {a->Width, a->Height, a->Depth};
    return cudaMalloc3DArray((cudaArray_t *)(void *)out, &d, e,
                             a->Flags); // both number flags alike
}

static cudaError_t describe_array(CUDA_ARRAY3D_DESCRIPTOR *out, CUarray array)
{
    struct cudaChannelFormatDesc d = {0};
    struct cudaExtent e = {0, 0, 0};
    unsigned flags = 0;
    if (!out)
        return API_CALL(cudaErrorInvalidValue);
    cudaError_t result = cudaArrayGetInfo(&d, &e, &flags, (cudaArray_t)(void *)array);
    if (result != cudaSuccess)
        return result;
    *out = (CUDA_ARRAY3D_DESCRIPTOR){e.width,
                                     e.height,
                                     e.depth,
                                     CU_AD_FORMAT_FLOAT,
                                     (unsigned)((d.x != 0) + (d.y != 0) + (d.z != 0) + (d.w != 0)),
                                     flags};
    for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++)
        if (FORMATS[i].bits == d.x && FORMATS[i].kind == d.f)
            out->Format = FORMATS[i].format;
    return cudaSuccess;
}

static cudaError_t create_plane(CUarray *out, const CUDA_ARRAY_DESCRIPTOR *a)
{
    if (!a)
        return API_CALL(cudaErrorInvalidValue);
    CUDA_ARRAY3D_DESCRIPTOR box = {a->Width, a->Height, 0, a->Format, a->NumChannels, 0};
    return create_array(out, &box);
}

static cudaError_t describe_plane(CUDA_ARRAY_DESCRIPTOR *out, CUarray array)
{
    CUDA_ARRAY3D_DESCRIPTOR box = {0};
    if (!out)
        return API_CALL(cudaErrorInvalidValue);
    cudaError_t e = describe_array(&box, array);
    if (e == cudaSuccess)
        *out = (CUDA_ARRAY_DESCRIPTOR){box.Width, box.Height, box.Format, box.NumChannels};
    return e;
}

CUresult cuArrayCreate(CUarray *pHandle, const CUDA_ARRAY_DESCRIPTOR *pAllocateArray)
    RETURNS(DRIVER(create_plane(pHandle, pAllocateArray)));
CUresult cuArray3DCreate(CUarray *pHandle, const CUDA_ARRAY3D_DESCRIPTOR *pAllocateArray)
    RETURNS(DRIVER(create_array(pHandle, pAllocateArray)));
CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR *pArrayDescriptor, CUarray hArray)
    RETURNS(DRIVER(describe_plane(pArrayDescriptor, hArray)));
CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR *pArrayDescriptor, CUarray hArray)
    RETURNS(DRIVER(describe_array(pArrayDescriptor, hArray)));
CUresult cuArrayDestroy(CUarray hArray) RETURNS(DRIVER(cudaFreeArray((cudaArray_t)(void *)hArray)));

// ---- Texture and surface objects -------------------------------------------------------------------------------------

static struct cudaResourceDesc resource_from(const CUDA_RESOURCE_DESC *r)
{
    struct cudaResourceDesc out = {.resType = (enum cudaResourceType)r->resType}; // numbered alike
    switch (r->resType) {
    case CU_RESOURCE_TYPE_ARRAY:
        out.res.array.array = (cudaArray_t)(void *)r->res.array.hArray;
        break;
    case CU_RESOURCE_TYPE_LINEAR:
        out.res.linear.devPtr = pointer_of(r->res.linear.devPtr);
        out.res.linear.desc = channels_of(r->res.linear.format, r->res.linear.numChannels);
        out.res.linear.sizeInBytes = r->res.linear.sizeInBytes;
        break;
    case CU_RESOURCE_TYPE_PITCH2D:
        out.res.pitch2D.devPtr = pointer_of(r->res.pitch2D.devPtr);
        out.res.pitch2D.desc = channels_of(r->res.pitch2D.format, r->res.pitch2D.numChannels);
        out.res.pitch2D.width = r->res.pitch2D.width;
        out.res.pitch2D.height = r->res.pitch2D.height;
        out.res.pitch2D.pitchInBytes = r->res.pitch2D.pitchInBytes;
        break;
    default: break; // several levels: the runtime refuses them
    }
    return out;
}

// Tells whether texels are read as fractions: integers of 8 and 16 bits are, unless a flag forbids it.
static bool as_fractions(const struct cudaResourceDesc *r, unsigned flags)
{
    struct cudaChannelFormatDesc d = {0};
    if (r->resType == cudaResourceTypeArray)
        cudaGetChannelDesc(&d, r->res.array.array);
    else
        d = r->resType == cudaResourceTypeLinear ? r->res.linear.desc : r->res.pitch2D.desc;
    return !(flags & CU_TRSF_READ_AS_INTEGER) && d.f != cudaChannelFormatKindFloat && d.x < 32;
}

static cudaError_t create_texture(CUtexObject *out, const CUDA_RESOURCE_DESC *resource,
                                  const CUDA_TEXTURE_DESC *texture,
                                  const CUDA_RESOURCE_VIEW_DESC *view)
{
    if (!out || !resource || !texture || view)
        return API_CALL(view ? cudaErrorNotSupported : cudaErrorInvalidValue);
    struct cudaResourceDesc r = resource_from(resource);
    struct cudaTextureDesc t = {
        .filterMode = (enum cudaTextureFilterMode)texture->filterMode,
        .readMode = as_fractions(&r, texture->flags) ? cudaReadModeNormalizedFloat
                                                     : cudaReadModeElementType,
        .sRGB = (texture->flags & CU_TRSF_SRGB) != 0,
        .normalizedCoords = (texture->flags & CU_TRSF_NORMALIZED_COORDINATES) != 0,
        .maxAnisotropy = texture->maxAnisotropy};
    for (int k = 0; k < 3; k++)
        t.addressMode[k] = (enum cudaTextureAddressMode)texture->addressMode[k];
    memcpy(t.borderColor, texture->borderColor, sizeof t.borderColor);
    cudaTextureObject_t made = 0;
    cudaError_t e = cudaCreateTextureObject(&made, &r, &t, NULL);
    *out = made;
    return e;
}

static cudaError_t create_surface(CUsurfObject *out, const CUDA_RESOURCE_DESC *resource)
{
    if (!out || !resource)
        return API_CALL(cudaErrorInvalidValue);
    struct cudaResourceDesc r = resource_from(resource);
    cudaSurfaceObject_t made = 0;
    cudaError_t e = cudaCreateSurfaceObject(&made, &r);
    *out = made;
    return e;
}

CUresult cuTexObjectCreate(CUtexObject *pTexObject, const CUDA_RESOURCE_DESC *pResDesc,
                           const CUDA_TEXTURE_DESC *pTexDesc,
                           const CUDA_RESOURCE_VIEW_DESC *pResViewDesc)
    RETURNS(DRIVER(create_texture(pTexObject, pResDesc, pTexDesc, pResViewDesc)));
CUresult cuTexObjectDestroy(CUtexObject texObject)
    RETURNS(DRIVER(cudaDestroyTextureObject(texObject)));
CUresult cuSurfObjectCreate(CUsurfObject *pSurfObject, const CUDA_RESOURCE_DESC *pResDesc)
    RETURNS(DRIVER(create_surface(pSurfObject, pResDesc)));
CUresult cuSurfObjectDestroy(CUsurfObject surfObject)
    RETURNS(DRIVER(cudaDestroySurfaceObject(surfObject)));
