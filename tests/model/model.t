#!/usr/bin/env bash
# The language model: each step by a kernel agrees with plain C, whatever is wrong with a kernel is named and left to the CPU, and the
# text is the same whoever does the steps.
# shellcheck source=tests/harness/lib.sh
. "$(dirname "$0")/../harness/lib.sh"

export TOKENS=$work/tokens.txt
weights=$PWD/model/weights.bin

# made FROM: builds the kernels of a folder, of solved exercises, or none.
made()
{
    run make -s DEVICE=sim model FROM="$1"
}

# text: prints what ./say wrote: what is between the list of steps and the speed.
text()
{
    perl -0777 -pe 's/^.*?\n\n//s; s/\n\n\d+ tokens per second, .*/\n/s' <<<"$out"
}

# ---- How small it is ----

ok 'the transformer, steps.c and forward.c, has at most 400 lines' test "$(cat model/steps.c model/forward.c | wc -l)" -le 400
is 'the core calls no CUDA' "$(grep -lE 'cuda\.h|cu[A-Z][a-z]+[A-Z]?[a-z]*\(' model/*.c)" model/device.c

# ---- The text ----

made none
is 'the program builds' "$status$err" 0
run ./say 'A kernel is'
is 'it writes' "$status$err" 0
is 'without kernels all steps are left to the CPU' "$(grep -c "the CPU's: left out by FROM=none; make ex" <<<"$out")" 15
by_cpu=$(text)
is 'the text is the one that these weights write' "$by_cpu" "$(cat tests/model/text.txt)"
has 'it goes on with the prompt' "$by_cpu" '^A kernel is a function that every thread of a grid runs\.'
has 'the speed is told' "$out" '^[0-9]+ tokens per second, modelled .* 0 of 15 steps are yours\.$'

made solutions
is 'the solutions build' "$status$err" 0
run ./say 'A kernel is'
is 'all steps of the solutions agree with plain C' "$(grep -c ' yours$' <<<"$out")" 15
is 'a trial leaves no memory behind' "$(grep -h 'ERROR SUMMARY' build/model/*.txt | sort -u)" '========= ERROR SUMMARY: 0 errors'
is 'the text by kernels is the same' "$(text)" "$by_cpu"
has 'the last speed stands beside the new one' "$out" '15 of 15 steps are yours\. Last time: [0-9]+, with 0\.$'
faster=$(sed -n 's/^\([0-9]*\) tokens per second.* Last time: \([0-9]*\), .*/\1 > \2/p' <<<"$out")
ok "all kernels together are faster than the CPU: $faster" test "$(bc <<<"$faster")" = 1
printf '99999999.0 3\n' >"$work/tokens"
run env TOKENS="$work/tokens" ./say -n 5 '~'
has 'more kernels, and slower: why' "$out" '^More kernels, and slower: each small step is a launch now'
run ./say -n 150 'If'
is 'a text may be longer than the context, 128 characters' "$status $(text | wc -c)" '0 153'
run ./say -n 5 '~'
is 'a prompt may be a single character' "$status $(grep -c ' yours$' <<<"$out")" '0 15'

# ---- The way through the course ----

# results/model-path.csv has the speeds on two devices, results/h200-model.csv those that were measured, and notes/model.md shows them. Here its ends are looked at, on one device; with
# MODEL=all (make test-model) the whole table is made anew.
path=results/model-path.csv
by_nvcc is 'the table begins with the speed of plain C and ends with that of all kernels' "$(awk -F, 'NR == 2 { print $3 } END { print $3 }' $path)" \
    "${faster#* > }"$'\n'"${faster% > *}"
is 'the note shows the table' "$(sed -n '/^| your newest kernel/,/^$/s/^| [^|]* | \(—\|@ex:[0-9-]*\) | \([0-9,]*\) | \([0-9,]*\) | \([0-9,]*\) |$/\1 \2 \3 \4/p' notes/model.md | tr -d ,)" \
    "$(paste -d , $path results/h200-model.csv | tail -n +2 | sed 's/^none/—/; s/^ex/@ex:/' | awk -F, '{ print $1, $3, $4, $7 }')"
# What the text says of it: it falls at first; dots and then sgemm nearly double it.
for device in 3 4; do
    # shellcheck disable=SC2016 # awk's
    ok "the table: small steps slow it down, and products make it fast (column $device)" awk -F, -v c="$device" '{ speed[$1] = $c }
        END { exit !(speed["none"] > speed["ex1-18"] && speed["ex3-3"] < 0.9 * speed["none"] && speed["ex4-9"] > 1.75 * speed["ex3-3"] &&
            speed["ex6-2"] > 1.75 * speed["ex4-9"] && speed["ex6-8"] > speed["ex6-2"]) }' $path
