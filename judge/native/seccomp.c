// seccomp.c: says which system calls a process in the sandbox may make, by a program for the kernel's filter (seccomp(2), bpf(2)).
//
// A call that is not listed fails with ENOSYS, as on an older kernel: programs expect that, and C libraries work around it. A
// compiler reads and writes files and starts processes; a device process computes, and has two open pipes.

#include "native.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

// Calls that any program makes between its start and its end.
static const int every_program[] = {SYS_brk,
                                    SYS_clock_getres,
                                    SYS_clock_gettime,
                                    SYS_clock_nanosleep,
                                    SYS_close,
                                    SYS_dup,
                                    SYS_execve,
                                    SYS_exit,
                                    SYS_exit_group,
                                    SYS_fcntl,
                                    SYS_fstat,
                                    SYS_futex,
                                    SYS_getegid,
                                    SYS_geteuid,
                                    SYS_getgid,
                                    SYS_getpid,
                                    SYS_getppid,
                                    SYS_getrandom,
                                    SYS_getrusage,
                                    SYS_gettid,
                                    SYS_gettimeofday,
                                    SYS_getuid,
                                    SYS_lseek,
                                    SYS_madvise,
                                    SYS_mmap,
                                    SYS_mprotect,
                                    SYS_mremap,
                                    SYS_munmap,
                                    SYS_nanosleep,
                                    SYS_newfstatat,
                                    SYS_openat,
                                    SYS_pread64,
                                    SYS_prlimit64,
                                    SYS_read,
                                    SYS_readv,
                                    SYS_restart_syscall,
                                    SYS_rt_sigaction,
                                    SYS_rt_sigprocmask,
                                    SYS_rt_sigreturn,
                                    SYS_sched_getaffinity,
                                    SYS_sched_yield,
                                    SYS_set_robust_list,
                                    SYS_set_tid_address,
                                    SYS_sigaltstack,
                                    SYS_sysinfo,
                                    SYS_tgkill,
                                    SYS_uname,
                                    SYS_wait4,
                                    SYS_write,
                                    SYS_writev,
                                    SYS_faccessat,
                                    SYS_readlinkat,
                                    SYS_getcwd,
#ifdef SYS_rseq
                                    SYS_rseq,
#endif
#ifdef __x86_64__ // older calls that newer architectures do not have
                                    SYS_access,
                                    SYS_arch_prctl,
                                    SYS_open,
                                    SYS_poll,
                                    SYS_readlink,
                                    SYS_stat,
#endif
                                    SYS_ppoll};

static const int compilers[] = {
    SYS_chdir,
    SYS_dup3,
    SYS_eventfd2,
    SYS_faccessat2,
    SYS_fadvise64,
    SYS_fchdir,
    SYS_fchmod,
    SYS_fchmodat,
    SYS_fdatasync,
    SYS_flock,
    SYS_fsync,
    SYS_ftruncate,
    SYS_getdents64,
    SYS_getgroups,
    SYS_getpgid,
    SYS_getpriority,
    SYS_getsid,
    SYS_ioctl,
    SYS_kill,
    SYS_linkat,
    SYS_mkdirat,
    SYS_msync,
    SYS_pipe2,
    SYS_prctl,
    SYS_pselect6,
    SYS_pwrite64,
    SYS_renameat2,
    SYS_renameat,
    SYS_sched_get_priority_max,
    SYS_sched_get_priority_min,
    SYS_sched_getparam,
    SYS_sched_getscheduler,
    SYS_sendfile,
    SYS_setitimer,
    SYS_setpgid,
    SYS_setrlimit,
    SYS_getrlimit,
    SYS_statfs,
    SYS_fstatfs,
    SYS_statx,
    SYS_symlinkat,
    SYS_times,
    SYS_truncate,
    SYS_umask,
    SYS_unlinkat,
    SYS_utimensat,
    SYS_waitid,
    SYS_copy_file_range,
    SYS_splice,
    SYS_tee,
    SYS_getitimer,
#ifdef __x86_64__
    SYS_alarm,
    SYS_chmod,
    SYS_creat,
    SYS_dup2,
    SYS_fork,
    SYS_getdents,
    SYS_getpgrp,
    SYS_link,
    SYS_lstat,
    SYS_mkdir,
    SYS_pause,
    SYS_pipe,
    SYS_rename,
    SYS_rmdir,
    SYS_select,
    SYS_symlink,
    SYS_time,
    SYS_unlink,
    SYS_utime,
    SYS_utimes,
    SYS_vfork,
#endif
};

enum { MOST = 512 };

typedef struct {
    struct sock_filter code[MOST];
    unsigned short count;
} Filter;

static void put(Filter *f, struct sock_filter one)
{
    if (f->count == MOST)
        cannot_work("the system calls' filter is too long");
    f->code[f->count++] = one;
}

#define LOAD(field) \
    (struct sock_filter) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define IF(test, value, yes, no) \
    (struct sock_filter) BPF_JUMP(BPF_JMP | (test) | BPF_K, (uint32_t)(value), yes, no)
#define ANSWER(what) (struct sock_filter) BPF_STMT(BPF_RET | BPF_K, (uint32_t)(what))
#define REFUSE       (SECCOMP_RET_ERRNO | ENOSYS)

static void allow(Filter *f, const int *calls, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        put(f, IF(BPF_JEQ, calls[i], 0, 1));
        put(f, ANSWER(SECCOMP_RET_ALLOW));
    }
}

int seccomp_filter(ProcessKind kind)
{
    // clone may make a process, but no namespace.
    static const unsigned namespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                                       CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
    Filter f = {.count = 0};
    put(&f, LOAD(arch));
    put(&f, IF(BPF_JEQ, ARCHITECTURE, 1, 0));
    put(&f, ANSWER(SECCOMP_RET_KILL_PROCESS));
    put(&f, LOAD(nr));
    allow(&f, every_program, sizeof every_program / sizeof *every_program);
    if (kind == PROCESS_COMPILER || kind == PROCESS_PROGRAM) { // a program starts addr2line
        allow(&f, compilers, sizeof compilers / sizeof *compilers);
        put(&f, IF(BPF_JEQ, SYS_clone, 0, 3));
        put(&f, LOAD(args[0])); // the low half of the flags on little-endian machines
        put(&f, IF(BPF_JSET, namespaces, 1, 0));
        put(&f, ANSWER(SECCOMP_RET_ALLOW));
    }
    put(&f, ANSWER(REFUSE));
    int file = memfd_create("filter", MFD_CLOEXEC);
    ssize_t bytes = (ssize_t)(f.count * sizeof *f.code);
    if (file < 0 || write(file, f.code, (size_t)bytes) != bytes || lseek(file, 0, SEEK_SET) != 0)
        cannot_work("no memory");
    return file;
}

#else // nobody has listed this architecture's calls

int seccomp_filter(ProcessKind kind)
{
    (void)kind;
    return -1;
}

#endif
