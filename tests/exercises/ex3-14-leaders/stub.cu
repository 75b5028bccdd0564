// fails: share\[
// The exercise as it was given.
