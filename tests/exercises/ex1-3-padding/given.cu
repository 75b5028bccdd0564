// fails: bank conflicts of loads
// The exercise as it was given.
