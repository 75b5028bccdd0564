#!/usr/bin/env bash
# compare.sh [-q] BASE NEW: tells whether the simulators of two checkouts behave the same, byte for byte. A maintainer who moves code
# needs this.
#
# The programs of NEW, its planted bugs and the programs of the silent tests are linked with the simulator of each checkout, and run
# with every kind of report: results, counters, annotated source, JSON, traces, steps, checks. Then NEW's exercises, solutions and
# wrong solutions are judged by the judge of each checkout. Times of the host are left out.
#
#   -q    fewer sizes, reports and exercises: two minutes instead of half an hour
#
# Exit status: 0 the same; 1 a difference, which is shown; 2 bad usage.
set -euo pipefail

quick=
if [ "${1-}" = -q ]; then
    quick=yes
    shift
fi
if [ $# -ne 2 ] || [ ! -d "$1/simulator" ] || [ ! -d "$2/simulator" ]; then
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
base=$(realpath "$1") new=$(realpath "$2")
unset WARPSIM DEVICE
export LC_ALL=C NO_COLOR=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/obj" "$work/base" "$work/new"

# plain: prints its input without what the host measures, and without the folder of a checkout.
plain()
{
    sed -E -e '/\*/!s/^([A-Za-z_:]+[^*]*[0-9]) +[0-9.]+ +[0-9.]+ +(-|[0-9.]+) +(ok|wrong)/\1 host \3/' \
        -e "s|$base\b|ROOT|g; s|$new\b|ROOT|g"
}

# try CHECKOUT PROGRAM KIND ARGUMENTS...: runs a program and keeps what it prints and writes.
try()
{
    local at=$work/$1/$2 program=$work/$1/bin/$2 kind=$3 words status=0
    shift 3
    local to=$at/$kind${*:+ $*}
    mkdir -p "$to"
    case $kind in
    plain) words='' ;;
    counters) words='profile=lines json=out.json' ;;
    source) words='profile=source schedule=serial' ;;
    check) words='check' ;;
    serial) words='check schedule=serial' ;;
    random) words='check schedule=random seed=7' ;;
    trace) words='trace=out.csv warp=all' ;;
    steps) words='step' ;;
    esac
    (cd "$to" && printf '%s\n' s 's 30' r a l w n x 't 0' w l c s r c |
        WARPSIM=$words timeout 300 "$program" "$@") >"$to/out.raw" 2>"$to/err.raw" || status=$?
    plain <"$to/out.raw" >"$to/out"
    plain <"$to/err.raw" >"$to/err"
    rm "$to/out.raw" "$to/err.raw"
    echo "$status" >"$to/status"
}

# judge CHECKOUT FILE: judges a file and keeps the verdict. The fixed seed makes it the same each time.
judge()
{
    local slug to
    slug=$(basename "$(dirname "$2")")
    to=$work/$1/judged/${2//\//%}
    mkdir -p "$(dirname "$to")"
    (cd "${!1}" && "build/judge/$(cut -d- -f1,2 <<<"$slug")" --seed 7 --time 30 "$2") >"$to" 2>&1 ||
        echo "status $?" >>"$to"
    plain <"$to" >"$to.plain"
    rm "$to"
}
export -f try judge plain
export work base new

make -sC "$base" DEVICE=sim build/sim/libwarpsim.a >/dev/null
make -sC "$new" DEVICE=sim all >/dev/null
for source in "$new"/tests/simulator/{bugs,silent,watch}/*.cu; do
    printf '%s\0' "$source"
done | xargs -0 -P "$(nproc)" -I {} bash -c \
    "'$new/warpcc' -O3 -I'$new/common' -diag-suppress 20054 -c '{}' -o '$work/obj/'\$(basename '{}' .cu).o"
for object in "$new"/build/sim/obj/ch[0-9]*-*.o "$work"/obj/*.o; do
    for side in base new; do
        mkdir -p "$work/$side/bin"
        "${!side}/warpcc" -gencode 'arch=compute_86,code=[sm_86,sm_90]' "$object" -o "$work/$side/bin/$(basename "$object" .o)"
    done
done

# runs: prints a line for each run: program, kind, arguments.
runs()
{
    local program name case sizes size
    for program in "$work"/new/bin/*; do
        name=$(basename "$program")
        case $name in
        ch*)
            sizes=('')
            if "$program" -h 2>/dev/null | grep '^  -n, ' >/dev/null; then
                sizes=('-n 257' '-n 1000')
                [ -n "$quick" ] || sizes+=('-n 65' '')
            fi
            for size in "${sizes[@]}"; do
                for kind in plain counters check steps ${quick:-source serial random trace}; do
                    [ "$kind" = yes ] || echo "$name $kind $size"
                done
            done
            ;;
        *)
            for case in $("$program"); do
                for kind in counters check serial random; do
                    echo "$name $kind $case"
                done
            done
            ;;
        esac
    done
}
runs | sed 's/ *$//; s/.*/base &\nnew &/' >"$work/runs"
xargs -P "$(nproc)" -L 1 bash -c 'try "$@"' try <"$work/runs"

# verdicts: prints the files to judge.
verdicts()
{
    local folder some
    for folder in "$new"/exercises/*/; do
        some=("$folder/exercise.cu" "$new/solutions/$(basename "$folder")/exercise.cu"
            "$new/build/wrong/$(basename "$folder")"/*.cu)
        if [ -n "$quick" ]; then
            [[ $(basename "$folder") == ex*-[13]-* ]] || continue
            some=("${some[@]:1:2}")
        fi
        realpath "${some[@]}"
    done
}
make -sC "$base" DEVICE=sim judges >/dev/null
make -sC "$new" DEVICE=sim judges >/dev/null
"$new/tests/exercises/wrong.pl"
verdicts | sed 's/.*/base &\nnew &/' | xargs -P "$(nproc)" -L 1 bash -c 'judge "$@"' judge

rm -r "$work"/{base,new}/bin
if diff -r "$work/base" "$work/new"; then
    echo "the same: $(($(wc -l <"$work/runs") / 2)) runs, $(find "$work/new/judged" -type f | wc -l) verdicts"
else
    exit 1
fi
