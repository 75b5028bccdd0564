// trick: takes other parameters, so that the arguments are read as something else
// fails: can't be launched
__global__ void vecAdd(float *c) {}
