# shellcheck shell=bash disable=SC2154 # lib.sh sets what `run` leaves
# cases.sh: runs the programs of tests/simulator/cases/ as their heads say (cases/README.md), for cases.t and clang.t.

# said HEAD KEY: prints what the lines "// KEY: …" of the head say.
said()
{
    sed -n "s|^// $2: ||p" "$1"
}

# said_to COMPILER HEAD KEY: prints what they say for all compilers, and for this one.
said_to()
{
    said "$2" "$3"
    said "$2" "$1 $3"
}

# placed FILE: copies patterns, in which @r becomes the file's name and the line that is marked // @r.
placed()
{
    local edits
    edits=$(sed -n 's|^.*// @\([a-z]\)$|\1|p' "$1" | while read -r mark; do
        printf 's|@%s|[^ ]*%s:%s|g;' "$mark" "$(basename "$1")" "$(grep -n "// @$mark\$" "$1" | cut -d: -f1)"
    done)
    sed "$edits"
}

# run_cases COMPILER: nvcc or clang, which warpcc uses here.
run_cases()
{
    local compiler=$1 source name only pattern report build builds by
    for source in tests/simulator/cases/*.cu; do
        only=$(said "$source" compiler)
        [ "${only:-$compiler}" = "$compiler" ] || continue
        by=
        ! grep -qE '^#include <(cuda/|cooperative_groups)' "$source" || by=own_standard
        mapfile -t builds < <(said "$source" build | grep . || echo)
        for build in "${builds[@]}"; do
            name=$(basename "$source" .cu)${build:+ $build}
            # shellcheck disable=SC2086
            $by ./warpcc -w -O3 $build "$source" -o "$work/case"
            run env WARPSIM="check,device=$(said "$source" device | grep . || echo rtx3080)" timeout 20 "$work/case"
            is "$name: exit status" "$status" "$(said_to "$compiler" "$source" status)"
            while read -r pattern; do
                has "$name: it prints" "$out" "$pattern"
            done < <(said_to "$compiler" "$source" out)
            report=$(paste -sd' ' <<<"${err//=========/}" | tr -s ' ')
            while read -r pattern; do
                has "$name: it is told" "$report" "$pattern"
            done < <(said_to "$compiler" "$source" err | placed "$source")
            ! grep -qx '// silent' "$source" || is "$name: silent" "$err" '========= ERROR SUMMARY: 0 errors'
        done
    done
}
