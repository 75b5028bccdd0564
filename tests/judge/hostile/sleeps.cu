// trick: sleeps, which costs no processor time
// fails: c\[[0-9]+\] (is|was never written)|No end within|all cases together
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    for (int i = 0; i < 1000; i++)
        __nanosleep(1000000000);
}
