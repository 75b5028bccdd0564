// The host has the right answer.
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
    return 0;
}
