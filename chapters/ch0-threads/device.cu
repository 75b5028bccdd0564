// Properties and limits of the device, by attribute.
//
// A program that must run on any GPU asks for what it needs to know. cudaDeviceGetAttribute()
// returns one attribute at a time and is fast; cudaGetDeviceProperties() fills a large struct, whose
// fields come and go between CUDA versions. Where both have an answer, the two are compared here.
//
//     make ch0-device && ./ch0-device
//     WARPSIM=device=h200 ./ch0-device      on the simulator: another GPU

#include "check.h"
#include "device.h"
#include "options.h"

// One line: what it is, its unit, the attribute and its name after cudaDevAttr.
typedef struct {
    const char *what, *unit, *name;
    enum cudaDeviceAttr attribute;
} Property;

#define ATTRIBUTE(name) #name, cudaDevAttr##name

// [begin properties]
static const Property properties[] = {
    {"warp size", "lanes", ATTRIBUTE(WarpSize)},
    {"threads per block, at most", "", ATTRIBUTE(MaxThreadsPerBlock)},
    {"  in x", "", ATTRIBUTE(MaxBlockDimX)},
    {"  in y", "", ATTRIBUTE(MaxBlockDimY)},
    {"  in z", "", ATTRIBUTE(MaxBlockDimZ)},
    {"blocks per grid in x", "", ATTRIBUTE(MaxGridDimX)},
    {"  in y", "", ATTRIBUTE(MaxGridDimY)},
    {"  in z", "", ATTRIBUTE(MaxGridDimZ)},
    {"multiprocessors (SMs)", "", ATTRIBUTE(MultiProcessorCount)},
    {"threads per SM, at most", "", ATTRIBUTE(MaxThreadsPerMultiProcessor)},
    {"blocks per SM, at most", "", ATTRIBUTE(MaxBlocksPerMultiprocessor)},
    {"registers per SM", "", ATTRIBUTE(MaxRegistersPerMultiprocessor)},
    {"registers per block", "", ATTRIBUTE(MaxRegistersPerBlock)},
    {"shared memory per SM", "B", ATTRIBUTE(MaxSharedMemoryPerMultiprocessor)},
    {"shared memory per block", "B", ATTRIBUTE(MaxSharedMemoryPerBlock)},
    {"  if the program asks", "B", ATTRIBUTE(MaxSharedMemoryPerBlockOptin)},
    {"  kept by the system", "B", ATTRIBUTE(ReservedSharedMemoryPerBlock)},
    {"constant memory", "B", ATTRIBUTE(TotalConstantMemory)},
    {"L2 cache", "B", ATTRIBUTE(L2CacheSize)},
    {"clock rate of the SMs", "kHz", ATTRIBUTE(ClockRate)},
    {"memory clock rate", "kHz", ATTRIBUTE(MemoryClockRate)},
    {"memory bus width", "bits", ATTRIBUTE(GlobalMemoryBusWidth)},
    {"copy engines", "", ATTRIBUTE(AsyncEngineCount)},
    {"can map host memory", "", ATTRIBUTE(CanMapHostMemory)},
    {"has managed memory", "", ATTRIBUTE(ManagedMemory)},
    {"one address space with host", "", ATTRIBUTE(UnifiedAddressing)},
};
// [end properties]
enum { PROPERTIES = sizeof properties / sizeof *properties };

static int attributeOf(int device, enum cudaDeviceAttr attribute)
{
    int value = 0;
    cudaCheck(cudaDeviceGetAttribute(&value, attribute, device));
    return value;
}

// True if the struct and the attributes agree; if not, reports on stderr what differs.
static bool waysAgree(int number)
{
    struct cudaDeviceProp p;
    cudaCheck(cudaGetDeviceProperties(&p, number));
    const struct {
        const char *field;
        long long value;
        enum cudaDeviceAttr attribute;
    } fields[] = {
        {"warpSize", p.warpSize, cudaDevAttrWarpSize},
        {"maxThreadsPerBlock", p.maxThreadsPerBlock, cudaDevAttrMaxThreadsPerBlock},
        {"maxThreadsDim[2]", p.maxThreadsDim[2], cudaDevAttrMaxBlockDimZ},
        {"maxGridSize[1]", p.maxGridSize[1], cudaDevAttrMaxGridDimY},
        {"multiProcessorCount", p.multiProcessorCount, cudaDevAttrMultiProcessorCount},
        {"maxThreadsPerMultiProcessor", p.maxThreadsPerMultiProcessor,
         cudaDevAttrMaxThreadsPerMultiProcessor},
        {"regsPerBlock", p.regsPerBlock, cudaDevAttrMaxRegistersPerBlock},
        {"regsPerMultiprocessor", p.regsPerMultiprocessor,
         cudaDevAttrMaxRegistersPerMultiprocessor},
        {"sharedMemPerBlock", (long long)p.sharedMemPerBlock, cudaDevAttrMaxSharedMemoryPerBlock},
        {"sharedMemPerMultiprocessor", (long long)p.sharedMemPerMultiprocessor,
         cudaDevAttrMaxSharedMemoryPerMultiprocessor},
        {"totalConstMem", (long long)p.totalConstMem, cudaDevAttrTotalConstantMemory},
        {"l2CacheSize", p.l2CacheSize, cudaDevAttrL2CacheSize},
    };
    bool agree = true;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        int value = attributeOf(number, fields[i].attribute);
        if (fields[i].value == value)
            continue;
        fprintf(stderr, "device %d: %s is %lld in the struct, %d by attribute\n", number,
                fields[i].field, fields[i].value, value);
        agree = false;
    }
    return agree;
}

int main(int argc, char **argv)
{
    Options options = options_for("Prints the properties and limits of every device.", "");
    options_parse(&options, argc, argv);

    int count = 0;
    bool agree = true;
    cudaCheck(cudaGetDeviceCount(&count));
    for (int number = 0; number < count; number++) {
        cudaCheck(cudaSetDevice(number));
        Device device = deviceOpen();
        printf("%sdevice %d: ", number > 0 ? "\n" : "", number);
        devicePrint(&device);
        printf("\n%-28s %11s %-5s %s\n", "property", "value", "", "cudaDevAttr...");
        for (int i = 0; i < PROPERTIES; i++)
            printf("%-28s %11d %-5s %s\n", properties[i].what,
                   attributeOf(number, properties[i].attribute), properties[i].unit,
                   properties[i].name);

        // [begin derived]
        int warp = attributeOf(number, cudaDevAttrWarpSize);
        int perSm = attributeOf(number, cudaDevAttrMaxThreadsPerMultiProcessor);
        printf("\nwarps resident per SM:      %d / %d = %d\n", perSm, warp, perSm / warp);
        printf("threads resident at once:   %d SMs x %d = %d\n", device.multiprocessors, perSm,
               device.multiprocessors * perSm);
        printf("memory at most:             2 x clock x width / 8 = %.0f GB/s\n",
               device.bandwidth / 1e9);
        if (device.flops > 0)
            printf("float operations at most:   %.1f TFLOP/s, a multiply-add counts two\n",
                   device.flops / 1e12);
        // [end derived]
        agree = waysAgree(number) && agree;
    }
    printf("\ncudaDeviceGetAttribute and cudaGetDeviceProperties agree: %s\n",
           agree ? "ok" : "WRONG");
    return agree ? EXIT_RIGHT : EXIT_WRONG;
}
