// tune-limit.cu: times every instance of sumTuned, of which tuned() in ch4-ticket uses two. They differ in
// loads in flight, threads per block, and waves of blocks.
//
//     tests/gpu/tune.sh limit

#define main ticket_main // this file takes the program's kernels and host code, but not its main
#include "../../chapters/ch4-unrolling/ticket.cu"
#undef main

template <typename T>
static void tune(Rows *rows, const Job<T> *job)
{
    static const struct {
        size_t loads;
        void (*kernel)(const T *x, size_t n, T *out, Work *work);
    } kernels[] = {
        {1, sumTuned<1, T>}, {2, sumTuned<2, T>}, {4, sumTuned<4, T>}, {8, sumTuned<8, T>}};

    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++)
        for (size_t block = 128; block <= 1024; block *= 2)
            for (size_t waves = 1; waves <= MOST_WAVES; waves *= 2) {
                size_t loads = kernels[k].loads;
                Rung<T> rung = {"", kernels[k].kernel, NULL, loads * 16, block, waves};
                char name[64];
                snprintf(name, sizeof name, "sumTuned%s-%zu-%zu-%zu", suffix(T()), loads, block,
                         waves);
                addRow(rows, name, job, timeRung(&rung, job));
            }
}

int main(int argc, char **argv)
{
    static const char *const names[] = {NULL};
    return runSums("Sums n random ints, then n floats, by every instance of sumTuned.", names,
                   tune<int>, tune<float>, argc, argv);
}
