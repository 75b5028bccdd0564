// fails: ([Bb]arrier)
// The exercise as it was given.
