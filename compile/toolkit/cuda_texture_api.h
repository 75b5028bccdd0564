// cuda_texture_api.h: the part of the runtime API for memory of two and three dimensions, arrays, textures and
// surfaces. cuda_runtime_api.h includes it.

#ifndef WARP_CUDA_TEXTURE_API_H
#define WARP_CUDA_TEXTURE_API_H

// ---- Types ---------------------------------------------------------------------------------------------------

typedef struct cudaArray *cudaArray_t;
typedef const struct cudaArray *cudaArray_const_t;
typedef struct cudaMipmappedArray *cudaMipmappedArray_t;
typedef unsigned long long cudaTextureObject_t, cudaSurfaceObject_t;

enum {
    cudaArrayDefault = 0,
    cudaArrayLayered = 1,
    cudaArraySurfaceLoadStore = 2,
    cudaArrayCubemap = 4,
    cudaArrayTextureGather = 8,
};

// Rows of `pitch` bytes, of which `xsize` are used; `ysize` rows make a slice.
struct cudaPitchedPtr {
    void *ptr;
    size_t pitch, xsize, ysize;
};

// Width and x count elements if one side of a copy is an array, else bytes.
struct cudaExtent {
    size_t width, height, depth;
};

struct cudaPos {
    size_t x, y, z;
};

struct cudaMemcpy3DParms {
    cudaArray_t srcArray;
    struct cudaPos srcPos;
    struct cudaPitchedPtr srcPtr;
    cudaArray_t dstArray;
    struct cudaPos dstPos;
    struct cudaPitchedPtr dstPtr;
    struct cudaExtent extent;
    enum cudaMemcpyKind kind;
};

enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned = 0,
    cudaChannelFormatKindUnsigned = 1,
    cudaChannelFormatKindFloat = 2,
    cudaChannelFormatKindNone = 3,
};

// The bits of each channel.
struct cudaChannelFormatDesc {
    int x, y, z, w;
    enum cudaChannelFormatKind f;
};

enum cudaResourceType {
    cudaResourceTypeArray = 0,
    cudaResourceTypeMipmappedArray = 1,
    cudaResourceTypeLinear = 2,
    cudaResourceTypePitch2D = 3,
};

struct cudaResourceDesc {
    enum cudaResourceType resType;
    union {
        struct {
            cudaArray_t array;
        } array;
        struct {
            cudaMipmappedArray_t mipmap;
        } mipmap;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t sizeInBytes;
        } linear;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t width, height, pitchInBytes;
        } pitch2D;
    } res;
    unsigned int flags;
};

struct cudaResourceViewDesc; // the simulator has no views

enum cudaTextureAddressMode {
    cudaAddressModeWrap = 0,
    cudaAddressModeClamp = 1,
    cudaAddressModeMirror = 2,
    cudaAddressModeBorder = 3,
};

enum cudaTextureFilterMode { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };
enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };

enum cudaSurfaceBoundaryMode {
    cudaBoundaryModeZero = 0,
    cudaBoundaryModeClamp = 1,
    cudaBoundaryModeTrap = 2,
};

struct cudaTextureDesc {
    enum cudaTextureAddressMode addressMode[3];
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureReadMode readMode;
    int sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned int maxAnisotropy;
    enum cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization, seamlessCubemap;
};

static inline struct cudaPitchedPtr make_cudaPitchedPtr(void *ptr, size_t pitch, size_t xsize,
                                                        size_t ysize)
{
    struct cudaPitchedPtr p = {ptr, pitch, xsize, ysize};
    return p;
}

static inline struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth)
{
    struct cudaExtent e = {width, height, depth};
    return e;
}

static inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z)
{
    struct cudaPos p = {x, y, z};
    return p;
}

// ---- Calls ---------------------------------------------------------------------------------------------------

WARP_BEGIN_C

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent);
cudaError_t cudaMemset3D(struct cudaPitchedPtr to, int value, struct cudaExtent extent);
cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr to, int value, struct cudaExtent extent,
                              cudaStream_t stream CUDA_DEFAULT(0));
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *copy);
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *copy,
                              cudaStream_t stream CUDA_DEFAULT(0));

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                            size_t width, size_t height CUDA_DEFAULT(0),
                            unsigned int flags CUDA_DEFAULT(0));
cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                              struct cudaExtent extent, unsigned int flags CUDA_DEFAULT(0));
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent,
                             unsigned int *flags, cudaArray_t array);
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array);
struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind);

// In these calls `x` and `width` count bytes, `y` and `height` count rows.
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                     size_t pitch, size_t width, size_t height,
                                     enum cudaMemcpyKind kind, cudaStream_t stream CUDA_DEFAULT(0));
cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                  size_t y, size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                       size_t y, size_t width, size_t height,
                                       enum cudaMemcpyKind kind,
                                       cudaStream_t stream CUDA_DEFAULT(0));
cudaError_t cudaMemcpy2DArrayToArray(
    cudaArray_t to, size_t toX, size_t toY, cudaArray_const_t from, size_t fromX, size_t fromY,
    size_t width, size_t height, enum cudaMemcpyKind kind CUDA_DEFAULT(cudaMemcpyDeviceToDevice));
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                              enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                   size_t bytes, enum cudaMemcpyKind kind,
                                   cudaStream_t stream CUDA_DEFAULT(0));
cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x, size_t y,
                                     size_t bytes, enum cudaMemcpyKind kind,
                                     cudaStream_t stream CUDA_DEFAULT(0));

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *reading,
                                    const struct cudaResourceViewDesc *view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *reading,
                                            cudaTextureObject_t texture);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface,
                                    const struct cudaResourceDesc *resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface);
cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaSurfaceObject_t surface);

WARP_END_C

#ifdef __cplusplus
// cudaCreateChannelDesc<uchar4>() returns the channels of a C type or of a vector.
template <class T>
inline cudaChannelFormatDesc cudaCreateChannelDesc();
#define CHANNELS_OF(type, count, kind)                                                   \
    template <>                                                                          \
    inline cudaChannelFormatDesc cudaCreateChannelDesc<type>()                           \
    {                                                                                    \
        const int bits = (int)(8 * sizeof(type)) / count;                                \
        return cudaCreateChannelDesc(bits, count > 1 ? bits : 0, count > 2 ? bits : 0,   \
                                     count > 3 ? bits : 0, cudaChannelFormatKind##kind); \
    }
#define CHANNELS(type, name, kind) \
    CHANNELS_OF(type, 1, kind)     \
    CHANNELS_OF(name##1, 1, kind)  \
    CHANNELS_OF(name##2, 2, kind)  \
    CHANNELS_OF(name##4, 4, kind)
CHANNELS_OF(char, 1, Signed)
CHANNELS(signed char, char, Signed)
CHANNELS(unsigned char, uchar, Unsigned)
CHANNELS(short, short, Signed)
CHANNELS(unsigned short, ushort, Unsigned)
CHANNELS(int, int, Signed)
CHANNELS(unsigned int, uint, Unsigned)
CHANNELS(float, float, Float)
#undef CHANNELS
#undef CHANNELS_OF
#endif

#endif
