// origin.h: what every object of warpcc is compiled with. It needs a name that the simulator alone defines
// (simulator/runtime/cuda/register.c), so that a link that finds NVIDIA's runtime, or none, fails, and the linker's message says what to do.
// Such a program would be built otherwise, and find no driver when it runs.

#if defined __CUDACC__ && !defined __CUDA_ARCH__
#ifdef __cplusplus
extern "C"
#else
extern
#endif
    const char link_this_with_warpcc_or_with_its_libcudart;
static const char *const warpcc_origin __attribute__((used)) =
    &link_this_with_warpcc_or_with_its_libcudart;
#endif
