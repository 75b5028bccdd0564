#!/usr/bin/env bash
# The harness itself: the runner counts what passed and failed, and notices tests that die or run short; and checks of lib.sh that
# nothing could fail do not pass.
. "$(dirname "$0")/../harness/lib.sh"

stand_in "$work/right" <<<'echo ok 1; echo ok 2; echo 1..2'
stand_in "$work/wrong" <<<'echo ok 1; echo not ok 2 - sums; echo "# got 3, expected 4"; echo 1..2'
stand_in "$work/short" <<<'echo 1..3; echo ok 1; echo ok 2'
stand_in "$work/dies" <<<'echo 1..1; echo ok 1; exit 3'
stand_in "$work/skips" <<<'echo "ok 1 # skip no GPU"; echo ok 2; echo 1..2'
stand_in "$work/asks" <<<'read -r line && printf "not "; echo ok 1; echo 1..1'
harness=$PWD/tests/harness/run

# Some tests take turns. None is forgotten, and what must notice a planted fault runs each day.
# runs WORD...: prints the tests that make test runs in six days, with these variables, and before each on how many of them.
runs()
{
    local turn
    for turn in 0 1 2 3 4 5; do
        # shellcheck disable=SC2016 # make expands it
        make -s --eval='show: ; @printf "%s\n" $(TESTS)' show TURN=$turn "$@"
    done | sort | uniq -c
}
is 'in six days every test has run' "$(runs | awk '{ print $2 }')" "$(printf '%s\n' tests/*/*.t | sort)"
is 'make test-whole runs all of them each day' "$(runs SWEEPS=all | awk '$1 != 6')" ''
is 'a test that must notice a planted fault runs each day' \
    "$(sed -n 's/^== .*: //p' tests/planted/faults | tr ' ' '\n' | grep '\.t$' | sort -u | comm -23 - <(runs | sed -n 's,^ *6 tests/,,p'))" ''

# So do parts of a test. (`daily` is given three of seven words.)
# drawn: prints which parts have their turn in three days.
drawn()
{
    local SWEEPS='' turn part
    for turn in 0 1 2; do
        parts=0
        for part in a b c d e f g; do
            ! has_turn || echo "has_turn $part"
        done
        daily 3 a b c d e f g >/dev/null
        printf 'daily %s\n' "${sample[@]}"
        # shellcheck disable=SC2016 # JavaScript's own
        ! command -v node >/dev/null || SWEEPS='' TURN=$turn node -e 'console.log(require("./tests/harness/today.js")([..."abcdefg"]).map(part => `today ${part}`).join("\n"))'
    done | grep -v '^#' | sort
}
all=abcdefg
! command -v node >/dev/null || three=$all
is 'of parts that take turns each has its turn, once in three days' "$(drawn | cut -d' ' -f2 | tr -d '\n')" "$all$all${three-}"

# With another compiler the library that all tests use would be linked anew under them, and programs, labs and the book be built again.
is 'no test compiles by another compiler in the house of all tests' "$(grep -nE 'WARPCC=[a-z+]+ (run |own_standard )*(\./warpcc|make)' tests/*/*.t)" ''

cd "$work" || exit

run "$harness" 2 right skips
is 'all pass: exit status' "$status" 0
has 'all pass: closing line of prove' "$out" '^All tests successful'
is 'all pass: last line' "$(tail -n 1 <<<"$out")" '3 passed, 0 failed, 1 skipped'
run "$harness" 1 wrong right
is 'one fails: exit status' "$status" 1
is 'one fails: last line' "$(tail -n 1 <<<"$out")" '3 passed, 1 failed'
has 'one fails: shows which' "$out" 'not ok 2 - sums'
has 'one fails: shows what it said' "$out" 'got 3, expected 4'
run timeout 60 script -qec "$harness 2 right wrong" /dev/null
has 'one fails, on a terminal: named at the end' "$out" '^wrong, check 2 - sums'
has 'one fails, on a terminal: and what it said' "$out" '^    got 3, expected 4'
run "$harness" 1 short
is 'too few tests: exit status' "$status" 1
has 'too few tests: counted as a failure' "$out" '^2 passed, [1-9] failed$'
run "$harness" 1 dies
is 'a test that dies: exit status' "$status" 1
has 'a test that dies: counted as a failure' "$out" '^1 passed, 1 failed$'
run sh -c 'echo typed | "$1" 1 asks' sh "$harness"
is 'a test that reads: gets nothing' "$status $(tail -n 1 <<<"$out")" '0 1 passed, 0 failed'
run "$harness" 1 missing
is 'a test that is not there: exit status' "$status" 1
run "$harness" 1
ok 'no tests: fails' test "$status" -ne 0

# failed COMMAND...: succeeds if the command, run by itself, made a check that failed.
failed()
{
    grep -q '^not ok' <<<"$("$@" 2>/dev/null)"
}
ok 'has: an empty pattern fails' failed has x text ''
ok 'lacks: a pattern that is none fails' failed lacks x text '('
ok 'lacks: a text that matches fails' failed lacks x text e
ok 'verdicts: no verdict at all fails' failed verdicts </dev/null
ok 'verdicts: FAIL fails' failed verdicts <<<'FAIL this'
# sampled NUMBER WORD...: prints what `sample` takes of the words.
sampled()
{
    sample "$@"
    echo "${sample[*]}"
}
is 'sample: the first, the last, some between' "$(SWEEPS='' sampled 4 a b c d e f g h)" 'a c e h'
is 'sample: one' "$(SWEEPS='' sampled 1 a b c)" a
is 'sample: no more than there are' "$(SWEEPS='' sampled 4 a b)" 'a b'
is 'sample: all in a sweep' "$(SWEEPS=all sampled 2 a b c)" 'a b c'
# drawn TURN NUMBER WORD...: prints what `daily` takes of the words on that day.
drawn()
{
    local turn=$1
    daily "${@:2}" >"$work/said"
    echo "${sample[*]}"
}
is 'daily: some of them, others the next day' "$(for turn in 0 1 2 3; do SWEEPS='' drawn $turn 3 a b c d e f g h; done)" $'a d g\nb e h\nc f\na d g'
has 'daily: it says how to take them again' "$(<"$work/said")" '^# TURN=3 '
is 'daily: no more than there are' "$(SWEEPS='' drawn 1 4 a b)" 'a b'
is 'daily: all in a sweep' "$(SWEEPS=all drawn 1 2 a b c)" 'a b c'
ok 'verdicts: pass passes' not failed verdicts <<<'pass this'

# Processes that a test leaves, as a browser leaves its own, count in its time.
if perl -e 'require "syscall.ph"' 2>/dev/null; then
    stand_in "$work/leaves" <<'END'
child=$(perl -e 'if (my $child = fork) { print $child; exit } close STDOUT; 1 while (times)[0] < 0.3')
while kill -0 "$child" 2>/dev/null; do sleep 0.05; done
echo ok 1; echo 1..1
END
    run "$harness" 1 leaves
    ok "the time of a process that is left counts" between 0.3 "$(sed -n 's/^# processor time of [^ ]*leaves: \([0-9.]*\) s.*/\1/p' <<<"$out")" 60
fi
done_testing
