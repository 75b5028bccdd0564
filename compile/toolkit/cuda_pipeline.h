// cuda_pipeline.h: part of NVIDIA's toolkit; here cuda_pipeline_primitives.h has what programs use of it.

#include <cuda_pipeline_primitives.h>
