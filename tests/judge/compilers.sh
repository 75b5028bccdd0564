#!/usr/bin/env bash
# compilers.sh [-s] [-o FILE] [-c COMPILER] [NAME...]: judges exercises in the sandbox with nvcc, NVRTC and clang in turn, each on a machine
# that has no other compiler, and writes a table: does the solution pass, and how many of the wrong solutions fail? Without names it takes
# every exercise, which lasts an hour and more. What a compiler's row should not be is also printed.
#
#   -s            of the wrong solutions only the first of each exercise
#   -o FILE       the table; results/judge-compilers.csv if not given
#   -c COMPILER   only this one: nvcc, nvrtc or clang
#
# The others are hidden in a mount namespace. clang's judges and simulator are built in a copy of the workbook, since they are others.
# Exit status: 0 if all is as it should be, 1 if not, 2 if a compiler is missing.
set -euo pipefail
cd "$(dirname "$0")/../.."

table=results/judge-compilers.csv compilers=(nvcc nvrtc clang)
sample=
while getopts so:c: option; do
    case $option in
    s) sample=yes ;;
    o) table=$OPTARG ;;
    c) compilers=("$OPTARG") ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
names=("$@")
[ $# -gt 0 ] || names=(exercises/ex*-*-*/)
names=("${names[@]#exercises/}")
names=("${names[@]%/}")
tests/exercises/wrong.pl "${names[@]}"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nvcc=$(WARPCC=nvcc tools/need.sh cuda) || nvcc=
toolkit=$(readlink -f "${nvcc%/bin/nvcc}")

# without_nvcc, without_clang: set `hidden`, the command line that hides a compiler from a command.
without_nvcc()
{
    local folder
    hidden=(bwrap --dev-bind / /)
    [ -z "$nvcc" ] || hidden+=(--tmpfs "$toolkit")
    while read -r folder; do
        hidden+=(--ro-bind /dev/null "$folder")
    done < <(type -ap nvcc | xargs -r -n 1 readlink -e | grep -v "^$toolkit/" | sort -u || true)
}
without_clang()
{
    local folder
    hidden=(bwrap --dev-bind / /)
    for folder in /usr/lib/llvm-*/bin; do
        [ ! -d "$folder" ] || hidden+=(--tmpfs "$folder")
    done
}

# judge_one JUDGE FILE REPORT: judges a file in the sandbox. Afterwards REPORT has the verdict, and its last line the exit status. A file
# that is wrong only in a hidden case is judged with those.
judge_one()
{
    local status=0 cases=()
    [[ $2 != */hidden-* ]] || cases=(--hidden "solutions/$(basename "$(dirname "$2")")/hidden.txt")
    "$1" --sandbox "${cases[@]}" "$2" >"$3" 2>&1 || status=$?
    echo "status $status" >>"$3"
}
export -f judge_one

# files_of NAME: prints the solution and the wrong solutions.
files_of()
{
    local file
    echo "solutions/$1/exercise.cu"
    for file in "build/wrong/$1"/*.cu; do
        # A file that has only comments stands for the exercise as given.
        if head -n 1 "$file" | grep -q '^// passes:' || ! grep -qv '^//' "$file"; then
            continue
        fi
        echo "$file"
        [ -z "$sample" ] || break
    done
}

echo 'exercise,compiler,compiled_by,solution,wrong,wrong_that_fail' >"$work/table"
wrong_rows=0
for compiler in "${compilers[@]}"; do
    house=$PWD
    case $compiler in
    clang)
        without_nvcc
        builds=("${hidden[@]}")
        if [ "$(tools/need.sh cuda)" != "$("${hidden[@]}" env WARPCC=clang tools/need.sh cuda)" ]; then
            house=$work/clang
            mkdir "$house"
            git ls-files -z --cached --others --exclude-standard | xargs -0 cp -P --parents -t "$house"
        fi
        ;;
    *)
        [ -n "$nvcc" ] || exit 2
        without_clang
        builds=("${hidden[@]}")
        ;;
    esac
    mapfile -t goals < <(printf '%s\n' "${names[@]}" | grep -o '^ex[0-9]*-[0-9]*' | sed 's|^|build/judge/|')
    "${builds[@]}" --chdir "$house" env -u FOUND_COMPILER make -s -j "${JOBS:-2}" DEVICE=sim "${goals[@]}" build/judge/device-sim \
        build/judge/device-calls build/sim/libwarpsim.a >"$work/built" 2>&1 || { tail "$work/built" >&2 && exit 2; }
    # The build makes NVRTC's program, so it can be hidden only now.
    [ "$compiler" != nvcc ] || [ ! -e build/judge/nvrtc ] || hidden+=(--ro-bind /dev/null "$PWD/build/judge/nvrtc")
    for name in "${names[@]}"; do
        exercise=$(grep -o '^ex[0-9]*-[0-9]*' <<<"$name")
        while read -r file; do
            printf '%s\0' "$house/build/judge/$exercise" "$PWD/$file" "$work/$compiler.${file//\//%}"
        done < <(files_of "$name")
    done | "${hidden[@]}" --chdir "$house" env -u FOUND_COMPILER xargs -0 -n 3 -P "${JOBS:-2}" bash -c 'judge_one "$@"' judge_one
    for name in "${names[@]}"; do
        solution=fails by='' wrong=0 fail=0
        while read -r file; do
            report=$work/$compiler.${file//\//%}
            by=${by:-$(sed -n 's/^on the simulator, compiled by //p' "$report")}
            status=$(tail -n 1 "$report")
            if [[ $file == solutions/* ]]; then
                [ "$status" != 'status 0' ] || solution=passes
            else
                wrong=$((wrong + 1))
                [ "$status" != 'status 1' ] || fail=$((fail + 1))
            fi
        done < <(files_of "$name")
        row="$name,$compiler,$by,$solution,$wrong,$fail"
        echo "$row" >>"$work/table"
        if [ $solution = fails ] || [ $wrong != $fail ]; then
            echo "$row"
            wrong_rows=$((wrong_rows + 1))
        fi
    done
done
mv "$work/table" "$table"
[ $wrong_rows = 0 ]
