// fails: Invalid __global__ read
// The exercise as it was given.
