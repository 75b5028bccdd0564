#!/usr/bin/env bash
# A lab's bundle (lab/core/bundle.h): C and JavaScript read the same sections, whole bundles and damaged ones, and write the same bytes.
. "$(dirname "$0")/../harness/lib.sh"
needs_tools gcc node

run gcc -std=c11 -D_GNU_SOURCE -g -fsanitize=address,undefined -fno-sanitize-recover=all -Wall -Wextra -Isimulator -I. \
    tests/lab/bundle.c lab/core/{bundle,span,writer}.c simulator/base/text.c -lm -o "$work/bundle"
is 'the reader in C is built' "$status/$err" 0/

count=0
for bundle in tests/lab/bundles/*; do
    in_c=$("$work/bundle" sections <"$bundle" | sed 's/\\u000a/\\n/g') # JSON has two words for a newline
    is "${bundle##*/}: both read the same" "$(node tests/lab/bundle.mjs sections "$bundle")" "$in_c"
    count=$((count + 1))
done
ok 'there are bundles' test "$count" -gt 10

# sections FILE NUMBER: checks that so many sections of a bundle are read.
sections()
{
    is "$1 has $2 sections" "$("$work/bundle" sections <"tests/lab/bundles/$1" | grep -o '"head":' | wc -l)" "$2"
}
sections whole 6
sections empty 0
sections looks-like-a-head 2
for damaged in cut-in-a-body cut-in-a-head no-number a-number-with-a-letter a-negative-number a-number-too-large two-newlines; do
    sections "$damaged" 1
done

whole=tests/lab/bundles/whole
"$work/bundle" again <$whole >"$work/by-c"
node tests/lab/bundle.mjs again $whole >"$work/by-js"
ok 'C writes what it has read' cmp "$work/by-c" $whole
ok 'and so does JavaScript' cmp "$work/by-js" $whole

done_testing
