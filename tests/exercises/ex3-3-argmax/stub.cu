// fails: (value|where)\[
// The exercise as it was given.
