// copy.c: copies between host and device, and fills.
//
// A copy takes modelled time. Over PCIe it has the link's rate; from pageable host memory only a part of it, since the driver
// copies to a pinned buffer first. Inside the device it has the memory's rate, once for the bytes read and once for those
// written. The figures were measured on an H200 with driver 580 and CUDA 13.0, by events, best of 6:
// pinned 55.4 GB/s, pageable 18.7, device to device 4.13 TB/s of 4.8; 4 KiB took 8 us and 4.4 us.

#include "runtime/cuda/cuda.h"
#include "runtime/state/calls.h"
#include "runtime/state/follows.h"

#include <stdlib.h>
#include <string.h>

#define PCIE_OVERHEAD 6e-6 // seconds
#define PAGEABLE      0.34 // of the link's rate
#define MEMORY        0.87 // of the memory's rate

// A box of bytes: rows, and slices of them; a plain copy is one row.
typedef struct {
    void *at; // as the program gave it
    size_t pitch;
    size_t slice; // bytes from one slice to the next
    bool missing; // there is no such place
} Side;

typedef enum { ON_HOST, ON_DEVICE, ANYWHERE } Where;

// Tells whether p is an address of the device: of an allocation, live or freed, or of one that a graph will make.
static bool is_device(const void *p)
{
    const SimAlloc *a = p ? sim_nearest(rt.memory, (uintptr_t)p) : NULL;
    return (a && !sim_is_hosts(a->kind) && (uintptr_t)p >= a->base &&
            (uintptr_t)p - a->base < a->size) ||
           graph_bytes(p, 1);
}

// Tells whether p was freed, or is not allocated yet. A program may free memory that the nodes of a captured graph use.
static bool is_freed(const void *p)
{
    return is_device(p) && !device_block(p);
}

// Tells the same of memory that work was given, and notes it; `what` is "the target", say.
static bool was_freed(const char *what, const void *p)
{
    bool freed = is_freed(p);
    if (freed)
        reason_is_place(what, p);
    return freed;
}

// Notes why bytes_at returns NULL; `what` is "the target", say.
static void tell_side(const char *what, const void *p, size_t size, Where where)
{
    char text[128];
    FIND(Variable, v, rt.variables, v->host == p);
    snprintf(text, sizeof text, is_device(p) && !is_freed(p) ? "%s, %zu bytes," : "%s", what, size);
    if (p && where == ON_HOST)
        reason_set("%s is %p, which is device memory, but must be host memory", what, p);
    else if (p && v)
        reason_set(
            "%s is a __device__ variable: cudaMemcpyToSymbol and cudaMemcpyFromSymbol copy it",
            what);
    else if (p && !is_device(p))
        reason_set("%s is %p, which is not device memory, but must be", what, p);
    else
        reason_is_place(text, p);
}

// Returns the host's pointer to `size` bytes at p; NULL if they are not all on that side. Those of a graph need not be allocated.
static unsigned char *bytes_at(const char *what, void *p, size_t size, Where where)
{
    unsigned char *at = NULL;
    if (where == ANYWHERE)
        where = device_block(p) || graph_bytes(p, 1) ? ON_DEVICE : ON_HOST;
    if (where == ON_DEVICE) {
        at = sim_pointer(rt.memory, (uintptr_t)p, size);
        at = at ? at : graph_bytes(p, size);
    } else if (!is_device(p)) {
        at = p;
    }
    if (!at)
        tell_side(what, p, size, where);
    return at;
}

// Computes the bytes from the first to the last of a rectangle, or of slices; false if the number overflows.
static bool extent(size_t pitch, size_t width, size_t height, size_t *size)
{
    return !__builtin_mul_overflow(pitch, height - 1, size) &&
           !__builtin_add_overflow(*size, width, size);
}

static double seconds_over_pcie(const void *host, size_t bytes)
{
    double rate = rt.device->pcie * (host_block(host) ? 1 : PAGEABLE);
    return PCIE_OVERHEAD + (double)bytes / rate;
}

static double seconds_in_device(size_t bytes)
{
    return rt.device->overhead + (double)bytes / (rt.device->dram * MEMORY);
}

// A copy, as a call asks for it.
typedef struct {
    Side to, from;
    bool up, down; // `to` is the device's; `from` is
    size_t width, height, depth;
    enum cudaMemcpyKind kind;
    cudaError_t error;     // why there is no such copy
    unsigned char *target; // where the first bytes are for us, when the copy is known to be valid
    const unsigned char *source;
} Copied;

