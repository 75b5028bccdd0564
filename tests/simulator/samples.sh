#!/usr/bin/env bash
# samples.sh CHECKOUT [NAME...]: builds the programs of a checkout with ./warpcc, runs each once, and prints a row for it and a last
# line with the shares. recipe.sh says which checkouts there can be, and what of a program is compiled with which libraries. Without
# names it takes folders 0 and 2 to 6 of cuda-samples, or all of another checkout. Nothing is kept, unless LOGS names a folder for
# the output of compilers and programs. Needs GNU time.
#
#   s, MiB     seconds of the processor, all cores together; the most memory that it had
#   verdict    the program
#   right      ended with 0 and reports no failure
#   waived     asks for what the device has not (a second GPU), and says so with exit code 2
#   wrong      reports a failure, or prints something else than it is to
#   refused    launches or calls what the simulator says it has not
#   slow       did not end within LIMIT seconds of the processor, all cores together; 120 unless set
#   finds      ended with 4: WARPSIM=check found something
#   ends N     ended with N for another reason
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
. tests/simulator/recipe.sh

samples=$(realpath -e -- "${1:?a checkout of cuda-samples, or of the code of the book}") || exit
shift
logs=${LOGS:+$(mkdir -p "$LOGS" && realpath "$LOGS")}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# judge STATUS OUTPUT PRINTED: prints the verdict. PRINTED is the standard output alone.
judge()
{
    if [ "$1" = 137 ] || [ "$1" = 152 ]; then # a signal killed it, or its time was over
        echo slow
    elif [ "$1" = 3 ] && grep -aq '^WARPSIM: ' "$2" || { [ "$1" != 0 ] && grep -aq "$refusal" "$2"; }; then
        echo refused
    elif [ "$1" = 2 ]; then
        echo waived
    elif [ "$1" = 4 ] && grep -aq '^========= ERROR SUMMARY' "$2"; then
        echo finds
    elif [ -n "$expected" ] && ! diff -qZ --strip-trailing-cr "$expected" "$3" >/dev/null; then
        echo wrong
    elif [ -z "$expected" ] && grep -aE "$failure" "$2" | grep -avE "$no_failure" >/dev/null; then
        echo wrong
    elif [ "$1" = 0 ]; then
        echo right
    else
        echo "ends $1"
    fi
}
LIMIT=${LIMIT:-120}
failure='FAIL|[Ff]ailed|[Mm]ismatch|DIFFERENT|not match|ERROR'
refusal=cudaErrorNotSupported
no_failure='========= |0 FAILED|[Nn]o mismatch|[Aa]ssert.* failed'

asked=0 outside=0 built=0 sum_right=0 sum_waived=0 sum_wrong=0
others=()
echo '| program | builds | verdict | s | MiB | says last |'
echo '| --- | --- | --- | ---: | ---: | --- |'
programs_of "$samples"
for program in "${programs[@]}"; do
    $take "$program"
    [ $# = 0 ] || [[ " $* " = *" $name "* ]] || continue
    [ ${#sources[@]} -gt 0 ] || continue
    if [ -n "$needs" ]; then
        outside=$((outside + 1))
        echo "| $name | needs $needs | | | | |"
        continue
    fi
    asked=$((asked + 1))
    here=$work/Samples/folder/$name # as deep as in the checkout, since a program may look for its data from there
    mkdir -p "$work/Samples/folder"
    cp -r "$folder" "$here"
    warpcc=$PWD/warpcc
    if ! (cd "$folder" && "$warpcc" -std=c++17 --extended-lambda -rdc=true -w -O2 -I"$samples/Common" -Iinc \
        -o "$here/$name" "${sources[@]}" ${more[0]:+"${more[@]}"}) >"$work/log" 2>&1; then
        gone=$(grep -Eo 'identifier "(cu[A-Za-z]+|__shfl[a-z_]*)" is undefined|no member "[A-Za-z]+"' "$work/log" | head -n 1)
        if [ -n "$gone" ]; then # nvcc's headers no longer have it
            asked=$((asked - 1)) outside=$((outside + 1))
            echo "| $name | needs an older CUDA: $gone | | | | |"
            continue
        fi
        gone=$(grep -Eo "undefined reference to .cu(blas|fft|solver|sparse)[A-Za-z]+" "$work/log" | head -n 1)
        if [ -n "$gone" ]; then
            asked=$((asked - 1)) outside=$((outside + 1))
            echo "| $name | needs more of a library: ${gone##*[\`\']} | | | | |"
            continue
        fi
        why=$(grep -Eo "undefined reference to .*|error: .*|warpcc: .*" "$work/log" | head -n 1 | tr '|' '/' | cut -c 1-70)
        echo "| $name | no | | | | $why |"
        others+=("$name does not build")
        [ -z "$logs" ] || cp "$work/log" "$logs/$name.log"
        continue
    fi
    built=$((built + 1))
    # A program of the driver API finds its module beside itself.
    sed -n 's/.*set(CUDA_KERNEL_SOURCE.*\/\([^"]*\)").*/\1/p' <<<"$recipe" | while read -r kernel; do
        for form in fatbin ptx; do
            ./warpcc "-$form" -w -I"$samples/Common" -o "$here/${kernel%.cu}64.$form" "$folder/$kernel"
        done
    done >"$work/log" 2>&1
    if [[ $name = *-crypt.* ]]; then
        (cd "$here" && gcc -w -o make_data generate_data.c && gcc -w -o make_key generate_userkey.c && ./make_data data 100000 &&
            ./make_key key) >"$work/log" 2>&1
    fi
    # shellcheck disable=SC2086
    (cd "$here" && ulimit -t "$LIMIT" && env time -q -o "$work/cost" -f '%U %S %M' "./$name" ${runs[0]}) >"$work/printed" 2>"$work/errors" </dev/null
    status=$?
    cat "$work/printed" "$work/errors" >"$work/out"
    read -r user system kib <"$work/cost"
    seconds=$(awk -v a="$user" -v b="$system" 'BEGIN { printf "%.1f", a + b }')
    verdict=$(judge "$status" "$work/out" "$work/printed")
    case $verdict in
    right) sum_right=$((sum_right + 1)) ;;
    waived) sum_waived=$((sum_waived + 1)) ;;
    wrong) sum_wrong=$((sum_wrong + 1)) others+=("$name is wrong") ;;
    *) others+=("$name: $verdict") ;;
    esac
    said='[^ ]'
    [ "$verdict" != refused ] || said="^WARPSIM: \\|$refusal"
    says=$(grep -a "$said" "$work/out" | tail -n 1 | tr -d '\0\r' | tr '|' '/' | cut -c 1-70)
    echo "| $name | yes | $verdict | $seconds | $((kib / 1024)) | $says |"
    [ -z "$logs" ] || cp "$work/out" "$logs/$name.out"
    rm -rf "$work/Samples"
done

# share PART WHOLE: prints the part, and which share of the whole it is.
share()
{
    awk -v a="$1" -v b="$2" 'BEGIN { printf "%d (%.0f %%)", a, b ? 100 * a / b : 0 }'
}
echo
echo "$asked programs, without $outside that need graphics, an older CUDA or what is named above: builds $(share $built $asked)," \
    "right $(share $((sum_right + sum_waived)) $asked), of which $sum_waived waive; wrong $sum_wrong"
[ ${#others[@]} = 0 ] || printf -- '- %s\n' "${others[@]}"
