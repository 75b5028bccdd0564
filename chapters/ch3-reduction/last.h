// Which block of a grid is the last to arrive, so that it finds what all the others have left.

#ifndef WARP_LAST_H
#define WARP_LAST_H

// [begin isLast]
// Returns true to all threads of the block that gets here last. After the call that block sees what
// each block's thread 0 wrote before it. ticket: 0 before the launch and after it. A fence puts the
// accesses before it ahead of those after it. It isn't a barrier, because it doesn't wait for
// anybody.
static __device__ bool isLast(unsigned int *ticket)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        __threadfence(); // release: what this thread wrote comes before its ticket
        last = atomicAdd(ticket, 1) == gridDim.x - 1;
        __threadfence(); // acquire: what others wrote is read after the ticket
        if (last)
            *ticket = 0;
    }
    __syncthreads(); // passes on to the block what thread 0 has acquired
    return last;
}
// [end isLast]

#endif
