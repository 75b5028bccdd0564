// fails: barriers
// The exercise as it was given.
