// copy.c: copies between host and device, and fills.
//
// A copy takes modelled time. Over PCIe it goes at the link's rate; from pageable host memory at a part of it, since the driver
// copies to a pinned buffer first. Inside the device it goes at the memory's rate, once for the bytes read and once for those
// written. The figures were measured on an H200 with driver 580 and CUDA 13.0, by events, best of 6:
// pinned 55.4 GB/s, pageable 18.7, device to device 4.13 TB/s of 4.8; 4 KiB took 8 us and 4.4 us.

#include "runtime/runtime.h"

#include <string.h>

#define PCIE_OVERHEAD 6e-6 // seconds
#define PAGEABLE      0.34 // of the link's rate
#define MEMORY        0.87 // of the memory's rate

// A rectangle of bytes; a plain copy is one row.
typedef struct {
    void *at; // as the program gave it
    size_t pitch;
} Side;

typedef enum { ON_HOST, ON_DEVICE, ANYWHERE } Where;

static bool is_device(const void *p)
{
    const SimAlloc *a = p ? sim_nearest(rt.memory, (uintptr_t)p) : NULL;
    return a && a->kind != SIM_HOST && (uintptr_t)p >= a->base && (uintptr_t)p - a->base < a->size;
}

// Whether p was freed. A program may free what the nodes of a captured graph use.
static bool is_freed(const void *p)
{
    return is_device(p) && !device_block(p);
}

// The host's pointer to `size` bytes at p. NULL if they are not all on that side.
static unsigned char *bytes_at(void *p, size_t size, Where where)
{
    if (where == ANYWHERE)
        where = device_block(p) ? ON_DEVICE : ON_HOST;
    if (where == ON_DEVICE)
        return sim_pointer(rt.memory, (uintptr_t)p, size);
    return is_device(p) ? NULL : p;
}

// Counts the bytes from the first to the last of a rectangle. False if there are more than an address can count.
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

// Lets the time of a copy pass. A call that waits does so unless both sides are the device's.
static void pass_time(Stream *s, const Side *to, const Side *from, size_t bytes, bool wait)
{
    bool up = is_device(to->at), down = is_device(from->at);
    if (up && down)
        stream_work(s, ENGINE_KERNELS, seconds_in_device(2 * bytes));
    else if (up)
        stream_work(s, ENGINE_TO_DEVICE, seconds_over_pcie(from->at, bytes));
    else if (down)
        stream_work(s, ENGINE_TO_HOST, seconds_over_pcie(to->at, bytes));
    if (wait && !(up && down))
        stream_wait(s);
}

// A copy that is known to be valid.
typedef struct {
    Side to, from;
    unsigned char *target; // where the first bytes are for us
    const unsigned char *source;
    size_t width, height;
} Copied;

static void do_copy(const Copied *w, Stream *s, bool wait)
{
    for (size_t row = 0; row < w->height; row++)
        memmove(w->target + row * w->to.pitch, w->source + row * w->from.pitch, w->width);
    if (is_device(w->to.at))
        for (size_t row = 0; row < w->height; row++)
            sim_memory_wrote(rt.memory, (uintptr_t)w->to.at + row * w->to.pitch, w->width);
    pass_time(s, &w->to, &w->from, w->width * w->height, wait);
}

static cudaError_t replay_copy(const void *args, Stream *s)
{
    const Copied *w = args;
    if (is_freed(w->to.at) || is_freed(w->from.at))
        return cudaErrorInvalidValue;
    do_copy(w, s, false);
    return cudaSuccess;
}

