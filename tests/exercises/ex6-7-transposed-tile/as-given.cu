// fails: store bank conflicts
// The exercise as it was given.
