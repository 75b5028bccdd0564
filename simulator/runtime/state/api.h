// api.h: what each API function does before and after its work (api.c), and how it is written. Part of state.h.

#ifndef API_H
#define API_H

#include <cuda_runtime_api.h>
#include <stdbool.h>

// An API function is one of these around its work, an expression of type cudaError_t:
//   API_QUERY   asks about the machine, so that a fault does not matter
//   API_CALL    fails if a fault has been seen, or if a function of the host calls it that is in a stream
//   API_WAIT    waits for the device: a pending fault shows, and printed text appears
//   API_WAIT_FOR  waits for a part of its work, by the expression `part`
//   API_ASK     asks whether a part of its work is still to be done: not ready while the expression `busy` is true
// Each takes the lock, starts the runtime if necessary, and keeps an error for cudaGetLastError.
#define API_QUERY(work) (api_enter(), API_LEAVE(work))
#define API_CALL(work)  (api_enter(), API_LEAVE(api_bars() ? api_bars() : (work)))
#define API_WAIT(work)  API_WAIT_FOR(queue_wait(NULL), UNCAPTURED(work))
#define API_WAIT_FOR(part, work)                                  \
    (api_enter(), api_bars() ? (void)0 : (part), surface_fault(), \
     API_LEAVE(api_bars() ? api_bars() : (work)))
#define API_ASK(busy, work)                          \
    (api_enter(), !api_bars() && (busy)              \
                      ? API_LEAVE(queue_not_ready()) \
                      : (surface_fault(), API_LEAVE(api_bars() ? api_bars() : (work))))
#define API_LEAVE(work) api_leave(work, __func__, __builtin_return_address(0))

// Answers a question: sets *out to the value, unless `out` is NULL. An expression of type cudaError_t.
#define ANSWER(out, value) (!(out) ? cudaErrorInvalidValue : (*(out) = (value), cudaSuccess))
// The same about a device, which must be the only one.
#define ANSWER_OF(d, out, value) ((out) && (d) ? cudaErrorInvalidDevice : ANSWER(out, value))

// The body of a function that does nothing else: int f(void) RETURNS(API_CALL(g()));
#define RETURNS(...)        \
    {                       \
        return __VA_ARGS__; \
    }

// Defines a call, for which the host waits, and its Async form, which has a stream behind the parameters. What they do is one
// expression of the parameters, `stream` and `wait`.
#define WITH_ASYNC(Result, name, parameters, work)                  \
    Result name(AS_THEY_ARE parameters)                             \
    {                                                               \
        enum { wait = true };                                       \
        cudaStream_t stream = NULL;                                 \
        return work;                                                \
    }                                                               \
    Result name##Async(AS_THEY_ARE parameters, cudaStream_t stream) \
    {                                                               \
        enum { wait = false };                                      \
        return work;                                                \
    }
#define AS_THEY_ARE(...) __VA_ARGS__

void start_runtime(void); // reads WARPSIM and makes the device; may be called again
void api_enter(void);
cudaError_t api_bars(
    void); // why a call that uses the device fails at once; cudaSuccess: it does not
// Ends API function `name`, which was called from `caller`.
cudaError_t api_leave(cudaError_t result, const char *name, const void *caller);

// A call of the driver API, which does its work by calls of the runtime. These are told under its name and place.
typedef struct {
    const char *name;
    const void *from; // its return address
} Caller;

// A thread of the program, as the API knows it.
typedef struct {
    const Caller *within; // the driver call that it is in; NULL: none
    bool used;            // it has called the runtime itself
    bool elsewhere;       // a context that the driver API pushed is its own
    bool hosts;           // it runs a function of the host that is in a stream (callback.c)
} Thread;

extern _Thread_local Thread this_thread;
extern _Thread_local unsigned char
    own_default_stream; // 1: in this call stream 0 is the thread's own (per_thread.c)

// In an API function: the place that has called it, or the driver call around it.
#define CALLER (this_thread.within ? this_thread.within->from : __builtin_return_address(0))

#endif
