// per_thread.c: the calls of programs compiled with --default-stream per-thread, or with CUDA_API_PER_THREAD_DEFAULT_STREAM. CUDA's
// header gives such a call another name: cudaMemcpy_ptds if it has no stream, cudaMemcpyAsync_ptsz if it has one. It does the same,
// but the stream 0 is the thread's own default stream.
//
// So each of these names notes that for the call, and goes on to the call itself, which then sees the program's arguments and place
// of return as they are. That can only be said in assembler.
//
// compile/clang.sh reads the lines that begin with WITH_STREAM, WITHOUT_STREAM and IN_BOTH_FORMS, too, whatever #if is around them.

#include "runtime/cuda/cuda.h"

#ifdef __x86_64__
#define NOTE_AND_GO_ON(name) \
    "movq own_default_stream@gottpoff(%rip), %r11; movb $1, %fs:(%r11); jmp " #name
#else // Arm
#define NOTE_AND_GO_ON(name)                                                                     \
    "adrp x16, :gottprel:own_default_stream; ldr x16, [x16, :gottprel_lo12:own_default_stream];" \
    "mrs x17, tpidr_el0; add x16, x16, x17; mov w17, 1; strb w17, [x16]; b " #name
#endif

#define PER_THREAD(name, ending)                                                                  \
    __asm__(".text; .globl " #name #ending "; .type " #name #ending ", %function; " #name #ending \
            ": " NOTE_AND_GO_ON(name));
#define WITHOUT_STREAM(name) PER_THREAD(name, _ptds)
#define WITH_STREAM(name)    PER_THREAD(name, _ptsz)
#define IN_BOTH_FORMS(name)  WITHOUT_STREAM(name) WITH_STREAM(name##Async)

IN_BOTH_FORMS(cudaMemcpy)
IN_BOTH_FORMS(cudaMemcpyToSymbol)
IN_BOTH_FORMS(cudaMemcpyFromSymbol)
IN_BOTH_FORMS(cudaMemcpyToArray)
IN_BOTH_FORMS(cudaMemcpyFromArray)
IN_BOTH_FORMS(cudaMemcpy2D)
IN_BOTH_FORMS(cudaMemcpy2DToArray)
IN_BOTH_FORMS(cudaMemcpy2DFromArray)
IN_BOTH_FORMS(cudaMemcpy3D)
IN_BOTH_FORMS(cudaMemset)
IN_BOTH_FORMS(cudaMemset2D)
IN_BOTH_FORMS(cudaMemset3D)
WITHOUT_STREAM(cudaMemcpy2DArrayToArray)

WITH_STREAM(cudaLaunchKernel)
WITH_STREAM(__cudaLaunchKernel)
WITH_STREAM(cudaLaunchKernelExC)
WITH_STREAM(cudaLaunchCooperativeKernel)
WITH_STREAM(cudaLaunchHostFunc)
WITH_STREAM(cudaGraphLaunch)
WITH_STREAM(cudaGraphUpload)
WITH_STREAM(cudaMallocAsync)
WITH_STREAM(cudaMallocFromPoolAsync)
WITH_STREAM(cudaFreeAsync)
WITH_STREAM(cudaMemPrefetchAsync)
WITH_STREAM(cudaEventRecord)
WITH_STREAM(cudaEventRecordWithFlags)
WITH_STREAM(cudaStreamAddCallback)
WITH_STREAM(cudaStreamAttachMemAsync)
WITH_STREAM(cudaStreamBeginCapture)
WITH_STREAM(cudaStreamEndCapture)
WITH_STREAM(cudaStreamGetFlags)
WITH_STREAM(cudaStreamGetId)
WITH_STREAM(cudaStreamGetPriority)
WITH_STREAM(cudaStreamIsCapturing)
WITH_STREAM(cudaStreamQuery)
WITH_STREAM(cudaStreamSetAttribute)
WITH_STREAM(cudaStreamSynchronize)
WITH_STREAM(cudaStreamWaitEvent)
#if CUDART_VERSION >= 13000 // as in condition.c
WITH_STREAM(cudaStreamBeginCaptureToGraph)
WITH_STREAM(cudaStreamGetCaptureInfo)
WITH_STREAM(cudaStreamUpdateCaptureDependencies)
#endif
