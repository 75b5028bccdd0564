// mutate.h: changes PTX by words, lines and whole instructions, so that the parser still reads most results to their end.
// One change in four is libFuzzer's own, on bytes.

#ifndef MUTATE_H
#define MUTATE_H

#include <stddef.h>
#include <stdint.h>

// Does the work of LLVMFuzzerCustomMutator: changes data of `size` bytes, in room for `most`, and returns the new size.
size_t mutate_ptx(uint8_t *data, size_t size, size_t most, unsigned seed);

#endif
