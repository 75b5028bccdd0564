// Calculating occupancy: what limits an SM's blocks.
//
//     occupancy = resident warps / the most warps that the SM can hold
//
// The calculator works for the device that runs the program and for any device in its table, some of
// which are made up. -q answers the book's questions. ch2-occupancy shows how much occupancy matters.
//
//     make ch2-calculator && ./ch2-calculator -b 256 -g 40
//     ./ch2-calculator -d h200 -b 512 -g 40 -m 20000
//     ./ch2-calculator -q 1                              the lesson's questions

#include "occupancy.h"

// [begin limits]
// Compute capabilities: CUDA Programming Guide, technical specifications; units: cuda_occupancy.h
// of the toolkit. The last three are the devices of the lesson's questions.
static const Limits known[] = {
    {"v100", 2048, 32, 1024, 65536, 256, 96 * 1024, 256, 0},
    {"t4", 1024, 16, 1024, 65536, 256, 64 * 1024, 256, 0},
    {"a100", 2048, 32, 1024, 65536, 256, 164 * 1024, 128, 1024},
    {"rtx3080", 1536, 16, 1024, 65536, 256, 100 * 1024, 128, 1024},
    {"rtx4090", 1536, 24, 1024, 65536, 256, 100 * 1024, 128, 1024},
    {"h100", 2048, 32, 1024, 65536, 256, 228 * 1024, 128, 1024},
    {"h200", 2048, 32, 1024, 65536, 256, 228 * 1024, 128, 1024},
    {"b200", 2048, 32, 1024, 65536, 256, 228 * 1024, 128, 1024},
    {"rtx5090", 1536, 24, 1024, 65536, 256, 100 * 1024, 128, 1024},
    {"small", 1024, 8, 512, 0, 0, 0, 0, 0},
    {"four", 1536, 4, 1024, 0, 0, 0, 0, 0},
    {"d", 1536, 8, 1024, 16384, 0, 16 * 1024, 1, 0},
};
// [end limits]
enum { KNOWN = sizeof known / sizeof *known };

static const Limits *find_limits(const Options *o, const char *word)
{
    for (int i = 0; i < KNOWN; i++)
        if (strcmp(known[i].word, word) == 0)
            return &known[i];
    fprintf(stderr, "%s: --device (-d) '%s': must be one of", o->program, word);
    for (int i = 0; i < KNOWN; i++)
        fprintf(stderr, "%s %s", i > 0 ? "," : "", known[i].word);
    fputc('\n', stderr);
    exit(EXIT_USAGE);
}

static void print_room(const char *what, int blocks)
{
    if (blocks == UNLIMITED)
        printf("  %-16s no limit\n", what);
    else
        printf("  %-16s %d blocks\n", what, blocks);
}

static void print_calculation(const Limits *l, Demand d)
{
    Room room = room_for(l, d);
    int warps = room.blocks * ((d.threads + WARP - 1) / WARP), most = l->threads / WARP;
    printf("%s: blocks of %d threads, %d registers per thread, %d B of shared memory\n", l->word,
           d.threads, d.registers, d.shared);
    if (d.threads > l->threadsPerBlock) {
        printf("  no such block: it has at most %d threads\n", l->threadsPerBlock);
        return;
    }
    print_room("by threads:", room.byThreads);
    print_room("by blocks:", room.byBlocks);
    print_room("by registers:", room.byRegisters);
    print_room("by shared memory:", room.byShared);
    printf("  resident: %d blocks, %d of %d warps, occupancy %.1f %%, limited by %s\n", room.blocks,
           warps, most, 100.0 * warps / most, room.limit);
}

// [begin questions]
// The questions of the lesson, answered by the calculator.
static void print_questions(const Options *o)
{
    static const struct {
        const char *device, *about; // about: NULL as long as the device stays
        const char *what;
        Demand demand;
    } list[] = {
        {"small", "8 blocks and 1,024 threads per SM, 512 threads per block", "8 x 8", {64, 0, 0}},
        {"small", NULL, "16 x 16", {256, 0, 0}},
        {"small", NULL, "32 x 32", {1024, 0, 0}},
        {"four", "4 blocks and 1,536 threads per SM", "128 threads", {128, 0, 0}},
        {"four", NULL, "256 threads", {256, 0, 0}},
        {"four", NULL, "512 threads", {512, 0, 0}},
        {"four", NULL, "1,024 threads", {1024, 0, 0}},
        {"d", "1,536 threads and 16,384 registers per SM", "512 x 10 registers", {512, 10, 0}},
        {"d", NULL, "512 x 11 registers", {512, 11, 0}},
        {"d", "8 blocks and 16 KiB of shared memory per SM", "2 KiB, 64 threads", {64, 0, 2048}},
        {"d", NULL, "5 KiB, 64 threads", {64, 0, 5120}},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        Room room = room_for(find_limits(o, list[i].device), list[i].demand);
        if (list[i].about != NULL)
            printf("%s%s\n", i > 0 ? "\n" : "", list[i].about);
        printf("  blocks of %-20s %2d resident, %5d threads, limit: %s\n", list[i].what,
               room.blocks, room.blocks * list[i].demand.threads, room.limit);
    }
}
// [end questions]

int main(int argc, char **argv)
{
    size_t threads = 256, registers = 0, shared = 0, questions = 0;
    const char *word = NULL;
    const Option own[] = {
        {'d', "device", "v100, t4, a100, h200, ... (see -d ?), else this one", NULL, 0, 0, NULL,
         &word},
        {'b', "block", "threads per block", &threads, 1, 1024, NULL, NULL},
        {'g', "registers", "registers per thread; 0: they limit nothing", &registers, 0, 255, NULL,
         NULL},
        {'m', "memory", "shared bytes per block", &shared, 0, 232448, NULL, NULL},
        {'q', "questions", "1: answers the book's questions", &questions, 0, 1, NULL, NULL},
        {}};
    Options options = options_for("Calculates occupancy from what a kernel needs.", "");
    options.own = own;
    options_parse(&options, argc, argv);

    Demand demand = {(int)threads, (int)registers, (int)shared};
    if (questions > 0) {
        print_questions(&options);
    } else if (word != NULL) {
        print_calculation(find_limits(&options, word), demand);
    } else {
        Device device = deviceOpen();
        Limits here = limitsOfDevice(&device);
        devicePrint(&device);
        print_calculation(&here, demand);
    }
    return EXIT_RIGHT;
}
