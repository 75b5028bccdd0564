// From fragments to a matrix: an epilogue.
//
//     make ex7-3
//
// sums: (tiles, 32), the registers of D of an mma of 16 x 8 x 16; bias: (N); C: (M, N), by rows.

__global__ void epilogue(int M, int N, const float4 *sums, const float *bias, float *C)
{
    int lane = threadIdx.x;
    float4 d = sums[(blockIdx.y * gridDim.x + blockIdx.x) * 32 + lane];
    // [your code]
    int col = blockIdx.x * 8 + lane % 4 * 2;
    for (int half = 0; half < 2; half++) {
        int row = blockIdx.y * 16 + lane / 4 + half * 8;
        float left = half ? d.z : d.x, right = half ? d.w : d.y;
        if (row >= M || col >= N)
            continue;
        left = fmaxf(0, left + bias[col]);
        right = col + 1 < N ? fmaxf(0, right + bias[col + 1]) : 0;
        if (N % 2 == 0) {
            *(float2 *)&C[row * N + col] = make_float2(left, right);
        } else {
            C[row * N + col] = left;
            if (col + 1 < N)
                C[row * N + col + 1] = right;
        }
    }
    // [end of your code]
}
