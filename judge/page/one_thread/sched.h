// sched.h: for a host with a single thread (pthread.h).

#ifndef ONE_THREAD_SCHED_H
#define ONE_THREAD_SCHED_H

typedef int cpu_set_t;

#define CPU_COUNT(set)                    (*(set))
#define sched_getaffinity(pid, size, set) (*(set) = 1, 0)
#define sched_yield()                     0

#endif
