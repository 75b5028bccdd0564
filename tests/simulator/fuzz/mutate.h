// mutate.h: changes PTX the way PTX is made: by words, lines and whole instructions, so that most of what comes of it is
// still read to its end. One change in four is libFuzzer's own, on bytes.

#ifndef MUTATE_H
#define MUTATE_H

#include <stddef.h>
#include <stdint.h>

// Of LLVMFuzzerCustomMutator: changes data (size of at most most bytes), returns the new size.
size_t mutate_ptx(uint8_t *data, size_t size, size_t most, unsigned seed);

#endif
