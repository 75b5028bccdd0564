#!/usr/bin/env bash
# No term of the glossary is used before the book explains it (terms.pl says what counts). And terms.pl itself finds one that is.
. "$(dirname "$0")/../harness/lib.sh"

# The preface, then the chapters with their second parts: the order in which they are read.
notes=(notes/preface.md)
for chapter in chapters/ch*/; do
    notes+=("${chapter}note.md")
    [ ! -e "${chapter}note-b.md" ] || notes+=("${chapter}note-b.md")
done
run tests/book/terms.pl notes/glossary.md "${notes[@]}"
is 'every term is explained where it comes first' "$(grep '^late' <<<"$out")" ''
is 'the list: exit status' "$status" 0
has 'the list has a term, its first use and its explanation' "$out" $'^Warp\tchapters/ch0-threads/note\.md:[0-9]+\tchapters/ch0-threads/note\.md:[0-9]+$'

printf '%s\n' Lane ':   One of 32.' '' SM ':   A processor.' '' Coalescing ':   Few sectors.' >"$work/glossary.md"
# late TEXT: prints the terms that come too late in a note with this text, in which \n stands for the end of a line.
late()
{
    printf '%b\n' "$1" >"$work/note.md"
    run tests/book/terms.pl "$work/glossary.md" "$work/note.md"
    sed -n 's/^late: \([^\t]*\)\t.*/\1/p' <<<"$out" | paste -sd ' '
}
while IFS='|' read -r name text want; do
    is "$name" "$(late "$text")" "$want"
done <<'END'
explained where it comes first|A *lane* is one of 32. Lanes wait.|
explained in the same paragraph|Two lanes.\nA *lane* is one of 32.|
explained a paragraph later|Two lanes.\n\nA *lane* is one of 32.|Lane
never explained|Two lanes.|Lane
without italics|A *streaming multiprocessor*, or [SM]{.term}.\n\nAn SM.|
another form of its verb|Loads are *coalesced* so.\n\nCoalescing helps.|
strong is not explained|A **lane**.|Lane
part of another word|Planes and SMT.|
an everyday word|The [fast lane]{.plain}.|
in code, in a formula, in a heading|# A lane\n\n`lane` and $lane$.\n\n```c\nlane\n```|
what a chapter will explain|# What you will be able to do\n\nCount lanes.\n\n# One\n\nA *lane* is one.|
END
done_testing
