// Works for a moment between its naps, so that it never seems to sleep for long.
// fails: the program waits without working
#include "task.h"
#include <unistd.h>
__global__ void square(const float *x, float *y, size_t n) {}
int main(void)
{
    for (;;) {
        usleep(60000);
        for (volatile int i = 0; i < 1000000; i++)
            ;
    }
}
