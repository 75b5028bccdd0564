// Devices and occupancy agree with what an H200 answered, and with the toolkit's own calculator.

#include "warpsim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void test_words(void **state)
{
    (void)state;
    const char *const words[] = {"rtx3080", "t4",      "h100",    "h200", "a100",
                                 "l4",      "rtx4090", "rtx5090", "b200", "jetson-orin"};
    int count = sizeof words / sizeof *words;
    for (int i = 0; i < count; i++) {
        assert_string_equal(sim_device_at(i)->word, words[i]);
        assert_ptr_equal(sim_device(words[i]), sim_device_at(i));
    }
    assert_null(sim_device_at(count));
    assert_null(sim_device_at(-1));
    assert_null(sim_device("gtx480"));
}

static void test_figures_fit_together(void **state)
{
    (void)state;
    const SimDevice *d;
    for (int i = 0; (d = sim_device_at(i)); i++) {
        // two transfers per clock and pin make the memory's rate, within what data sheets round
        double rate = 2e3 * d->memory_khz * d->bus_bits / 8;
        assert_true(rate / d->dram > 0.98 && rate / d->dram < 1.03);
        assert_true(d->l2_rate > d->dram && d->pcie < d->dram);
        assert_true(d->shared_optin + d->shared_reserved <= d->shared_per_sm);
        assert_true(d->l1_latency < d->l2_latency && d->l2_latency < d->dram_latency);
    }
}

static void test_occupancy_as_on_an_h200(void **state)
{
    (void)state;
    FILE *f = fopen("tests/unit/occupancy-h200.csv", "r");
    assert_non_null(f);
    char line[128];
    int rows = 0;
    while (fgets(line, sizeof line, f)) {
        int registers, fixed, threads, dynamic, blocks;
        if (line[0] == '#')
            continue;
        assert_int_equal(
            sscanf(line, "%d,%d,%d,%d,%d", &registers, &fixed, &threads, &dynamic, &blocks), 5);
        SimOccupancy o =
            sim_occupancy(sim_device("h200"), threads, registers, (size_t)fixed + (size_t)dynamic);
        if (o.blocks != blocks)
            fail_msg("%sgives %d", line, o.blocks);
        rows++;
    }
    fclose(f);
    assert_int_equal(rows, 990);
}

#if __has_include(<cuda_occupancy.h>) // not where clang does without a toolkit
#include <cuda_occupancy.h>

static int calculator(const SimDevice *d, int threads, int registers, size_t shared)
{
    cudaOccDeviceProp p = {.computeMajor = d->major,
                           .computeMinor = d->minor,
                           .maxThreadsPerBlock = 1024,
                           .maxThreadsPerMultiprocessor = d->threads_per_sm,
                           .regsPerBlock = d->registers_per_sm,
                           .regsPerMultiprocessor = d->registers_per_sm,
                           .warpSize = 32,
                           .sharedMemPerBlock = (size_t)d->shared_per_block,
                           .sharedMemPerMultiprocessor = (size_t)d->shared_per_sm,
                           .numSms = d->sms,
                           .sharedMemPerBlockOptin = (size_t)d->shared_optin,
                           .reservedSharedMemPerBlock = (size_t)d->shared_reserved};
    cudaOccFuncAttributes f = {.maxThreadsPerBlock = 1024,
                               .numRegs = registers,
                               .maxDynamicSharedSizeBytes = (size_t)d->shared_optin,
                               .numBlockBarriers = 1,
                               .shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN};
    cudaOccDeviceState s = {.carveoutConfig = 100};
    cudaOccResult r;
    assert_int_equal(cudaOccMaxActiveBlocksPerMultiprocessor(&r, &p, &f, &s, threads, shared),
                     CUDA_OCC_SUCCESS);
    return r.activeBlocksPerMultiprocessor;
}

static void test_occupancy_as_the_toolkits_calculator(void **state)
{
    (void)state;
    const SimDevice *d;
    srand(1);
    for (int i = 0; (d = sim_device_at(i)); i++) {
        if (d->major > 9 && CUDART_VERSION < 12080)
            continue; // an older calculator does not know Blackwell
        for (int n = 0; n < 20000; n++) {
            int threads = 1 + rand() % 1024, registers = 1 + rand() % 255;
            size_t shared = (size_t)(rand() % (rand() % 2 ? 8192 : d->shared_optin + 1));
            SimOccupancy o = sim_occupancy(d, threads, registers, shared);
            int expected = calculator(d, threads, registers, shared);
            if (o.blocks != expected)
                fail_msg("%s: %d threads, %d registers, %zu shared: %d, calculator %d", d->word,
                         threads, registers, shared, o.blocks, expected);
        }
    }
}
#endif

static void test_occupancy_says_what_limits(void **state)
{
    (void)state;
    const SimDevice *d = sim_device("rtx3080");
    SimOccupancy o = sim_occupancy(d, 1024, 32, 0);
    assert_string_equal(o.limit, "threads"); // 1536 threads per SM hold one block of 1024
    assert_int_equal(o.warps, 32);
    assert_true(o.occupancy == 32.0 / 48);
    o = sim_occupancy(d, 32, 16, 0);
    assert_string_equal(o.limit, "blocks");
    assert_int_equal(o.blocks, 16);
    o = sim_occupancy(d, 256, 128, 0);
    assert_string_equal(o.limit, "registers");
    assert_int_equal(o.blocks, 2);
    o = sim_occupancy(d, 64, 16, 40000);
    assert_string_equal(o.limit, "shared memory");
    assert_int_equal(o.blocks, 2);
    o = sim_occupancy(d, 1024, 0, 0); // registers unknown: no limit
    assert_int_equal(o.blocks, 1);
    assert_int_equal(sim_occupancy(d, 2048, 16, 0).blocks, 0);
    assert_int_equal(sim_occupancy(d, 32, 16, (size_t)1 << 40).blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_figures_fit_together),
        cmocka_unit_test(test_occupancy_as_on_an_h200),
#if __has_include(<cuda_occupancy.h>)
        cmocka_unit_test(test_occupancy_as_the_toolkits_calculator),
#endif
        cmocka_unit_test(test_occupancy_says_what_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
