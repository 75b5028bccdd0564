// tensor.c: the driver API's tensor maps, as the simulator's copies read them (warpsim_tensor.h).

#include "runtime/driver/driver.h"
#include "warpsim_tensor.h"

#include <string.h>

#if CUDA_VERSION >= 12000

_Static_assert(sizeof(CUtensorMap) == SIM_TENSOR_MAP_BYTES &&
                   sizeof(SimTensorMap) <= SIM_TENSOR_MAP_BYTES,
               "a tensor map has room for what copies need");

enum { MOST_DIMENSIONS = 5, MOST_BOX = 256, MOST_PIXELS = 1024, MOST_STEP = 8, UNIT = 16 };

static bool is_float(CUtensorMapDataType type)
{
    return type >= CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
}

// Sets what both kinds of maps have: the tensor, and how it lies in shared memory. inner: bytes of a row of the box. The limits are those
// of the driver's documentation.
static cudaError_t describe(SimTensorMap *map, CUtensorMapDataType type, unsigned rank,
                            void *address, const cuuint64_t *size, const cuuint64_t *stride,
                            const cuuint32_t *step, size_t inner, CUtensorMapInterleave interleave,
                            CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
                            CUtensorMapFloatOOBfill fill)
{
    size_t bytes = sim_tensor_bytes((int)type);
    if (!bytes || rank < 1 || rank > MOST_DIMENSIONS || !size || !step || (rank > 1 && !stride) ||
        (uintptr_t)address % UNIT || inner % UNIT || (unsigned)fill > 1 ||
        (unsigned)promotion > CU_TENSOR_MAP_L2_PROMOTION_L2_256B || (fill && !is_float(type)) ||
        (swizzle != CU_TENSOR_MAP_SWIZZLE_NONE && inner > (size_t)UNIT << swizzle))
        return cudaErrorInvalidValue;
    if (interleave != CU_TENSOR_MAP_INTERLEAVE_NONE || (unsigned)swizzle > SIM_SWIZZLE_128)
        return cudaErrorNotSupported;
    *map = (SimTensorMap){.magic = SIM_TENSOR_MAGIC,
                          .address = (uintptr_t)address,
                          .rank = (uint8_t)rank,
                          .type = (uint8_t)type,
                          .swizzle = (uint8_t)swizzle,
                          .promotion = (uint8_t)promotion,
                          .fill_nan = fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE};
    for (unsigned i = 0; i < rank; i++) {
        if (size[i] < 1 || size[i] > 1ull << 32 || step[i] < 1 || step[i] > MOST_STEP ||
            (i && (stride[i - 1] % UNIT || stride[i - 1] >= 1ull << 40)))
            return cudaErrorInvalidValue;
        map->size[i] = size[i] > UINT32_MAX ? UINT32_MAX : (uint32_t)size[i];
        map->step[i] = (uint8_t)step[i];
        if (i)
            map->stride[i - 1] = stride[i - 1];
    }
    return cudaSuccess;
}

static cudaError_t give(CUtensorMap *to, const SimTensorMap *map)
{
    if (!to || (uintptr_t)to % 64)
        return cudaErrorInvalidValue;
    memset(to, 0, sizeof *to);
    memcpy(to, map, sizeof *map);
    return cudaSuccess;
}

static cudaError_t encode_tiled(CUtensorMap *to, CUtensorMapDataType type, unsigned rank,
                                void *address, const cuuint64_t *size, const cuuint64_t *stride,
                                const cuuint32_t *box, const cuuint32_t *step,
                                CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
{
    SimTensorMap map;
    if (!box)
        return cudaErrorInvalidValue;
    cudaError_t e =
        describe(&map, type, rank, address, size, stride, step,
                 box[0] * sim_tensor_bytes((int)type), interleave, swizzle, promotion, fill);
    for (unsigned i = 0; e == cudaSuccess && i < rank; i++) {
        if (box[i] < 1 || box[i] > MOST_BOX)
            return cudaErrorInvalidValue;
        map.box[i] = (uint16_t)box[i];
    }
    return e == cudaSuccess ? give(to, &map) : e;
}

static cudaError_t encode_im2col(CUtensorMap *to, CUtensorMapDataType type, unsigned rank,
                                 void *address, const cuuint64_t *size, const cuuint64_t *stride,
                                 const int *lower, const int *upper, unsigned channels,
                                 unsigned pixels, const cuuint32_t *step,
                                 CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                 CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
{
    SimTensorMap map;
    if (!lower || !upper || rank < 3 || channels < 1 || channels > MOST_BOX || pixels < 1 ||
        pixels > MOST_PIXELS)
        return cudaErrorInvalidValue;
    cudaError_t e =
        describe(&map, type, rank, address, size, stride, step,
                 channels * sim_tensor_bytes((int)type), interleave, swizzle, promotion, fill);
    if (e != cudaSuccess)
        return e;
    const int bits[] = {[3] = 15, [4] = 7, [5] = 4}, most = 1 << bits[rank];
    for (unsigned i = 0; i + 2 < rank; i++) {
        if (lower[i] < -most || lower[i] >= most || upper[i] < -most || upper[i] >= most)
            return cudaErrorInvalidValue;
        map.lower[i] = (int16_t)lower[i];
        map.upper[i] = (int16_t)upper[i];
    }
    map.im2col = true;
    map.channels = (uint16_t)channels;
    map.pixels = (uint16_t)pixels;
    return give(to, &map);
}

static cudaError_t move_to(CUtensorMap *map, void *address)
{
    SimTensorMap kept;
    if (!map || (uintptr_t)address % UNIT)
        return cudaErrorInvalidValue;
    memcpy(&kept, map, sizeof kept);
    if (kept.magic != SIM_TENSOR_MAGIC)
        return cudaErrorInvalidValue;
    kept.address = (uintptr_t)address;
    return give(map, &kept);
}

CUresult cuTensorMapEncodeTiled(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType,
                                cuuint32_t tensorRank, void *globalAddress,
                                const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
                                const cuuint32_t *boxDim, const cuuint32_t *elementStrides,
                                CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill)
{
    return DRIVER_ANY(API_CALL(encode_tiled(tensorMap, tensorDataType, tensorRank, globalAddress,
                                            globalDim, globalStrides, boxDim, elementStrides,
                                            interleave, swizzle, l2Promotion, oobFill)));
}

CUresult cuTensorMapEncodeIm2col(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType,
                                 cuuint32_t tensorRank, void *globalAddress,
                                 const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
                                 const int *pixelBoxLowerCorner, const int *pixelBoxUpperCorner,
                                 cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn,
                                 const cuuint32_t *elementStrides, CUtensorMapInterleave interleave,
                                 CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion,
                                 CUtensorMapFloatOOBfill oobFill)
{
    return DRIVER_ANY(API_CALL(
        encode_im2col(tensorMap, tensorDataType, tensorRank, globalAddress, globalDim,
                      globalStrides, pixelBoxLowerCorner, pixelBoxUpperCorner, channelsPerPixel,
                      pixelsPerColumn, elementStrides, interleave, swizzle, l2Promotion, oobFill)));
}

CUresult cuTensorMapReplaceAddress(CUtensorMap *tensorMap, void *globalAddress)
    RETURNS(DRIVER_ANY(API_CALL(move_to(tensorMap, globalAddress))));

#endif
