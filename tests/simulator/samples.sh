#!/usr/bin/env bash
# samples.sh CHECKOUT [NAME...]: builds programs of a checkout of NVIDIA's cuda-samples with ./warpcc, runs each without arguments,
# and prints a row for it: does it build, how does it end, how long did it take. Without names all of folders 0, 2, 3, 5 and 6
# that need no graphics and no library that is not here. Nothing of theirs is kept.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit

samples=$(realpath -e -- "${1:?a checkout of cuda-samples}") || exit
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
elsewhere='GL/|GLES|EGL/|glut|vulkan|d3d1|dxgi|mpi\.h|nvrtc|cublas|cufft|curand\.h|cusparse|cusolver|npp|nvsci|omp\.h|FreeImage'

echo '| program | builds | ends with | s | says last |'
echo '| --- | --- | --- | ---: | --- |'
for folder in "$samples"/Samples/[02356]_*/*/; do
    name=$(basename "$folder")
    [ $# = 0 ] || [[ " $* " = *" $name "* ]] || continue
    mapfile -t sources < <(find "$folder" -maxdepth 1 \( -name '*.cu' -o -name '*.cpp' \) | sort)
    [ ${#sources[@]} -gt 0 ] || continue
    if grep -Eqr "#include.*($elsewhere)" "$folder" --include='*.c*' --include='*.h'; then
        [ $# = 0 ] || echo "| $name | needs graphics or a library | | | |"
        continue
    fi
    mapfile -t kernels < <(find "$folder" -maxdepth 1 -name '*.cu' | sort)
    if ! ./warpcc -std=c++17 -rdc=true -w -O2 -I"$samples/Common" -o "$work/program" "${sources[@]}" -lcudadevrt >"$work/log" 2>&1; then
        why=$(grep -Eo "undefined reference to .*|error: .*" "$work/log" | head -n 1 | tr '|' '/' | cut -c 1-60)
        echo "| $name | no | | | $why |"
        continue
    fi
    # a driver's module lies beside the program as PTX
    for kernel in "${kernels[@]}"; do
        grep -q cuModuleLoad "${sources[@]}" && nvcc -fatbin -arch=sm_75 -w -I"$samples/Common" -o "$work/$(basename "$kernel" .cu)64.fatbin" "$kernel" 2>/dev/null
    done
    cp -r "$folder"/data "$work/" 2>/dev/null
    begin=$EPOCHREALTIME
    (cd "$folder" && timeout 120 "$work/program") >"$work/out" 2>&1 </dev/null
    status=$?
    took=$(awk -v a="$begin" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }')
    says=$(grep -av '^ *$' "$work/out" | tail -n 1 | tr -d '\0' | tr '|' '/' | cut -c 1-70)
    echo "| $name | yes | $status | $took | $says |"
    rm -rf "${work:?}"/*
done
