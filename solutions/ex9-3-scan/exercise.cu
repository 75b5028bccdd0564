// Prefix sums of rows: kernel golf.
//
//     make ex9-3
//
// x: (rows, n), only read; out: (rows, n), every element to be written.

// [your code]
__device__ int blocks = 1056, threads = 128;

// A warp for each row, and four neighbouring elements for each lane.
__global__ void scan(const int *x, int *out, int rows, int n)
{
    int lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    for (int row = warp; row < rows; row += gridDim.x * blockDim.x / 32) {
        const int *from = x + row * n;
        int *to = out + row * n, before = 0;
        for (int first = 0; first < n; first += 128) {
            int i = first + 4 * lane, v[4] = {0, 0, 0, 0};
            bool wide = n % 4 == 0 && i < n; // rows then begin at whole int4s
            if (wide) {
                int4 four = *(const int4 *)(from + i);
                v[0] = four.x, v[1] = four.y, v[2] = four.z, v[3] = four.w;
            } else
                for (int k = 0; k < 4; k++)
                    v[k] = i + k < n ? from[i + k] : 0;
            v[1] += v[0];
            v[2] += v[1];
            v[3] += v[2];
            int sum = v[3];
            for (int offset = 1; offset < 32; offset *= 2) {
                int other = __shfl_up_sync(0xffffffff, sum, offset);
                sum += lane >= offset ? other : 0;
            }
            int left = before + sum - v[3];
            if (wide)
                *(int4 *)(to + i) = make_int4(left + v[0], left + v[1], left + v[2], left + v[3]);
            else
                for (int k = 0; k < 4; k++)
                    if (i + k < n)
                        to[i + k] = left + v[k];
            before += __shfl_sync(0xffffffff, sum, 31);
        }
    }
}
// [end of your code]
