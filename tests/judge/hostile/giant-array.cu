// trick: has a variable of a terabyte
// fails: no memory for the variable
// fails by clang: is out of bounds|no memory for the variable
// (Before clang 19 only the lower half of the size is written, which is 0.)
__device__ char giant[1ull << 40];

__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    giant[n] = 1;
}
