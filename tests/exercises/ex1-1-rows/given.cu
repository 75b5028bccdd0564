// fails: load efficiency
// The exercise as it was given.
