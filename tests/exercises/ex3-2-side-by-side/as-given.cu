// fails: threads per instruction
// The exercise as it was given.
