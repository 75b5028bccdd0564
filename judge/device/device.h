// device.h: the simulator as a device (device_sim.c), for whoever has streams to it.

#ifndef DEVICE_H
#define DEVICE_H

#include <stdbool.h>
#include <stddef.h>

// These move all bytes. They return false if the other end is closed.
typedef bool DeviceRead(void *to, size_t bytes);
typedef bool DeviceWrite(const void *from, size_t bytes);

// Answers questions (wire.h) until there are no more; then it ends the process. It returns a status only if a question is none.
int device_serve(DeviceRead *read, DeviceWrite *write);
// From now on shows a person what is run, as the words of WARPSIM choose: in the stepper, as a profile or as drawings. Returns false
// if that can't be done, and `message` says why.
bool device_look(const char *words, char *message, size_t size);

#endif
