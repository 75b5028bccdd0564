// work.c: the driver API's launches, streams, events and graphs.
//
// Handles of streams, events and graphs are the runtime's, and their flags have the same numbers.

#include "runtime/driver/driver.h"

#include <string.h>

// ---- Launches --------------------------------------------------------------------------------------------------------

CUresult cuLaunchKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY,
                        unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY,
                        unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream,
                        void **kernelParams, void **extra)
{
    dim3 grid = {gridDimX, gridDimY, gridDimZ}, block = {blockDimX, blockDimY, blockDimZ};
    return DRIVER(API_CALL(kernel_launch(f, grid, block, kernelParams, extra, sharedMemBytes,
                                         hStream, (LaunchWay){0})));
}

CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY,
                                   unsigned int gridDimZ, unsigned int blockDimX,
                                   unsigned int blockDimY, unsigned int blockDimZ,
                                   unsigned int sharedMemBytes, CUstream hStream,
                                   void **kernelParams)
{
    dim3 grid = {gridDimX, gridDimY, gridDimZ}, block = {blockDimX, blockDimY, blockDimZ};
    return DRIVER(API_CALL(kernel_launch(f, grid, block, kernelParams, NULL, sharedMemBytes,
                                         hStream, (LaunchWay){.cooperative = true})));
}

_Static_assert(sizeof(CUlaunchAttribute) == sizeof(cudaLaunchAttribute),
               "both sides describe a launch alike");

static cudaError_t launch_config(const CUlaunchConfig *c, CUfunction f, void **params, void **extra)
{
    if (!c)
        return cudaErrorInvalidValue;
    cudaLaunchConfig_t same = {.gridDim = {c->gridDimX, c->gridDimY, c->gridDimZ},
                               .blockDim = {c->blockDimX, c->blockDimY, c->blockDimZ},
                               .dynamicSmemBytes = c->sharedMemBytes,
                               .stream = c->hStream,
                               .attrs = (cudaLaunchAttribute *)(void *)c->attrs,
                               .numAttrs = c->numAttrs};
    return kernel_launch_with(&same, f, params, extra);
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction f, void **kernelParams,
                          void **extra)
    RETURNS(DRIVER(API_CALL(launch_config(config, f, kernelParams, extra))));
CUresult cuLaunchHostFunc(CUstream hStream, CUhostFn fn, void *userData)
    RETURNS(DRIVER(cudaLaunchHostFunc(hStream, fn, userData)));

// ---- Streams ---------------------------------------------------------------------------------------------------------

CUresult cuStreamCreate(CUstream *phStream, unsigned int Flags)
    RETURNS(DRIVER(cudaStreamCreateWithFlags(phStream, Flags)));
CUresult cuStreamCreateWithPriority(CUstream *phStream, unsigned int flags, int priority)
    RETURNS(DRIVER(cudaStreamCreateWithPriority(phStream, flags, priority)));
CUresult cuStreamDestroy(CUstream hStream) RETURNS(DRIVER(cudaStreamDestroy(hStream)));
CUresult cuStreamSynchronize(CUstream hStream) RETURNS(DRIVER(cudaStreamSynchronize(hStream)));
CUresult cuStreamQuery(CUstream hStream) RETURNS(DRIVER(cudaStreamQuery(hStream)));
CUresult cuStreamWaitEvent(CUstream hStream, CUevent hEvent, unsigned int Flags)
    RETURNS(DRIVER(cudaStreamWaitEvent(hStream, hEvent, Flags)));
CUresult cuStreamGetFlags(CUstream hStream, unsigned int *flags)
    RETURNS(DRIVER(cudaStreamGetFlags(hStream, flags)));
CUresult cuStreamGetPriority(CUstream hStream, int *priority)
    RETURNS(DRIVER(cudaStreamGetPriority(hStream, priority)));

#if CUDA_VERSION >= 12000
CUresult cuStreamGetId(CUstream hStream, unsigned long long *streamId)
    RETURNS(DRIVER(cudaStreamGetId(hStream, streamId)));
