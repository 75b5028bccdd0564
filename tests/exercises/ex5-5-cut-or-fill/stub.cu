// fails: y\[
// The exercise as it was given.
