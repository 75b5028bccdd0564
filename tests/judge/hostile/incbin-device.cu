// trick: has the assembler put a file of the host into a kernel's PTX
// fails: PTX line [0-9]+: expected
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    asm volatile(".incbin \"/etc/passwd\";");
}
