// Sixty processes, each within its own limit.
// fails: No end within 3 seconds of processor time
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
    for (int i = 0; i < 60; i++)
        if (fork() == 0)
            for (;;)
                ;
    return pause();
}
