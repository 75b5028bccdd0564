// fails: counts\[
// The exercise as it was given.
