// tune-scan.cu: times every instance of scanLookBackWarp, of which byWarp() in ch3-lookback uses two.
//
//     tests/gpu/tune.sh scan

#define main lookback_main // this file takes the program's kernels and host code, but not its main
#include "../../chapters/ch3-reduction/lookback.cu"
#undef main

template <int EACH_ROWS, int BLOCK>
static void instance(const Job *job)
{
    onePass(scanLookBackWarp<EACH_ROWS>, job, BLOCK, (size_t)BLOCK * EACH_ROWS * 4);
}

static const Rung instances[] = {
    {"rows4-block128", instance<4, 128>}, {"rows4-block256", instance<4, 256>},
    {"rows4-block512", instance<4, 512>}, {"rows4-block1024", instance<4, 1024>},
    {"rows8-block128", instance<8, 128>}, {"rows8-block256", instance<8, 256>},
    {"rows8-block512", instance<8, 512>}, {"rows8-block1024", instance<8, 1024>},
};
enum { INSTANCES = sizeof instances / sizeof *instances };

int main(int argc, char **argv)
{
    Options options =
        options_for("Prefix sums of n random ints, by every instance of scanLookBackWarp.", "nsrk");
    options.n = default_size((size_t)1 << 28, 1 << 20);
    options.n_max = (size_t)1 << 36;
    options_kernels(&options, instances);
    options_parse(&options, argc, argv);
    return runLadder(&options, instances, INSTANCES, workFor);
}
