// fails: (out\[|[Rr]ace)
// The exercise as it was given.
