// fails: gram\[0\]\[0\]
// The exercise as it was given.
