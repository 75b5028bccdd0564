#!/usr/bin/env bash
# Fourteen classic mistakes, and how each is named: nine in kernels, judged as exercises, and five in host code, in programs
# under WARPSIM=check. The test prints the sentence that names each, as a note.
# shellcheck source=tests/harness/lib.sh
. "$(dirname "$0")/../harness/lib.sh"

run make -s build/judge/ex0-1 build/judge/ex2-12 build/judge/ex3-1 build/judge/device-sim build/sim/libwarpsim.a
is 'the judges build' "$status" 0

# named WHAT PATTERN: checks that the last run said this, and shows the words. Lines are joined, since long ones were wrapped.
named()
{
    local said
    said=$(printf '%s\n%s\n' "$out" "$err" | tr -s ' \n=' ' ')
    has "$1" "$said" "$2"
    printf '# %s: %s\n' "$1" "$(grep -oE -e "$2" <<<"$said" | head -n 1)"
}

# vecAdd BODY, blockSum BODY: judge a submission with this body, which must not pass.
vecAdd()
{
    printf '__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)\n{ %s }\n' "$1" >"$work/mine.cu"
    run build/judge/ex0-1 --seed 7 "$work/mine.cu"
    is 'it does not pass' "$status" 1
}
blockSum()
{
    {
        printf 'extern __shared__ int part[];\n__global__ void blockSum(const int *x, int *out, size_t n)\n{\n'
        printf 'int tid = threadIdx.x; size_t i = (size_t)blockIdx.x * blockDim.x + tid;\n%s\n}\n' "$1"
    } >"$work/mine.cu"
    run build/judge/ex3-1 --seed 7 "$work/mine.cu"
    is 'it does not pass' "$status" 1
}
load='part[tid] = i < n ? x[i] : 0; __syncthreads();'
store='if (tid == 0) out[blockIdx.x] = part[0];'

vecAdd 'size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; if (i <= n) c[i] = a[i] + b[i];'
named 'off by one' 'Reads [ab]\[[0-9]+\]; [ab] has [0-9]+ elements?\.'
vecAdd 'size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; c[i] = a[i] + b[i];'
named 'no bound' 'Reads [ab]\[[0-9]+\]; [ab] has [0-9]+ elements?\.'
vecAdd 'size_t i = threadIdx.x; if (i < n) c[i] = a[i] + b[i];'
named 'a wrong index' 'c\[[0-9]+\] was never written; expected [^ ]+, give or take'
vecAdd 'size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; if (i < n) c[i] = a[i] + d[i];'
named 'a typo' 'mine\.cu(\(2\): error: identifier "d" is undefined|:2:[0-9]+: error: use of undeclared identifier .d.)'
blockSum "$load for (int s = blockDim.x / 2; s > 0; s /= 2) if (tid < s) part[tid] += part[tid + s]; $store"
named 'a missing barrier' 'Threads race for part\[[0-9]+\]\. .*__syncthreads\(\) is missing between'
blockSum "$load for (int s = blockDim.x / 2; s > 0; s /= 2) if (tid < s) { part[tid] += part[tid + s]; __syncthreads(); } $store"
named 'a barrier in a branch' 'Conditional code: [0-9]+ of [0-9]+ threads skipped the barrier, and left the kernel'
blockSum "if (i < n) part[tid] = x[i]; __syncthreads(); for (int s = blockDim.x / 2; s > 0; s /= 2) { if (tid < s) part[tid] += part[tid + s]; __syncthreads(); } $store"
named 'shared memory that nobody wrote' 'Reads part\[[0-9]+\], which was never written\.'
blockSum "$load int s = blockDim.x; while (s > 0) { if (tid < s) part[tid] += 0; } $store"
named 'a loop that never ends' 'This loop never ends: everything is as it was before, and nothing else runs'

# The solution, but for the store that raises a block's flag.
sed '/here\.store/d' solutions/ex2-12-flag/exercise.cu >"$work/mine.cu"
waits=$(grep -n 'while (before' "$work/mine.cu" | cut -d: -f1)
run build/judge/ex2-12 --seed 7 "$work/mine.cu"
is 'it does not pass' "$status" 1
named 'a flag that nobody raises' "Deadlock in pass.* 7 of the grid's 8 blocks wait .*mine\\.cu:$waits in launch .* $waits \\| while \\(before"

# program MAIN [ALLOCATION]: runs a host program around a kernel that doubles n ints, under the checks; it must not end well.
# ALLOCATION makes d, memory of the device.
program()
{
    {
        printf '#include <stdio.h>\n#include <stdlib.h>\n__global__ void twice(int *x, int n) { int i = threadIdx.x; if (i < n) x[i] *= 2; }\n'
        printf 'int main(void)\n{\nint *d, h[32] = {1};\n%s\n%s\nreturn 0;\n}\n' "${2-cudaMalloc(&d, sizeof h);}" "$1"
    } >"$work/host.cu"
    ./warpcc -w "$work/host.cu" -o "$work/host"
    run env WARPSIM=check "$work/host"
    ok 'it does not end well' test "$status" != 0
}
copy='cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);'
program "$copy twice<<<1, 32>>>(h, 32); cudaDeviceSynchronize();"
named 'a host pointer in a kernel' 'is a host address: a kernel can reach memory from cudaMalloc'
program 'twice<<<1, 32>>>(d, 32); cudaDeviceSynchronize();' 'd = h;'
named 'a cudaMalloc that was forgotten' 'is a host address: a kernel can reach memory from cudaMalloc'
program "$copy twice<<<1, 32>>>(d, 32); cudaDeviceSynchronize(); printf(\"%d\", d[0]);"
named 'a device pointer on the host' '0x[0-9a-f]+ is a device address, used by the host at [^ ]*host\.cu:8'
program 'twice<<<1, 32>>>(d, 32); cudaDeviceSynchronize();'
named 'a forgotten copy' 'Uninitialized __global__ memory read of size 4 bytes at twice\(int\*, int\) in [^ ]*host\.cu:3'
program "$copy twice<<<1, 2048>>>(d, 32); cudaDeviceSynchronize();"
named 'a failed launch' 'Program hit [A-Za-z]+ \(error [0-9]+\) due to "[a-z ]+" on CUDA API call to cudaLaunchKernel called at [^ ]*host\.cu:8'
done_testing
