// device.c: the GPUs that can be simulated.
//
// A row of the table is one GPU: the limits of its compute capability, the figures of the product, and the rates and
// latencies with which model/time.c turns counters into time. Another GPU is another row.
//
// Where the figures come from:
//   [CC]    CUDA Programming Guide, appendix Compute Capabilities: technical specifications and, from the chapter on
//           arithmetic instructions, results per clock cycle and SM
//   [OCC]   cuda_occupancy.h of the CUDA toolkit: how registers and shared memory are handed out (limits.c)
//   [GA102] NVIDIA Ampere GA102 GPU Architecture, V2.0, table 2 and figure 3
//   [TU]    NVIDIA Turing GPU Architecture, and the data sheet of the T4
//   [H100]  NVIDIA H100 Tensor Core GPU Architecture, and the data sheets of the H100 and H200
//   [Jia]   Jia et al., Dissecting the NVidia Turing T4 GPU via Microbenchmarking, arXiv:1903.07486
//   [A22]   Abdelkhalik et al., Demystifying the Nvidia Ampere Architecture through Microbenchmarking, arXiv:2208.11174
//   [Luo]   Luo et al., Benchmarking and Dissecting the Nvidia Hopper GPU Architecture via Microbenchmarking,
//           arXiv:2402.13499: latencies of an A100, an RTX 4090 and an H100's PCIe card
//   [A100]  NVIDIA A100 Tensor Core GPU Architecture, and the data sheet of the A100 80 GB
//   [AD]    NVIDIA Ada GPU Architecture, and the data sheets of the L4 and the GeForce RTX 4090
//   [GB202] NVIDIA RTX Blackwell GPU Architecture, and the data sheet of the GeForce RTX 5090
//   [B200]  NVIDIA's data sheet of the HGX B200; Chips and Cheese, Nvidia's B200, 2025: SMs, clock, caches
//   [Orin]  NVIDIA Jetson AGX Orin Series, technical brief
//   [M]     measured on an H200 with driver 580 and CUDA 13.0
//   [E]     an estimate; the reason is beside it

#include "warpsim.h"

#include <string.h>

#define KB(n) ((n)*1024)
#define MB(n) ((n)*1024 * 1024)
#define GB(n) ((int64_t)(n)*1024 * 1024 * 1024)

// clang-format off
// Shared memory of an SM, and what of it is reserved for each block, in KB. A block may ask for all the rest.
#define SHARED(sm, reserved) \
    .shared_per_sm = KB(sm), .shared_reserved = KB(reserved), .shared_optin = KB((sm) - (reserved))
// What all of them have alike.
#define ALIKE \
    .registers_per_sm = 65536, .register_unit = 256, /* [CC], [OCC] */ \
    .shared_per_block = KB(48), /* [CC] */ \
    .overhead = 2e-6, /* [M] on the H200 */ \
    .alu_latency = 4 /* of dependent additions: [A22] on an A100, [Jia] on a T4 */

