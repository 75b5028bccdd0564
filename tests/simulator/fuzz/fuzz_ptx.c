// fuzz_ptx.c: loads any bytes as a module. They must load, or be refused with a message.

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    SimError err = {0};
    SimMemory *memory = sim_memory_new();
    SimModule *m = sim_module_load((const char *)data, size, memory, &err);
    if (!m &&
        ((err.status != SIM_BAD_PTX && err.status != SIM_NO_MEMORY) || strlen(err.text) <= 10))
        abort(); // a refusal that says nothing
    sim_module_free(m);
    sim_memory_free(memory);
    return 0;
}
