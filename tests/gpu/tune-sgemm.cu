// tune-sgemm.cu: times every instance that tunedFor() and streamFor() in ch6-tuned choose from, with K cut
// into one piece and more, and the line cut among as many blocks as the device holds, and among a few less
// if each tile then has the same number of them.
//
//     tests/gpu/tune.sh sgemm

#define main tuned_main // this file takes the program's kernels and host code, but not its main
#include "../../chapters/ch6-sgemm/tuned.cu"
#undef main

int main(int argc, char **argv)
{
    enum { MOST = INSTANCES * MOST_PIECES + 2 * STREAMS };
    static char names[MOST][64];
    Rung list[MOST];
    Options options = options_for(ABOUT, "nsrk");
    Product p = productOptions(&options, 256, 128, argc, argv);
    Device device = deviceOpen();
    int count = 0;

    for (int i = 0; i < INSTANCES; i++)
        for (int pieces = 1; pieces <= MOST_PIECES; pieces++) {
            const Tiles *t = &instances[i].tiles;
            if (!canCut(t, &p, pieces, &device))
                continue;
            snprintf(names[count], sizeof *names, "%s-pieces%d", instances[i].name, pieces);
            list[count] = tiledRung(names[count], &p, t, pieces);
            count++;
        }
    for (int i = 0; i < STREAMS; i++) {
        const Stream *s = &streams[i].stream;
        int held = s->held * device.multiprocessors, tiles = tilesIn(s, &p);
        int even = tiles > 0 ? held / tiles * tiles : 0; // every tile cut into the same number
        for (int j = 0; j < (even > 0 && even < held ? 2 : 1); j++) {
            int blocks = j == 0 ? held : even;
            snprintf(names[count], sizeof *names, "%s-blocks%d", streams[i].name, blocks);
            list[count] = streamRung(names[count], &p, s, blocks);
            count++;
        }
    }
    return runProducts(&options, &device, p, list, count);
}
