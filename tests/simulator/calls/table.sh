#!/usr/bin/env bash
# table.sh: prints simulator/CALLS.md: which calls of CUDA's two APIs the simulator lacks, by the headers of the toolkit that is installed. To
# bring the file up to date, with CUDA 13.0:
#
#     make build/sim/libwarpsim.a && tests/simulator/calls/table.sh >simulator/CALLS.md
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."

include=${CUDA_HOME:-$(dirname "$(dirname "$(tools/need.sh nvcc)")")}/include
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nm -g --defined-only "build/sim/by-$(sed 's|^/||; s|/|-|g' build/sim/compiler)/runtime.o" | awk '{ print $3 }' | sort -u >"$work/has"

# list HEADER PREFIX TITLE: prints a section about what the header declares with that prefix.
list()
{
    gcc -E -P -x c -I"$include" - <<<"#include <$1>" | grep -oP "\\b$2[A-Z]\\w*(?= *\\()" | sort -u >"$work/declared"
    comm -23 "$work/declared" "$work/has" >"$work/lacks"
    # shellcheck disable=SC2016 # Markdown's
    printf '\n## %s\n\n`%s` of CUDA 13.0 declares %d calls, of which the simulator has %d. It lacks these:\n\n' "$3" "$1" "$(wc -l <"$work/declared")" \
        "$(($(wc -l <"$work/declared") - $(wc -l <"$work/lacks")))"
    # A line for each first word of the names.
    awk -v prefix="$2" '
        {
            match(substr($0, length(prefix) + 1), /^[A-Z][a-z]+/)
            word = substr($0, length(prefix) + 1, RLENGTH)
            if (word != last)
                printf "%s- `%s`", (NR > 1 ? "\n" : ""), $0
            else
                printf ", `%s`", $0
            last = word
        }
        END { print "" }' "$work/lacks"
}

cat <<'END'
<!-- made by tests/simulator/calls/table.sh; tests/simulator/instructions.t says when it is out of date -->

# Calls that are missing

If a program calls a function of the runtime API that is missing, it doesn't link, and the linker names the function. A missing function of the
driver API prints its name and returns `CUDA_ERROR_NOT_SUPPORTED`. [CONTRIBUTING.md](../CONTRIBUTING.md#a-call-of-the-runtime) says how to
add one. The names are those of the library, so `_v2` and the like belong to a call's newest form.
END
list cuda_runtime_api.h cuda 'The runtime API'
list cuda.h cu 'The driver API'
