// fails: ([Bb]arrier|[Ss]huffle|shfl|mask|lanes)
// The exercise as it was given.
