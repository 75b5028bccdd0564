// fails: (a\[|[Rr]ace)
// The exercise as it was given.
