// Leaves a daemon behind, which would run as long as the machine.
// fails: The program hands nothing in
#include "task.h"
#include <unistd.h>
__global__ void square(const float *x, float *y, size_t n) {}
int main(void)
{
    if (fork() == 0) {
        setsid();
        if (fork() == 0)
            for (;;)
                sleep(1);
    }
    _exit(0);
}
