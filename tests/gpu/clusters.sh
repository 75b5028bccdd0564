#!/usr/bin/env bash
# clusters.sh FOLDER: what this machine's GPU, of compute capability 9.0, does with clusters and bulk copies:
#
#   FOLDER/tensors.txt    the boxes of random tensors, as tests/simulator/cluster.t compares them (tests/simulator/bulk/h200-tensors.txt)
#   FOLDER/works.txt      what blocks of a cluster do together, each right or wrong
#   FOLDER/mistakes.txt   what compute-sanitizer's tools say of planted mistakes
#   FOLDER/warpgroup.txt  the same, of mistakes with warpgroups' products
#   FOLDER/product.txt     whether a product with all that sm_90a has for it is right, and what the tools say of mistakes in it
#
# It takes five minutes. Exits 0 if all that should be right is.
. "$(dirname "$0")/begin.sh"

compile() { nvcc -gencode arch=compute_90a,code=sm_90a -std=c++17 -lineinfo -w -o "$work/$1" "tests/simulator/$2"; }
compile tensors bulk/tensors.cu &
compile works cluster/works.cu &
compile mistakes cluster/mistakes.cu &
compile product product.cu &
compile warpgroup warpgroup.cu
wait

"$work/tensors" 0 1500 >"$work/all"
{
    echo "# device $(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1)"
    echo "# driver $(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -n 1)"
    echo "# date $(date +%F)"
    echo '# command tests/gpu/clusters.sh'
    sed 's/, [0-9]* of .*//' "$work/all"
} >"$folder/tensors.txt"
"$work/works" | tee "$folder/works.txt"

# tools NAME PROGRAM ARGUMENT...: runs it, and then under each tool, and keeps what they say. Eight at a time.
started=0
tools()
{
    {
        echo "== $1"
        timeout 5 "${@:2}" || echo "exit status $?"
        for tool in memcheck racecheck synccheck initcheck; do
            echo "-- $tool"
            timeout 8 compute-sanitizer --tool "$tool" "${@:2}" 2>&1 | grep -v 'Host Frame\|Saved host' || echo 'no end'
        done
    } >"$work/said.$1" &
    ((++started % 8)) || wait
}

numbers=({0..8} {100..115} {200..205} {300..304})
for number in "${numbers[@]}"; do
    tools "$number" "$work/mistakes" "$number"
done
groups=(early-read early-write early-a half-wait no-wait no-fence late-fence no-proxy no-barrier unlike swizzle outside lanes three)
for name in "${groups[@]}"; do
    tools "$name" "$work/warpgroup" "$name"
done
names=()
while IFS='|' read -r name change _; do
    [[ $name != '#'* ]] || continue
    names+=("$name")
    sed -E "$change" tests/simulator/product.cu >"$work/$name.cu"
    nvcc -gencode arch=compute_90a,code=sm_90a -std=c++17 -lineinfo -w -o "$work/$name" "$work/$name.cu" &
done <tests/simulator/product-mistakes.txt
wait
for name in "${names[@]}"; do
    tools "$name" "$work/$name" 512 264 320 2
done
wait
cat "${numbers[@]/#/$work/said.}" >"$folder/mistakes.txt"
cat "${groups[@]/#/$work/said.}" >"$folder/warpgroup.txt"
{
    for sizes in '512 512 320 4' '600 264 200 2' '2048 2048 1024 132'; do
        # shellcheck disable=SC2086 # several numbers
        "$work/product" $sizes
    done
    cat "${names[@]/#/$work/said.}"
} >"$folder/product.txt"
! grep -qv ': right$' "$folder/works.txt" && ! grep -q '[1-9][0-9]* of [0-9]* differ' "$work/all" &&
    [ "$(head -n 3 "$folder/product.txt" | sort -u)" = '0 wrong' ]
