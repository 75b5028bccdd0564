// Attention in one kernel: kernel golf.
//
//     make ex9-10
//
// Q, K, V: (heads, n, D), only read; O: (heads, n, D), every element to be written.

enum { D = 32 };

// [your code]
enum {
    TEAM = 16,
    ROWS = 16,
    TILE = 64,
    STRIDE = D + 4
}; // a team of lanes for each row, ROWS rows in a block, TILE keys at a time

__device__ int blocks = 128, threads = TEAM * ROWS;

// The maximum, the sum and the row of O so far are kept for the keys that a lane has seen; a larger maximum scales the rest down.
__global__ void attention(const float *Q, const float *K, const float *V, float *O, int heads,
                          int n)
{
    __shared__ float keys[TILE][STRIDE], values[TILE][STRIDE];
    int member = threadIdx.x % TEAM, tilesOfHead = (n + ROWS - 1) / ROWS;
    for (int t = blockIdx.x; t < heads * tilesOfHead; t += gridDim.x) {
        int begin = t / tilesOfHead * n, own = t % tilesOfHead * ROWS + threadIdx.x / TEAM;
        const float *from = Q + (begin + min(own, n - 1)) * D;
        float q[D], o[D], most = -INFINITY, sum = 0;
#pragma unroll
        for (int e = 0; e < D; e += 4) {
            float4 four = *(const float4 *)(from + e);
            q[e] = four.x, q[e + 1] = four.y, q[e + 2] = four.z, q[e + 3] = four.w;
            o[e] = o[e + 1] = o[e + 2] = o[e + 3] = 0;
        }
        for (int first = 0; first < n; first += TILE) {
            for (int i = threadIdx.x; i < TILE * D / 4; i += TEAM * ROWS) {
                int k = i / (D / 4), e = i % (D / 4) * 4;
                if (first + k < n) {
                    *(float4 *)&keys[k][e] = *(const float4 *)(K + (begin + first + k) * D + e);
                    *(float4 *)&values[k][e] = *(const float4 *)(V + (begin + first + k) * D + e);
                }
            }
            __syncthreads();
            for (int k = member; k < TILE && first + k < n; k += TEAM) {
                float4 part = {0, 0, 0, 0}; // four sums, none of which waits for another
#pragma unroll
                for (int e = 0; e < D; e += 4) {
                    float4 v = *(const float4 *)&keys[k][e];
                    part.x += q[e] * v.x, part.y += q[e + 1] * v.y;
                    part.z += q[e + 2] * v.z, part.w += q[e + 3] * v.w;
                }
                float s = (part.x + part.y + (part.z + part.w)) * 0.17677669f; // 1 / sqrt(D)
                if (s > most) {
                    float scale = __expf(most - s);
                    most = s;
                    sum *= scale;
#pragma unroll
                    for (int e = 0; e < D; e++)
                        o[e] *= scale;
                }
                float p = __expf(s - most);
                sum += p;
#pragma unroll
                for (int e = 0; e < D; e += 4) {
                    float4 v = *(const float4 *)&values[k][e];
                    o[e] += p * v.x, o[e + 1] += p * v.y, o[e + 2] += p * v.z, o[e + 3] += p * v.w;
                }
            }
            __syncthreads();
        }
        float all = most;
        for (int step = TEAM / 2; step > 0; step /= 2)
            all = fmaxf(all, __shfl_xor_sync(0xffffffff, all, step));
        float scale = __expf(most - all);
        sum *= scale;
        for (int step = TEAM / 2; step > 0; step /= 2)
            sum += __shfl_xor_sync(0xffffffff, sum, step);
#pragma unroll
        for (int e = 0; e < D; e++) {
            o[e] *= scale;
            for (int step = TEAM / 2; step > 0; step /= 2)
                o[e] += __shfl_xor_sync(0xffffffff, o[e], step);
            if (e % TEAM == member && own < n)
                O[(begin + own) * D + e] = o[e] / sum;
        }
    }
}
// [end of your code]
