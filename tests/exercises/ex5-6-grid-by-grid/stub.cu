// fails: result\[
// The exercise as it was given.
