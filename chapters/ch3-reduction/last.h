// Which block of a grid is the last to arrive: it finds what all others have left.

#ifndef WARP_LAST_H
#define WARP_LAST_H

// [begin isLast]
// Returns true to all threads of the block that comes last here. After the call the last block sees what
// each block's thread 0 wrote before it. ticket: 0 before the launch and after it. A fence puts the accesses
// before it in front of those after it; it waits for nobody, and is no barrier.
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
    __syncthreads(); // hands what thread 0 has acquired on to its block
    return last;
}
// [end isLast]

#endif
