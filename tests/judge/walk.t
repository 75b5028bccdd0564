#!/usr/bin/env bash
# The walk of a save in judge/README.md names files and functions that are there. Each file of the judge is in its room's list, at the
# top of core.h, device.h, native.h and page.h.
. "$(dirname "$0")/../harness/lib.sh"

# A name and its arguments, in C, shell and JavaScript: `case_run(`, `stamp()`, `EXPORT(judge)(`, `judge({ name`; or a variable of make.
missing=()
stops=0
while IFS='|' read -r _ _ where _; do
    file='' words=$(tr '\140' '\n' <<<"$where" | sed -n 'n;p') # between backquotes
    for word in $words; do
        case $word in
        */*.c | */*.sh | */*.mk) file=$word ;;
        *) grep -Eq "(^|[^a-zA-Z0-9_.])$word(\)?\(| +=)" "$file" || missing+=("$file $word;") ;;
        esac
        stops=$((stops + 1))
    done
done < <(sed -n '/^| stop /,/^$/p' judge/README.md | grep '^| [^-]* |.*\.\(c\|sh\|mk\)')
is 'the walk of a save names what there is' "${missing[*]-}" ''
ok 'the walk has its stops' test "$stops" -gt 60

# listed ROOM HEADER: checks that the comment at the top of the header names each file of the room but itself.
listed()
{
    local named there
    named=$(sed '/^$/q' "judge/$1/$2" | grep -o '[a-z_]*\.\(c\|cu\|h\|mjs\)\b' | sort -u)
    there=$(cd "judge/$1" && find . -maxdepth 1 -type f ! -name '*.mk' ! -name "$2" -printf '%f\n' | sort)
    is "judge/$1/$2 names each file of the room" "$(comm -13 <(echo "$named") <(echo "$there"))" ''
}
listed core core.h
listed device device.h
listed native native.h
listed page page.h

done_testing
