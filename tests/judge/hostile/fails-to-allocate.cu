// trick: asks again and again for memory that is not there
// fails: This loop never ends
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    for (;;) {
        void *p = malloc(4 << 20), *q = malloc(4 << 20), *r = malloc(4 << 20);
        free(p);
        free(q);
        free(r);
    }
}
