#!/usr/bin/env bash
# The simulator's rooms (simulator/README.md): a room includes and calls only itself and rooms before it. No files call each other in
# a circle. The walk of simulator/README.md names files and functions that are there.
. "$(dirname "$0")/../harness/lib.sh"

rooms=(base memory ptx ptx/lower machine/alu machine check model walk host views runtime)
core=8 # the first eight are the core; the others know of it only base/ and what warpsim.h tells

declare -A place # the number of each room in this order
for i in "${!rooms[@]}"; do
    place[${rooms[i]}]=$i
done
mapfile -t sources < <(cd simulator && find . -mindepth 2 -name '*.[ch]' ! -path './toolkit/*' ! -path './libraries/*' -printf '%P\n' | sort)
strange=()
for source in "${sources[@]}"; do
    [ -n "${place[${source%/*}]-}" ] || strange+=("$source")
done
is 'each file stands in a room' "${strange[*]-}" ''

for room in "${rooms[@]}"; do
    header=$room/$(basename "$room").h
    ok "$room has a header that tells what it uses" grep -Eq '^//.*[Uu]ses (\w+/|nothing|warpsim\.h)' "simulator/$header"
done
while read -r header; do
    ok "$header fits a reader's patience" test "$(wc -l <"$header")" -le 300
done < <(find simulator -name '*.h')

# may_use ROOM OTHER: succeeds if OTHER does not come after ROOM, and a room around the core uses nothing of the core but base/.
may_use()
{
    local user=${place[$1]} used=${place[$2]-99}
    ((used <= user && (user < core || used >= core || used == 0)))
}

upward=()
while IFS=: read -r source include; do
    if [[ $include != warpsim*.h ]] && ! may_use "${source%/*}" "${include%/*}"; then
        upward+=("$source includes $include;")
    fi
done < <(cd simulator && grep -o '#include "[^"]*"' "${sources[@]}" | sed 's/:#include "\(.*\)"/:\1/')
is 'includes lead downward' "${upward[*]-}" ''

# calls has a line for each name that a file takes from another one: "machine/warp.c memory/heap.c heap_take".
run make -s build/tests/libwarpsim.a # this library is compiled file by file
is 'the simulator builds' "$status" 0
mapfile -t objects < <(printf '%s\n' "${sources[@]}" | sed -n 's/\.c$/.o/p')
calls=$(cd build/tests/obj && nm -A "${objects[@]}" | awk '{ file = $1; sub(/\.o:.*/, ".c", file); name = $NF; kind = $(NF - 1) }
    kind == "U" { wanted[file " " name] = 1 } kind ~ /^[A-TV-Z]$/ { home[name] = file }
    END { for (w in wanted) { split(w, part, " "); if (home[part[2]]) print part[1], home[part[2]], part[2] } }' | sort)
ok 'there are calls' test "$(wc -l <<<"$calls")" -gt 300

upward=()
while read -r from to name; do
    # Rooms around the core may call what the core's outside offers, sim_*.
    if [[ $name != sim_* ]] && ! may_use "${from%/*}" "${to%/*}"; then
        upward+=("$from calls $name of $to;")
    elif ((${place[${to%/*}]} > ${place[${from%/*}]})); then
        upward+=("$from calls $name of $to;")
    fi
done <<<"$calls"
is 'calls lead downward' "${upward[*]-}" ''

# tsort names the members of each circle: files that all call one another, directly or through others.
circles=$(cut -d' ' -f1,2 <<<"$calls" | sort -u | tsort 2>&1 >/dev/null | sed 's/^tsort: //; /loop/d' | sort -u)
is 'no files call each other in a circle' "$circles" ''

# Each function in the README's walk stands in the file that the walk names with it.
missing=()
stops=0
while IFS='|' read -r _ _ where _; do
    file='' words=$(tr '\140' '\n' <<<"$where" | sed -n 'n;p') # between backquotes
    for word in $words; do
        case $word in
        */*.c) file=$word ;;
        *) grep -Eq "(^|[^a-zA-Z0-9_])$word\(" "simulator/$file" || missing+=("$file $word;") ;;
        esac
        stops=$((stops + 1))
    done
done < <(sed -n '/^| stop /,/^$/p' simulator/README.md | grep '^| [^-]* |.*\.c')
is 'the walk of a load names what there is' "${missing[*]-}" ''
ok 'the walk has its stops' test "$stops" -gt 30

done_testing
