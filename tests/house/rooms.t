#!/usr/bin/env bash
# The rule for rooms (rooms.mk): each folder of C and of JavaScript includes, imports and calls only itself and what rooms.mk lists for it,
# which stands above it; files call each other in a circle only where rooms.mk names them. The walk of simulator/README.md names files and
# functions that are there.
. "$(dirname "$0")/../harness/lib.sh"

run make -s DEVICE=sim room-objects
is 'the house builds, file by file' "$status" 0
find build/tests/obj build/rooms -name '*.o' -exec nm -A {} + >"$work/symbols" 2>/dev/null
run bash -c "tests/house/rooms.pl <'$work/symbols'"
is 'rooms.mk is read' "$status" 0
told=$out

# none KIND WHAT: checks that rooms.pl has told nothing of the kind.
none()
{
    is "$2" "$(sed -n "s/^$1 //p" <<<"$told")" ''
}
none strange 'each file stands in a folder that rooms.mk has'
none table 'what rooms.mk says is so'
none upward 'includes, imports and calls lead to what a folder may use'
none circle 'no files call each other in a circle, but those that are named'
read -r _ includes calls <<<"$(grep '^count ' <<<"$told")"
ok 'there are includes' test "${includes:-0}" -gt 500
ok 'there are calls' test "${calls:-0}" -gt 1500

# What the judge's core does, it does in memory.
is "the judge's core starts no process and opens no file" \
    "$(grep -E '^build/rooms/judge/core/.* U (fork|vfork|exec[a-z]*|posix_spawn|popen|system|open|openat|fopen|creat|socket)$' "$work/symbols")" ''

# Each room of the simulator and of the judge has a header that says what the room is.
while read -r room; do
    header=$room/$(basename "$room").h
    ok "$header tells what the room is" grep -q "^// $(basename "$room")\.h: " "$header"
done < <(sed -n 's/^ROOMS += \(\(simulator\|judge\)\/.*[^*]\)$/\1/p' rooms.mk)

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

# A change that breaks the rule is found, in a copy. The calls are those that were found above.
mkdir "$work/copy"
tar -c --exclude=node_modules rooms.mk common compile model judge lab chapters exercises solutions simulator beyond tools notes tests | tar -xC "$work/copy"
breaks() # SED FILE WHAT PATTERN
{
    local file=$work/copy/$2
    cp "$file" "$work/kept"
    sed -i "$1" "$file"
    run bash -c "cd '$work/copy' && tests/house/rooms.pl <'$work/symbols'"
    has "$3" "$out" "^$4"
    cp "$work/kept" "$file"
}
breaks '1i #include "views/views.h"' simulator/ptx/lex.c 'an include that leads upward' 'upward simulator/ptx/lex\.c includes simulator/views/views\.h'
breaks 's/^\(uses.simulator\/check := .*\) simulator\/machine$/\1/' rooms.mk 'a call of what the room may not use' \
    'upward simulator/check/.* calls .* of simulator/machine/'
breaks 's/^\(cold.simulator\/check := \)/\1gone /' rooms.mk 'a file that is not there' 'table cold\.simulator/check names gone'
breaks '/common$/d; /^uses.common /d' rooms.mk 'a folder that rooms.mk does not have' 'strange common/'
breaks "1i import './edit.js';" lab/page/elements.js 'a circle that is not named' 'circle lab/page/.*does not name'

done_testing
