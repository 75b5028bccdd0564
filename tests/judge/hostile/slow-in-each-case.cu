// trick: is just quick enough for each launch, and too slow in all together
// fails: No end within|all cases together
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    for (volatile int i = 0; i < 1000000000; i++)
        ;
}
