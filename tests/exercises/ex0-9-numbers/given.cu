// fails: Answer 1 is not
// The exercise as it was given.
