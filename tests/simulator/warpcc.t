#!/usr/bin/env bash
# warpcc takes nvcc's arguments and makes programs that run on the simulator.
. "$(dirname "$0")/../harness/lib.sh"
unset NVCC_PREPEND_FLAGS # what warpcc does by itself is tested here

warpcc=$PWD/warpcc
export TMPDIR=$work/tmp
mkdir "$TMPDIR" "$work/a folder"
cd "$work" || exit

cat >one.cu <<'EOF'
#include <stdio.h>
#include "value.h"
int two(void);
__global__ void one(int *x) { *x = VALUE; }
int main(void)
{
    int *x, y = 0;
    cudaMalloc(&x, sizeof *x);
    one<<<1, 1>>>(x);
    cudaError_t error = cudaMemcpy(&y, x, sizeof y, cudaMemcpyDeviceToHost);
    if (error != cudaSuccess)
        return 3;
    printf("%d %d %s\n", y, two(), VARIANT);
    return 0;
}
EOF
echo '#define VALUE 41' >'a folder/value.h'
cat >'a folder/two files.cu' <<'EOF'
__global__ void twice(int *x) { *x = 2 * *x; }
extern "C" int three(void);
int two(void)
{
    int *x, y = 21;
    cudaMalloc(&x, sizeof *x);
    cudaMemcpy(x, &y, sizeof y, cudaMemcpyHostToDevice);
    twice<<<1, 1>>>(x);
    cudaMemcpy(&y, x, sizeof y, cudaMemcpyDeviceToHost);
    return y + three();
}
EOF
echo 'int three(void) { return 3; }' >three.c
echo 'extern "C" int three(void) { return 33; }' >three.cpp
gcc -c three.c -o three.o

run "$warpcc" -I'a folder' -D 'VARIANT="plain"' one.cu 'a folder/two files.cu' three.c -o 'a folder/a b'
is 'sources of CUDA C and C, spaces in names: exit status' "$status" 0
run 'a folder/a b'
is 'and the program runs' "$status $out" '0 41 45 plain'

run "$warpcc" -O3 -std=c++17 -I 'a folder' '-DVARIANT="host object"' one.cu 'a folder/two files.cu' three.o
is 'a host object; without -o' "$status" 0
run ./a.out
is 'makes a.out' "$out" '41 45 host object'

run "$warpcc" -G -g -include 'a folder/value.h' -UVALUE -DVALUE=7 -I'a folder' -D VARIANT='"G"' -x cu one.cu -c
is '-c: exit status' "$status" 0
ok '-c: makes the object' test -e one.o
run "$warpcc" --device-debug -c 'a folder/two files.cu' --output-file=two.o
is 'long options: exit status' "$status" 0
ar rcs libboth.a two.o three.o
run "$warpcc" one.o libboth.a -o separate
is 'linking an object and an archive: exit status' "$status" 0
run ./separate
is 'and the program runs' "$out" '41 45 G'
run "$warpcc" one.o -L . -l both -lcudart -lcudadevrt -cudart shared -lm -Xlinker --as-needed -o separate
is '-L and -l; the runtime libraries are the simulator: exit status' "$status" 0
run ./separate
is 'and the program runs' "$out" '41 45 G'
run "$warpcc" -I'a folder' -D VARIANT='"C++"' one.cu 'a folder/two files.cu' three.cpp -Xcompiler -Wall,-O1 \
    -Xptxas -O1 -ccbin g++ -arch sm_90 -lineinfo -o cpp
is 'C++ and options for other tools: exit status' "$status" 0
run ./cpp
is 'and the program runs' "$out" '41 75 C++'