static bool is_pageable(const void *p)
{
    return !is_device(p) && !device_block(p);
}

// Copies, and lets the time of the copy pass. loose: the call returns when the bytes are on their way.
static void do_copy(const Copied *w, Stream *s, bool loose)
{
    OrderWork *order = follows_work(s, ORDER_COPY, NULL);
    if (order)
        order->loose = loose;
    bool reads = order && !is_pageable(w->from.at), writes = order && !is_pageable(w->to.at);
    size_t bytes = w->width * w->height * w->depth;
    uint64_t unwritten = 0, first = 0;
    for (size_t i = 0; i < w->height * w->depth; i++) {
        size_t row = i % w->height, slice = i / w->height;
        size_t to = slice * w->to.slice + row * w->to.pitch,
               from = slice * w->from.slice + row * w->from.pitch;
        memmove(w->target + to, w->source + from, w->width);
        if (reads)
            order_touch(order, (uintptr_t)w->from.at + from,
                        (uintptr_t)w->from.at + from + w->width, SIM_TOUCH_READ);
        if (writes)
            order_touch(order, (uintptr_t)w->to.at + to, (uintptr_t)w->to.at + to + w->width,
                        SIM_TOUCH_WRITE);
        if (w->down && !w->up && rt.options.check) {
            uint64_t here, more = sim_memory_unwritten(rt.memory, (uintptr_t)w->from.at + from,
                                                       w->width, &here);
            first = more && !unwritten ? here : first;
            unwritten += more;
        }
        if (w->up && w->down)
            sim_memory_copied(rt.memory, (uintptr_t)w->to.at + to, (uintptr_t)w->from.at + from,
                              w->width);
        else if (w->up)
            sim_memory_wrote(rt.memory, (uintptr_t)w->to.at + to, w->width);
    }
    follows_done(s, order);
    if (unwritten)
        print_unwritten(unwritten, first);
    if (w->up && w->down)
        stream_work(s, ENGINE_KERNELS, seconds_in_device(2 * bytes));
    else if (w->up)
        stream_work(s, ENGINE_TO_DEVICE, seconds_over_pcie(w->from.at, bytes));
    else if (w->down)
        stream_work(s, ENGINE_TO_HOST, seconds_over_pcie(w->to.at, bytes));
}

static cudaError_t replay_copy(const void *args, Stream *s)
{
    const Copied *w = args;
    if (was_freed("the target", w->to.at) || was_freed("the source", w->from.at))
        return cudaErrorInvalidValue;
    do_copy(w, s, false);
    return cudaSuccess;
}

