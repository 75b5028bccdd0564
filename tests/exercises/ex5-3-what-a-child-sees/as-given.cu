// fails: Invalid|Uninitialized __shared__|out of bounds
// The exercise as it was given.
