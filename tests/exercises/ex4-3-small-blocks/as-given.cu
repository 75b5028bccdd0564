// fails: Invalid __shared__ read|Barrier error
// The exercise as it was given.
