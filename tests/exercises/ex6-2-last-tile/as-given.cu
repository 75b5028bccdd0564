// fails: store requests|C\[|Invalid __global__
// The exercise as it was given.
