// trick: the same with a file from which addr2line reads options
// fails: Invalid __global__
// lacks: root:x
#line 1 "[+0x1+@/etc/passwd]"
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    c[-1] = 0;
}
