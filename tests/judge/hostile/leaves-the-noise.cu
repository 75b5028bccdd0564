// trick: leaves in place what the last run may have left there
// fails: c\[[0-9]+\] (is|was never written)
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    float old = a[0];
    asm volatile("" ::"f"(old));
}
