// fails: Race reported|out\[|Uninitialized __global__
// The exercise as it was given.
