// The same ladder on an H200, in half precision.
//
// Half precision (fp16) also has 16 bits, but three more of them for the fraction than bf16 and three fewer for the exponent. To tensor
// cores, copies and shared memory both are the same, so these are the kernels of ch7-hopper, with another word in two instructions.
//
//     make ch7-half && ./ch7-half -m 4096 -n 4096 -d 4096
//
// build: -gencode arch=compute_90a,code=sm_90a

#define ELEMENT_HALF
#include "hopper.cu"
