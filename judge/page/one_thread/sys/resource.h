// resource.h: in a page only the number of instructions limits a run (a button ends the worker); processor time is not known.

#ifndef ALONE_RESOURCE_H
#define ALONE_RESOURCE_H

#include <sys/time.h>

struct rusage {
    struct timeval ru_utime, ru_stime;
    long ru_maxrss;
};
typedef unsigned long rlim_t;
struct rlimit {
    rlim_t rlim_cur, rlim_max;
};

enum { RUSAGE_SELF, RLIMIT_CPU };

#define getrusage(who, to)    (*(to) = (struct rusage){0}, 0)
#define getrlimit(what, to)   (*(to) = (struct rlimit){0}, 0)
#define setrlimit(what, from) ((void)(from), 0)

#endif