static const SimDevice DEVICES[] = {
    {
        .word = "rtx3080", .name = "NVIDIA GeForce RTX 3080",
        .major = 8, .minor = 6,                                 // [CC]
        .sms = 68,                                              // [GA102]
        .threads_per_sm = 1536, .blocks_per_sm = 16,            // [CC]
        ALIKE,
        SHARED(100, 1),                                         // [CC]
        .memory = GB(10),                                       // [GA102]; a driver keeps a little of it
        .l1 = KB(128), .l2 = MB(5),                             // [GA102]
        .ghz = 1.71,                                            // [GA102] boost
        .memory_khz = 9501000, .bus_bits = 320,                 // [GA102] 19 Gbit/s per pin, two per clock
        .dram = 760e9,                                          // [GA102]
        .l2_rate = 2.19e12,                                     // [E] 20 slices of 256 KB, 64 bytes per cycle each
        .l2_slices = 20,                                        // [E] as above
        .fp32 = 128, .int32 = 64, .fp64 = 2, .sfu = 16,         // [CC]
        .lsu = 16,                                              // [GA102] 4 load/store units per quarter of an SM
        .shared_latency = 23, .l1_latency = 33,                 // [A22], on an A100
        .l2_latency = 200, .dram_latency = 430,                 // [A22] on an A100; [E] 250 ns with GDDR6X
        .pcie = 27.7e9,                                         // [E] PCIe 4.0 x16: half of the H200's link
        .mma = 256, .tensor_ghz = 1.71,                         // [GA102] with sums in float
    },
    {
        .word = "t4", .name = "Tesla T4",
        .major = 7, .minor = 5,                                 // [CC]
        .sms = 40,                                              // [TU]
        .threads_per_sm = 1024, .blocks_per_sm = 16,            // [CC]
        ALIKE,
        SHARED(64, 0),                                          // [CC]; reserved from 8.x on
        .memory = GB(16),                                       // [TU]; a driver keeps a part of it
        .l1 = KB(96), .l2 = MB(4),                              // [TU]
        .ghz = 1.59,                                            // [TU] boost
        .memory_khz = 5001000, .bus_bits = 256,                 // [TU] 10 Gbit/s per pin, two per clock
        .dram = 320e9,                                          // [TU]
        .l2_rate = 1.27e12,                                     // [Jia]
        .l2_slices = 16,                                        // [E] of 256 KB, as the RTX 3080's
        .fp32 = 64, .int32 = 64, .fp64 = 2, .sfu = 16,          // [CC]
        .lsu = 16,                                              // [TU] 4 load/store units per quarter of an SM
        .shared_latency = 19, .l1_latency = 32,                 // [Jia]
        .l2_latency = 188, .dram_latency = 430,                 // [Jia]; [E] 270 ns with GDDR6
        .pcie = 13.8e9,                                         // [E] PCIe 3.0 x16: a quarter of the H200's link
        .mma = 512, .tensor_ghz = 1.59,                         // [TU]
    },
    {
        .word = "h100", .name = "NVIDIA H100 80GB HBM3",
        .major = 9, .minor = 0,                                 // [CC]
        .sms = 132,                                             // [H100]
        .threads_per_sm = 2048, .blocks_per_sm = 32,            // [CC]
        ALIKE,
        SHARED(228, 1),                                         // [CC]
        .memory = GB(80),                                       // [H100]; a driver keeps a little of it
        .l1 = KB(256), .l2 = MB(50),                            // [H100]
        .ghz = 1.98,                                            // [M] on the H200, which has the same chip
        .memory_khz = 2619000, .bus_bits = 5120,                // [H100] 3.35 TB/s over five stacks, two per clock
        .dram = 3.35e12,                                        // [H100]
        .l2_rate = 7.5e12,                                      // [M] on the H200
        .far_l2 = true, .gpcs = 8,                              // [M] traffic.c
        .l2_slices = 80,                                        // on an H100, as on the H200
        .fp32 = 128, .int32 = 64, .fp64 = 64, .sfu = 16,        // [CC]
        .lsu = 32,                                              // [H100] 8 load/store units per quarter of an SM
        .shared_latency = 29, .l1_latency = 41,                 // [M] on the H200; [E] that of the PCIe card
        .l2_latency = 263, .dram_latency = 479,                 // [E] those of the PCIe card
        .pcie = 55.4e9,                                         // [M] on the H200: PCIe 5.0 x16
        .mma = 1340, .tensor_ghz = 1.75,                        // [M] on the H200
    },
    {
        .word = "h200", .name = "NVIDIA H200",
        .major = 9, .minor = 0,                                 // [M], as all figures without a source
        .sms = 132,
        .threads_per_sm = 2048, .blocks_per_sm = 32,
        ALIKE,
        SHARED(228, 1),
        .memory = 150109880320,
        .l1 = KB(256), .l2 = MB(60),                            // [H100] L1
        .ghz = 1.98,
        .memory_khz = 3201000, .bus_bits = 6016,
        .dram = 4.8e12,                                         // [H100]
        .l2_rate = 7.5e12,                                      // [M] ACCURACY.md: fits the kernels that L2 limits
        .far_l2 = true, .gpcs = 8,                              // [M] traffic.c
        .l2_slices = 94,                                        // lts__cycles_elapsed, sum over average
        .fp32 = 128, .int32 = 64, .fp64 = 64, .sfu = 16,        // [CC]
        .lsu = 32,                                              // [H100]
        .shared_latency = 29, .l1_latency = 41,                 // [E] L1 that of the H100's PCIe card
        .l2_latency = 290, .dram_latency = 650,                 // middle of 255 to 324 and of 631 to 667
        .pcie = 55.4e9,                                         // PCIe 5.0 x16, 256 MiB from pinned memory
        .mma = 1340, .tensor_ghz = 1.75,                        // results/h200-rates.csv: m16n8k16 in 1.53 cycles
    },
    {
        .word = "a100", .name = "NVIDIA A100-SXM4-80GB",
        .major = 8, .minor = 0,                                 // [CC]
        .sms = 108,                                             // [A100]
        .threads_per_sm = 2048, .blocks_per_sm = 32,            // [CC]
        ALIKE,
        SHARED(164, 1),                                         // [CC]
        .memory = GB(80),                                       // [A100]; a driver keeps a little of it
        .l1 = KB(192), .l2 = MB(40),                            // [A100]
        .ghz = 1.41,                                            // [A100] boost
        .memory_khz = 1593000, .bus_bits = 5120,                // [A100] 2,039 GB/s over five stacks, two per clock
        .dram = 2.039e12,                                       // [A100]
        .l2_rate = 7.2e12,                                      // [A100] 5,120 bytes per cycle
        .far_l2 = true,                                         // [A100]
        .l2_slices = 80,                                        // [A100] as above, 64 bytes per cycle each
        .fp32 = 64, .int32 = 64, .fp64 = 32, .sfu = 16,         // [CC]
        .lsu = 32,                                              // [A100] 8 load/store units per quarter of an SM
        .shared_latency = 29, .l1_latency = 38,                 // [Luo]
        .l2_latency = 262, .dram_latency = 466,                 // [Luo]
        .pcie = 27.7e9,                                         // [E] PCIe 4.0 x16: half of the H200's link
        .mma = 1024, .tensor_ghz = 1.41,                        // [A100]
    },
    {
        .word = "l4", .name = "NVIDIA L4",
        .major = 8, .minor = 9,                                 // [CC]
        .sms = 58,                                              // [AD]
        .threads_per_sm = 1536, .blocks_per_sm = 24,            // [CC]
        ALIKE,
        SHARED(100, 1),                                         // [CC]
        .memory = GB(24),                                       // [AD]; a driver keeps a little of it
        .l1 = KB(128), .l2 = MB(48),                            // [AD]
        .ghz = 2.04,                                            // [AD] boost
        .memory_khz = 6251000, .bus_bits = 192,                 // [AD] 12.5 Gbit/s per pin, two per clock
        .dram = 300e9,                                          // [AD]
        .l2_rate = 3.1e12,                                      // [E] as an RTX 3080's: 64 bytes per cycle and slice
        .l2_slices = 24,                                        // [E] of 2 MB
        .fp32 = 128, .int32 = 64, .fp64 = 2, .sfu = 16,         // [CC]
        .lsu = 16,                                              // [AD] 4 load/store units per quarter of an SM
        .shared_latency = 30, .l1_latency = 43,                 // [Luo] on an RTX 4090
        .l2_latency = 273, .dram_latency = 542,                 // [Luo] on an RTX 4090
        .pcie = 27.7e9,                                         // [E] PCIe 4.0 x16: half of the H200's link
        .mma = 512, .tensor_ghz = 2.04,                         // [AD]
    },
    {
        .word = "rtx4090", .name = "NVIDIA GeForce RTX 4090",
        .major = 8, .minor = 9,                                 // [CC]
        .sms = 128,                                             // [AD]
        .threads_per_sm = 1536, .blocks_per_sm = 24,            // [CC]
        ALIKE,
        SHARED(100, 1),                                         // [CC]
        .memory = GB(24),                                       // [AD]; a driver keeps a little of it
        .l1 = KB(128), .l2 = MB(72),                            // [AD]
        .ghz = 2.52,                                            // [AD] boost
        .memory_khz = 10501000, .bus_bits = 384,                // [AD] 21 Gbit/s per pin, two per clock
        .dram = 1.008e12,                                       // [AD]
        .l2_rate = 5.8e12,                                      // [E] as an RTX 3080's: 64 bytes per cycle and slice
        .l2_slices = 36,                                        // [E] of 2 MB
        .fp32 = 128, .int32 = 64, .fp64 = 2, .sfu = 16,         // [CC]
        .lsu = 16,                                              // [AD] 4 load/store units per quarter of an SM
        .shared_latency = 30, .l1_latency = 43,                 // [Luo]
        .l2_latency = 273, .dram_latency = 542,                 // [Luo]
        .pcie = 27.7e9,                                         // [E] PCIe 4.0 x16: half of the H200's link
        .mma = 256, .tensor_ghz = 2.52,                         // [AD] with sums in float
    },
    {
        .word = "rtx5090", .name = "NVIDIA GeForce RTX 5090",
        .major = 12, .minor = 0,                                // [CC]
        .sms = 170,                                             // [GB202]
        .threads_per_sm = 1536, .blocks_per_sm = 24,            // [CC]
        ALIKE,
        SHARED(100, 1),                                         // [CC]
        .memory = GB(32),                                       // [GB202]; a driver keeps a little of it
        .l1 = KB(128), .l2 = MB(96),                            // [GB202]
        .ghz = 2.41,                                            // [GB202] boost
        .memory_khz = 14001000, .bus_bits = 512,                // [GB202] 28 Gbit/s per pin, two per clock
        .dram = 1.792e12,                                       // [GB202]
        .l2_rate = 7.4e12,                                      // [E] as an RTX 3080's: 64 bytes per cycle and slice
        .l2_slices = 48,                                        // [E] of 2 MB
        .fp32 = 128, .int32 = 128, .fp64 = 2, .sfu = 16,        // [GB202] integers in all lanes; [CC]
        .lsu = 16,                                              // [GB202] 4 load/store units per quarter of an SM
        .shared_latency = 30, .l1_latency = 43,                 // [E] an RTX 4090's
        .l2_latency = 273, .dram_latency = 542,                 // [E] an RTX 4090's
        .pcie = 55.4e9,                                         // [M] on the H200: PCIe 5.0 x16
        .mma = 256, .tensor_ghz = 2.41,                         // [GB202] with sums in float
    },
    {
        .word = "b200", .name = "NVIDIA B200",
        .major = 10, .minor = 0,                                // [CC]
        .sms = 148,                                             // [B200]
        .threads_per_sm = 2048, .blocks_per_sm = 32,            // [CC]
        ALIKE,
        SHARED(228, 1),                                         // [CC]
        .memory = GB(180),                                      // [B200]; a driver keeps a little of it
        .l1 = KB(256), .l2 = MB(126),                           // [B200]
        .ghz = 1.965,                                           // [B200] boost
        .memory_khz = 3752000, .bus_bits = 8192,                // [B200] eight stacks, two per clock
        .dram = 7.7e12,                                         // [B200]
        .l2_rate = 12e12,                                       // [E] the H200's, by dies, SMs and clock
        .far_l2 = true,                                         // [B200] two dies
        .l2_slices = 160,                                       // [E] twice an H100's
        .fp32 = 128, .int32 = 64, .fp64 = 64, .sfu = 16,        // [CC]
        .lsu = 32,                                              // [E] as the H100's
        .shared_latency = 29, .l1_latency = 41,                 // [E] the H200's
        .l2_latency = 290, .dram_latency = 650,                 // [E] the H200's
        .pcie = 55.4e9,                                         // [M] on the H200: PCIe 5.0 x16
        .mma = 1340, .tensor_ghz = 1.965,                       // [E] as the H200
    },
    {
        .word = "jetson-orin", .name = "Orin",                  // Jetson AGX Orin, 64 GB
        .major = 8, .minor = 7,                                 // [CC]
        .sms = 16,                                              // [Orin]
        .threads_per_sm = 1536, .blocks_per_sm = 16,            // [CC]
        ALIKE,
        SHARED(164, 1),                                         // [CC]
        .memory = GB(64),                                       // [Orin], which the processor shares
        .l1 = KB(192), .l2 = MB(4),                             // [Orin]
        .ghz = 1.3,                                             // [Orin]
        .memory_khz = 3200000, .bus_bits = 256,                 // [Orin] LPDDR5, 6.4 Gbit/s per pin, two per clock
        .dram = 204.8e9,                                        // [Orin]
        .l2_rate = 1.33e12,                                     // [E] as an RTX 3080's: 64 bytes per cycle and slice
        .l2_slices = 16,                                        // [E] of 256 KB
        .fp32 = 128, .int32 = 64, .fp64 = 2, .sfu = 16,         // [CC]
        .lsu = 16,                                              // [E] as the RTX 3080's
        .shared_latency = 29, .l1_latency = 38,                 // [E] an A100's
        .l2_latency = 262, .dram_latency = 466,                 // [E] an A100's
        .pcie = 102.4e9,                                        // [E] a copy within the memory: half of its rate
        .mma = 1024, .tensor_ghz = 1.3,                         // [Orin] 85 TOPS of 8-bit integers
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
