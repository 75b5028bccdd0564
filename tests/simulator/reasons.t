#!/usr/bin/env bash
# A failed call is told with its reason: the limit that a launch exceeds, or the memory that a copy, a fill or a free does not fit.
. "$(dirname "$0")/../harness/lib.sh"

cat >"$work/why.cu" <<'END'
__device__ int table[4];
__global__ void one(int *p)
{
    *p = table[0];
}
__global__ void __launch_bounds__(64) bounded(void)
{
}
int main(void)
{
    int h[64] = {0}, *p, *pinned, *none;
    cudaMalloc(&p, 100);
    cudaMallocHost(&pinned, 40);
    one<<<0, 1>>>(p);
    one<<<1, dim3(64, 32)>>>(p);
    one<<<1, 2000>>>(p);
    bounded<<<1, 65>>>();
    one<<<1, 1, 50000>>>(p);
    one<<<1, 1, 500000>>>(p);
    cudaMemcpy(p, h, 104, cudaMemcpyHostToDevice);
    cudaMemcpy(p + 5, h, 96, cudaMemcpyHostToDevice);
    cudaMemcpy(p, h, 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(h, p, 4, cudaMemcpyDeviceToDevice);
    cudaMemcpy(h, NULL, 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(table, h, 4, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(table, h, 20);
    cudaMemset(p, 0, 101);
    cudaMalloc(&none, (size_t)1 << 50);
    cudaMalloc(&p, 100);
    cudaFree(p + 1);
    cudaFree(h);
    cudaFree(pinned);
    cudaFreeHost(p);
    cudaFree(p);
    cudaFree(p);
    cudaMemcpy(h, p, 4, cudaMemcpyDeviceToHost);
    cudaSetDevice(7); // says nothing of the call before
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t copies;
    cudaMalloc(&p, 100);
    cudaMalloc(&none, 100);
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(p, none, 100, cudaMemcpyDeviceToDevice, stream);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&copies, graph, 0);
    cudaFree(none);
    cudaGraphLaunch(copies, stream);
    return 0;
}
END
run ./warpcc -w "$work/why.cu" -o "$work/why"
is 'builds' "$status" 0
run env WARPSIM=check "$work/why"
is 'the status' "$status" 4
while IFS=: read -r line reason; do
    is "line $line" "$(grep -EA1 "called at .*why\.cu:$line( \\(.*\\))?\$" <<<"$err" | sed -n '2s/^=*  *//p' | sed -E "s| [^ ]*(why\.cu)| \1|g; s/0x[0-9a-f]+/0x/g")" "$reason"
done <<'END'
14:gridDim.x: 0, the least is 1
15:threads per block: 2048, the limit is 1024
16:blockDim.x: 2000, the limit is 1024
17:threads per block: 65, the limit is 64
18:bytes of dynamic shared memory: 50000, the limit is 49152; more needs cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)
19:bytes of shared memory per block: 500000, the limit is 101376
20:the target, 104 bytes, begins at byte 0 of the device's memory, 100 bytes, allocated at why.cu:12 (p)
21:the target, 96 bytes, begins at byte 20 of the device's memory, 100 bytes, allocated at why.cu:12 (p)
22:the target is 0x, which is device memory, but must be host memory
23:the target is 0x, which is not device memory, but must be
24:the source is a null pointer
25:the target is a __device__ variable: cudaMemcpyToSymbol and cudaMemcpyFromSymbol copy it
26:the variable has 16 bytes; 20 from byte 0 on are asked for
27:the memory to fill, 101 bytes, begins at byte 0 of the device's memory, 100 bytes, allocated at why.cu:12 (p)
28:bytes: 1125899906842624, and 10737418124 of the device's 10737418240 are free
30:the memory to free begins at byte 4 of the device's memory, 100 bytes, allocated at why.cu:29 (p)
31:the memory to free is 0x, which is not memory that CUDA knows
32:the memory to free begins at byte 0 of the host's memory, 40 bytes, allocated at why.cu:13 (pinned)
33:the memory to free begins at byte 0 of the device's memory, 100 bytes, allocated at why.cu:29 (p)
35:the memory to free begins at byte 0 of the device's memory, 100 bytes, allocated at why.cu:29 (p), freed at why.cu:34
36:the source begins at byte 0 of the device's memory, 100 bytes, allocated at why.cu:29 (p), freed at why.cu:34
37:
49:the source begins at byte 0 of the device's memory, 100 bytes, allocated at why.cu:42 (none), freed at why.cu:48
END
done_testing
