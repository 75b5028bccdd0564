// fails: ([Rr]ace|Uninitialized __shared__|out\[)
// The exercise as it was given.
