// fails: sectors per load request
// The exercise as it was given.
