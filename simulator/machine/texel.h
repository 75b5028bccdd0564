// texel.h: values of texels, alone and mixed (texel.c). Part of machine.h.

#ifndef TEXEL_H
#define TEXEL_H

#include "machine/machine.h"
#include "warpsim_texture.h"

enum { FRACTION = 256 }; // weights of the texels that are mixed have this sum

// Returns channel k of a texel: an integer extended to 32 bits, or the bits of a float. NULL: the border's.
u32 texel_channel(const SimTexture *t, const u8 *texel, int k);

// Returns what a register gets for a channel that is read alone.
u32 texel_value(const SimTexture *t, u32 channel);

// Returns what a register gets for one, four or eight channels that are mixed.
u32 texel_mix(const SimTexture *t, const u32 *channel, const int *weight, int corners);

// Divides `total` among the corners of a square, weight: (4), whose sides are cut at x and y of FRACTION.
void texel_weights(int total, int x, int y, int *weight);

#endif
