#!/usr/bin/env bash
# Dynamic parallelism on the simulator: the order of nested launches, their arguments, limits, errors.
. "$(dirname "$0")/../harness/lib.sh"
needs_nested

warpcc=$PWD/warpcc
calls=$PWD/tests/simulator/calls
cd "$work" || exit

run "$warpcc" -rdc=true "$calls/nested.cu" -o nested
is 'builds' "$status" 0
for words in '' check schedule=serial threads=1; do
    WARPSIM=$words run ./nested
    is "WARPSIM='$words': exit status" "$status" 0
    is "WARPSIM='$words': order, limits and errors" "$out" "$(cat "$calls/nested.txt")"
done
run ./nested all
is 'one launch runs after the other' "$(sed -n 2p <<<"$out")" '110 111 112 120 130 140 210 211 212 220 230 240 190 290'
has 'of 2560 launches 2048 have room' "$out" '^512 of them$'
WARPSIM=profile run ./nested
has 'profile: a child kernel is there' "$err$out" 'leaf\(int\)'
has 'profile: and what launched it' "$err$out" 'middle\(int\)'
run ./nested outside
is 'a fault in a child: exit status' "$status" 3
has 'a fault in a child: names its kernel' "$err" 'outside\(int ?\*\)'

# What a nested launch may rely on, and what not. Each case is a grid of two blocks of 64 threads that fills `data`, and
# launches that read it. The names of the right cases end in _ok.
cat >races.cu <<'EOF'
#include <stdio.h>
#include <string.h>
#define CASE(name) __global__ void name(int *data, int *out, unsigned *ticket)
#define I (blockIdx.x * blockDim.x + threadIdx.x)

__global__ void copy(const int *data, int *out, int n) { for (int i = threadIdx.x; i < n; i += 32) out[i] = data[i]; }
__global__ void fill(int *out) { out[threadIdx.x] = threadIdx.x; }
__global__ void down(const int *data, int *out) { copy<<<1, 32>>>(data, out, 64); }

CASE(own_block_ok) { data[I] = I; __syncthreads(); if (threadIdx.x == 0) copy<<<1, 32>>>(data + I, out + I, 64); }
CASE(no_barrier)   { data[I] = I; if (threadIdx.x == 0) copy<<<1, 32>>>(data + I, out + I, 64); }
CASE(own_ok)       { data[I] = I; if (threadIdx.x == 0) copy<<<1, 32>>>(data + I, out + I, 1); }
CASE(warp_ok)      { data[I] = I; __syncwarp(); if (threadIdx.x == 0) copy<<<1, 32>>>(data + I, out + I, 32); }
CASE(afterwards)   { if (threadIdx.x == 0) copy<<<1, 32>>>(data + I, out + I, 1); data[I] = I; }
CASE(other_block)  { data[I] = I; __syncthreads(); if (I == 64) copy<<<1, 32>>>(data, out, 128); }
CASE(tail_ok)      { data[I] = I; if (I == 64) copy<<<1, 32, 0, cudaStreamTailLaunch>>>(data, out, 128); }
CASE(last_block_ok)
{
    __shared__ bool last;
    data[I] = I;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicAdd(ticket, 1) == gridDim.x - 1;
    __syncthreads();
    if (last && threadIdx.x == 0)
        copy<<<1, 32, 0, cudaStreamFireAndForget>>>(data, out, 128);
}
CASE(one_stream_ok) { if (I == 0) { fill<<<1, 64>>>(data); copy<<<1, 32>>>(data, out, 64); } }
CASE(forgotten)
{
    if (I != 0)
        return;
    fill<<<1, 64, 0, cudaStreamFireAndForget>>>(data);
    copy<<<1, 32, 0, cudaStreamFireAndForget>>>(data, out, 64);
}
// Launches `fill` into one and `copy` into another of two streams that the thread makes.
static __device__ void into(int first, int second, int *data, int *out)
{
    cudaStream_t s[2];
    for (int k = 0; k < 2; k++)
        cudaStreamCreateWithFlags(&s[k], cudaStreamNonBlocking);
    fill<<<1, 64, 0, s[first]>>>(data);
    copy<<<1, 32, 0, s[second]>>>(data, out, 64);
}
CASE(one_made_ok)  { if (I == 0) into(1, 1, data, out); }
CASE(two_made)     { if (I == 0) into(0, 1, data, out); }
CASE(two_blocks)   { if (I == 0) fill<<<1, 64>>>(data); if (I == 64) copy<<<1, 32>>>(data, out, 64); }
CASE(tails_ok)
{
    if (I != 0)
        return;
    fill<<<1, 64, 0, cudaStreamTailLaunch>>>(data);
    copy<<<1, 32, 0, cudaStreamTailLaunch>>>(data, out, 64);
}
CASE(grandchild_ok) { data[I] = I; __syncthreads(); if (threadIdx.x == 0) down<<<1, 1>>>(data + I, out + I); }
CASE(grandchild)    { data[I] = I; if (threadIdx.x == 0) down<<<1, 1>>>(data + I, out + I); }

int main(int argc, char **argv)
{
    int *data, *out;
    unsigned *ticket;
    cudaMalloc(&data, 128 * sizeof *data);
    cudaMalloc(&out, 128 * sizeof *out);
    cudaMalloc(&ticket, sizeof *ticket);
    cudaMemset(data, 0, 128 * sizeof *data);
    cudaMemset(ticket, 0, sizeof *ticket);
#define RUN(name) if (argc > 1 ? !strcmp(argv[1], #name) : puts(#name) < 0) name<<<2, 64>>>(data, out, ticket)
    RUN(own_block_ok); RUN(no_barrier); RUN(own_ok); RUN(warp_ok); RUN(afterwards); RUN(other_block); RUN(tail_ok);
    RUN(last_block_ok); RUN(one_stream_ok); RUN(forgotten); RUN(one_made_ok);
    RUN(two_made); RUN(two_blocks); RUN(tails_ok); RUN(grandchild_ok); RUN(grandchild);
    cudaDeviceSynchronize();
    copy<<<1, 32>>>(data, out, 128); // the host's launches follow all
    cudaDeviceSynchronize();
    cudaFree(data);
    cudaFree(out);
    cudaFree(ticket);
    return 0;
}
EOF
run "$warpcc" -rdc=true races.cu -o races
is 'races: builds' "$status" 0
mapfile -t cases < <(./races)
is 'races: cases' "${#cases[@]}" 16
for case in "${cases[@]}"; do
    for order in lockstep serial random; do
        run env WARPSIM="check schedule=$order" ./races "$case"
        case $case in # two blocks launch; a race that both have is reported once
            *_ok) is "$case, $order: silent" "$status $(grep -c 'Race reported' <<<"$err")" '0 0' ;;
            *) is "$case, $order: one race" "$status $(grep -c 'Race reported' <<<"$err")" '4 1' ;;
        esac
    done
done
run env WARPSIM=check ./races no_barrier
has 'a race with the grid: the child'"'"'s side' "$err" 'Read access at copy.* in races.cu:6$'
has 'a race with the grid: the grid'"'"'s side' "$err" 'Write access at no_barrier.* in races.cu:11$'
has 'a race with the grid: what to do' "$err" '__syncthreads\(\) before it, or a tail launch'
run env WARPSIM=check ./races forgotten
has 'a race of two launches: what to do' "$err" 'Nothing orders the two launches'

done_testing
