#!/usr/bin/env bash
# samples.sh CHECKOUT [NAME...]: builds the programs of a checkout with ./warpcc, runs each without arguments, and prints a row for
# it and a last line with the shares. The checkout is one of NVIDIA's cuda-samples, or of the code of "Professional CUDA C
# Programming". Without names it takes folders 0 and 2 to 6 of the samples, or every .cu of the book. A sample's CMakeLists.txt says
# what to compile and which libraries it takes; of a program of the book its includes say so. Nothing is kept, unless LOGS names a
# folder for the output of compilers and programs. Needs GNU time.
#
#   s, MiB     seconds of the processor, all cores together; the most memory that it had
#   verdict    the program
#   right      ended with 0 and reports no failure
#   waived     asks for what the device has not (a second GPU), and says so with exit code 2
#   wrong      reports a failure
#   refused    launches or calls what the simulator says it has not
#   slow       did not end within LIMIT seconds of the processor, all cores together; 120 unless set
#   finds      ended with 4: WARPSIM=check found something
#   ends N     ended with N for another reason
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit

samples=$(realpath -e -- "${1:?a checkout of cuda-samples, or of the code of the book}") || exit
shift
logs=${LOGS:+$(mkdir -p "$LOGS" && realpath "$LOGS")}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# listed COMMAND: prints the words of the first such command of $recipe.
listed()
{
    tr -s ' \n' ' ' <<<"$recipe" | grep -o "$1([^)]*)" | head -n 1 | sed "s/$1([^ )]* *//; s/)//; s/WIN32//"
}

# outside: prints what the program needs that the simulator does not claim to have.
outside()
{
    case $recipe in
    *OpenGL* | *GLUT* | *EGL* | *Vulkan* | *d3d1*) echo graphics ;;
    *MPI_C*) echo MPI ;;
    *nvrtc*) echo NVRTC ;;
    *NVSCI* | *Nvsci* | *NvSci*) echo NvSci ;;
    *CUDA::cufft*) echo cuFFT ;;
    *CUDA::npp*) echo NPP ;;
    *CUDA::cusparse*) echo cuSPARSE ;;
    *CUDA::cusolver*) echo cuSOLVER ;;
    *CUDA::nvjpeg*) echo nvJPEG ;;
    esac
}

# options: prints the compiler's options for the libraries of the recipe.
options()
{
    grep -o 'CUDA::[a-z_]*' <<<"$recipe" | sort -u | sed 's/.*::/-l/; s/-lcuda_driver/-lcuda/'
    ! grep -q 'OpenMP::' <<<"$recipe" || printf '%s\n' -Xcompiler -fopenmp -lgomp
}

# take_sample FOLDER: sets what the loop below wants to know of a sample.
take_sample()
{
    folder=$1 name=$(basename "$1") arguments=()
    recipe=$(sed 's/#.*//' "$folder/CMakeLists.txt" 2>/dev/null)
    read -ra sources <<<"$(listed add_executable)"
    needs=$(outside)
    mapfile -t more <<<"$(options)"
}

# take_file FILE: the same for a program of the book, named examples-03-reduceInteger.
take_file()
{
    folder=$(dirname "$1") sources=("$(basename "$1")") recipe='' needs='' more=() arguments=()
    name=$(sed -E 's|.*/(\w+)/chapter([0-9]+)/(.*)\.cu|\1-\2-\3|' <<<"$1")
    case $(grep -o '^#include .*' "$1") in
    *mpi.h*) needs=MPI ;;
    *cufft*) needs=cuFFT ;;
    *cusparse*) needs=cuSPARSE ;;
    *nvToolsExt*) needs=NVTX ;;
    esac
    ! grep -q '^#pragma acc' "$1" || needs=OpenACC
    [[ $name != *-09-* ]] || needs='a second GPU'
    ! grep -q '^#include.*cublas' "$1" || more+=(-lcublas)
    ! grep -q '^#include.*curand' "$1" || more+=(-lcurand)
    ! grep -q 'omp\.h\|#pragma omp' "$1" || more+=(-Xcompiler -fopenmp -lgomp)
    # Two programs copy as many megabytes as an argument says. The others encrypt a file, and need a key; programs of the same folder
    # make both.
    case $name in
    solutions-04-memTransfer | solutions-04-pinMemTransfer) arguments=(16) ;;
    *-crypt.openmp) arguments=(encrypt data out key 256 2 0.5) ;;
    *-crypt.config | *-crypt.flexible) arguments=(encrypt data out key 256) ;;
    *-crypt.*) arguments=(encrypt data out key) ;;
    esac
}

# judge STATUS OUTPUT: prints the verdict.
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
    elif grep -aE "$failure" "$2" | grep -aqvE "$no_failure"; then
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
if [ -d "$samples/Samples" ]; then
    take=take_sample programs=("$samples"/Samples/[02-6]_*/*/)
else
    take=take_file programs=("$samples"/{examples,solutions}/chapter*/*.cu)
fi
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
        gone=$(grep -Eo "undefined reference to .cublas[A-Za-z]+" "$work/log" | head -n 1)
        if [ -n "$gone" ]; then
            asked=$((asked - 1)) outside=$((outside + 1))
            echo "| $name | needs more of cuBLAS: ${gone##*[\`\']} | | | | |"
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
    (cd "$here" && ulimit -t "$LIMIT" && env time -q -o "$work/cost" -f '%U %S %M' "./$name" ${arguments[0]:+"${arguments[@]}"}) >"$work/out" 2>&1 </dev/null
    status=$?
    read -r user system kib <"$work/cost"
    seconds=$(awk -v a="$user" -v b="$system" 'BEGIN { printf "%.1f", a + b }')
    verdict=$(judge "$status" "$work/out")
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
