// device.c: the GPUs that can be simulated, and how many blocks fit on one of their SMs.
//
// A row of the table is one GPU: the limits that its compute capability fixes, the figures of the one product, and the
// rates and latencies that model.c turns counters into time with. Another GPU is another row.
//
// Where the figures come from:
//   [CC]    CUDA Programming Guide, appendix Compute Capabilities: technical specifications and, from the chapter on
//           arithmetic instructions, results per clock cycle and SM
//   [OCC]   cuda_occupancy.h of the CUDA toolkit: how registers and shared memory are handed out
//   [GA102] NVIDIA Ampere GA102 GPU Architecture, V2.0, table 2 and figure 3
//   [TU]    NVIDIA Turing GPU Architecture, and the data sheet of the T4
//   [H100]  NVIDIA H100 Tensor Core GPU Architecture, and the data sheets of the H100 and H200
//   [Jia]   Jia et al., Dissecting the NVidia Turing T4 GPU via Microbenchmarking, arXiv:1903.07486
//   [A22]   Abdelkhalik et al., Demystifying the Nvidia Ampere Architecture through Microbenchmarking, arXiv:2208.11174
//   [M]     measured on an H200 with driver 580 and CUDA 13.0
//   [E]     an estimate; the reason stands beside it

#include "warpsim.h"

#include <string.h>

#define KB(n) ((n)*1024)
#define MB(n) ((n)*1024 * 1024)
#define GB(n) ((int64_t)(n)*1024 * 1024 * 1024)

// clang-format off
static const SimDevice DEVICES[] = {
    {
        .word = "rtx3080", .name = "NVIDIA GeForce RTX 3080",
        .major = 8, .minor = 6,                                 // [CC]
        .sms = 68,                                              // [GA102]
        .threads_per_sm = 1536, .blocks_per_sm = 16,            // [CC]
        .registers_per_sm = 65536, .register_unit = 256,        // [CC], [OCC]
        .shared_per_sm = KB(100), .shared_per_block = KB(48),   // [CC]
        .shared_optin = KB(99), .shared_reserved = KB(1),       // [CC]
        .memory = GB(10),                                       // [GA102]; a driver keeps a little of it
        .l1 = KB(128), .l2 = MB(5),                             // [GA102]
        .ghz = 1.71,                                            // [GA102] boost
        .memory_khz = 9501000, .bus_bits = 320,                 // [GA102] 19 Gbit/s per pin, two per clock
        .dram = 760e9,                                          // [GA102]
        .l2_rate = 2.19e12,                                     // [E] 20 slices of 256 KB, 64 bytes per cycle each
        .l2_parts = 1,
        .l2_slices = 20,                                        // [E] as above
        .overhead = 2e-6,                                       // [M] on the H200
        .fp32 = 128, .int32 = 64, .fp64 = 2, .sfu = 16,         // [CC]
        .lsu = 16,                                              // [GA102] 4 load/store units per quarter of an SM
        .alu_latency = 4,                                       // [A22] dependent additions, on an A100
        .shared_latency = 23, .l1_latency = 33,                 // [A22], on an A100
        .l2_latency = 200, .dram_latency = 430,                 // [A22] on an A100; [E] 250 ns with GDDR6X
        .pcie = 27.7e9,                                         // [E] PCIe 4.0 x16: half of the H200's link
    },
    {
        .word = "t4", .name = "Tesla T4",
        .major = 7, .minor = 5,                                 // [CC]
        .sms = 40,                                              // [TU]
        .threads_per_sm = 1024, .blocks_per_sm = 16,            // [CC]
        .registers_per_sm = 65536, .register_unit = 256,        // [CC], [OCC]
        .shared_per_sm = KB(64), .shared_per_block = KB(48),    // [CC]
        .shared_optin = KB(64), .shared_reserved = 0,           // [CC]; reserved from 8.x on
        .memory = GB(16),                                       // [TU]; a driver keeps a part of it
        .l1 = KB(96), .l2 = MB(4),                              // [TU]
        .ghz = 1.59,                                            // [TU] boost
        .memory_khz = 5001000, .bus_bits = 256,                 // [TU] 10 Gbit/s per pin, two per clock
        .dram = 320e9,                                          // [TU]
        .l2_rate = 1.27e12,                                     // [Jia]
        .l2_parts = 1,
        .l2_slices = 16,                                        // [E] of 256 KB, as the RTX 3080's
        .overhead = 2e-6,                                       // [M] on the H200
        .fp32 = 64, .int32 = 64, .fp64 = 2, .sfu = 16,          // [CC]
        .lsu = 16,                                              // [TU] 4 load/store units per quarter of an SM
        .alu_latency = 4,                                       // [Jia]
        .shared_latency = 19, .l1_latency = 32,                 // [Jia]
        .l2_latency = 188, .dram_latency = 430,                 // [Jia]; [E] 270 ns with GDDR6
        .pcie = 13.8e9,                                         // [E] PCIe 3.0 x16: a quarter of the H200's link
    },
    {
        .word = "h100", .name = "NVIDIA H100 80GB HBM3",
        .major = 9, .minor = 0,                                 // [CC]
        .sms = 132,                                             // [H100]
        .threads_per_sm = 2048, .blocks_per_sm = 32,            // [CC]
        .registers_per_sm = 65536, .register_unit = 256,        // [CC], [OCC]
        .shared_per_sm = KB(228), .shared_per_block = KB(48),   // [CC]
        .shared_optin = KB(227), .shared_reserved = KB(1),      // [CC]
        .memory = GB(80),                                       // [H100]; a driver keeps a little of it
        .l1 = KB(256), .l2 = MB(50),                            // [H100]
        .ghz = 1.98,                                            // [M] on the H200, which has the same chip
        .memory_khz = 2619000, .bus_bits = 5120,                // [H100] 3.35 TB/s over five stacks, two per clock
        .dram = 3.35e12,                                        // [H100]
        .l2_rate = 7.5e12,                                      // [M] on the H200
        .l2_parts = 2, .gpcs = 8,                               // [M] traffic.c
        .l2_slices = 80,                                        // on an H100, as on the H200
        .overhead = 2e-6,                                       // [M] on the H200
        .fp32 = 128, .int32 = 64, .fp64 = 64, .sfu = 16,        // [CC]
        .lsu = 32,                                              // [H100] 8 load/store units per quarter of an SM
        .alu_latency = 4,                                       // [A22] on an A100
        .shared_latency = 29, .l1_latency = 41,                 // [M] on the H200; [E] that of the PCIe card
        .l2_latency = 263, .dram_latency = 479,                 // [E] those of the PCIe card
        .pcie = 55.4e9,                                         // [M] on the H200: PCIe 5.0 x16
    },
    {
        .word = "h200", .name = "NVIDIA H200",
        .major = 9, .minor = 0,                                 // [M], as all that no other source stands beside
        .sms = 132,
        .threads_per_sm = 2048, .blocks_per_sm = 32,
        .registers_per_sm = 65536, .register_unit = 256,        // [OCC]
        .shared_per_sm = KB(228), .shared_per_block = KB(48),
        .shared_optin = KB(227), .shared_reserved = KB(1),
        .memory = 150109880320,
        .l1 = KB(256), .l2 = MB(60),                            // [H100] L1
        .ghz = 1.98,
        .memory_khz = 3201000, .bus_bits = 6016,
        .dram = 4.8e12,                                         // [H100]
        .l2_rate = 7.5e12,                                      // [M] ACCURACY.md: what fits the kernels that L2 limits
        .l2_parts = 2, .gpcs = 8,                               // [M] traffic.c
        .l2_slices = 94,                                        // lts__cycles_elapsed, sum over average
        .overhead = 2e-6,
        .fp32 = 128, .int32 = 64, .fp64 = 64, .sfu = 16,        // [CC]
        .lsu = 32,                                              // [H100]
        .alu_latency = 4,                                       // [A22] on an A100
        .shared_latency = 29, .l1_latency = 41,                 // [E] L1 that of the H100's PCIe card
        .l2_latency = 290, .dram_latency = 650,                 // middle of 255 to 324 and of 631 to 667
        .pcie = 55.4e9,                                         // PCIe 5.0 x16, 256 MiB from pinned memory
    },
};
// clang-format on

