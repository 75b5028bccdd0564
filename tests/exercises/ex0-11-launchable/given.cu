// fails: launch is impossible
// The exercise as it was given.
