// fails: sectors loaded
// The exercise as it was given.
