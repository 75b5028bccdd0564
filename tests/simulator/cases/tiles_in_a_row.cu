// Two collectives of a tile of several warps, one after the other: at the end of the first one all lanes read the library's own shared memory, and
// lane 0 writes there in the second one. Only the library could mend that. A race in one's own memory is an error all the same.
// build: -std=c++17
// device: h200
// compiler: nvcc
// status: 4
// out: ^2079$
// err: Remark: two collectives of cooperative groups race in memory of their own[^=]*The later one at twice\([^)]*\) in @n .*and the earlier one at twice\([^)]*\) in @f
// err: Race reported between Read access at twice\([^)]*\) in @r .*and Write access at twice\([^)]*\) in @w
// err: ERROR SUMMARY: 1 error, 1 remark$
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void twice(int *out)
{
    __shared__ int own[128];
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<64>(block);
    int rank = (int)block.thread_rank();
    own[rank] = rank;
    block.sync();
    out[128 + rank] = own[127 - rank];                          // @r
    own[rank] = 0;                                              // @w
    int sum = cg::reduce(tile, rank % 64, cg::plus<int>());     // @f
    int most = cg::reduce(tile, rank % 64, cg::greater<int>()); // @n
    out[rank] = sum + most;
}

int main(void)
{
    int *out, first;
    cudaMalloc(&out, 256 * sizeof *out);
    twice<<<1, 128>>>(out);
    cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost);
    printf("%d\n", first);
    cudaFree(out);
}
