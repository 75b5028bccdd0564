#!/usr/bin/env bash
# notes/coverage.md: every row points somewhere, and every pointer leads to something that is there: a
# section of a note, a region of a program, or a file.
. "$(dirname "$0")/../harness/lib.sh"

# sections NOTE: prints the names of its sections, as pandoc makes them. It keeps them, since many rows point to the same note.
sections()
{
    local kept=$work/${1//\//-}
    [ -f "$kept" ] || pandoc -f markdown -t json "$1" | perl -MJSON::PP -e '
        print map { "$_->{c}[1][0]\n" } grep { $_->{t} eq "Header" } @{decode_json(join "", <>)->{blocks}}' >"$kept"
    cat "$kept"
}

# leads FILE or FILE#PLACE: succeeds if it is there.
leads()
{
    local file=${1%%#*} place=${1#*#}
    [ -f "$file" ] || return
    case $1 in
    *.md#*) grep -Fqx -e "$place" <<<"$(sections "$file")" ;;
    *#*) grep -Fq -e "[begin $place]" "$file" && grep -Fq -e "[end $place]" "$file" ;;
    esac
}

rows=$(grep '^| ' notes/coverage.md | grep -v -e '^| subject ' -e '^| --- ')
ok 'the table has rows' test "$(wc -l <<<"$rows")" -gt 100
# shellcheck disable=SC2016 # these backquotes are Markdown's
pointers='`[a-z][a-z0-9]*/[^`]*`'
is 'rows that point nowhere, or do not say what stands there' "$(grep -v -e "$pointers | [^|]*[a-z][^|]* |$" <<<"$rows")" ''
while read -r pointer; do
    ok "$pointer" leads "$pointer"
done < <(grep -o -e "$pointers" <<<"$rows" | tr -d '`' | sort -u)

done_testing
