// library.h: what beyond/ needs of the runtime beyond CUDA's API: work of the host in a stream's order, and the bytes
// behind a pointer of the device.

#ifndef LIBRARY_H
#define LIBRARY_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Has run(args) done in the stream's order, on a copy of the (size) bytes of args; in a captured stream it becomes a node of the
// graph. `report` is the line that a profile's or a check's end has about it. run must not call CUDA.
// Returns what a failed launch would: a fault, or cudaErrorInvalidResourceHandle if there is no such stream.
cudaError_t sim_library_run(cudaStream_t stream, const char *report, void (*run)(const void *args),
                            const void *args, size_t size);

// The host's pointer to the `size` bytes at p, for use in run. If they are not inside one allocation that the device reaches:
// NULL, and the stream has the fault that a kernel's access there would be. `call` and `what` name it: "cublasSgemm", "C".
// written: the device may read them from now on.
void *sim_library_bytes(const char *call, const char *what, const void *p, size_t size,
                        bool written);

// The same for `n` elements of `bytes`; of none there is an address, too.
void *sim_library_elements(const char *call, const char *what, const void *p, size_t n,
                           size_t bytes, bool written);

// For use in run: memory of the host, filled with zeros, which the caller frees. If there is none, the program ends, as it does after
// sim_library_no_memory.
void *sim_library_scratch(size_t n, size_t bytes);
void sim_library_no_memory(void);

// For use in run: *at, the address of a list of addresses on the device, becomes the list's address i. False, and NULL, if the list is
// not there, as above.
bool sim_library_choose(const char *call, const char *what, const void **at, int i);

// For use in run: the stream has a fault, as if a kernel had reached memory that is not there. `text` says what is wrong.
void sim_library_fault(const char *call, const char *text);

#ifdef __cplusplus
}
#endif

#endif
