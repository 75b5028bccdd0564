// fails: store requests
// The exercise as it was given.
