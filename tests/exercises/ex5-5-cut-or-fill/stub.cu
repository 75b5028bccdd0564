// fails: y\[
// Cut or fill: children for the stretches that are not constant.
//
//     make ex5-5
//
// table: (n), what probe() returns; y: (n); probes: (1), the calls of probe() so far.

// The value at i, which costs one probe.
static __device__ int probe(const int *table, int i, int *probes)
{
    atomicAdd(probes, 1);
    return table[i];
}

__global__ void fill(const int *table, int *y, int lo, int hi, int *probes)
{
    // [your code]
    // TODO: short, constant, or to be cut.
    (void)table, (void)y, (void)lo, (void)hi, (void)probes;
    // [end of your code]
}
