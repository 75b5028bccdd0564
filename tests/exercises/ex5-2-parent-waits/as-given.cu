// fails: Race reported|Uninitialized __global__ memory read
// The exercise as it was given.
