// Closes its output, so that it seems to have ended, and stays.
// fails: the program waits without working
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
    close(1);
    close(2);
    return pause();
}