// Checks a copy and completes *w; a copy of nothing gets no bytes. Returns why the copy can't be done.
static cudaError_t check_copy(Copied *w)
{
    static const struct {
        Where to, from;
    } SIDES[] = {[cudaMemcpyHostToHost] = {ANYWHERE, ANYWHERE}, // unified addressing, as on a GPU
                 [cudaMemcpyHostToDevice] = {ON_DEVICE, ON_HOST},
                 [cudaMemcpyDeviceToHost] = {ON_HOST, ON_DEVICE},
                 [cudaMemcpyDeviceToDevice] = {ON_DEVICE, ON_DEVICE},
                 [cudaMemcpyDefault] = {ANYWHERE, ANYWHERE}};
    size_t to_size, from_size;
    if (w->error != cudaSuccess)
        return w->error;
    if ((unsigned)w->kind > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    if (w->width == 0 || w->height == 0 || w->depth == 0)
        return cudaSuccess;
    if (w->width > w->to.pitch || w->width > w->from.pitch)
        return cudaErrorInvalidPitchValue;
    if (!extent(w->to.pitch, w->width, w->height, &to_size) ||
        !extent(w->from.pitch, w->width, w->height, &from_size) ||
        !extent(w->to.slice, to_size, w->depth, &to_size) ||
        !extent(w->from.slice, from_size, w->depth, &from_size))
        return cudaErrorInvalidValue;
    w->source = bytes_at("the source", w->from.at, from_size, SIDES[w->kind].from);
    w->target = bytes_at("the target", w->to.at, to_size, SIDES[w->kind].to);
    return w->target && w->source ? cudaSuccess : cudaErrorInvalidValue;
}

// A copy from pageable memory, which is the program's again at once, and what was in it.
typedef struct {
    Copied copy;
    unsigned char bytes[];
} Staged;

static cudaError_t replay_staged(const void *args, Stream *s)
{
    const Staged *staged = args;
    Copied w = staged->copy;
    w.source = staged->bytes;
    return replay_copy(&w, s);
}

static cudaError_t stage(const Copied *w, Stream *s)
{
    size_t size = (w->depth - 1) * w->from.slice + (w->height - 1) * w->from.pitch + w->width;
    Staged *staged = malloc(sizeof *staged + size);
    if (!staged)
        return cudaErrorMemoryAllocation;
    staged->copy = *w;
    memcpy(staged->bytes, w->source, size);
    cudaError_t e =
        stream_do(s, &(Work){NODE_COPY, replay_staged, staged, sizeof *staged + size, cudaSuccess});
    free(staged);
    return e;
}

static cudaError_t copy(Copied w, cudaStream_t stream, bool wait)
{
    if (w.error != cudaSuccess)
        return w.error;
    Stream *s = find_stream(stream);
    wait = wait && !(w.up && w.down); // the host never waits for a copy inside the device
    // It waits for any that writes pageable memory, or is between two places of the host.
    bool ends = wait || (!w.up && (!w.down || is_pageable(w.to.at)));
    if (s && !s->graph && ends)
        queue_wait(s);
    calls_tell(" bytes=%zu kind=%d to=%p from=%p pinned=%d", w.width * w.height * w.depth,
               (int)w.kind, w.to.at, w.from.at, host_block(w.to.at) || host_block(w.from.at));
    cudaError_t e = stream_usable(s);
    if (!s || e != cudaSuccess)
        return e;
    e = check_copy(&w);
    if (e != cudaSuccess || !w.target)
        return e;
    if (wait) {
        surface_fault();
        if (rt.fault)
            return rt.fault;
    }
    size_t row = w.height == 1 && w.depth == 1 ? w.width : 0; // of rectangles nothing is given
    if (w.up && !w.down)
        calls_give(w.source, row);
    Work work = {NODE_COPY, replay_copy, &w, sizeof w, cudaSuccess};
    if (s->graph)
        return stream_put(s, &work);
    if (was_freed("the target", w.to.at) || was_freed("the source", w.from.at))
        return cudaErrorInvalidValue;
    if (!ends && queue_holds(s))
        return is_pageable(w.from.at) ? stage(&w, s) : stream_do(s, &work);
    bool loose = wait && w.up && is_pageable(w.from.at);
    if (loose)
        follows_wait(s);
    do_copy(&w, s, loose);
    if (w.down && !w.up)
        calls_give(w.target, row);
    if (ends && !loose)
        follows_wait(s);
    if (wait)
        stream_pass(s);
    return cudaSuccess;
}

// ---- What is copied --------------------------------------------------------------------------------------------------

static Copied no_copy(cudaError_t why)
{
    return (Copied){.error = why};
}

static Side pitched(const void *p, size_t pitch)
{
    return (Side){.at = (void *)(uintptr_t)p, .pitch = pitch};
}

static Copied rectangle(Side to, Side from, size_t width, size_t height, enum cudaMemcpyKind kind)
{
    cudaError_t error = to.missing || from.missing ? cudaErrorInvalidValue : cudaSuccess;
    return (Copied){.to = to,
                    .from = from,
                    .up = is_device(to.at),
                    .down = is_device(from.at),
                    .width = width,
                    .height = height,
                    .depth = 1,
                    .kind = kind,
                    .error = error};
}

static Copied plain(const void *to, const void *from, size_t size, enum cudaMemcpyKind kind)
{
    return rectangle(pitched(to, size), pitched(from, size), size, 1, kind);
}

// To (`inward`) or from `count` bytes at `offset` of a variable.
static Copied symbol_row(const void *symbol, const void *other, size_t count, size_t offset,
                         enum cudaMemcpyKind kind, bool inward)
{
    const Variable *v = find_variable(symbol);
    if (!v)
        return no_copy(cudaErrorInvalidSymbol);
    if (kind != (inward ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost) &&
        kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
        return no_copy(cudaErrorInvalidMemcpyDirection);
    if (offset > v->size || count > v->size - offset) {
        reason_set("the variable has %zu bytes; %zu from byte %zu on are asked for", v->size, count,
                   offset);
        return no_copy(cudaErrorInvalidValue);
    }
    const void *at = (const void *)(uintptr_t)(v->address + offset);
    return plain(inward ? at : other, inward ? other : at, count, kind);
}

// ---- Fills -----------------------------------------------------------------------------------------------------------

// A fill that is known to be valid.
typedef struct {
    void *to;
    unsigned char *target;       // where it is for us
    size_t pitch, width, height; // a row's bytes
    unsigned value;
    unsigned element; // its bytes: 1, 2 or 4
} Filled;

// Fills a row with elements of 1, 2 or 4 bytes: what is filled is copied behind itself, twice as much each time.
static void fill(unsigned char *at, size_t bytes, unsigned value, size_t element)
{
    if (element == 1 || bytes == 0) {
        memset(at, (int)value, bytes);
        return;
    }
    memcpy(at, &value, element);
    for (size_t done = element; done < bytes; done *= 2)
        memcpy(at + done, at, done < bytes - done ? done : bytes - done);
}

static cudaError_t replay_fill(const void *args, Stream *s)
{
    const Filled *w = args;
    if (was_freed("the memory to fill", w->to))
        return cudaErrorInvalidValue;
    OrderWork *order = follows_work(s, ORDER_FILL, NULL);
    for (size_t row = 0; row < w->height; row++) {
        uintptr_t at = (uintptr_t)w->to + row * w->pitch;
        fill(w->target + row * w->pitch, w->width, w->value, w->element);
        sim_memory_wrote(rt.memory, at, w->width);
        order_touch(order, at, at + w->width, SIM_TOUCH_WRITE);
    }
    follows_done(s, order);
    stream_work(s, ENGINE_KERNELS, seconds_in_device(w->width * w->height));
    return cudaSuccess;
}

// Returns the work of a fill with its arguments.
static Work fill_work(Filled *kept, void *to, size_t pitch, unsigned value, unsigned element,
                      size_t width, size_t height)
{
    size_t size;
    if (width > pitch || !extent(pitch, width, height, &size))
        return (Work){.error = cudaErrorInvalidValue};
    unsigned char *target = bytes_at("the memory to fill", to, size, ON_DEVICE);
    *kept = (Filled){to, target, pitch, width, height, value, element};
    return (Work){NODE_FILL, replay_fill, kept, sizeof *kept,
                  kept->target ? cudaSuccess : cudaErrorInvalidValue};
}

cudaError_t memory_fill(void *to, size_t pitch, unsigned value, unsigned element, size_t width,
                        size_t height, cudaStream_t stream)
{
    Stream *s = find_stream(stream);
    Filled kept;
    calls_tell(" bytes=%zu to=%p value=%u", width * height, to, value);
    cudaError_t e = stream_usable(s);
    if (e != cudaSuccess || width == 0 || height == 0)
        return e;
    Work w = fill_work(&kept, to, pitch, value, element, width, height);
    return w.error != cudaSuccess ? w.error : stream_put(s, &w);
}

// Fills rows of bytes by a call without a stream, for which the host waits if the memory is its own.
static cudaError_t fill_now(void *to, size_t pitch, int value, size_t width, size_t height,
                            cudaStream_t stream, bool wait)
{
    cudaError_t e = memory_fill(to, pitch, (unsigned)value, 1, width, height, stream);
    const Stream *s = find_stream(stream);
    if (e != cudaSuccess || !wait || is_device(to) || s->graph)
        return e;
    queue_wait(s);
    stream_wait(s);
    return e;
}

// Answers where a variable is, or how large; NULL: that is not asked.
static cudaError_t symbol_info(void **at, size_t *size, const void *symbol)
{
    const Variable *v = find_variable(symbol);
    if (v && at)
        *at = (void *)(uintptr_t)v->address;
    if (v && size)
        *size = v->size;
    return !at && !size ? cudaErrorInvalidValue : v ? cudaSuccess : cudaErrorInvalidSymbol;
}

// ---- API -----------------------------------------------------------------------------------------------------

WITH_ASYNC(cudaError_t, cudaMemcpy,
           (void *dst, const void *src, size_t count, enum cudaMemcpyKind kind),
           API_CALL(copy(plain(dst, src, count, kind), stream, wait)))
WITH_ASYNC(cudaError_t, cudaMemcpyPeer,
           (void *dst, int dstDevice, const void *src, int srcDevice, size_t count),
           API_CALL(dstDevice || srcDevice
                        ? cudaErrorInvalidDevice
                        : copy(plain(dst, src, count, cudaMemcpyDeviceToDevice), stream, wait)))
WITH_ASYNC(cudaError_t, cudaMemcpy2D,
           (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
            enum cudaMemcpyKind kind),
           API_CALL(copy(rectangle(pitched(dst, dpitch), pitched(src, spitch), width, height, kind),
                         stream, wait)))
WITH_ASYNC(cudaError_t, cudaMemcpyToSymbol,
           (const void *symbol, const void *src, size_t count, size_t offset,
            enum cudaMemcpyKind kind),
           API_CALL(copy(symbol_row(symbol, src, count, offset, kind, true), stream, wait)))
WITH_ASYNC(cudaError_t, cudaMemcpyFromSymbol,
           (void *dst, const void *symbol, size_t count, size_t offset, enum cudaMemcpyKind kind),
           API_CALL(copy(symbol_row(symbol, dst, count, offset, kind, false), stream, wait)))
WITH_ASYNC(cudaError_t, cudaMemset, (void *devPtr, int value, size_t count),
           API_CALL(fill_now(devPtr, count, value, count, 1, stream, wait)))
WITH_ASYNC(cudaError_t, cudaMemset2D,
           (void *devPtr, size_t pitch, int value, size_t width, size_t height),
           API_CALL(fill_now(devPtr, pitch, value, width, height, stream, wait)))
cudaError_t cudaGetSymbolAddress(void **devPtr, const void *symbol)
    RETURNS(API_CALL(symbol_info(devPtr, NULL, symbol)));
cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol)
    RETURNS(API_CALL(symbol_info(NULL, size, symbol)));

// ---- Boxes, arrays, and nodes of graphs ------------------------------------------------------------------------------

// Returns one side of a copy between pitched memories; a position counts bytes, rows and slices.
static Side box_side(const struct cudaPitchedPtr *p, struct cudaPos at, struct cudaExtent e)
{
    size_t pitch = p->pitch ? p->pitch : e.width;
    size_t slice = pitch * (p->ysize ? p->ysize : e.height);
    return (Side){(char *)p->ptr + at.z * slice + at.y * pitch + at.x, pitch, slice, false};
}

// Returns one side of a copy with an array, whose slices or layers count in z. It is missing if there is no such array, or the box is
// not all in it.
static Side array_side(cudaArray_const_t array, struct cudaPos at, struct cudaExtent e)
{
    const SimTexture *t = array_picture(array);
    size_t depth = t ? (size_t)t->size[2] * t->layers : 0;
    if (!t || at.x > t->row || e.width > t->row - at.x || at.y > t->size[1] ||
        e.height > t->size[1] - at.y || at.z > depth || e.depth > depth - at.z)
        return (Side){.missing = true};
    uint64_t first = t->address + at.z * t->slice + at.y * t->row + at.x;
    return (Side){(void *)(uintptr_t)first, t->row, t->slice, false};
}

// The same for a rectangle at byte x of row y.
static Side flat_side(cudaArray_const_t array, size_t x, size_t y, size_t width, size_t height)
{
    return array_side(array, (struct cudaPos){x, y, 0}, (struct cudaExtent){width, height, 1});
}

static size_t texel_of(cudaArray_const_t array)
{
    const SimTexture *t = array_picture(array);
    return t ? (size_t)t->bytes * t->channels : 0;
}

// Makes a copy from its parameters. If one side is an array, x and the width count its elements; but x of a position in pitched
// memory counts bytes.
static Copied box(const struct cudaMemcpy3DParms *p)
{
    if (!p || !p->srcArray == !p->srcPtr.ptr || !p->dstArray == !p->dstPtr.ptr)
        return no_copy(cudaErrorInvalidValue);
    size_t from = texel_of(p->srcArray), to = texel_of(p->dstArray);
    struct cudaPos source = p->srcPos, target = p->dstPos;
    struct cudaExtent e = p->extent;
    e.width *= from ? from : to ? to : 1;
    source.x *= from ? from : 1;
    target.x *= to ? to : 1;
    Copied w = rectangle(
        p->dstArray ? array_side(p->dstArray, target, e) : box_side(&p->dstPtr, target, e),
        p->srcArray ? array_side(p->srcArray, source, e) : box_side(&p->srcPtr, source, e), e.width,
        e.height, p->kind);
    w.depth = e.depth;
    return w;
}

// A rectangle between memory and an array (`inward`: into it).
static Copied array_rectangle(cudaArray_const_t array, size_t x, size_t y, bool inward, Side other,
                              size_t width, size_t height, enum cudaMemcpyKind kind)
{
    Side mine = flat_side(array, x, y, width, height);
    if (width > other.pitch)
        return no_copy(cudaErrorInvalidPitchValue);
    return rectangle(inward ? mine : other, inward ? other : mine, width, height, kind);
}

// Bytes that continue from one row of an array to the next.
static Copied array_row(cudaArray_const_t array, size_t x, size_t y, bool inward, const void *other,
                        size_t count, enum cudaMemcpyKind kind)
{
    Side mine = flat_side(array, x, y, 0, 0);
    if (mine.missing || count > mine.slice - y * mine.pitch - x)
        return no_copy(cudaErrorInvalidValue);
    return plain(inward ? mine.at : other, inward ? other : mine.at, count, kind);
}

static cudaError_t fill_box(struct cudaPitchedPtr p, int value, struct cudaExtent e,
                            cudaStream_t stream, bool wait)
{
    cudaError_t result = cudaSuccess;
    for (size_t z = 0; z < e.depth && result == cudaSuccess; z++)
        result = fill_now((char *)p.ptr + z * p.pitch * p.ysize, p.pitch, value, e.width, e.height,
                          stream, wait);
    return result;
}

// Returns a node's work for a copy. The copy is checked here, when the node is made.
static Work copy_work(Copied w, Copied *kept)
{
    cudaError_t e = check_copy(&w);
    *kept = w;
    return (Work){NODE_COPY, replay_copy, kept, sizeof *kept,
                  e == cudaSuccess && !w.target ? cudaErrorInvalidValue : e};
}

static Work box_work(const struct cudaMemcpy3DParms *p, Copied *kept)
{
    return copy_work(box(p), kept);
}

static Work fill_params(const struct cudaMemsetParams *p, Filled *kept)
{
    if (!p || (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4) || !p->width ||
        !p->height)
        return (Work){.error = cudaErrorInvalidValue};
    size_t width = p->width * p->elementSize;
    return fill_work(kept, p->dst, p->height == 1 ? width : p->pitch, p->value, p->elementSize,
                     width, p->height);
}

WITH_ASYNC(cudaError_t, cudaMemcpy3D, (const struct cudaMemcpy3DParms *p),
           API_CALL(copy(box(p), stream, wait)))
WITH_ASYNC(cudaError_t, cudaMemcpy2DToArray,
           (cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t spitch,
            size_t width, size_t height, enum cudaMemcpyKind kind),
           API_CALL(copy(array_rectangle(dst, wOffset, hOffset, true, pitched(src, spitch), width,
                                         height, kind),
                         stream, wait)))
WITH_ASYNC(cudaError_t, cudaMemcpy2DFromArray,
           (void *dst, size_t dpitch, cudaArray_const_t src, size_t wOffset, size_t hOffset,
            size_t width, size_t height, enum cudaMemcpyKind kind),
           API_CALL(copy(array_rectangle(src, wOffset, hOffset, false, pitched(dst, dpitch), width,
                                         height, kind),
                         stream, wait)))

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
                                     cudaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc,
                                     size_t width, size_t height, enum cudaMemcpyKind kind)
{
    (void)kind; // both sides are the device's
    return API_CALL(copy(rectangle(flat_side(dst, wOffsetDst, hOffsetDst, width, height),
                                   flat_side(src, wOffsetSrc, hOffsetSrc, width, height), width,
                                   height, cudaMemcpyDeviceToDevice),
                         NULL, true));
}

