// What printf returns in a kernel: the number of arguments, 0 without any, -1 for a null format (CUDA C++ Programming Guide, "Formatted
// Output").
// status: 0
// out: ^seven 18446744073709551615 -9223372036854775808 00ff   2\.50 x 50%$
// out: ^returned 7 0 -1$
#include <cstdio>

__device__ const char word[] = "seven";
__device__ int returned[3];

__global__ void say(unsigned long long big, long long low, const char *none)
{
    returned[0] = printf("%s %llu %lld %04x %*.2f %c 50%%\n", word, big, low, 255, 6, 2.5, 'x');
    returned[1] = printf("none\n");
    returned[2] = printf(none);
}

int main(void)
{
    int r[3];
    say<<<1, 1>>>(~0ull, -9223372036854775807ll - 1, NULL);
    cudaMemcpyFromSymbol(r, returned, sizeof r);
    printf("returned %d %d %d\n", r[0], r[1], r[2]);
}
