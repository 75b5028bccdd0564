// fails: ([Rr]ace|Uninitialized|out\[)
// The exercise as it was given.
