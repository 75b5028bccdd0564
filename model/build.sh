#!/usr/bin/env bash
# build.sh FROM: compiles the kernels of the project exercises for ./say: those that progress.txt calls solved (FROM=passed), those in a
# folder such as solutions, or none. A file that doesn't compile, or whose kernel has other parameters, is named and left out.
#
#   build/model/ex3-13.ptx            the kernels of an exercise, as PTX
#   build/model/ex3-13.softmax.why    why a step is left to the CPU; there is none if it isn't
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
from=$1
built=build/model
if [[ $from != @(passed|none) && ! -d $from ]]; then
    echo "FROM=$from: it can be passed, none, or a folder with exercises such as solutions" >&2
    exit 2
fi

# is_solved ex3-13: succeeds if progress.txt says that the exercise has passed.
is_solved()
{
    [ -e "${PROGRESS:-progress.txt}" ] && grep -Eq "^$1 [0-9]+ [0-9a-f]{16}( |$)" "${PROGRESS:-progress.txt}"
}

# compile ex3-13: makes its PTX unless that is newer, and sets `why` where there is none to be had.
compile()
{
    local source=("exercises/$1"-*/exercise.cu) ptx=$built/$1.ptx
    why=
    case $from in
    none) why='left out by FROM=none' ;;
    passed) is_solved "$1" || why='not solved yet' ;;
    *)
        source=("$from/$1"-*/exercise.cu)
        [ -e "${source[0]}" ] || why="not in $from"
        ;;
    esac
    [ -z "$why" ] || return 0
    if [ "$ptx" -nt "${source[0]}" ] && [ "$(cat "$ptx.from" 2>/dev/null)" = "${source[0]}" ]; then
        return
    fi
    rm -f "$ptx.from"
    if $PTX "${source[0]}" -Icommon -o "$ptx" 2>"$built/$1.txt" >&2; then
        echo "${source[0]}" >"$ptx.from"
    else
        why="it doesn't compile, as $built/$1.txt tells"
        rm -f "$ptx"
    fi
}

# parameters FILE KERNEL: prints a letter for each parameter of a kernel in PTX, as steps.c has them. A size_t is a pointer's twin.
parameters()
{
    awk -v begin="\\.entry _Z${#2}$2[A-Z_a-z0-9]*\\(" '
        $0 ~ begin { found = 1 }
        found && /\.param/ {
            letters = letters (/\.[ubs]64/ ? "8" : /\.f32/ ? "f" : /\.[ubs]32/ ? "4" : "?")
        }
        found && /\)/ { print letters; exit }' "$1"
}

mkdir -p "$built"
rm -f "$built"/*.why
while read -r exercise kernel types; do
    compile "$exercise"
    if [ -z "$why" ] && [ "$(parameters "$built/$exercise.ptx" "$kernel")" != "$(tr pni 884 <<<"$types")" ]; then
        why="it has no kernel $kernel with the parameters that were given"
    fi
    if [ -n "$why" ]; then
        echo "$why" >"$built/$exercise.$kernel.why"
        [[ $why == @(not|left)* ]] || echo "$exercise: $why; make $exercise" >&2
    fi
done < <(sed -n 's/^.*{"\(ex[0-9-]*\)", "\([A-Za-z]*\)", "\([a-z]*\)", .*/\1 \2 \3/p' model/steps.c)
