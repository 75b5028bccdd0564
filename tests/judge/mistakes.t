#!/usr/bin/env bash
# Classic mistakes, and how each is named: in kernels, judged as exercises, and in host code, in programs under WARPSIM=check. The test prints the sentence that names each, as a note.
# shellcheck source=tests/harness/lib.sh
. "$(dirname "$0")/../harness/lib.sh"

run make -s build/judge/ex0-1 build/judge/ex0-4 build/judge/ex2-1 build/judge/ex2-12 build/judge/ex3-1 build/judge/ex3-11 build/judge/device-sim build/sim/libwarpsim.a
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
vecAdd 'size_t i = threadIdx.x; c[i] = a[i] + b[i];'
named 'no bound: of the threads that do it the first is named' 'Reads a\[1\]; a has 1 element\. .* by thread \(1,0,0\) in block'
vecAdd 'size_t i = threadIdx.x; if (i < n) c[i] = a[i] + b[i];'
named 'a wrong index' 'Threads race for c\[[0-9]+\]\. .* in block \(1,0,0\) .* in block \(0,0,0\) Should both blocks use this element\?'
vecAdd 'size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; if (i < n) c[i] = a[i] + d[i];'
named 'a typo' 'mine\.cu(\(2\): error: identifier "d" is undefined|:2:[0-9]+: error: use of undeclared identifier .d.)'
printf '__device__ int first = 1\n__device__ int second = 2;\n' >"$work/mine.cu"
run build/judge/ex0-1 "$work/mine.cu"
by_nvcc has 'a forgotten semicolon, in the source'"'"'s own words' "$out" '^  __device__ int second = 2;$'
lacks 'and not as a macro makes it' "$out" '__attribute__'
blockSum "$load for (int s = blockDim.x / 2; s > 0; s /= 2) if (tid < s) part[tid] += part[tid + s]; $store"
named 'a missing barrier' 'Threads race for part\[[0-9]+\]\. .*__syncthreads\(\) is missing between'
blockSum "$load for (int s = blockDim.x / 2; s > 0; s /= 2) if (tid < s) { part[tid] += part[tid + s]; __syncthreads(); } $store"
named 'a barrier in a branch' 'Conditional code: [0-9]+ of [0-9]+ threads skipped the barrier, and left the kernel'
blockSum "if (i < n) part[tid] = x[i]; __syncthreads(); for (int s = blockDim.x / 2; s > 0; s /= 2) { if (tid < s) part[tid] += part[tid + s]; __syncthreads(); } $store"
named 'shared memory that nobody wrote' 'Reads part\[[0-9]+\], which was never written\.'
blockSum "int mine; if (i < n) mine = x[i]; part[tid] = mine; __syncthreads(); for (int s = blockDim.x / 2; s > 0; s /= 2) { if (tid < s) part[tid] += part[tid + s]; __syncthreads(); } $store"
named 'a variable that was never set' 'out\[[0-9]+\] is .* Remark: a variable is used that was never set: its value is undefined\. At [^ ]*mine\.cu:5'
vecAdd 'float x = __shfl_down_sync(a[0], 1); c[0] = x;'
named 'a shuffle without its mask' 'its first argument is the mask of the lanes that take part: __shfl_down_sync\(0xffffffff'
vecAdd 'cudaDeviceSynchronize();'
named 'a kernel that waits for its children' 'A kernel can.t wait for the kernels that it launches'
blockSum "$load int s = blockDim.x; while (s > 0) { if (tid < s) part[tid] += 0; } $store"
named 'a loop that never ends' 'This loop never ends: everything is as it was before, and nothing else runs'

