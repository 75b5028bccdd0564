// fuzz_fatbin.c: any bytes as a fat binary. Its own header says how long it is, which a program's loader vouches for; so
// that size is made true here, and nothing else is.

#include "warpsim.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint16_t header;
    uint64_t entries;
    if (size < 16)
        return 0;
    uint8_t *copy = malloc(size); // exactly as long, so that a look beyond is seen
    if (!copy)
        return 0;
    memcpy(copy, data, size);
    memcpy(&header, copy + 6, sizeof header);
    memcpy(&entries, copy + 8, sizeof entries);
    if (header > size)
        header = 16;
    if (entries > size - header)
        entries = size - header;
    memcpy(copy + 6, &header, sizeof header);
    memcpy(copy + 8, &entries, sizeof entries);
    SimError err = {0};
    const char *ptx = NULL;
    size_t length = 0;
    if (sim_fatbin_ptx(copy, &ptx, &length, &err)) {
        const uint8_t *begin = (const uint8_t *)ptx;
        if (begin < copy || begin > copy + size || length > (size_t)(copy + size - begin))
            abort(); // not within the fat binary
    } else if (strlen(err.text) <= 10) {
        abort();
    }
    static const char *const names[] = {"k", "_Z3addPiS_S_i"};
    for (int i = 0; i < 2; i++) {
        SimAssembled assembled;
        if (sim_fatbin_assembled(copy, names[i], 86, &assembled))
            free(assembled.lines);
    }
    free(copy);
    return 0;
}
