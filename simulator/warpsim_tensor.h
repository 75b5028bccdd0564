// warpsim_tensor.h: tensor maps, which bulk copies of tensors read. Part of warpsim.h.

#ifndef WARPSIM_TENSOR_H
#define WARPSIM_TENSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The numbers are those of CUtensorMapDataType and CUtensorMapSwizzle.
typedef enum {
    SIM_TENSOR_U8,
    SIM_TENSOR_U16,
    SIM_TENSOR_U32,
    SIM_TENSOR_S32,
    SIM_TENSOR_U64,
    SIM_TENSOR_S64,
    SIM_TENSOR_F16,
    SIM_TENSOR_F32,
    SIM_TENSOR_F64,
    SIM_TENSOR_BF16,
    SIM_TENSOR_F32_FTZ,
    SIM_TENSOR_TF32,
    SIM_TENSOR_TF32_FTZ,
    SIM_TENSOR_TYPES
} SimTensorType;
typedef enum { SIM_SWIZZLE_NONE, SIM_SWIZZLE_32, SIM_SWIZZLE_64, SIM_SWIZZLE_128 } SimSwizzle;

// What the 128 bytes of a CUtensorMap hold here: a tensor in global memory, and the box of it that a copy moves. Dimension 0 is the
// innermost, whose elements lie side by side.
typedef struct {
    uint64_t magic;     // SIM_TENSOR_MAGIC
    uint64_t address;   // of the first element
    uint64_t stride[4]; // bytes from an element to the next one in dimension 1 and the others
    uint32_t size[5];   // elements of the tensor
    uint16_t box[5];    // elements that the box spans
    uint8_t step[5];    // every such element of it is copied
    uint8_t rank;       // dimensions: 1 to 5
    uint8_t type;       // SimTensorType
    uint8_t swizzle;    // SimSwizzle
    uint8_t promotion;  // CUtensorMapL2promotion: L2 fetches 32 << promotion bytes at once
    bool fill_nan;      // what a load fills in outside the tensor: NaN, else zeros
    bool im2col;        // the box moves over a picture, as for convolutions:
    int16_t lower[3], upper[3]; // where it begins and ends, in each of the picture's dimensions
    uint16_t channels, pixels;  // elements of a row, and rows
} SimTensorMap;
enum { SIM_TENSOR_MAP_BYTES = 128 };
#define SIM_TENSOR_MAGIC 0x70616d206f736e65ull

// Returns the bytes of an element; 0 for a type that is not known.
size_t sim_tensor_bytes(int type);

#endif