WITH_ASYNC(cudaError_t, cudaMemcpyToArray,
           (cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t count,
            enum cudaMemcpyKind kind),
           API_CALL(copy(array_row(dst, wOffset, hOffset, true, src, count, kind), stream, wait)))
WITH_ASYNC(cudaError_t, cudaMemcpyFromArray,
           (void *dst, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t count,
            enum cudaMemcpyKind kind),
           API_CALL(copy(array_row(src, wOffset, hOffset, false, dst, count, kind), stream, wait)))
WITH_ASYNC(cudaError_t, cudaMemset3D,
           (struct cudaPitchedPtr pitchedDevPtr, int value, struct cudaExtent extent),
           API_CALL(fill_box(pitchedDevPtr, value, extent, stream, wait)))

NODE_CALLS(Memcpy, cudaMemcpy3DParms, Copied, box_work)
NODE_CALLS(Memset, cudaMemsetParams, Filled, fill_params)

ADD_CALL(MemcpyNode1D, node_add(at, copy_work(plain(dst, src, count, kind), &(Copied){0})),
         void *dst, const void *src, size_t count, enum cudaMemcpyKind kind)

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                               void *dst, const void *src, size_t count,
                                               enum cudaMemcpyKind kind)
{
    return API_CALL(
        node_set_in(hGraphExec, node, copy_work(plain(dst, src, count, kind), &(Copied){0})));
}