# Advice that fits: an update that needs an atomic, a thread that has left, a warning that is the whole mistake.
sed 's/atomicAdd(&bins\[x\[i\]\], 1)/bins[x[i]]++/' solutions/ex3-11-histogram/exercise.cu >"$work/mine.cu"
run build/judge/ex3-11 --seed 7 "$work/mine.cu"
is 'it does not pass' "$status" 1
named 'a histogram by ++' 'Threads race for bins\[[0-9]+\]\. .*[Ee]ach reads it, adds to it and writes it back, and one change can be lost: atomicAdd\(\) does all three in one step'
lacks 'a histogram by ++: no barrier is missing' "$out" 'missing'
tree='for (unsigned int s = blockDim.x / 2; s > 0; s /= 2) { if (tid < s) part[tid] += part[tid + s]; __syncthreads(); }'
blockSum "if (i >= n) return; part[tid] = x[i]; __syncthreads(); $tree $store"
named 'an early return' 'Reads part\[[0-9]+\], which was never written\. .*Thread \([0-9]+,0,0\) left the kernel before it wrote part\[[0-9]+\], at blockSum[^:]* in [^ ]*mine\.cu:5 Let it stay'
lacks 'an early return: no barrier is missing' "$out" 'missing'
blockSum "$load for (unsigned int s = blockDim.x / 2; s > 0; s >> 1) { if (tid < s) part[tid] += part[tid + s]; __syncthreads(); } $store"
named 'a shift that changes nothing' 'The compiler warns: [^ ]*mine\.cu(\(5\): warning #174-D: expression has no effect|:5:[0-9]+: warning: expression result unused)'
has 'a shift that changes nothing: there is a source line' "$(tr -s ' \n' ' ' <<<"$out")" 'one is at blockSum[^:]* in [^ ]*mine\.cu:5'
blockSum "$load $tree if (tid = 0) out[blockIdx.x] = part[0];"
named 'an assignment for a comparison' 'out\[0\] was never written'
by_nvcc has 'an assignment for a comparison: the compiler warns' "$out" 'warning #187-D: use of "=" where "=="'
vecAdd 'size_t i = blockIdx.x * blockIdx.x + threadIdx.x; if (i < n) c[i] = a[i] + b[i];'
named 'blockIdx for blockDim' 'Threads race for c\[[0-9]+\]\. .* in block \(1,0,0\) .* in block \(0,0,0\) Should both blocks use this element\?'
vecAdd 'for (size_t i = threadIdx.x; i < n; i++) c[i] = a[i] + b[i];'
named 'a loop with a stride of 1' 'Threads race for c\[[0-9]+\]\. .*They store the same value this time, but nothing orders the two: let one thread store it'
vecAdd 'size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; for (size_t k = 0; k < n; k++) if (k == i) c[i] = a[i] + b[i];'
named 'a loop over all elements for each thread' 'No end within 30000000 instructions of warps: [0-9]+ of [0-9]+ blocks have ended, so this is probably far more work than is needed, and no endless loop'
blockSum "$load if (tid < blockDim.x) part[tid] += part[tid + 1]; __syncthreads(); $store"
named 'one past the end of shared memory' 'Reads part\[[0-9]+\]; part has [0-9]+ elements'
run build/judge/ex0-4 --seed 7 exercises/.given/ex0-4-grey.cu
named 'an output of bytes that nobody wrote' 'grey\[0\]\[0\] was never written; expected [0-9]+\.'

# A barrier in a branch at the kernel's end harms nobody, so it passes, with a remark; a thread that returns early gets none.
reverse()
{
    {
        printf '__global__ void reverseBlocks(const int *in, int *out, size_t n)\n{\n__shared__ int piece[1024]; unsigned int t = threadIdx.x;\n'
        printf 'size_t first = (size_t)blockIdx.x * blockDim.x, left = n > first ? n - first : 0; unsigned int count = left < blockDim.x ? (unsigned int)left : blockDim.x;\n%s\n}\n' "$1"
    } >"$work/mine.cu"
    run build/judge/ex2-1 --seed 7 "$work/mine.cu"
    is 'it passes' "$status" 0
}
step='piece[t] = in[first + t]; __syncthreads(); out[first + t] = piece[count - 1 - t];'
reverse "if (t < count) { $step }"
named 'a barrier in a branch at the end' 'Remark: 31 of 32 threads left the kernel before a barrier, .* others returned, or went around it, at [^ ]*mine\.cu:5 .*A barrier in a branch or a loop that only some threads of a block take is a mistake.* PASSED, 6 cases'
reverse "if (t >= count)"$'\n'"return; $step"
lacks 'an early return: no remark' "$out" 'Remark'
has 'an early return: a pass' "$out" '^PASSED, 6 cases\.'

