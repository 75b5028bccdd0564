// fails: y\[0\]
// The exercise as it was given.
