#!/usr/bin/env bash
# tests/harness/run itself: it counts what passed and failed, and notices tests that die or run short.
. "$(dirname "$0")/../harness/lib.sh"

# script NAME: makes a test program of the shell commands on stdin.
script()
{
    { echo '#!/bin/sh' && cat; } >"$work/$1"
    chmod +x "$work/$1"
}

script right <<<'echo ok 1; echo ok 2; echo 1..2'
script wrong <<<'echo ok 1; echo not ok 2 - sums; echo "# got 3, want 4"; echo 1..2'
script short <<<'echo 1..3; echo ok 1; echo ok 2'
script dies <<<'echo 1..1; echo ok 1; exit 3'
script skips <<<'echo "ok 1 # skip no GPU"; echo ok 2; echo 1..2'
harness=$PWD/tests/harness/run
cd "$work" || exit

run "$harness" 2 right skips
is 'all pass: exit status' "$status" 0
has 'all pass: closing line of prove' "$out" '^All tests successful'
is 'all pass: last line' "$(tail -n 1 <<<"$out")" '3 passed, 0 failed, 1 skipped'
run "$harness" 1 wrong right
is 'one fails: exit status' "$status" 1
is 'one fails: last line' "$(tail -n 1 <<<"$out")" '3 passed, 1 failed'
has 'one fails: shows which' "$out" 'not ok 2 - sums'
has 'one fails: shows what it said' "$out" 'got 3, want 4'
run "$harness" 1 short
is 'too few tests: exit status' "$status" 1
has 'too few tests: counted as a failure' "$out" '^2 passed, [1-9] failed$'
run "$harness" 1 dies
is 'a test that dies: exit status' "$status" 1
has 'a test that dies: counted as a failure' "$out" '^1 passed, 1 failed$'
run "$harness" 1 missing
is 'a test that is not there: exit status' "$status" 1
run "$harness" 1
ok 'no tests: fails' test "$status" -ne 0

done_testing
