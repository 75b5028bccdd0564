// fails: Race reported
// The exercise as it was given.
