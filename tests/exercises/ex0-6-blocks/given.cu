// fails: needed\[
// The exercise as it was given.
