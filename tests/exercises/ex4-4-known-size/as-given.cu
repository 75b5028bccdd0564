// fails: warp instructions
// The exercise as it was given.