done
if [ "${MODEL-}" = all ]; then
    run tools/measure/model-path.sh
    is 'the table is made anew' "$status" 0
    by_nvcc is 'and is the same' "$out" "$(cat $path)"
fi

mkdir "$work/done"
before=
steps=(ex0-16 ex0-2 ex1-1 ex1-17 ex1-18 ex2-15 ex2-16 ex3-13 ex3-16 ex3-3 ex4-9 ex6-2 ex6-8)
sample 4 "${steps[@]}"
for name in "${steps[@]}"; do
    ln -s "$PWD/solutions/$name"-* "$work/done/"
    [[ " ${sample[*]} " == *" $name "* ]] || continue
    made "$work/done"
    run ./say -n 12
    after=$(grep -c ' yours$' <<<"$out")
    ok "after $name more steps are the student's: $(sed -n 's/ tokens per second.*//p' <<<"$out") tokens per second" test "$after" -gt "${before:-0}"
    is "after $name the text is the same" "$(text)" "$(head -c 23 <<<"$by_cpu")"
    before=$after
done

# ---- Kernels that are wrong ----

# wrong NAME EXERCISE SED WHAT: makes a folder in which one exercise is solved wrongly, and checks what is said of it.
wrong()
{
    local folder
    folder=$(basename solutions/"$2"-*)
    mkdir -p "$work/$1/$folder"
    sed "$3" "solutions/$folder/exercise.cu" >"$work/$1/$folder/exercise.cu"
    ok "$1: the kernel is changed" test "$(cmp "$work/$1/$folder/exercise.cu" "solutions/$folder/exercise.cu")"
    made "$work/$1"
    is "$1: the model builds" "$status" 0
    run ./say -n 12
    has "$1: $4" "$out" " $2 .*the CPU's: $4; make $2$"
    is "$1: no step is done by it" "$(grep -c ' yours$' <<<"$out")" 0
    is "$1: the text is as it was" "$(text)" "$(head -c 23 <<<"$by_cpu")"
}

wrong little ex3-13 's/expf(x\[i\] - most) \* scale/& * 1.0001f/' 'its result differs'
wrong nan ex3-13 's/= expf(x\[i\] - most) \* scale/= NAN/' 'its result differs'
wrong nothing ex2-15 's/x\[i\] = x\[i\] \/ 2.*/;/' 'its result differs'
wrong outside ex0-16 's/x\[i\] = /x[i + 10000000] = /' 'it is at fault, as build/model/ex0-16.txt tells'
has 'the report of the checks is kept' "$(cat build/model/ex0-16.txt)" 'Invalid __global__ write'
wrong race ex3-3 '0,/__syncthreads();/!s/__syncthreads();//' 'it is at fault, as build/model/ex3-3.txt tells'
wrong endless ex3-16 's/float mean = 0/while (n > 0) y[0] = 0; &/' "(it doesn't end|it is at fault, as build/model/ex3-16.txt tells)"
wrong broken ex4-9 's/float sum = 0/flaot sum = 0/' "it doesn't compile, as build/model/ex4-9.txt tells"
has 'what the compiler says is kept' "$(cat build/model/ex4-9.txt)" flaot
wrong signature ex0-2 's/size_t n)/int n)/' 'it has no kernel saxpy with the parameters that were given'
made "$work/signature"
is 'the build names the exercise in one line' "$err" 'ex0-2: it has no kernel saxpy with the parameters that were given; make ex0-2'
wrong name ex2-16 's/void mask(/void hide(/' 'it has no kernel mask with the parameters that were given'

# All kernels at once, each off by a thousandth or by one place: the bounds are narrow enough to see it.
off=(ex0-16 's/= table/= 1.001f * table/' ex0-2 's/= a \* x/= 1.001f * a * x/' ex1-1 's/= in\[/= 1.001f * in[/' ex1-17 's/= \(qkv\|o\)\[/= 1.001f * \1[/'
    ex1-18 's/= k\[/= 1.001f * k[/' ex2-15 's/= x\[i\] \/ 2/= x[i] \/ 1.998f/' ex2-16 's/column > row/column > row + 1/' ex3-13 's/ \* scale;/ * scale * 1.001f;/'
    ex3-16 's/ \* scale / * 1.001f * scale /' ex3-3 's/= places\[0\]/= places[0] + 1/' ex4-9 's/= (s0/= 1.001f * (s0/' ex6-2 's/= sum;/= 1.001f * sum;/'
    ex6-8 's/= sum \* scale/= 1.001f * sum * scale/; s/= sum;/= 1.001f * sum;/')
