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
    // TODO: which elements of the tile are d.x, d.y, d.z and d.w?
    (void)M, (void)N, (void)bias, (void)C, (void)d;
    // [end of your code]
}
