// fails: load requests
// The exercise as it was given.
