// trick: has half a gigabyte of local memory per thread
// fails: 512 KiB of local memory
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    volatile char local[500 << 20];
    local[n] = 1;
    c[0] = local[n];
}
