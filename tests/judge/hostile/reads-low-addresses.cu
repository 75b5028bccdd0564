// trick: goes through the host's memory by address
// fails: Invalid .* read|address of the host
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    c[0] = *(const volatile float *)0x400000;
}
