// trick: makes the host work much by few instructions: printf with a format of a mebibyte
// fails: No end within [0-9]+ instructions
__device__ char book[1 << 20];
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    for (int i = 0; i < (1 << 20) - 1; i++)
        book[i] = '.';
    for (int i = 0; i < 10000; i++)
        printf(book);
}
