// order.h: what comes before what, for the host and the streams of a checked program, and the memory that two of them use although
// nothing orders them. Uses base/, host/ and warpsim.h.
//
//     a piece of work   a kernel, a copy, a fill, an allocation or a free in a stream's order: it is in a chain, and has a number there
//     a chain           pieces of work of which each comes before the next: those of a stream, or of a branch of a graph
//     OrderClock        a point in the program: how many pieces of each chain come before it (a vector clock: Mattern, "Virtual time
//                       and global states of distributed systems", 1988)
//     OrderWork         a piece of work that the host has not waited for yet, with the stretches of memory that it touches
//
// So a piece of work comes before a point if the point's clock has at least its number for its chain. The host has a clock, and so have
// streams and events; to wait for somebody is to take the later of the two numbers for each chain. Which calls of CUDA do so is
// said in runtime/state/follows.c; this room knows clocks and bytes alone.
//
// All work has been done when the call that asked for it returns. But it counts as unfinished until somebody waits for it, by the
// rules of CUDA. New work is compared with all unfinished work that does not come before it. The host's own memory is guarded
// meanwhile: pages in which unfinished work writes can't be read, and those in which it reads can't be written, so that the host's first
// access to such a page ends in a handler, which compares it and opens the page.
//
//     clock.c   clocks and chains
//     work.c    work, and what of it uses the same memory
//     guard.c   the guarded pages
//     tell.c    the findings, in words
//
// Threads of the host count as one: what one of them has waited for, all have. Of work that touches more stretches than MOST_STRETCHES
// the rest is left out, and if more than MOST_WORK is unfinished, or MOST_OF_ALL stretches of all of it are kept, the oldest is forgotten.

#ifndef ORDER_H
#define ORDER_H

#include "host/host.h"

// ---- clock.c -----------------------------------------------------------------------------------------------------

typedef struct {
    u32 *at; // (count) by chain; the others count as 0
    u32 count;
} OrderClock;

// A stream's place in the order.
typedef struct {
    OrderClock before; // what comes before the work that is put into it next
    u32 chain;         // its own, + 1; 0: none yet
    bool free_running; // made with cudaStreamNonBlocking
    const char *name;  // "the default stream"; NULL: it is called by the place where it was made
    const char *made;
    u64 number; // of the streams that the program has made
} OrderStream;

// From now on what is before `from` is before `to`, too.
void clock_join(OrderClock *to, const OrderClock *from);
void clock_copy(OrderClock *to, const OrderClock *from);
void clock_free(OrderClock *c);
bool clock_has(const OrderClock *c, u32 chain, u32 number);
bool clock_covers(const OrderClock *c, const OrderClock *other); // all before `other` is before c
void clock_join_all(OrderClock *to);                             // all work that there is
// Finds a chain for work that is put into the stream, and gives it the next number there. False if there are too many chains.
bool clock_advance(OrderStream *s, u32 *chain, u32 *number);
void clock_leave(OrderStream *s); // the stream is gone, its chain free, and so is its memory

// ---- work.c ------------------------------------------------------------------------------------------------------

enum { MOST_STRETCHES = 1 << 16, MOST_WORK = 1024, MOST_OF_ALL = 1 << 20 };

// Memory that work touches, as the bits of SIM_TOUCH_… say.
typedef struct {
    u64 from, end;
    unsigned how;
} OrderStretch;

typedef enum { ORDER_KERNEL, ORDER_COPY, ORDER_FILL, ORDER_TAKE, ORDER_GIVE } OrderKind;

typedef struct OrderWork {
    u32 chain, number;
    OrderKind kind;
    const char *kernel; // mangled; NULL: it is none
    const char *call;   // the call that asked for it: "cudaMemcpyAsync",
    const char *site;   // and where that is; both NULL until the call ends
    OrderStream stream; // as it was, without its clock
    bool loose; // a copy from pageable memory, for whose end its call does not wait (follows.c)
    bool told;  // the host was told of it: its pages are open
    OrderStretch *stretches; // (count) ascending
    u32 count;
    size_t room;
} OrderWork;

