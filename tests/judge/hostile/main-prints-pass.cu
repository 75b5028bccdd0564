// trick: has a main that prints what a judge would print, and leaves with 0
// fails: c\[[0-9]+\] (is|was never written)
#include <stdio.h>
#include <stdlib.h>

__global__ void vecAdd(const float *a, const float *b, float *c, size_t n) {}

int main()
{
    puts("PASSED, 8 cases.");
    puts("{\"score\": 2, \"tests\": []}");
    exit(0);
}
