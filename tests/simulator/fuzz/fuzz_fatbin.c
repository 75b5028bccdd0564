// fuzz_fatbin.c: reads any bytes as a fat binary.

#include "warpsim.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size + !size); // exactly as long, so that a look beyond is seen
    if (!copy)
        return 0;
    memcpy(copy, data, size);
    SimError err = {0};
    const char *ptx = NULL;
    size_t length = 0;
    if (sim_fatbin_ptx(copy, size, 86, &ptx, &length, &err)) {
        const uint8_t *begin = (const uint8_t *)ptx;
        if (begin < copy || begin > copy + size || length > (size_t)(copy + size - begin))
            abort(); // not within the fat binary
    } else if (strlen(err.text) <= 10) {
        abort();
    }
    static const char *const names[] = {"k", "_Z3addPiS_S_i"};
    for (int i = 0; i < 2; i++) {
        SimAssembled assembled;
        if (sim_fatbin_assembled(copy, size, names[i], 86, &assembled)) {
            free(assembled.lines);
            free(assembled.pieces);
        }
    }
    free(copy);
    return 0;
}