# Device code across files.
cat >define.cu <<'EOF'
__device__ int offset = 5;
__device__ int shifted(int x) { return x + offset; }
EOF
cat >use.cu <<'EOF'
#include <stdio.h>
extern __device__ int offset;
__device__ int shifted(int x);
__global__ void use(int *x) { *x = shifted(10) + offset; }
int main(void)
{
    int *x, y = 0;
    cudaMalloc(&x, sizeof *x);
    use<<<1, 1>>>(x);
    if (cudaMemcpy(&y, x, sizeof y, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 3;
    printf("%d\n", y);
    return 0;
}
EOF
run "$warpcc" -rdc=true define.cu use.cu -o across
is '-rdc=true: exit status' "$status" 0
run ./across
is 'and the program runs' "$status $out" '0 20'
run "$warpcc" -dc define.cu
is '-dc: exit status' "$status" 0
run "$warpcc" --relocatable-device-code true -c use.cu
is 'and its long form' "$status" 0
run "$warpcc" use.o define.o -o across
is 'linking relocatable objects: exit status' "$status" 0
run ./across
is 'and the program runs' "$status $out" '0 20'

# Options choose the architecture.
cat >arch.cu <<'EOF'
__global__ void arch(int *x) { *x = __WARPSIM__; }
EOF
run "$warpcc" -ptx arch.cu -o arch.ptx
is '-ptx: exit status' "$status" 0
has 'PTX for compute_86 if nothing else is asked' "$(cat arch.ptx)" '^\.target sm_86'
run "$warpcc" -ptx -arch=sm_90 arch.cu -o arch.ptx
by_nvcc has 'sm_90 means PTX for compute_90' "$(cat arch.ptx)" '^\.target sm_90'
run "$warpcc" -ptx -gencode arch=compute_80,code=sm_86 arch.cu -o arch.ptx
has '-gencode names PTX by arch' "$(cat arch.ptx)" '^\.target sm_80'
run "$warpcc" -ptx -arch=native arch.cu -o arch.ptx
has 'native is the default' "$(cat arch.ptx)" '^\.target sm_86'
run "$warpcc" -c -gencode arch=compute_80,code=sm_80 -gencode=arch=compute_90,code=sm_90 arch.cu
is 'several architectures: exit status' "$status" 0
by_nvcc ok 'several architectures: PTX for each' test "$(grep -a -c '^\.target sm_[89]0' arch.o)" = 2

# An old Makefile's may be gone.
run "$warpcc" -c -gencode arch=compute_10,code=sm_10 -gencode arch=compute_11,code=sm_13 arch.cu
by_nvcc is 'architectures that nvcc does not know: said' "$status/$err" '0/warpcc: this nvcc does not know sm_10 sm_11; PTX is made for sm_86'
by_nvcc ok 'and the default in their place' test "$(grep -a -c '^\.target' arch.o)/$(grep -a -c '^\.target sm_86' arch.o)" = 1/1
run "$warpcc" -c -gencode arch=compute_10,code=sm_10 -arch=sm_80 arch.cu
by_nvcc is 'or what else is asked for' "$status/$err/$(grep -a '^\.target' arch.o)" '0/warpcc: this nvcc does not know sm_10; PTX is made for sm_80/.target sm_80'

# Preprocessing and dependencies.
run "$warpcc" -E -I'a folder' -DVARIANT= one.cu
has '-E prints the source, preprocessed' "$out" '\*x = 41'
run "$warpcc" -M -I'a folder' -DVARIANT= one.cu
has '-M prints dependencies' "$out" 'value\.h'
run "$warpcc" -M -MT target -MF alone.d -I'a folder' -DVARIANT= one.cu
is '-M -MF prints nothing' "$status/$out" 0/
has '-M -MF writes the file' "$(cat alone.d)" 'value\.h'
has '-M -MT names the target' "$(cat alone.d)" '^target *:'
run "$warpcc" -MM -MF unused.d -o named.d -I'a folder' -DVARIANT= one.cu
has '-MM -o: into that file' "$status $(cat named.d)" '^0 one\.o *:'
run "$warpcc" -c one.cu -I'a folder' -D VARIANT='""' -lm -o alone.o
is 'what is for the linker is left out of a compilation' "$status/$err" 0/
cat >lists.cu <<'EOF'
#include "deep.h"
int a[] = {ONE, TWO, THREE}; const char *text = TEXT;
EOF
mkdir -p first second
echo '#define THREE 3' >second/deep.h
run "$warpcc" -E -I first,second -D ONE=1,TWO=2 '-DTEXT="x,y"' lists.cu
has 'lists are taken apart at their commas, but not inside of quotes' "$out" '\{1, 2, 3\}; const char \*text = "x,y"'
run "$warpcc" -E -Ifirst,second -DONE=1,TWO=2 '-DTEXT=x\,y' lists.cu
has 'and not after a backslash' "$out" '= x,y'
run "$warpcc" -MD -MF deps.d -MT target -I'a folder' -D VARIANT='""' one.cu two.o three.o -o prog
is '-MD while linking: exit status' "$status" 0
has '-MT names the target' "$(cat deps.d)" '^target *:'
has '-MF holds the dependencies' "$(cat deps.d)" 'value\.h'
run "$warpcc" -MMD -I'a folder' -D VARIANT='""' one.cu two.o three.o -o prog.bin
has '-MMD without -MF: beside the program, which is the target' "$(cat prog.d)" '^prog\.bin *:'

# warpcc can be called from another folder, through a link.
ln -s "$warpcc" 'a folder/cc'
cp define.cu use.cu 'a folder/'
cd 'a folder' || exit
run ./cc -rdc=true use.cu define.cu
is 'called through a link from another folder: exit status' "$status" 0
run ./a.out
is 'and the program runs' "$out" 20
cd "$work" || exit

# Help, and refusals in one line.
run "$warpcc" -h
is '-h: exit status' "$status" 0
has '-h: shows how to call it' "$out" '^usage: warpcc'
ok '-h: fits 80 columns' fits "$out"
run "$warpcc" --version
by_nvcc has '--version: names nvcc too' "$out" 'Cuda compilation tools, release'

refuses 'no arguments' 'no input files.*-h' "$warpcc"
refuses 'only options' 'no input files' "$warpcc" -O3 -o prog
refuses 'a missing file' 'nothing.cu: no such file' "$warpcc" nothing.cu
refuses 'an option without its value' '-o needs a value' "$warpcc" one.cu -o
refuses 'a list of options without its file' '-optf needs a value' "$warpcc" one.cu -optf
refuses '-lcudnn' 'lcudnn: the simulator has no cudnn' "$warpcc" one.cu -lcudnn
refuses '-l cudnn' 'cudnn' "$warpcc" one.cu -l m,cudnn
for option in -dlto -ltoir -cubin -run -sanitize=memcheck -arch=lto_90; do
    refuses "$option" "^warpcc: .*${option#-}" "$warpcc" one.cu "$option"
done
touch kernel.ptx
refuses 'a file of PTX' 'kernel.ptx.*source' "$warpcc" one.cu kernel.ptx
refuses '-MD for two sources' 'one source' "$warpcc" -MD one.cu three.c -o prog

# The compiler's errors are shown, and no half-made program is left.
echo 'int main(void) { return wrong; }' >bad.cu
run "$warpcc" bad.cu -o bad
ok 'an error in the source: fails' test "$status" -ne 0
has 'an error in the source: named' "$err" 'bad.cu.*wrong'
ok 'an error in the source: no program' test ! -e bad
cat >undefined.cu <<'EOF'
extern "C" cudaError_t cudaNoSuchThing(void);
int main(void) { return cudaNoSuchThing(); }
EOF
run "$warpcc" undefined.cu -o bad
ok 'a CUDA function that is not there: fails' test "$status" -ne 0
has 'a CUDA function that is not there: named' "$err" '^warpcc: the simulator does not have cudaNoSuchThing'
ok 'a CUDA function that is not there: no program' test ! -e bad

# A program may use names that the simulator uses inside.
cat >names.cu <<'EOF'
#include <stdio.h>
int rt = 5;
extern "C" int heap_free(int x) { return x + 1; }
extern "C" int lower_function(int x) { return x * 2; }
__global__ void k(int *p) { *p = 42; }
int main(void)
{
    int *d, h = 0;
    cudaMalloc(&d, sizeof *d);
    k<<<1, 1>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", h, rt, heap_free(1), lower_function(2));
    return 0;
}
EOF
run "$warpcc" names.cu -o names
is "a program with the simulator's names: builds" "$status" 0
run ./names
is "a program with the simulator's names: runs" "$out" '42 5 2 4'

# Ranges for a profiler's timeline cost nothing.
cat >ranges.cu <<'EOF'
#include <nvtx3/nvToolsExt.h>
#include <stdio.h>
int main(void)
{
    nvtxEventAttributes_t a = {0};
    a.version = NVTX_VERSION;
    a.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    a.colorType = NVTX_COLOR_ARGB;
    a.messageType = NVTX_MESSAGE_TYPE_ASCII;
    a.message.ascii = "outer";
    nvtxRangePushEx(&a);
    nvtxRangePushA("inner");
    nvtxMarkA("here");
    nvtxRangePop();
    nvtxRangePop();
    printf("through\n");
    return 0;
}
EOF
run "$warpcc" ranges.cu -o ranges -lnvToolsExt
is 'NVTX: exit status' "$status" 0
run ./ranges
is 'NVTX: the program runs' "$out" through

mkdir bin
ln -s /usr/bin/* /bin/* bin/ 2>/dev/null
rm -f bin/nvcc bin/clang*
refuses 'neither nvcc nor clang' "^no compiler of CUDA C.*'make setup'" env -u WARPCC PATH="$PWD/bin" CUDA_HOME=/none "$warpcc" one.cu
run env PATH="$PWD/bin" CUDA_HOME=/none "$warpcc" -h
is 'neither nvcc nor clang: -h helps all the same' "$status" 0
refuses 'WARPCC names no compiler' "^WARPCC is 'cc'" env WARPCC=cc "$warpcc" one.cu

is 'no temporary file is left' "$(ls "$TMPDIR")" ''

done_testing
