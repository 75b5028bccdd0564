// options.cu: kernels that clang by its own options would compile to something else than what is written (compile/clang.sh).
// tests/lab/options.mjs runs them as the page's compiler makes them, and as ./warpcc does.

// i and f point to one word: the kernel must read what it wrote last.
__global__ void alias(int *i, float *f)
{
    *i = 1;
    *f = 2.0f;
    printf("%d\n", *i);
}

// Nothing uses what the loop computes, but the loop must not end.
__global__ void endless(const int *flag)
{
    for (int i = 0; flag[i % 2] == 0;)
        i++;
    printf("it ends\n");
}

// Nothing uses the memory, but malloc must be called: it may have none.
__global__ void allocate(size_t n)
{
    void *memory = malloc(n);
    printf("%s\n", memory ? "memory" : "no memory");
    free(memory);
}
