#!/usr/bin/env bash
# beside.sh: measures the core as WebAssembly beside the native one, on one thread each, for each class of instructions of
# tools/measure/simulator.cu.
set -euo pipefail
cd "$(dirname "$0")/../.."
make -s DEVICE=sim build/lab/core.wasm build/lab/labs # so that both cores' objects are there
mkdir -p build/lab/beside
./warpcc -O3 -Icommon -ptx tools/measure/simulator.cu -o build/lab/beside/kernels.ptx
mapfile -t native < <(find build/sim/rooms -name '*.o' | grep -Ev 'rooms/(host|views|runtime)')
mapfile -t page < <(find simulator/{base,memory,ptx,link,machine,check,model,walk} -name '*.c' | sed 's|^simulator/\(.*\)c$|build/lab/wasm/core-\1o|')
gcc -std=c11 -O2 -Isimulator tests/lab/beside/host.c "${native[@]}" -lm -lstdc++ -o build/lab/beside/native
clang --target=wasm32-wasi -std=c11 -O2 -msimd128 -Isimulator -nostartfiles -Wl,--no-entry -Wl,--stack-first -Wl,-z,stack-size=524288 \
    tests/lab/beside/host.c "${page[@]}" -lc-printscan-long-double -o build/lab/beside/core.wasm
mapfile -t kernels < <(sed -n 's/.*\.entry \([A-Za-z0-9_]*\)(.*/\1/p' build/lab/beside/kernels.ptx)
classes=()
for class in integer float=single double=twice shared loads stores atomics shuffles branches; do
    for kernel in "${kernels[@]}"; do
        [[ $kernel == _Z*[0-9]"${class#*=}"Pi ]] && classes+=("${class%=*}=$kernel")
    done
done
node tests/lab/beside/run.mjs build/lab/beside/native build/lab/beside/core.wasm build/lab/beside/kernels.ptx "${classes[@]}"
