// The device that runs the kernels: which one, how fast its memory is, what fits into it.

#ifndef WARP_DEVICE_H
#define WARP_DEVICE_H

#include "check.h"
#include "options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    char name[256];
    int major, minor; // compute capability
    int multiprocessors;
    size_t memory;    // bytes
    double bandwidth; // the memory's limit in bytes/s; 0 if the device does not say
    double flops;     // the SMs' limit in float operations/s; 0 if unknown
} Device;

// Returns the most bytes per second that the memory can move: its clock, times two transfers per cycle
// (double data rate), times the width of its bus. 0 if the device does not say.
static inline double deviceBandwidth(int device)
{
    int kilohertz = 0, bits = 0;
    cudaCheck(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrMemoryClockRate, device));
    cudaCheck(cudaDeviceGetAttribute(&bits, cudaDevAttrGlobalMemoryBusWidth, device));
    return 2.0 * kilohertz * 1e3 * bits / 8;
}

// Returns the most float operations per second that all SMs can do: FP32 units per SM, by compute capability
// (CUDA C++ Programming Guide, arithmetic instructions, results per clock cycle), times clock, times two,
// because a fused multiply-add counts as two. 0 for a compute capability that is not in the table.
static inline double deviceFlops(int device, int major, int minor)
{
    int kilohertz = 0, multiprocessors = 0, units = 0;
    cudaCheck(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, device));
    cudaCheck(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    if (major == 7 || (major == 8 && minor == 0))
        units = 64;
    else if (major >= 8 && major <= 12)
        units = 128;
    return 2.0 * units * multiprocessors * kilohertz * 1e3;
}

// Returns the current device. If there is none, the program ends with exit status 3.
static inline Device deviceOpen(void)
{
    Device device;
    int number = 0;
    size_t available = 0;
    struct cudaDeviceProp properties;

    cudaCheck(cudaGetDevice(&number));
    cudaCheck(cudaGetDeviceProperties(&properties, number));
    cudaCheck(cudaMemGetInfo(&available, &device.memory));
    snprintf(device.name, sizeof device.name, "%s", properties.name);
    device.major = properties.major;
    device.minor = properties.minor;
    device.multiprocessors = properties.multiProcessorCount;
    device.bandwidth = deviceBandwidth(number);
    device.flops = deviceFlops(number, device.major, device.minor);
    return device;
}

// Prints the header lines that name the device.
static inline void devicePrint(const Device *device)
{
    printf("%s, compute capability %d.%d\n", device->name, device->major, device->minor);
    printf("%d SMs, %.1f GiB of memory", device->multiprocessors,
           (double)device->memory / (1 << 30));
    if (device->bandwidth > 0)
        printf(" at %.0f GB/s", device->bandwidth / 1e9);
    printf("\n");
}

// Returns the bytes that the host can still give to programs, as its operating system estimates them.
static inline size_t host_memory(void)
{
    char line[128];
    unsigned long long kib = 0;
    FILE *file = fopen("/proc/meminfo", "r");

    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "MemAvailable: %llu", &kib) == 1)
            break;
    if (file != NULL)
        fclose(file);
    return kib > 0 ? (size_t)kib * 1024 : SIZE_MAX;
}

// Refuses -n if it needs more bytes than are free on the device or on the host. The simulator keeps its
// device memory on the host.
static inline void deviceRequire(const Options *o, size_t deviceBytes, size_t hostBytes)
{
    static const double gib = 1 << 30;
    size_t available = 0, total = 0;

    cudaCheck(cudaMemGetInfo(&available, &total));
    if (deviceBytes > available)
        options_refuse(
            o, "--size (-n) '%zu': needs %.2f GiB of device memory, but only %.2f GiB are free",
            o->n, (double)deviceBytes / gib, (double)available / gib);
    if (SIMULATED)
        hostBytes += deviceBytes;
    available = host_memory();
    if (hostBytes > available)
        options_refuse(
            o, "--size (-n) '%zu': needs %.2f GiB of host memory, but only %.2f GiB are free", o->n,
            (double)hostBytes / gib, (double)available / gib);
}

// Refuses -n if a thread for each element takes more blocks of -b threads than a grid may have.
static inline void gridRequire(const Options *o)
{
    if (o->n / o->block + (o->n % o->block > 0) > INT32_MAX)
        options_refuse(o, "--size (-n) '%zu': more than %d blocks of %zu, a grid's limit", o->n,
                       INT32_MAX, o->block);
}

// Returns zeroed host memory for count elements of size bytes, at least one. If there is none, the
// program ends with exit status 2.
static inline void *host_alloc(size_t count, size_t size)
{
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL) {
        fprintf(stderr, "no host memory for %zu elements of %zu bytes\n", count, size);
        exit(EXIT_USAGE);
    }
    return memory;
}

#endif
