// fails: number of lanes
// The exercise as it was given.
