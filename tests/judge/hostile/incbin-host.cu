// trick: has the assembler put a file of the host into the program
// fails: c\[[0-9]+\] (is|was never written)
asm(".section .rodata\nstolen: .incbin \"/etc/passwd\"\n");

__global__ void vecAdd(const float *a, const float *b, float *c, size_t n) {}
