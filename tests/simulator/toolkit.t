#!/usr/bin/env bash
# What clang.t expects of our headers (compile/toolkit) is what the toolkit's own give.
. "$(dirname "$0")/../harness/lib.sh"
needs_nvcc 12 # older headers have other types

sample 3 narrow hostrandom simd random narrow_forms edges tensor narrow_calls meetings
for header in "${sample[@]}"; do
    own_standard ./warpcc -w -arch=sm_86 -o "$work/$header" tests/simulator/toolkit/"$header".cu -lcurand
    run "$work/$header"
    is "the toolkit's header, $header" "$out" "$(<tests/simulator/toolkit/"$header".txt)"
done
# For sm_90 the toolkit's header takes other instructions.
./warpcc -w -arch=sm_90 -o "$work/narrow_calls" tests/simulator/toolkit/narrow_calls.cu
run "$work/narrow_calls"
is "the toolkit's header, narrow_calls for sm_90" "$out" "$(<tests/simulator/toolkit/narrow_calls.txt)"

# CUDA's header gives a call with a stream, or a copy, another name for programs with --default-stream per-thread. Each that the simulator
# has needs a line in per_thread.c. Only who asks for a driver call by its name gets none: there are no such driver calls to find.
header=$(dirname "$(dirname "$("$need_sh" nvcc)")")/include/cuda_runtime_api.h
programs libwarpsim.a
names=$(nm build/sim/libwarpsim.a 2>/dev/null | sed -n 's/.* T //p')
lacking=()
while read -r ending call; do
    [[ $call != cudaGetDriverEntryPoint* ]] || continue
    ! grep -qx "$call" <<<"$names" || grep -qx "${call}_pt${ending,,}" <<<"$names" || lacking+=("$call")
done < <(sed -n 's/.*__CUDART_API_PT\(DS\|SZ\)(\(cuda[A-Za-z0-9]*\))$/\1 \2/p' "$header")
has 'calls with a stream are found in the header' "$(<"$header")" '__CUDART_API_PTSZ\(cudaStreamQuery\)$'
ran="nm build/sim/libwarpsim.a" status=0 out='' err=''
is 'each call with a stream has its name for per-thread streams, in simulator/runtime/cuda/per_thread.c' "${lacking[*]}" ''
done_testing
