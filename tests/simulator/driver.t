#!/usr/bin/env bash
# The driver API (simulator/runtime/driver/driver.h), alone and beside the runtime. tests/simulator/driver/driver.cu calls it.
. "$(dirname "$0")/../harness/lib.sh"
needs_calls 12 # whose cuda.h has what driver.cu asks; so has ours, for clang

here=tests/simulator/driver
for part in kernels part whole; do
    ./warpcc -rdc=true -ptx -o "$work/$part.ptx" "$here/$part.cu"
done
./warpcc -fatbin -o "$work/kernels.fatbin" "$here/kernels.cu"
printf '\177ELF, and machine code' >"$work/kernels.cubin"
./warpcc -lcuda -o "$work/driver" "$here/driver.cu"
cd "$work" || exit

run ./driver
asked=309
if [ "$(nvcc_version)" = 12 ]; then # some of the calls came with CUDA 12.5 and 13
    case $("$("$need_sh" nvcc)" --version) in
    *release\ 12.[0-4],*) asked=297 ;;
    *) asked=301 ;;
    esac
fi
is 'the driver API does what a GPU does' "$status/$out" "0/$asked asked, 0 wrong"
has 'a cubin: says what to do' "$err" '^WARPSIM: The module is a cubin.*without PTX'
is 'what the simulator does not have is named once' "$(grep -c 'does not have cuIpcCloseMemHandle: .*NOT_SUPPORTED' <<<"$err")" 1
has 'a fault: names the kernel and line' "$err" "at beyond in .*kernels\.cu:[0-9]+ "
has 'a fault: names who allocated' "$err" 'allocated at .*driver\.cu:[0-9]+'

run env WARPSIM=check ./driver race
is 'a race is an error' "$status" 4
line=$(grep -n 'part\[threadIdx.x\] =' "$OLDPWD/$here/kernels.cu" | cut -d : -f 1)
has 'a race: names the kernel and its line' "$err" "Race reported between .* at race in .*kernels\.cu:$line"
has 'an error: has its name in the driver API' "$err" 'Program hit CUDA_ERROR_NOT_INITIALIZED \(error 3\).* on CUDA API call to cuDeviceGet'
has 'an error: where' "$err" 'called at .*driver\.cu:[0-9]+'
run env WARPSIM=profile ./driver weigh
has 'a profile has the kernel' "$out" '^weigh$'
has '… and its launch' "$out" 'grid \(1,1,1\), block \(64,1,1\), 1 launch'

# A program may have names of the driver API for itself: here they are pointers, which it fills from libcuda.so.
cat >own.c <<'EOF'
#include <dlfcn.h>
#include <stdio.h>
int (*cuInit)(unsigned);
int (*cuDeviceGetCount)(int *);
int main(void)
{
    void *driver = dlopen("libcuda.so", RTLD_LAZY);
    int count = 0;
    cuInit = (int (*)(unsigned))dlsym(driver, "cuInit");
    cuDeviceGetCount = (int (*)(int *))dlsym(driver, "cuDeviceGetCount");
    printf("%d ", cuInit(0));
    printf("%d ", cuDeviceGetCount(&count));
    printf("%d\n", count);
}
EOF
"$OLDPWD/warpcc" -o own own.c
run ./own
is 'a program that opens libcuda.so' "$status/$out" '0/0 0 1'

done_testing
