# shellcheck shell=bash disable=SC2154 # lib.sh sets what `run` leaves
# cases.sh: runs the programs of tests/simulator/cases/ as their heads say (cases/README.md), for cases.t and clang.t.

# said HEAD KEY: prints what the lines "// KEY: …" of the head say.
said()
{
    sed -n "s|^// $2: ||p" "$1"
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
    local compiler=$1 source name only pattern report by
    for source in tests/simulator/cases/*.cu; do
        name=$(basename "$source" .cu)
        only=$(said "$source" compiler)
        [ "${only:-$compiler}" = "$compiler" ] || continue
        by=
        ! grep -qE '^#include <(cuda/|cooperative_groups)' "$source" || by=own_standard
        # shellcheck disable=SC2046
        $by ./warpcc -w -O3 $(said "$source" build) "$source" -o "$work/case"
        run env WARPSIM="check,device=$(said "$source" device | grep . || echo rtx3080)" timeout 20 "$work/case"
        is "$name: exit status" "$status" "$(said "$source" status)"
        while read -r pattern; do
            has "$name: it prints" "$out" "$pattern"
        done < <(said "$source" out)
        report=$(paste -sd' ' <<<"${err//=========/}" | tr -s ' ')
        while read -r pattern; do
            has "$name: it is told" "$report" "$pattern"
        done < <({ said "$source" err && said "$source" "$compiler err"; } | placed "$source")
        ! grep -qx '// silent' "$source" || is "$name: silent" "$err" '========= ERROR SUMMARY: 0 errors'
    done
}
