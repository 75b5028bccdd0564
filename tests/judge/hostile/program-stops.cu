// Stops itself and waits to be continued.
// fails: the program waits without working
#include "task.h"
#include <signal.h>
#include <unistd.h>
__global__ void square(const float *x, float *y, size_t n) {}
int main(void)
{
    size_t n;
    float *x = taskFloats(&n);
    for (size_t i = 0; i < n; i++)
        x[i] *= x[i];
    handIn(x, n);
    return raise(SIGSTOP);
}
