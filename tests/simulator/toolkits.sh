#!/usr/bin/env bash
# toolkits.sh [FILE]: finds out what works with the compiler of CUDA C that is here, and adds a line to the table
# results/toolkits.csv, or to FILE. It builds every program, runs it at a small size, and runs it again under WARPSIM=check; it
# judges every exercise's solution. An earlier line of the same compiler is replaced.
# toolkits.sh --print: prints results/toolkits.csv as the table that notes/where.md has.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit

if [ "${1-}" = --print ]; then
    echo '| compiler | tried | programs built | results right | silent under check | solutions that pass | left out |'
    echo '| --- | --- | ---: | ---: | ---: | ---: | --- |'
    tail -n +2 results/toolkits.csv | while IFS=, read -r name date programs built right silent exercises pass left; do
        echo "| $name | $date | $built of $programs | $right | $silent | $pass of $exercises | ${left:-nothing} |"
    done
    exit
fi

table=$(realpath "${1:-results/toolkits.csv}")
compiler=$(tools/need.sh cuda) || exit
case $compiler in
*/nvcc) name="nvcc $("$compiler" --version | sed -n 's/.*release \([0-9.]*\),.*/\1/p')" ;;
*) name="clang $("$compiler" -dumpversion)" ;;
esac
header='compiler,date,programs,built,right,silent,exercises,solutions_pass,left_out'

rm -f build/sim/ch[0-9]*-* # another compiler's
make -k DEVICE=sim all >/dev/null 2>&1
programs=0 built=0 right=0 silent=0 left=()
for source in chapters/ch*-*/*.cu; do
    folder=${source#chapters/}
    program=${folder%%-*}-$(basename "$source" .cu)
    programs=$((programs + 1))
    if [ ! -e "build/sim/$program" ]; then
        left+=("$program")
        continue
    fi
    built=$((built + 1))
    size=(-n 1021)
    case $program in
    *-matmul | *-sgemm | *-mandelbrot) size=(-n 67) ;;
    esac
    [[ $("build/sim/$program" -h 2>&1) == *$'\n  -n'* ]] || size=()
    if WARPSIM='' "build/sim/$program" "${size[@]}" >/dev/null 2>&1; then
        right=$((right + 1))
    else
        left+=("$program is not right")
    fi
    # These programs show errors on purpose; the others must be silent.
    case $program in
    *-traps | ch2-barrier | ch2-schedule) silent=$((silent + 1)) ;;
    *)
        if ! said=$(WARPSIM=check "build/sim/$program" "${size[@]}" 2>&1) || grep -q '^========= [^E]' <<<"$said"; then
            left+=("$program is not silent")
        else
            silent=$((silent + 1))
        fi
        ;;
    esac
done

exercises=0 pass=0
for folder in exercises/ex*-*-*/; do
    folder=$(basename "$folder")
    exercise=$(cut -d- -f1,2 <<<"$folder")
    [ -e "solutions/$folder/exercise.cu" ] || continue
    exercises=$((exercises + 1))
    if make DEVICE=sim "build/judge/$exercise" build/judge/device-sim >/dev/null 2>&1 &&
        "build/judge/$exercise" "solutions/$folder/exercise.cu" >/dev/null 2>&1; then
        pass=$((pass + 1))
    else
        left+=("$exercise")
    fi
done

touch "$table"
{
    echo "$header"
    {
        tail -n +2 "$table" | grep -v "^$name,"
        printf '%s,%s,%d,%d,%d,%d,%d,%d,%s\n' "$name" "$(date -I)" $programs $built $right $silent $exercises $pass "${left[*]}"
    } | sort -V
} >"$table.new"
mv "$table.new" "$table"
