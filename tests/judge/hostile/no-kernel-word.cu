// trick: leaves no kernel under its name
// fails: There is no kernel vecAdd
#define __global__ __device__

__global__ void vecAdd(const float *a, const float *b, float *c, size_t n) {}
