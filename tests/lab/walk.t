#!/usr/bin/env bash
# The walk of an edit in lab/README.md names files and functions that are there. Each file in its list of files is there, and each
# file of the laboratory is in the list.
. "$(dirname "$0")/../harness/lib.sh"

# A name and its arguments, in C and in JavaScript: `lab_open(`, `EXPORT(load)(`, `edit(packed) {`, `frontEnd = text =>`, `labs.desk = (`.
missing=()
stops=0
while IFS='|' read -r _ _ where _; do
    file='' words=$(tr '\140' '\n' <<<"$where" | sed -n 'n;p') # between backquotes
    for word in $words; do
        case $word in
        */*.c | */*.js) file=$word ;;
        *) grep -Eq "(^|[^a-zA-Z0-9_.])(async )?$word(\)?\(| = (async )?(\(|[a-z]+ =>))" "lab/$file" || missing+=("$file $word;") ;;
        esac
        stops=$((stops + 1))
    done
done < <(sed -n '/^| stop /,/^$/p' lab/README.md | grep '^| [^-]* |.*\.\(c\|js\)')
is 'the walk of an edit names what there is' "${missing[*]-}" ''
ok 'the walk has its stops' test "$stops" -gt 50

# `core/span.[ch]` stands for two files.
# shellcheck disable=SC2016 # these backquotes are Markdown's
listed=$(sed -n '/^| file /,/^$/p' lab/README.md | cut -d'|' -f2 | grep -o '`[^`]*`' | tr -d '\140' |
    sed 's/^\(.*\)\.\[ch\]$/\1.c\n\1.h/' | sort)
there=$(cd lab && find core build page package.json lab.mk -type f | sort)
is 'the list of files is whole' "$(diff <(echo "$listed") <(echo "$there"))" ''

done_testing
