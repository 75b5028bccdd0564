// fails: shared memory in bytes
// The exercise as it was given.
