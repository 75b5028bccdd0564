// fails: number of barriers
// The exercise as it was given.
