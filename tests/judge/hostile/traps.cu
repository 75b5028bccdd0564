// trick: traps, which ends a process on a GPU
// fails: trap|Trap
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    __trap();
}
