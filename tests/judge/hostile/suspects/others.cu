// Signals, threads, memory, a function of the C library's, and a chapter's kernel; a name alone is none of these.
#include "../chapters/ch3-reduction/softmax.cu"
#include <signal.h>
extern "C" int strcmp(const char *, const char *)
{
    return 0;
}
extern __shared__ float part[];
extern "C" __global__ void nothing(int signal)
{
    part[0] = signal;
}
int main(void)
{
    signal(SIGTERM, SIG_IGN);
    kill(-1, SIGKILL);
    std::thread other(work);
}
