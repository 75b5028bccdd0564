// A function in a process of its own, which is killed if it does not finish in time.

#ifndef WARP_ALONE_H
#define WARP_ALONE_H

#include "check.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

// [begin alone]
// Calls work(what) in a child process, which has seconds to end. True if it has ended by itself,
// with what it returned in *answer; else says what became of it. The parent does not touch the
// device before: a child can't use a device that its parent has opened.
static bool run_alone(size_t (*work)(const void *what), const void *what, size_t seconds,
                      size_t *answer)
{
    int ends[2], status = 0;
    pid_t child = -1;
    fflush(stdout);
    if (pipe(ends) != 0 || (child = fork()) < 0) {
        perror("a process of its own");
        exit(EXIT_CUDA);
    }
    if (child == 0) {
        *answer = work(what);
        exit(write(ends[1], answer, sizeof *answer) == sizeof *answer ? EXIT_RIGHT : EXIT_CUDA);
    }
    close(ends[1]); // now only the child holds it, so its end can be read
    struct pollfd told = {ends[0], POLLIN, 0};
    if (poll(&told, 1, (int)seconds * 1000) == 0) {
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        printf("  it was still running after %zu s, and was ended\n", seconds);
        return false;
    }
    bool answered = read(ends[0], answer, sizeof *answer) == sizeof *answer;
    waitpid(child, &status, 0);
    if (!answered)
        printf("  it was stopped by the error above\n");
    return answered;
}
// [end alone]

#endif
