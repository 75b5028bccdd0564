// texture.h: functions that read textures, and read and write surfaces. CUDA C++ Programming Guide, "Texture Functions" and
// "Surface Functions", for texture and surface objects.
//
// An instruction returns four channels, as floats or as integers of 32 bits; a function's type says which, and how many it wants.

#ifndef WARP_DEVICE_TEXTURE_H
#define WARP_DEVICE_TEXTURE_H

// ---- The channels that a type takes --------------------------------------------------------------------------------

template <class T>
struct WarpTexel;

#define TEXEL(type, four, ...)                                         \
    template <>                                                        \
    struct WarpTexel<type> {                                           \
        typedef four Four;                                             \
        static __device__ type take(Four v) WARP_RETURNS(__VA_ARGS__); \
    };
#define TEXELS(type, name, four)                         \
    TEXEL(type, four, (type)v.x)                         \
    TEXEL(name##1, four, name##1 {(type)v.x})            \
    TEXEL(name##2, four, name##2 {(type)v.x, (type)v.y}) \
    TEXEL(name##4, four, name##4 {(type)v.x, (type)v.y, (type)v.z, (type)v.w})
TEXEL(char, int4, (char)v.x)
TEXELS(signed char, char, int4)
TEXELS(unsigned char, uchar, uint4)
TEXELS(short, short, int4)
TEXELS(unsigned short, ushort, uint4)
TEXELS(int, int, int4)
TEXELS(unsigned int, uint, uint4)
TEXELS(float, float, float4)
#undef TEXELS
#undef TEXEL

// ---- Textures --------------------------------------------------------------------------------------------------------

#define LIST(...) __VA_ARGS__

// TEXTURE(tex2D, "tex.2d", "f32", (float x, float y), "{%5, %6}]", (x, y), "f"(x), "f"(y)) defines tex2D<T>(texture, x, y), and
// the form that writes the value through a pointer.
#define TEXTURE(name, instruction, coordinates, parameters, place, arguments, ...)                 \
    TEXTURE4(name, instruction ".v4.f32." coordinates, float4, "=f", parameters, place,            \
             __VA_ARGS__)                                                                          \
    TEXTURE4(name, instruction ".v4.s32." coordinates, int4, "=r", parameters, place, __VA_ARGS__) \
    TEXTURE4(name, instruction ".v4.u32." coordinates, uint4, "=r", parameters, place,             \
             __VA_ARGS__)                                                                          \
    template <class T>                                                                             \
    DEVICE_FUNCTION T name(cudaTextureObject_t t, LIST parameters)                                 \
    {                                                                                              \
        typename WarpTexel<T>::Four v;                                                             \
        warp_##name(&v, t, LIST arguments);                                                        \
        return WarpTexel<T>::take(v);                                                              \
    }                                                                                              \
    template <class T>                                                                             \
    DEVICE_FUNCTION void name(T *out, cudaTextureObject_t t, LIST parameters)                      \
    {                                                                                              \
        *out = name<T>(t, LIST arguments);                                                         \
    }
#define TEXTURE4(name, instruction, type, letter, parameters, place, ...)             \
    DEVICE_FUNCTION void warp_##name(type *v, cudaTextureObject_t t, LIST parameters) \
    {                                                                                 \
        asm(instruction " {%0, %1, %2, %3}, [%4, " place ";"                          \
            : letter(v->x), letter(v->y), letter(v->z), letter(v->w)                  \
            : "l"(t), __VA_ARGS__);                                                   \
    }

TEXTURE(tex1Dfetch, "tex.1d", "s32", (int x), "{%5}]", (x), "r"(x))
TEXTURE(tex1D, "tex.1d", "f32", (float x), "{%5}]", (x), "f"(x))
TEXTURE(tex2D, "tex.2d", "f32", (float x, float y), "{%5, %6}]", (x, y), "f"(x), "f"(y))
TEXTURE(tex3D, "tex.3d", "f32", (float x, float y, float z), "{%5, %6, %7, %7}]", (x, y, z), "f"(x),
        "f"(y), "f"(z))
TEXTURE(tex1DLayered, "tex.a1d", "f32", (float x, int layer), "{%5, %6}]", (x, layer), "r"(layer),
        "f"(x))
TEXTURE(tex2DLayered, "tex.a2d", "f32", (float x, float y, int layer), "{%5, %6, %7, %7}]",
        (x, y, layer), "r"(layer), "f"(x), "f"(y))
TEXTURE(texCubemap, "tex.cube", "f32", (float x, float y, float z), "{%5, %6, %7, %7}]", (x, y, z),
        "f"(x), "f"(y), "f"(z))
TEXTURE(texCubemapLayered, "tex.acube", "f32", (float x, float y, float z, int layer),
        "{%5, %6, %7, %8}]", (x, y, z, layer), "r"(layer), "f"(x), "f"(y), "f"(z))
TEXTURE(tex1DLod, "tex.level.1d", "f32", (float x, float level), "{%5}], %6", (x, level), "f"(x),
        "f"(level))
TEXTURE(tex2DLod, "tex.level.2d", "f32", (float x, float y, float level), "{%5, %6}], %7",
        (x, y, level), "f"(x), "f"(y), "f"(level))
TEXTURE(tex3DLod, "tex.level.3d", "f32", (float x, float y, float z, float level),
        "{%5, %6, %7, %7}], %8", (x, y, z, level), "f"(x), "f"(y), "f"(z), "f"(level))

// These return one channel of the four texels around a place.
TEXTURE(warpGather0, "tld4.r.2d", "f32", (float x, float y), "{%5, %6}]", (x, y), "f"(x), "f"(y))
TEXTURE(warpGather1, "tld4.g.2d", "f32", (float x, float y), "{%5, %6}]", (x, y), "f"(x), "f"(y))
TEXTURE(warpGather2, "tld4.b.2d", "f32", (float x, float y), "{%5, %6}]", (x, y), "f"(x), "f"(y))
TEXTURE(warpGather3, "tld4.a.2d", "f32", (float x, float y), "{%5, %6}]", (x, y), "f"(x), "f"(y))
#undef TEXTURE
#undef TEXTURE4

template <class T>
DEVICE_FUNCTION T tex2Dgather(cudaTextureObject_t t, float x, float y, int channel = 0)
    WARP_RETURNS(channel == 1   ? warpGather1<T>(t, x, y)
                 : channel == 2 ? warpGather2<T>(t, x, y)
                 : channel == 3 ? warpGather3<T>(t, x, y)
                                : warpGather0<T>(t, x, y));

// ---- Surfaces --------------------------------------------------------------------------------------------------------

// The instruction says what happens outside, so there is one for each mode. A byte uses a 16-bit register.
#define MODES(before, after, ...)                                    \
    if (mode == cudaBoundaryModeZero)                                \
        asm volatile(before ".zero " after __VA_ARGS__ : "memory");  \
    else if (mode == cudaBoundaryModeClamp)                          \
        asm volatile(before ".clamp " after __VA_ARGS__ : "memory"); \
    else                                                             \
        asm volatile(before ".trap " after __VA_ARGS__ : "memory");
#define LOAD_AS(shape, place, word, registers, out, ...)              \
    MODES("suld.b." shape "." word, registers ", [%[s], " place "];", \
          : LIST out                                                  \
          : [s] "l"(s), __VA_ARGS__)
#define STORE_AS(shape, place, word, registers, in, ...)                 \
    MODES("sust.b." shape "." word, "[%[s], " place "], " registers ";", \
          :                                                              \
          : LIST in, [s] "l"(s), __VA_ARGS__)

// Calls AS with the registers that hold a T: h, or so many of r. `out` is "=" if the instruction writes them.
#define BY_SIZE(AS, out, shape, place, ...)                                                 \
    if (sizeof(T) == 1) {                                                                   \
        AS(shape, place, "b8", "%0", (out "h"(h)), __VA_ARGS__)                             \
    } else if (sizeof(T) == 2) {                                                            \
        AS(shape, place, "b16", "%0", (out "h"(h)), __VA_ARGS__)                            \
    } else if (sizeof(T) == 4) {                                                            \
        AS(shape, place, "b32", "%0", (out "r"(r[0])), __VA_ARGS__)                         \
    } else if (sizeof(T) == 8) {                                                            \
        AS(shape, place, "v2.b32", "{%0, %1}", (out "r"(r[0]), out "r"(r[1])), __VA_ARGS__) \
    } else {                                                                                \
        AS(shape, place, "v4.b32", "{%0, %1, %2, %3}",                                      \
           (out "r"(r[0]), out "r"(r[1]), out "r"(r[2]), out "r"(r[3])), __VA_ARGS__)       \
    }

// SURFACE(surf2D, "2d", (int x, int y), "{%[x], %[y]}", [x] "r"(x), [y] "r"(y)) defines surf2Dread<T>(surface, x, y, mode) and
// surf2Dwrite(value, surface, x, y, mode); x counts bytes.
#define SURFACE(name, shape, parameters, place, arguments, ...)                           \
    template <class T>                                                                    \
    DEVICE_FUNCTION T name##read(cudaSurfaceObject_t s, LIST parameters,                  \
                                 cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)     \
    {                                                                                     \
        T v;                                                                              \
        unsigned int r[4];                                                                \
        unsigned short h;                                                                 \
        BY_SIZE(LOAD_AS, "=", shape, place, __VA_ARGS__)                                  \
        static_assert(sizeof(T) <= 16, "a texel has 16 bytes at most");                   \
        __builtin_memcpy(&v, sizeof(T) <= 2 ? (const void *)&h : r, sizeof v);            \
        return v;                                                                         \
    }                                                                                     \
    template <class T>                                                                    \
    DEVICE_FUNCTION void name##read(T *out, cudaSurfaceObject_t s, LIST parameters,       \
                                    cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)  \
    {                                                                                     \
        *out = name##read<T>(s, LIST arguments, mode);                                    \
    }                                                                                     \
    template <class T>                                                                    \
    DEVICE_FUNCTION void name##write(T v, cudaSurfaceObject_t s, LIST parameters,         \
                                     cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    {                                                                                     \
        unsigned int r[4] = {0, 0, 0, 0};                                                 \
        static_assert(sizeof(T) <= 16, "a texel has 16 bytes at most");                   \
        __builtin_memcpy(r, &v, sizeof v);                                                \
        unsigned short h = (unsigned short)r[0];                                          \
        BY_SIZE(STORE_AS, "", shape, place, __VA_ARGS__)                                  \
    }

SURFACE(surf1D, "1d", (int x), "{%[x]}", (x), [x] "r"(x))
SURFACE(surf2D, "2d", (int x, int y), "{%[x], %[y]}", (x, y), [x] "r"(x), [y] "r"(y))
SURFACE(surf3D, "3d", (int x, int y, int z), "{%[x], %[y], %[z], %[z]}",
        (x, y, z), [x] "r"(x), [y] "r"(y), [z] "r"(z))
SURFACE(surf1DLayered, "a1d", (int x, int layer), "{%[layer], %[x]}",
        (x, layer), [x] "r"(x), [layer] "r"(layer))
SURFACE(surf2DLayered, "a2d", (int x, int y, int layer), "{%[layer], %[x], %[y], %[y]}",
        (x, y, layer), [x] "r"(x), [y] "r"(y), [layer] "r"(layer))
// A cube's faces are layers, too.
SURFACE(surfCubemap, "a2d", (int x, int y, int face), "{%[face], %[x], %[y], %[y]}",
        (x, y, face), [x] "r"(x), [y] "r"(y), [face] "r"(face))
SURFACE(surfCubemapLayered, "a2d", (int x, int y, int face), "{%[face], %[x], %[y], %[y]}",
        (x, y, face), [x] "r"(x), [y] "r"(y), [face] "r"(face))
#undef SURFACE
#undef BY_SIZE
#undef LOAD_AS
#undef STORE_AS
#undef MODES
#undef LIST

#endif
