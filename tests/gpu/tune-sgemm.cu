// tune-sgemm.cu: times every instance of sgemmTiles that tunedFor() in ch6-tuned chooses from, with K cut
// into one piece and more.
//
//     tests/gpu/tune.sh sgemm

#define main tuned_main // this file takes the program's kernels and host code, but not its main
#include "../../chapters/ch6-sgemm/tuned.cu"
#undef main

int main(int argc, char **argv)
{
    static char names[INSTANCES * MOST_PIECES][64];
    Rung list[INSTANCES * MOST_PIECES];
    Options options = options_for(ABOUT, "nsrk");
    Product p = productOptions(&options, argc, argv);
    Device device = deviceOpen();
    int count = 0;

    for (int i = 0; i < INSTANCES; i++)
        for (int pieces = 1; pieces <= MOST_PIECES; pieces++) {
            const Tiles *t = &instances[i].tiles;
            if (!canCut(t, &p, pieces, &device))
                continue;
            snprintf(names[count], sizeof *names, "%s-pieces%d", instances[i].name, pieces);
            list[count] = tiledRung(names[count], t, pieces);
            count++;
        }
    return runProducts(&options, &device, p, list, count);
}
