// wait.h: for programs whose host code starts processes. In the page host code is parsed and never run.

#ifndef PAGE_SYS_WAIT_H
#define PAGE_SYS_WAIT_H

#include <signal.h>
#include <sys/types.h>

extern "C" {
pid_t fork(void);
int pipe(int ends[2]);
int kill(pid_t process, int signal);
pid_t waitpid(pid_t process, int *status, int options);
}

#define WEXITSTATUS(s) (((s)&0xff00) >> 8)
#define WTERMSIG(s)    ((s)&0x7f)
#define WIFEXITED(s)   (WTERMSIG(s) == 0)
#define WIFSIGNALED(s) (WTERMSIG(s) != 0)

#endif
