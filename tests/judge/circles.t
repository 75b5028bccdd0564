#!/usr/bin/env bash
# The judge's files call each other in no circle, so that each can be read, and moved, without the others.
# shellcheck source=tests/harness/lib.sh
. "$(dirname "$0")/../harness/lib.sh"

run make -s judges
is 'the judges build' "$status" 0
calls=$(ar t build/judge/obj/judge.a | sed 's|^|build/judge/obj/|' | xargs nm -A |
    awk '{ file = $1; sub(/\.o:.*/, ".c", file); sub(/.*\//, "", file); name = $NF; kind = $(NF - 1) }
    kind == "U" { wanted[file " " name] = 1 } kind ~ /^[A-TV-Z]$/ { home[name] = file }
    END { for (w in wanted) { split(w, part, " "); if (home[part[2]]) print part[1], home[part[2]], part[2] } }' | sort)
ok 'there are calls' test "$(wc -l <<<"$calls")" -gt 80
circles=$(cut -d' ' -f1,2 <<<"$calls" | sort -u | tsort 2>&1 >/dev/null | sed 's/^tsort: //; /loop/d' | sort -u)
is 'no files call each other in a circle' "$circles" ''
done_testing