for ((i = 0; i < ${#off[@]}; i += 2)); do
    folder=$(basename solutions/"${off[i]}"-*)
    mkdir -p "$work/off/$folder"
    sed "${off[i + 1]}" "solutions/$folder/exercise.cu" >"$work/off/$folder/exercise.cu"
done
made "$work/off"
run ./say -n 12
is 'every kernel that is off by a little is found' "$(grep -c ': its result differs; make ex' <<<"$out")" 15
is 'and the text is as it was' "$(text)" "$(head -c 23 <<<"$by_cpu")"

# Of an exercise with two kernels, the right one is kept.
mkdir -p "$work/half/ex1-17-heads"
sed 's/x\[place\] = o/x[place] = 2 * o/' solutions/ex1-17-heads/exercise.cu >"$work/half/ex1-17-heads/exercise.cu"
made "$work/half"
run ./say -n 12
has 'the right kernel of two is kept' "$out" '^  split .*yours$'
has 'the wrong one is left out' "$out" '^  join .*its result differs; make ex1-17$'

# ---- What is the student's ----

export PROGRESS=$work/progress.txt
printf 'ex0-2 0 0123456789abcdef\nex1-1 1 -\n' >"$PROGRESS"
made passed
run ./say -n 5
has 'a solved exercise is tried as it stands' "$out" "^  saxpy .*the CPU's: its result differs; make ex0-2$|^  saxpy .*yours$"
has 'one that has not passed is not taken' "$out" "^  addBias .*the CPU's: not solved yet; make ex1-1$"
made nowhere
ok 'FROM that is nothing is refused' test "$status" != 0
has 'and what it can be is said' "$err" '^FROM=nowhere: it can be passed, none, or a folder'

# ---- What is refused ----

# refused WHAT PATTERN ARGUMENT...: checks that ./say exits with 2 after one line.
refused()
{
    local what=$1 pattern=$2
    shift 2
    run ./say "$@"
    is "$what: exit status 2, one line, no text" "$status $(wc -l <<<"$err")$out" '2 1'
    has "$what: the line says why" "$err" "$pattern"
}

refused 'no number' "^'much': -n takes a number" -n much
refused 'no character' "^'0': -n takes a number" -n 0
refused 'an empty text' 'at least one character' ''
refused 'a text that is too long' "no more than the model's context" "$(printf '%0200d' 0)"
refused 'other characters' 'no character but those of ASCII' 'Grüße'
refused 'no weights' "gone\.bin can't be opened" -w "$work/gone.bin"
head -c 1000 "$weights" >"$work/short.bin"
refused 'short weights' 'short\.bin is not as long as its sizes say' -w "$work/short.bin"
{ cat "$weights" && echo; } >"$work/long.bin"
refused 'long weights' 'long\.bin is not as long' -w "$work/long.bin"
echo 'no weights at all, but some text that is long enough' >"$work/text.bin"
refused 'a text' 'text\.bin is no file of weights' -w "$work/text.bin"
: >"$work/empty.bin"
refused 'an empty file' 'empty\.bin is no file of weights' -w "$work/empty.bin"
head -c 1100000 /dev/zero >"$work/large.bin"
refused 'a large file' 'large\.bin has more than 1 MiB' -w "$work/large.bin"
# patched OFFSET BYTES: a copy of the weights with other bytes.
patched()
{
    cp "$weights" "$work/patched.bin"
    printf '%b' "$2" | dd of="$work/patched.bin" bs=1 seek="$1" conv=notrunc status=none
    chmod u+w "$work/patched.bin"
}
patched 4 '\x02'
refused 'another version' 'has another version than 1' -w "$work/patched.bin"
patched 20 '\x00'
refused 'no heads' 'has sizes that no model can have' -w "$work/patched.bin"
patched 24 '\xff\xff\xff\xff'
refused 'too many layers' 'has sizes that no model can have' -w "$work/patched.bin"
patched 12 '\x41'
refused 'another size' 'is not as long as its sizes say' -w "$work/patched.bin"
patched 5000 '\x00\x7c'
refused 'an infinite weight' 'holds a weight that is infinite or no number' -w "$work/patched.bin"

done_testing
