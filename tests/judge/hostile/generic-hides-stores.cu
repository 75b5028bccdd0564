// trick: stores a tile's columns through a generic address, whose conflicts are not those of shared memory
// fails: number of bank conflicts of stores is 992; it should be at most 0
// exercise: ex1-3
enum { TILE = 32 };

__global__ void transpose(const float *in, float *out, size_t rows, size_t columns)
{
    __shared__ float tile[TILE][TILE];
    unsigned long long generic;
    asm volatile("cvta.shared.u64 %0, %1;"
                 : "=l"(generic)
                 : "l"(__cvta_generic_to_shared(&tile[0][0])));
    float *t = (float *)generic;
    unsigned x = threadIdx.x, y = threadIdx.y;
    size_t column = (size_t)blockIdx.x * TILE + x, row = (size_t)blockIdx.y * TILE + y;
    if (row < rows && column < columns)
        t[x * TILE + y] = in[row * columns + column];
    __syncthreads();
    column = (size_t)blockIdx.y * TILE + x;
    row = (size_t)blockIdx.x * TILE + y;
    if (row < columns && column < rows)
        out[row * rows + column] = tile[y][x];
}