# Work that is merely too much is told from a loop that never ends, while a student looks on; the prints stand above the reason.
look=(--keep "$work/kept")
blockSum_seen()
{
    blockSum "$1"
    run build/judge/ex3-1 --seed 7 "${look[@]}" "$work/mine.cu"
}
blockSum_seen 'int sum = 0; for (size_t k = 0; k < 300 * n; k++) sum += x[k % n]; if (tid == 0) out[blockIdx.x] = sum;'
named 'every thread does all the work' 'No end within 30000000 instructions of warps: there is far too much work\. In lockstep it ends after [0-9.]+ million, about [0-9]+ times what our solution needs in any case'
blockSum_seen "$load for (unsigned int s = blockDim.x / 2; s > 0; s >> 1) { if (tid < s) part[tid] += part[tid + s]; __syncthreads(); } $store"
named 'a loop that never ends' 'a loop never ends, or does far more work than is needed\. In lockstep there is no end within 120 million either'
blockSum_seen "part[tid] = 0; if (tid % 2) printf(\"odd %d\\n\", tid); else printf(\"even %d\\n\", tid); __syncthreads(); $store"
is 'prints come in the order of the threads' "$(grep -E '^ +(odd|even) [0-9]+$' <<<"$out" | awk '{print $2}' | tr '\n' ' ')" "$(seq -s ' ' 0 19) "
has 'and the verdict last' "$(sed -n '/more lines/,$p' <<<"$out" | tr -s ' \n' ' ')" 'out\[0\] (is|was) .*NOT PASSED\. $'
blockSum_seen 'for (int k = 0; k < 2000; k++) printf("%d\n", k);'
named 'too many prints' 'No end within 30000000 instructions of warps: .* Most of this is printf, called [0-9]+ times: a call counts as 64 instructions or more'
run tools/measure/work-needed.sh ex3-1 ex3-11
is 'what our solutions need is as the judge has it' "$(grep -c . <(grep -xF -f <(grep ex3 <<<"$out") judge/core/work_needed.h))" 2
lacking=()
for folder in exercises/ex*/; do
    name=$(grep -o 'ex[0-9]*-[0-9]*' <<<"$folder")
    grep -q "{\"$name\"," judge/core/work_needed.h || grep -q '\.program = true' "$folder/judge.c" || lacking+=("$name")
done
run tools/measure/work-needed.sh "${lacking[@]}"
is 'of no exercise a line is missing (else add it to judge/core/work_needed.h)' "$status$(grep '^{' <<<"$out")" 0

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

# kernel BODY MAIN: runs a program with a kernel `work` of this body, under the checks.
kernel()
{
    {
        printf '#include <stdio.h>\n#include <stdlib.h>\n__global__ void work(int *x, int n)\n{ int i = blockIdx.x * blockDim.x + threadIdx.x; %s }\n' "$1"
        printf 'int main(void)\n{\nint *d, h[100] = {1};\ncudaMalloc(&d, sizeof h);\n%s\ncudaFree(d);\nreturn 0;\n}\n' "$2"
    } >"$work/host.cu"
    ./warpcc -w "$work/host.cu" -o "$work/host"
    run env WARPSIM=check "$work/host"
}
clear='cudaMemset(d, 0, sizeof h);' back='cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);'
kernel 'if (i < n) x[i] = i;' "work<<<100 / 32, 32>>>(d, 100); $back"
named 'a grid that is rounded down' 'Remark: 16 bytes that nobody wrote are copied to the host the first is byte 384 of the allocation of 400 bytes made at [^ ]*host\.cu:8'
kernel 'if (i < n) *x += i;' "$clear work<<<4, 32>>>(d, 100); $back"
named 'a sum by +=' 'Should both (blocks|threads) use this element\? If not, an index or a guard is wrong\. If so, (nothing orders the two blocks: )?each reads it, adds to it and writes it back, and one change can be lost: atomicAdd\(\) does'
kernel 'if (i < n) *x = max(*x, i);' "$clear work<<<1, 64>>>(d, 64); $back"
named 'a maximum by max()' 'each reads it, compares it and writes it back, and one change can be lost: atomicMax\(\) does'
kernel 'if (i < n) x[i] += 1;' "cudaMemcpy(d, h, sizeof d, cudaMemcpyHostToDevice); work<<<4, 32>>>(d, 100); $back"
named 'sizeof of a pointer' 'Uninitialized __global__ memory read of size 4 bytes at work'
kernel 'if (i < n) x[i] = 1;' "$clear cudaFree(d); work<<<4, 32>>>(d, 100); cudaDeviceSynchronize();"
named 'memory that was freed' 'freed at [^ ]*host\.cu:9'
done_testing
