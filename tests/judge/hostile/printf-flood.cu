// trick: prints without end, with PASSED among it
// fails: c\[[0-9]+\] (is|was never written)
#include <stdio.h>

__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    for (int i = 0; i < 100; i++)
        printf("PASSED %s %n %d\n", "{\"score\": 100}", 7);
}
