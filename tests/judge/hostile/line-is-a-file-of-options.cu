// trick: names a file of which addr2line, in the message on a fault, would read options
// fails: Invalid __global__
// lacks: root:x
#line 1 "[+0x1+@/etc/passwd]"
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    c[-1] = 0;
}
