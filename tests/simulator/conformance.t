#!/usr/bin/env bash
# Conformance: for every instruction in tests/simulator/conformance/isa.txt the simulator computes what an H200 computed for the same
# operands.
. "$(dirname "$0")/../harness/lib.sh"

here=tests/simulator/conformance
ok 'the runner builds' gcc -std=c11 -O2 -Wall -Wextra -Isimulator $here/forms.c $here/on_simulator.c \
    build/sim/libwarpsim.a -lm -lpthread -lstdc++ -o "$work/on_simulator"
gzip -dc <$here/h200.txt.gz >"$work/record.txt"
is 'the record unpacks' $? 0
has 'it says which GPU' "$(head -n 8 "$work/record.txt")" '^# device NVIDIA H200, compute capability 9\.0$'
has 'and when' "$(head -n 8 "$work/record.txt")" '^# date 20[0-9-]+$'

run "$work/on_simulator" compare $here/isa.txt "$work/record.txt"
is 'every form conforms' "$status" 0
counts='^([0-9]+) forms equal to the last bit, ([0-9]+) cases; [0-9]+ refused, 0 not recorded, 0 do not conform$'
ok 'it counts them' grep -Eq "$counts" <<<"$out"
if [[ $(tail -n 1 <<<"$out") =~ $counts ]]; then
    echo "# $out"
    ok 'there are thousands of forms' test "${BASH_REMATCH[1]}" -gt 2500
    ok 'and millions of cases' test "${BASH_REMATCH[2]}" -gt 10000000
fi

# An instruction that nobody has measured yet says so in isa.txt, and is no failure; without the mark it is one, and so is a mark
# on what is measured.
sed 's/^r=T popc/?&/' $here/isa.txt >"$work/marked.txt"
sed '/^popc\.b32\t/d' "$work/record.txt" >"$work/without.txt"
run "$work/on_simulator" compare "$work/marked.txt" "$work/without.txt"
has 'not measured: is said' "$out" '^popc\.b32: not measured on a card$'
has 'not measured: is counted' "$out" '^still to be measured: 1$'
has 'marked, but measured: is said' "$out" '^    is recorded: take the question mark in isa\.txt away$'
is 'marked, but measured: exit status' "$status" 1
run "$work/on_simulator" compare $here/isa.txt "$work/without.txt"
has 'neither marked nor measured: is counted' "$out" ', 1 not recorded, 0 do not conform$'

# The comparison finds a wrong result, both among those that were recorded whole and among those that were hashed.
sed '/^add\.u32\t/ s/\t......../\t12345678/; /^mul\.lo\.u32\t/ s/.$/x/' "$work/record.txt" >"$work/wrong.txt"
run "$work/on_simulator" compare $here/isa.txt "$work/wrong.txt"
is 'a wrong record: exit status' "$status" 1
has 'a wrong result is shown' "$out" '^add\.u32$'
has 'with its operands' "$out" '^    case 0: a [0-9a-f]+ b [0-9a-f]+  d [0-9a-f]+, recorded [0-9a-f]+$'
has 'a wrong hash too' "$out" '^    one of cases [0-9]+ to 4095 differs$'
has 'and both count' "$out" ', 2 do not conform$'

done_testing
