// Joining parts of a softmax.
//
//     make ex7-6
//
// most, sum: (rows, parts); o: (rows, parts, 32); out: (rows, 32). A block of 32 threads for each row.

__global__ void join(const float *most, const float *sum, const float *o, int parts, float *out)
{
    int row = blockIdx.x, lane = threadIdx.x;
    // [your code]
    float top = -INFINITY, total = 0, value = 0;
    for (int p = row * parts; p < (row + 1) * parts; p++) {
        float m = most[p];
        if (m == -INFINITY)
            continue;
        float next = fmaxf(top, m), before = expf(top - next), now = expf(m - next);
        total = total * before + sum[p] * now;
        value = value * before + o[p * 32 + lane] * now;
        top = next;
    }
    out[row * 32 + lane] = total > 0 ? value / total : 0;
    // [end of your code]
}
