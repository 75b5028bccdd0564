// texts.cu: the runtime's names and texts of all error codes. Given the path of a libcudart.so, it prints that library's instead.
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <stdio.h>

typedef const char *Say(cudaError_t code);

int main(int count, char **args)
{
    Say *name = cudaGetErrorName, *text = cudaGetErrorString;
    void *library = count > 1 ? dlopen(args[1], RTLD_NOW) : NULL;
    if (count > 1) {
        name = library ? (Say *)dlsym(library, "cudaGetErrorName") : NULL;
        text = library ? (Say *)dlsym(library, "cudaGetErrorString") : NULL;
    }
    if (!name || !text)
        return 1;
    for (int code = 0; code < 1100; code++)
        printf("%d %s: %s\n", code, name((cudaError_t)code), text((cudaError_t)code));
    return 0;
}
