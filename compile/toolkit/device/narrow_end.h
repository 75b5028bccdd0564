// narrow_end.h: takes away the macros that narrow.h describes.

#undef WARP_T
#undef WARP_T2
#undef WARP_RAW
#undef WARP_RAW2
#undef WARP_OTHER
#undef WARP_NAMED
#undef WARP_PTX
#undef WARP_ONE
#undef WARP_INFINITY
#undef WARP_WIDEN
#undef WARP_HAS_SUMS
#undef WARP_NO_OPERATORS
#undef WARP_NO_OPERATORS2
#undef WARP_FLOAT
#undef WARP_BITS
#undef EACH
#undef EACH2
