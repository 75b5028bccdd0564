// fails: (load efficiency|sectors per load request|store efficiency)
// The exercise as it was given.
