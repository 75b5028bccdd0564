// trick: has a variable of a terabyte
// fails: no memory for the variable
// fails by clang: is out of bounds
// (clang writes only the lower half of the size, which is 0.)
__device__ char giant[1ull << 40];

__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    giant[n] = 1;
}
