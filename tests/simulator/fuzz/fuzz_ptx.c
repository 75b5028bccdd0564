// fuzz_ptx.c: loads any bytes as a module. They must load, or be refused with a message. Then each kernel gets a table of machine
// code, which may say anything.

#include "mutate.h"
#include "warpsim.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    return mutate_ptx(data, size, most, seed);
}

// Gives each kernel a table of machine code, whose sizes of shared accesses follow from the text.
static void assemble(SimModule *m, const uint8_t *data, size_t size)
{
    enum { LINES = 256 };
    static const uint8_t sizes[] = {0, 0, 0, 0, 8, 16, 4, SIM_SEVERAL_SIZES};
    SimAssembledLine lines[LINES] = {0};
    for (int i = 0; i < LINES; i++)
        lines[i] =
            (SimAssembledLine){.line = i + 1,
                               .instructions = 1,
                               .shared = sizes[size ? data[(size_t)i * 7919 % size] % 8 : 0]};
    for (int i = 0; i < sim_module_kernel_count(m); i++)
        sim_function_set_assembled(
            sim_module_kernel_at(m, i),
            &(SimAssembled){.registers = 32, .lines = lines, .count = LINES});
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    SimError err = {0};
    SimMemory *memory = sim_memory_new();
    SimModule *m = sim_module_load((const char *)data, size, memory, &err);
    if (!m && ((err.status != SIM_BAD_PTX && err.status != SIM_NEWER_PTX &&
                err.status != SIM_NO_MEMORY) ||
               strlen(err.text) <= 10))
        abort(); // a refusal that says nothing
    if (m)
        assemble(m, data, size);
    sim_module_free(m);
    sim_memory_free(memory);
    return 0;
}
