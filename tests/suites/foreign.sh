#!/usr/bin/env bash
# foreign.sh PROJECT=CHECKOUT...: builds projects of others, that know nothing of the simulator, by the commands that they name, with
# warpcc in nvcc's place. Runs what was built, and prints a row for each part; results/foreign.csv keeps them. Nothing of the
# projects is stored. Each is built in a copy.
#
#   tests/suites/foreign.sh asst3=~/asst3 cs179=~/cs179_caltech >results/foreign.csv
#
# The column `result` says `right` if the program ends with 0 and prints what its own check prints of a right result, `wrong` or `ends N`
# if not, `told` if the simulator names a mistake of the program's, `slow` after LIMIT (120) seconds of the processor, and `no build`. The last column has the first error, and what is known of it.
# shellcheck disable=SC2016 # `part` expands what its commands name
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
if [ $# = 0 ] || [[ $1 != *=* ]]; then
    sed -n '2,9s/^# \?//p' "$0" >&2
    exit 2
fi
home=$(./warpcc --cuda-home) || exit
export PATH=$home/bin:$PATH home warpcc=$PWD/warpcc # `nvcc` is warpcc
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
samples=(0_Introduction/vectorAdd 0_Introduction/matrixMul 2_Concepts_and_Techniques/reduction)

# part FOLDER BUILD RUN RIGHT [WHY]: builds and runs a part of the project, by two commands of the shell. RIGHT: a pattern of what it
# then prints. WHY: what is to be known if it isn't right.
part()
{
    local result status=0 why=${5-}
    if ! (cd "$work/$project/$1" && ulimit -t "${LIMIT:-120}" && eval "$2") >"$work/log" 2>&1 </dev/null; then
        result='no build'
        why=${why:-$(grep -m1 -E '([^A-Za-z]|^)error[: ]|\*\*\*|By not providing|undefined reference' "$work/log")}
    else
        (cd "$work/$project/$1" && ulimit -t "${LIMIT:-120}" && eval "$3") >"$work/log" 2>&1 </dev/null || status=$?
        case $status in
        0)
            result=wrong
            if [ -z "$4" ] || grep -aqE -e "$4" "$work/log"; then
                grep -aqE 'Oops|NOT sorted|[Mm]ismatch' "$work/log" || result=right
            fi
            ;;
        137 | 152) result=slow ;;
        *) result="ends $status" ;;
        esac
        [ "$result" != right ] || why=
        if grep -aq '^========= ' "$work/log"; then
            result=told why+=${why:+: }$(grep -a -A1 '^========= ' "$work/log" | head -n 2 | sed 's/^=* *//' | paste -sd' ')
        fi
    fi
    printf '%s,%s,"%s","%s",%s,"%s"\n' "$project" "$commit" "$1" "${2//\"/\"\"}" "$result" "$(tr -d '"\r' <<<"$why" | sed "s,$work/[^ ]*/,,g; s/^ *//" | cut -c 1-140)"
}

echo 'project,commit,part,command,result,missing'
for given; do
    project=${given%%=*}
    checkout=$(realpath -e -- "${given#*=}") || exit
    commit=$(git -C "$checkout" rev-parse --short HEAD)
    cp -r "$checkout" "$work/$project"
    find "$work/$project" -name '*.o' -delete # some are kept in the repository
    make_it='make LDFLAGS="-L$home/lib64 -lcudart"'
    student='what the student is to write'
    case $project in
    asst3)
        part saxpy "$make_it" ./cudaSaxpy 'Effective BW' "$student"
        part scan "$make_it" './cudaScan -m scan -i random -n 1000' 'Scan outputs are correct' "$student"
        part render "$make_it" './render -r cuda -c -s 128 rgb' 'CORRECT' "$student"
        ;;
    libwb)
        part . make true '' ''
        ;;
    cs179)
        part lab1 'make CUDA_PATH=$home noaudio' './noaudio-blur 64 16' 'Successful output'
        part lab2 'make CUDA_PATH=$home' './transpose 512 all' 'optimal GPU'
        part lab3 'make CUDA_PATH=$home audio' './audio-fft 64 16 resources/fcl_impulse.wav resources/silo_small.wav out.wav' 'Successful output'
        part lab4 'make CUDA_PATH=$home CUDA_LIB_PATH=$home/lib64' './point_alignment resources/cube.obj resources/cube2.obj out.obj' '^2 0 '
        part lab5 'make CUDA_PATH=$home' true ''
        ;;
    cs344)
        part . 'cmake -DCUDA_TOOLKIT_ROOT_DIR=$home .' true ''
        while read -r source; do
            name=${source##*/}
            part "${source%/*}" "nvcc -O3 -o ${name%.cu} $name" "./${name%.cu}" ''
        done < <(cd "$checkout" && find 'Lesson Code Snippets' Final -name '*.cu' | LC_ALL=C sort)
        ;;
    pmpp)
        make_it='make PATH="$PATH"' # some of its Makefiles put a toolkit first
        for chapter in 02 04 20; do
            part "chapter-$chapter/code" "$make_it" true ''
        done
        part chapter-05/code "$make_it matrix_mul_benchmark" ./matrix_mul_benchmark ''
        part chapter-08/code "$make_it" ./stencil_benchmark 'All implementations correct'
        part chapter-13/code "$make_it" ./radix_sort_app 'GPU merge sort is correct'
        part chapter-14/code "$make_it" 'for p in coo csr ell coo_to_csr ell_coo_hybrid jds; do ./$p; done' 'Result'
        part chapter-15/code "$make_it" ./bfs 'All BFS implementations passed'
        part chapter-18/code "$make_it" ./energy_benchmark 'grid points match'
        ;;
    cuda-samples)
        part . 'cmake -B build -DCMAKE_CUDA_COMPILER=$warpcc' true '' 'NVRTC, libNVVM and nvJitLink, which compile while a program runs'
        for name in "${samples[@]}"; do
            part "Samples/$name" 'cmake -B build -DCMAKE_CUDA_COMPILER=$warpcc && cmake --build build' "build/${name##*/}" 'PASS|Test passed'
        done
        ;;
    *) echo "foreign.sh: $project: no such project" >&2 && exit 2 ;;
    esac
done
