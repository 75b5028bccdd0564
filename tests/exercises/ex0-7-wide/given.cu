// fails: out\[[0-9]+\]
// The exercise as it was given.
