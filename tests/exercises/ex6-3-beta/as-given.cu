// fails: C\[
// The exercise as it was given.
