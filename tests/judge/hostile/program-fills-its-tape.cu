// Writes more to its tape than a judge could read.
// fails: The result is right, but no kernel was launched
#include "task.h"
#include <unistd.h>
__global__ void square(const float *x, float *y, size_t n) {}
int main(void)
{
    size_t n;
    float *x = taskFloats(&n);
    for (size_t i = 0; i < n; i++)
        x[i] *= x[i];
    handIn(x, n);
    static char bytes[1 << 20];
    for (int i = 0; i < 100 && write(12, bytes, sizeof bytes) > 0; i++)
        ;
    _exit(0);
}
