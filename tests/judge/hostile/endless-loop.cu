// trick: has a kernel that never ends
// fails: This loop never ends
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    while (((volatile float *)c)[0] != 12345.678f)
        ((volatile float *)c)[0] = 0;
}
