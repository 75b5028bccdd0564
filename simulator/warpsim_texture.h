// warpsim_texture.h: pictures that kernels read by texture instructions, and read and write by surface instructions.
// Part of warpsim.h.

#ifndef WARPSIM_TEXTURE_H
#define WARPSIM_TEXTURE_H

#include "warpsim_memory.h"

typedef enum { SIM_TEXEL_SIGNED, SIM_TEXEL_UNSIGNED, SIM_TEXEL_FLOAT } SimTexelType;

// What a coordinate outside of the picture means. The numbers are those of cudaTextureAddressMode.
typedef enum { SIM_WRAP, SIM_CLAMP, SIM_MIRROR, SIM_BORDER } SimTextureEdge;

enum { SIM_TILE_BYTES = 64, SIM_TILE_ROWS = 8 }; // of the tiles in which a GPU stores an array

// A picture in device memory, row by row, and how it is read. Accesses to a tiled one count as if it were stored in tiles: its memory
// has room for whole ones.
typedef struct SimTexture {
    uint64_t address;    // of the first texel
    uint32_t size[3];    // texels in x, y and z; 1 where there is no such dimension
    uint32_t layers;     // pictures of that size, 6 for each cube; 1: it has no layers
    uint64_t row, slice; // bytes from one row to the next, from one slice or layer to the next
    uint8_t bytes;       // of a channel: 1, 2 or 4
    uint8_t channels;    // 1, 2 or 4
    uint8_t type;        // SimTexelType
    uint8_t edge[3];     // SimTextureEdge in x, y and z
    bool linear;         // neighbours are mixed; else the nearest texel is read
    bool normalized;     // coordinates go from 0 to 1, not to the size
    bool fractions;      // integers of 1 or 2 bytes are read as floats from 0 or -1 to 1
    bool surface;        // it is for surface instructions; else for texture instructions
    bool tiled;          // it is a CUDA array of two or three dimensions
    float border[4];     // the value outside, channel by channel
} SimTexture;

// Adds a picture and returns its handle; 0 if the host has no memory, or for fractions of other channels. Handles are never used twice.
uint64_t sim_texture_new(SimMemory *m, const SimTexture *t);
// Returns the picture of a handle; NULL if there is none, or it was freed.
const SimTexture *sim_texture(const SimMemory *m, uint64_t handle);
bool sim_texture_free(SimMemory *m, uint64_t handle); // false if there is none

#endif
