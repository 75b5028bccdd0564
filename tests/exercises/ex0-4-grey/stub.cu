// fails: grey\[
// The exercise as it was given.
