// Hands in all that its answer has room for.
// fails: The program hands in 16777216 numbers; the task asks for [0-9]+
#include "task.h"
#include <unistd.h>
__global__ void square(const float *x, float *y, size_t n) {}
int main(void)
{
    static char bytes[1 << 20];
    while (write(11, bytes, sizeof bytes) > 0)
        ;
    _exit(0);
}
