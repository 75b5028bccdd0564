// fails: out\[
// The exercise as it was given.
