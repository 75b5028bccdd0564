// fails: (Uninitialized|out\[)
// The exercise as it was given.
