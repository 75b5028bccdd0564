// fails: split no warp
// The exercise as it was given.
