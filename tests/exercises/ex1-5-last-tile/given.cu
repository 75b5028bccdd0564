// fails: (C\[|out of bounds|Invalid __global__)
// The exercise as it was given.