static cudaError_t copy(Side to, Side from, size_t width, size_t height, enum cudaMemcpyKind kind,
                        cudaStream_t stream, bool wait)
{
    static const struct {
        Where to, from;
    } SIDES[] = {
        [cudaMemcpyHostToHost] = {ANYWHERE, ANYWHERE}, // unified addressing, as a GPU has it
        [cudaMemcpyHostToDevice] = {ON_DEVICE, ON_HOST},
        [cudaMemcpyDeviceToHost] = {ON_HOST, ON_DEVICE},
        [cudaMemcpyDeviceToDevice] = {ON_DEVICE, ON_DEVICE},
        [cudaMemcpyDefault] = {ANYWHERE, ANYWHERE}};
    Stream *s = find_stream(stream);
    size_t to_size, from_size;
    calls_tell(" bytes=%zu kind=%d to=%p from=%p pinned=%d", width * height, (int)kind, to.at,
               from.at, host_block(to.at) || host_block(from.at));
    if (!s)
        return cudaErrorInvalidResourceHandle;
    if ((unsigned)kind > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    if (width == 0 || height == 0)
        return cudaSuccess;
    if (width > to.pitch || width > from.pitch)
        return cudaErrorInvalidPitchValue;
    if (!extent(to.pitch, width, height, &to_size) ||
        !extent(from.pitch, width, height, &from_size))
        return cudaErrorInvalidValue;
    unsigned char *target = bytes_at(to.at, to_size, SIDES[kind].to);
    const unsigned char *source = bytes_at(from.at, from_size, SIDES[kind].from);
    if (!target || !source)
        return cudaErrorInvalidValue;

    if (wait && !(is_device(to.at) && is_device(from.at))) {
        surface_fault();
        if (rt.fault)
            return rt.fault;
    }
    Copied work = {to, from, target, source, width, height};
    if (capture_work(s, replay_copy, &work, sizeof work))
        return cudaSuccess;
    do_copy(&work, s, wait);
    return cudaSuccess;
}

static cudaError_t copy_row(void *to, const void *from, size_t size, enum cudaMemcpyKind kind,
                            cudaStream_t stream, bool wait)
{
    return copy((Side){to, size}, (Side){(void *)(uintptr_t)from, size}, size, 1, kind, stream,
                wait);
}

// Copies to (`inward`) or from `count` bytes at `offset` of a variable.
static cudaError_t copy_symbol(const void *symbol, void *other, size_t count, size_t offset,
                               enum cudaMemcpyKind kind, bool inward, cudaStream_t stream,
                               bool wait)
{
    cudaError_t e;
    const Variable *v = find_variable(symbol, &e);
    if (!v)
        return e;
    if (kind != (inward ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost) &&
        kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    if (offset > v->size || count > v->size - offset)
        return cudaErrorInvalidValue;
    void *at = (void *)(uintptr_t)(v->address + offset);
    return copy_row(inward ? at : other, inward ? other : at, count, kind, stream, wait);
}

// A fill that is known to be valid.
typedef struct {
    void *to;
    unsigned char *target; // where it is for us
    size_t pitch, width, height;
    int value;
} Filled;

static cudaError_t replay_fill(const void *args, Stream *s)
{
    const Filled *w = args;
    if (is_freed(w->to))
        return cudaErrorInvalidValue;
    for (size_t row = 0; row < w->height; row++)
        memset(w->target + row * w->pitch, w->value, w->width);
    for (size_t row = 0; row < w->height; row++)
        sim_memory_wrote(rt.memory, (uintptr_t)w->to + row * w->pitch, w->width);
    stream_work(s, ENGINE_KERNELS, seconds_in_device(w->width * w->height));
    return cudaSuccess;
}

static cudaError_t fill(void *to, size_t pitch, int value, size_t width, size_t height,
                        cudaStream_t stream)
{
    Stream *s = find_stream(stream);
    size_t size;
    calls_tell(" bytes=%zu to=%p", width * height, to);
    if (!s)
        return cudaErrorInvalidResourceHandle;
    if (width == 0 || height == 0)
        return cudaSuccess;
    if (width > pitch || !extent(pitch, width, height, &size))
        return cudaErrorInvalidValue;
    unsigned char *target = bytes_at(to, size, ON_DEVICE);
    if (!target)
        return cudaErrorInvalidValue;
    Filled work = {to, target, pitch, width, height, value};
    if (!capture_work(s, replay_fill, &work, sizeof work))
        return replay_fill(&work, s);
    return cudaSuccess;
}

static cudaError_t symbol_address(void **at, const void *symbol)
{
    cudaError_t e;
    const Variable *v = find_variable(symbol, &e);
    if (v && at)
        *at = (void *)(uintptr_t)v->address;
    return at ? e : cudaErrorInvalidValue;
}

static cudaError_t symbol_size(size_t *size, const void *symbol)
{
    cudaError_t e;
    const Variable *v = find_variable(symbol, &e);
    if (v && size)
        *size = v->size;
    return size ? e : cudaErrorInvalidValue;
}

// ---- API -----------------------------------------------------------------------------------------------------

cudaError_t cudaMemcpy(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind)
{
    return API_CALL(copy_row(dst, src, count, kind, NULL, true));
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    return API_CALL(copy_row(dst, src, count, kind, stream, false));
}

cudaError_t cudaMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                         size_t height, enum cudaMemcpyKind kind)
{
    Side to = {dst, dpitch}, from = {(void *)(uintptr_t)src, spitch};
    return API_CALL(copy(to, from, width, height, kind, NULL, true));
}

cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream)
{
    Side to = {dst, dpitch}, from = {(void *)(uintptr_t)src, spitch};
    return API_CALL(copy(to, from, width, height, kind, stream, false));
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *src, size_t count, size_t offset,
                               enum cudaMemcpyKind kind)
{
    void *from = (void *)(uintptr_t)src;
    return API_CALL(copy_symbol(symbol, from, count, offset, kind, true, NULL, true));
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *src, size_t count,
                                    size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    void *from = (void *)(uintptr_t)src;
    return API_CALL(copy_symbol(symbol, from, count, offset, kind, true, stream, false));
}

cudaError_t cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t count, size_t offset,
                                 enum cudaMemcpyKind kind)
{
    return API_CALL(copy_symbol(symbol, dst, count, offset, kind, false, NULL, true));
}

cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t count, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return API_CALL(copy_symbol(symbol, dst, count, offset, kind, false, stream, false));
}

cudaError_t cudaMemset(void *devPtr, int value, size_t count)
{
    return API_CALL(fill(devPtr, count, value, count, 1, NULL));
}

cudaError_t cudaMemsetAsync(void *devPtr, int value, size_t count, cudaStream_t stream)
{
    return API_CALL(fill(devPtr, count, value, count, 1, stream));
}

cudaError_t cudaMemset2D(void *devPtr, size_t pitch, int value, size_t width, size_t height)
{
    return API_CALL(fill(devPtr, pitch, value, width, height, NULL));
}

cudaError_t cudaMemset2DAsync(void *devPtr, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream)
{
    return API_CALL(fill(devPtr, pitch, value, width, height, stream));
}

cudaError_t cudaGetSymbolAddress(void **devPtr, const void *symbol)
{
    return API_CALL(symbol_address(devPtr, symbol));
}

cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol)
{
    return API_CALL(symbol_size(size, symbol));
}
