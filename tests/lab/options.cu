// options.cu: kernels of which clang, left to its own options, makes something else than what is written (tools/warpcc/clang.sh).
// tests/lab/options.mjs runs them as the page's compiler makes them, and as ./warpcc does.

// i and f are one word: what is read is what was written last.
__global__ void alias(int *i, float *f)
{
    *i = 1;
    *f = 2.0f;
    printf("%d\n", *i);
}

// Nothing uses what the loop computes; it never ends all the same.
__global__ void endless(const int *flag)
{
    for (int i = 0; flag[i % 2] == 0;)
        i++;
    printf("it ends\n");
}

// The memory is not used, but there may be none.
__global__ void allocate(size_t n)
{
    void *memory = malloc(n);
    printf("%s\n", memory ? "memory" : "no memory");
    free(memory);
}
