// trick: writes a result file of its own, from a static initializer and from main
// fails: c\[[0-9]+\] (is|was never written)
#include <stdio.h>

__global__ void vecAdd(const float *a, const float *b, float *c, size_t n) {}

static int forge()
{
    FILE *out = fopen("@WORK@/r.json", "w");
    return out ? fputs("{\"score\": 100, \"tests\": []}", out) + fclose(out) : 0;
}

static int forged = forge();

int main()
{
    return forge() * 0;
}
