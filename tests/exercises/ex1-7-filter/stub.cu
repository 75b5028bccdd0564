// fails: out\[0\]
// The exercise as it was given.
