// tell.c: prints what the simulator reads of ptxas's work in a fat binary.
//
// usage: tell FATBIN ARCH KERNEL...    one line a kernel: name, registers, bytes of local memory stored and loaded, most
//                                      copies of a load side by side, instructions, batches of loads,
//                                      lines whose loads join others, and that stay under way

#include "warpsim.h"

#include <stdio.h>
#include <stdlib.h>

static char *read_file(const char *path, size_t *size)
{
    enum { MOST = 16 << 20 };
    FILE *in = fopen(path, "rb");
    char *bytes = malloc(MOST);
    if (!in || !bytes || !(*size = fread(bytes, 1, MOST, in))) {
        perror(path);
        exit(1);
    }
    fclose(in);
    return bytes;
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    size_t size;
    char *bytes = read_file(argv[1], &size);
    for (int i = 3; i < argc; i++) {
        SimAssembled a;
        int stores = 0, loads = 0, copies = 0, instructions = 0, batches = 0, joins = 0, stays = 0;
        if (!sim_fatbin_assembled(bytes, size, argv[i], atoi(argv[2]), &a))
            return 1;
        for (int k = 0; k < a.count; k++) {
            stores += 4 * a.lines[k].local_stores;
            loads += 4 * a.lines[k].local_loads;
            instructions += a.lines[k].instructions;
            batches += a.lines[k].batches;
            joins += a.lines[k].joins;
            stays += a.lines[k].stays;
            copies = a.lines[k].copies > copies ? a.lines[k].copies : copies;
        }
        printf("%s %d %d %d %d %d %d %d %d\n", argv[i], a.registers, stores, loads, copies,
               instructions, batches, joins, stays);
        free(a.lines);
    }
    free(bytes);
    return 0;
}
