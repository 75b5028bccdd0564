// fails: Race reported|out\[
// The exercise as it was given.
