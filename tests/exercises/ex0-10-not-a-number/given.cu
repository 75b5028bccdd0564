// fails: wrong\[0\]
// The exercise as it was given.
