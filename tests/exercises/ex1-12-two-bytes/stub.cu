// fails: load requests|store requests
// The exercise as it was given.
