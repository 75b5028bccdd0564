// condition.c: conditional nodes of graphs, and the calls by which programs build graphs with them.
//
// A handle is the address of a SimCondition in the device's memory. A kernel sets it by cudaGraphSetConditional, and the
// conditional node reads it when it is launched (graph.c). A body is an empty graph of the node, which the program fills: by
// cudaGraphAddNode, which adds nodes of all types, or by a capture into the graph.
//
// Before CUDA 13 the calls had other arguments; these programs do not link.

#include "runtime/cuda/cuda.h"

#include <string.h>

#if CUDART_VERSION >= 13000

static cudaError_t create_handle(cudaGraphConditionalHandle *out, cudaGraph_t graph, uint32_t value,
                                 unsigned flags)
{
    const SimCondition v = {0, value, flags & cudaGraphCondAssignDefault};
    if (!out || !graph_given(graph) || flags > cudaGraphCondAssignDefault)
        return cudaErrorInvalidValue;
    *out = sim_alloc(rt.memory, sizeof v, SIM_GLOBAL, NULL, "condition", NULL);
    if (!*out)
        return cudaErrorMemoryAllocation;
    memcpy(sim_pointer(rt.memory, *out, sizeof v), &v, sizeof v);
    return cudaSuccess;
}

static cudaError_t add_condition(NewNode at, struct cudaConditionalNodeParams *p)
{
    bool fits = p->type == cudaGraphCondTypeIf      ? p->size == 1 || p->size == 2
                : p->type == cudaGraphCondTypeWhile ? p->size == 1
                                                    : p->size > 0;
    if (!fits || (unsigned)p->type > cudaGraphCondTypeSwitch ||
        !sim_pointer(rt.memory, p->handle, sizeof(SimCondition)))
        return cudaErrorInvalidValue;
    Condition c = {p->handle, (unsigned)p->type};
    return node_add_condition(at, &c, p->size, &p->phGraph_out);
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *pHandle_out,
                                             cudaGraph_t graph, unsigned int defaultLaunchValue,
                                             unsigned int flags)
    RETURNS(API_CALL(create_handle(pHandle_out, graph, defaultLaunchValue, flags)));

// Each type of node has a call of its own, which this one calls.
cudaError_t cudaGraphAddNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                             const cudaGraphNode_t *pDependencies,
                             const cudaGraphEdgeData *dependencyData, size_t numDependencies,
                             struct cudaGraphNodeParams *nodeParams)
{
    cudaGraphNode_t *out = pGraphNode;
    const cudaGraphNode_t *from = pDependencies;
    size_t count = numDependencies;
    if (!nodeParams)
        return API_CALL(cudaErrorInvalidValue);
    if (!edges_are_default(dependencyData, numDependencies))
        return API_CALL(cudaErrorNotSupported);
    switch (nodeParams->type) {
    case cudaGraphNodeTypeKernel: {
        const struct cudaKernelNodeParamsV2 *k = &nodeParams->kernel;
        struct cudaKernelNodeParams p = {k->func,           k->gridDim,      k->blockDim,
                                         k->sharedMemBytes, k->kernelParams, k->extra};
        return cudaGraphAddKernelNode(out, graph, from, count, &p);
    }
    case cudaGraphNodeTypeMemcpy:
        return cudaGraphAddMemcpyNode(out, graph, from, count, &nodeParams->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: {
        const struct cudaMemsetParamsV2 *m = &nodeParams->memset;
        struct cudaMemsetParams p = {m->dst,         m->pitch, m->value,
                                     m->elementSize, m->width, m->height};
        return cudaGraphAddMemsetNode(out, graph, from, count, &p);
    }
    case cudaGraphNodeTypeHost: {
        struct cudaHostNodeParams p = {nodeParams->host.fn, nodeParams->host.userData};
        return cudaGraphAddHostNode(out, graph, from, count, &p);
    }
    case cudaGraphNodeTypeGraph:
        return cudaGraphAddChildGraphNode(out, graph, from, count, nodeParams->graph.graph);
    case cudaGraphNodeTypeEmpty: return cudaGraphAddEmptyNode(out, graph, from, count);
    case cudaGraphNodeTypeMemFree:
        return cudaGraphAddMemFreeNode(out, graph, from, count, nodeParams->free.dptr);
    case cudaGraphNodeTypeConditional:
        return API_CALL(
            add_condition((NewNode){out, graph, from, count}, &nodeParams->conditional));
    default:
        return API_CALL((unsigned)nodeParams->type < cudaGraphNodeTypeCount
                            ? cudaErrorNotSupported
                            : cudaErrorInvalidValue);
    }
}

// ---- Captures into such graphs -----------------------------------------------------------------------------------------

static cudaError_t capture_info(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                unsigned long long *id, cudaGraph_t *graph,
                                const cudaGraphNode_t **from, size_t *count)
{
    const Stream *s = find_stream(stream);
    cudaError_t e = stream_captures(s, status);
    if (e != cudaSuccess || *status != cudaStreamCaptureStatusActive)
        return e;
    if (id)
        *id = s->graph->capture;
    if (graph)
        *graph = s->graph;
    if (from)
        *from = s->after.at;
    if (count)
        *count = s->after.count;
    return cudaSuccess;
}

static cudaError_t change_capture(cudaStream_t stream, const cudaGraphNode_t *from, size_t count,
                                  unsigned flags)
{
    Stream *s = find_stream(stream);
    cudaError_t e = stream_usable(s);
    if (e != cudaSuccess || !s->graph)
        return e != cudaSuccess ? e : cudaErrorIllegalState;
    if (flags > cudaStreamSetCaptureDependencies)
        return cudaErrorInvalidValue;
    return graph_capture_after(s, from, count, flags == cudaStreamSetCaptureDependencies);
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t *dependencies,
                                          const cudaGraphEdgeData *dependencyData,
                                          size_t numDependencies, enum cudaStreamCaptureMode mode)
    RETURNS(API_CALL(!edges_are_default(dependencyData, numDependencies) ? cudaErrorNotSupported
                     : !graph_given(graph)
                         ? cudaErrorInvalidValue
                         : graph_capture(stream, graph, dependencies, numDependencies, mode)));

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream,
                                     enum cudaStreamCaptureStatus *captureStatus_out,
                                     unsigned long long *id_out, cudaGraph_t *graph_out,
                                     const cudaGraphNode_t **dependencies_out,
                                     const cudaGraphEdgeData **edgeData_out,
                                     size_t *numDependencies_out)
{
    if (edgeData_out)
        *edgeData_out = NULL; // edges have none
    return API_CALL(capture_info(stream, captureStatus_out, id_out, graph_out, dependencies_out,
                                 numDependencies_out));
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies,
                                                const cudaGraphEdgeData *dependencyData,
                                                size_t numDependencies, unsigned int flags)
    RETURNS(API_CALL(!edges_are_default(dependencyData, numDependencies)
                         ? cudaErrorNotSupported
                         : change_capture(stream, dependencies, numDependencies, flags)));

#endif
