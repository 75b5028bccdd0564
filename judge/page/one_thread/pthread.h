// pthread.h: for a host with a single thread, for the simulator's pool in a page: no other thread holds a lock or sleeps.

#ifndef ONE_THREAD_PTHREAD_H
#define ONE_THREAD_PTHREAD_H

typedef int pthread_t, pthread_mutex_t, pthread_cond_t;

#define pthread_mutex_init(m, a)      ((void)(m), 0)
#define pthread_mutex_lock(m)         ((void)(m), 0)
#define pthread_mutex_unlock(m)       ((void)(m), 0)
#define pthread_mutex_destroy(m)      ((void)(m), 0)
#define pthread_cond_init(c, a)       ((void)(c), 0)
#define pthread_cond_wait(c, m)       ((void)(c), 0)
#define pthread_cond_signal(c)        ((void)(c), 0)
#define pthread_cond_broadcast(c)     ((void)(c), 0)
#define pthread_cond_destroy(c)       ((void)(c), 0)
#define pthread_create(t, a, f, with) ((void)(f), (void)(with), 1)
#define pthread_join(t, r)            ((void)(t), 0)

#endif
