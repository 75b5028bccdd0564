// vector_functions.h: make_int4(x, y, z, w) and the like.

#ifndef WARP_VECTOR_FUNCTIONS_H
#define WARP_VECTOR_FUNCTIONS_H

#include "vector_types.h"

#define MAKERS(type, name, ...)                                                              \
    static inline __host__ __device__ name##1 make_##name##1(type x)                         \
    {                                                                                        \
        name##1 v = {x};                                                                     \
        return v;                                                                            \
    }                                                                                        \
    static inline __host__ __device__ name##2 make_##name##2(type x, type y)                 \
    {                                                                                        \
        name##2 v = {x, y};                                                                  \
        return v;                                                                            \
    }                                                                                        \
    static inline __host__ __device__ name##3 make_##name##3(type x, type y, type z)         \
    {                                                                                        \
        name##3 v = {x, y, z};                                                               \
        return v;                                                                            \
    }                                                                                        \
    static inline __host__ __device__ name##4 make_##name##4(type x, type y, type z, type w) \
    {                                                                                        \
        name##4 v = {x, y, z, w};                                                            \
        return v;                                                                            \
    }
WARP_EACH_VECTOR(MAKERS)
#undef MAKERS

#endif