#endif

CUresult cuStreamGetCtx(CUstream hStream, CUcontext *pctx)
    RETURNS(DRIVER(API_CALL(find_stream(hStream) ? ANSWER(pctx, driver_context())
                                                 : cudaErrorInvalidResourceHandle)));

// The callback's second argument is a CUresult, which has the same number as the runtime's error.
CUresult cuStreamAddCallback(CUstream hStream, CUstreamCallback callback, void *userData,
                             unsigned int flags)
{
    cudaStreamCallback_t same;
    memcpy(&same, &callback, sizeof same);
    return DRIVER(cudaStreamAddCallback(hStream, same, userData, flags));
}

CUresult cuStreamAttachMemAsync(CUstream hStream, CUdeviceptr dptr, size_t length,
                                unsigned int flags)
    RETURNS(DRIVER(cudaStreamAttachMemAsync(hStream, pointer_of(dptr), length, flags)));

// ---- Events ----------------------------------------------------------------------------------------------------------

CUresult cuEventCreate(CUevent *phEvent, unsigned int Flags)
    RETURNS(DRIVER(cudaEventCreateWithFlags(phEvent, Flags)));
CUresult cuEventDestroy(CUevent hEvent) RETURNS(DRIVER(cudaEventDestroy(hEvent)));
CUresult cuEventRecord(CUevent hEvent, CUstream hStream)
    RETURNS(DRIVER(cudaEventRecord(hEvent, hStream)));
CUresult cuEventRecordWithFlags(CUevent hEvent, CUstream hStream, unsigned int flags)
    RETURNS(DRIVER(cudaEventRecordWithFlags(hEvent, hStream, flags)));
CUresult cuEventQuery(CUevent hEvent) RETURNS(DRIVER(cudaEventQuery(hEvent)));
CUresult cuEventSynchronize(CUevent hEvent) RETURNS(DRIVER(cudaEventSynchronize(hEvent)));
CUresult cuEventElapsedTime(float *pMilliseconds, CUevent hStart, CUevent hEnd)
    RETURNS(DRIVER(cudaEventElapsedTime(pMilliseconds, hStart, hEnd)));

// ---- Graphs that are captured ----------------------------------------------------------------------------------------

CUresult cuStreamBeginCapture(CUstream hStream, CUstreamCaptureMode mode)
    RETURNS(DRIVER(cudaStreamBeginCapture(hStream, (enum cudaStreamCaptureMode)mode)));
CUresult cuStreamEndCapture(CUstream hStream, CUgraph *phGraph)
    RETURNS(DRIVER(cudaStreamEndCapture(hStream, phGraph)));
CUresult cuStreamIsCapturing(CUstream hStream, CUstreamCaptureStatus *captureStatus)
    RETURNS(DRIVER(cudaStreamIsCapturing(hStream,
                                         (enum cudaStreamCaptureStatus *)(void *)captureStatus)));
CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode) RETURNS(
    DRIVER_ANY(cudaThreadExchangeStreamCaptureMode((enum cudaStreamCaptureMode *)(void *)mode)));
CUresult cuGraphInstantiateWithFlags(CUgraphExec *phGraphExec, CUgraph hGraph,
                                     unsigned long long flags)
    RETURNS(DRIVER(cudaGraphInstantiateWithFlags(phGraphExec, hGraph, flags)));
CUresult cuGraphLaunch(CUgraphExec hGraphExec, CUstream hStream)
    RETURNS(DRIVER(cudaGraphLaunch(hGraphExec, hStream)));
CUresult cuGraphUpload(CUgraphExec hGraphExec, CUstream hStream)
    RETURNS(DRIVER(cudaGraphUpload(hGraphExec, hStream)));
CUresult cuGraphExecDestroy(CUgraphExec hGraphExec)
    RETURNS(DRIVER(cudaGraphExecDestroy(hGraphExec)));
CUresult cuGraphDestroy(CUgraph hGraph) RETURNS(DRIVER(cudaGraphDestroy(hGraph)));