const SimDevice *sim_device_at(int i)
{
    int count = sizeof DEVICES / sizeof *DEVICES;
    return i >= 0 && i < count ? &DEVICES[i] : NULL;
}

const SimDevice *sim_device(const char *word)
{
    const SimDevice *d;
    for (int i = 0; (d = sim_device_at(i)); i++)
        if (strcmp(d->word, word) == 0)
            return d;
    return NULL;
}

static int round_up(int n, int unit)
{
    return (n + unit - 1) / unit * unit;
}

// Registers belong to a quarter of the SM and are handed to whole warps, so that a quarter holds a whole number of
// warps. A block's demand is checked as if its warps filled all quarters evenly. [OCC]
static int blocks_by_registers(const SimDevice *d, int warps, int registers)
{
    const int quarters = 4, most_per_thread = 255;
    if (registers == 0)
        return d->blocks_per_sm; // unknown, so no limit
    int per_warp = round_up(registers * 32, d->register_unit);
    if (registers > most_per_thread || per_warp * round_up(warps, quarters) > d->registers_per_sm)
        return 0;
    return d->registers_per_sm / quarters / per_warp * quarters / warps;
}

// A block takes its own shared memory and the driver's, rounded up to the unit of its compute capability. [OCC]
static int blocks_by_shared(const SimDevice *d, size_t shared)
{
    const int unit = d->major >= 8 ? 128 : 256;
    if (shared > (size_t)d->shared_optin)
        return 0;
    int bytes = round_up((int)shared + d->shared_reserved, unit);
    return bytes ? d->shared_per_sm / bytes : d->blocks_per_sm;
}

// `threads` per block, at least 1; `registers` per thread, 0 if unknown; `shared` bytes per block, static and dynamic.
SimOccupancy sim_occupancy(const SimDevice *d, int threads, int registers, size_t shared)
{
    int warps = (threads + 31) / 32, most_warps = d->threads_per_sm / 32;
    SimOccupancy o = {
        .by_threads = threads > 1024 ? 0 : most_warps / warps,
        .by_blocks = d->blocks_per_sm,
        .by_registers = blocks_by_registers(d, warps, registers),
        .by_shared = blocks_by_shared(d, shared),
    };
    const struct {
        int blocks;
        const char *name;
    } limits[] = {{o.by_threads, "threads"},
                  {o.by_blocks, "blocks"},
                  {o.by_registers, "registers"},
                  {o.by_shared, "shared memory"}};
    o.blocks = limits[0].blocks, o.limit = limits[0].name;
    for (int i = 1; i < 4; i++)
        if (limits[i].blocks < o.blocks)
            o.blocks = limits[i].blocks, o.limit = limits[i].name;
    o.warps = o.blocks * warps;
    o.occupancy = (double)o.warps / most_warps;
    return o;
}