// What the host has waited for; what there was when it last allocated memory, where older versions of CUDA wait; and what comes before
// the functions of the host that have begun in a stream's order.
extern OrderClock order_host, order_allocated, order_functions;
// Whether the thread has made a call. One that has not may have been started by such a function, and then follows what that follows.
extern _Thread_local bool order_known;
// The thread's own clock, while it runs a function in a stream's order; NULL: the host's.
extern _Thread_local const OrderClock *order_acting;

// Begins a piece of work, which comes after all that its stream and the host have before; NULL if it is not looked at.
OrderWork *order_begin(OrderStream *s, OrderKind kind, const char *kernel);
void order_touch(OrderWork *w, u64 from, u64 end, unsigned how);
void order_end(const OrderStream *s, OrderWork *w); // all is known that it touches
// The host touches memory by the call that is made, and so before this ends.
void order_host_touch(u64 from, u64 end, unsigned how, OrderKind kind);
void order_host_waits(const OrderClock *c); // NULL: for all work
void order_host_times(const OrderClock *c); // the host asks when an event was, before which c comes
void order_forget(u64 from, u64 end);       // that memory is no more
const OrderWork *order_work(u32 i);         // unfinished work, oldest first; NULL past the end
void order_told(u32 i);                     // it needs no guard any more
// Returns unfinished work that an access of the host to a byte meets, at a point of the program, and how it touches the byte; -1: none.
int order_meets(const OrderClock *now, u64 address, unsigned how, unsigned *how_older);
bool order_asks(void); // whether the call that is made has asked for work
// The work since the last call is that of the call that ends now.
void order_call_ends(const char *call, const char *site);

// ---- guard.c -----------------------------------------------------------------------------------------------------

// Finds the pages that lie in the block of the host's memory around an address, from *from to *end; false if there is none.
typedef bool OrderPages(u64 address, u64 *from, u64 *end);

void order_guard(OrderPages *pages); // guards what unfinished work touches
void order_open(void);               // opens all pages
// The host was stopped at an address.
typedef enum {
    ORDER_NOT_GUARDED, // not by a guard
    ORDER_OPENED,      // it may go on: the page is open
    ORDER_STEPS, // the same, but the page has other bytes to guard: order_stepped guards it again when the instruction is done
} OrderStop;
// Opens the page. `site` tells where the host was, if there is something to tell. listen: false: nobody may look at the work now.
OrderStop order_stopped(u64 address, bool writes, bool listen,
                        void (*site)(char *out, size_t size));
void order_stepped(void); // in the same thread

// ---- tell.c ------------------------------------------------------------------------------------------------------

// Two that use the same memory although nothing orders them; or work that the host has not waited for when it asks for its time.
typedef struct {
    OrderWork older; // unfinished work, without its stretches
    OrderWork newer; // what meets it: work,
    OrderKind by;    // or a call of this kind that the host waits for,
    // or an access of the host, or a call that asks for an event's time
    enum { BY_WORK, BY_CALL, BY_ACCESS, BY_TIMER } who;
    bool allocated;          // memory was allocated between the two
    bool may_signal;         // a function of the host that follows the older one has begun
    unsigned how, how_older; // how each of them touches
    u64 address;             // the first byte of both
    char site[256];          // of an access
} OrderFinding;

OrderFinding *order_finding(void); // a new one; NULL if there is no room
bool order_found(void);            // whether there are any to be told
// Tells each finding that was not told before, and forgets them all. call, site: of the call that ends.
void order_tell(const SimMemory *m, const char *call, const char *site,
                void (*tell)(const char *text, bool remark));
u32 order_again(void); // how many were the same as an earlier one
// Returns the place of a call as a text that stays: the same for the same place.
const char *order_site(const void *caller);

#endif
