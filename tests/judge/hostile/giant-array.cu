// trick: a variable of a terabyte
// fails: no memory for the variable
__device__ char giant[1ull << 40];

__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    giant[n] = 1;
}
