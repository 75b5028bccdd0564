#!/usr/bin/env bash
# Kernel golf: the limit that a verdict shows, the launch that a submission chooses, a student's way through a task, and records: what is
# written, that anybody can verify it, and that no forged one is taken for true. (What holds of each task is in exercises.t.)
. "$(dirname "$0")/../harness/lib.sh"

golf=(exercises/ex9-*/)
golf=("${golf[@]%/}")
record=$PWD/tools/student/record.pl
house=$work/house
copy_built_house "$house"
rm -f "$house/progress.txt" "$house"/*.record
is 'there are ten tasks' ${#golf[@]} 10
is 'each of them says so to the judge' "$(grep -l '\.golf = true' exercises/*/judge.c)" "$(printf '%s/judge.c\n' "${golf[@]}")"

# ---- The limit, and the launch -----------------------------------------------------------------------

sum=solutions/ex9-1-sum/exercise.cu
run build/judge/ex9-1 --json "$work/json" $sum
has 'the limit of a sum: 4,194,304 ints at 4.8 TB/s' "$out" '^limit 3\.50 us, you [0-9.]+ us \(modelled\)$'
has 'as JSON' "$(<"$work/json")" '"limit": 3\.4952'
run build/judge/ex9-8 exercises/ex9-8-product/exercise.cu
has 'the limit of a product: 384^3 multiply-adds, by 132 SMs of 128 lanes at 1.98 GHz' "$out" '^limit 1\.69 us, you '
has 'what silver takes is a time alone' "$out" '^Silver takes at most [0-9.]+ us\.$'
run build/judge/ex3-1 solutions/ex3-1-block-sum/exercise.cu
lacks 'an exercise of a chapter has no limit' "$out" '^limit'

# launched LINE REASON: a sum whose first line is another one does not pass, for this reason.
launched()
{
    sed "s/^__device__ int blocks.*/$1/" $sum >"$work/launch.cu"
    run build/judge/ex9-1 "$work/launch.cu"
    is "launch: ${1:-none}: it does not pass" "$status" 1
    has "launch: ${1:-none}: and says why" "$out" "$2"
}
launched '' 'does not compile|keep __device__ int blocks and threads'
launched '__device__ int blocks = 0, threads = 256;' '0 blocks of 256 threads: a launch has 1 to 65536 blocks of 1 to 1024\b'
launched '__device__ int blocks = 8, threads = 1025;' '8 blocks of 1025 threads'
launched '__device__ char blocks = 8; __device__ int threads = 64;' 'keep __device__ int blocks and threads'

# ---- A student's way ---------------------------------------------------------------------------------

run make -s -C "$house" ex9-1
has 'as given: bronze' "$out" 'Bronze: it is right\.$'
lacks 'no solution is offered for that' "$out" 'make solution-ex9-1'
run make -s -C "$house" solution-ex9-1
has 'and none is shown' "$err" 'shown once you have silver'
run make -s -C "$house" progress
has 'progress: bronze is where golf begins' "$out" '^golf: 0 of 10, 0 gold\.'
has 'and it is no exercise of a chapter' "$out" '^0 of [0-9]+ solved\. Next: make ex0-1'
cp $sum "$house"/exercises/ex9-1-sum/
run make -s -C "$house" ex9-1
has 'like the solution: silver' "$out" 'Silver: as good as the solution\.$'
has 'the next task is one of golf' "$out" '^Next: make ex9-'
run make -s -C "$house" progress
has 'progress: one of ten' "$out" '^golf: 1 of 10, 0 gold\.'
has 'in a section of their own' "$out" '^Kernel golf$'
lacks 'which is no chapter' "$out" 'Chapter 9'
ok 'progress fits 80 columns' fits "$out"

# ---- Records -----------------------------------------------------------------------------------------

run make -s -C "$house" record-ex9-1
is 'a record is written' "$status$err" 0
is 'with the whole source' "$(sed '1,/^source$/d' "$house/ex9-1.record")" "$(<$sum)"
run make -s -C "$house" verify-record RECORD=ex9-1.record
is 'make verifies it' "$status$err" 0
ok 'in one line' is_line "$out"
cp "$house/ex9-1.record" "$work/one.record"
mkdir "$work/elsewhere"
cd "$work/elsewhere" || exit
run "$record" verify ../one.record
is 'verified from another folder' "$status$err" 0
has 'it says what is true' "$out" '^../one\.record is true: ex9-1 in [0-9.]+ us \(modelled\), silver, '
cd "$OLDPWD" || exit

run "$record" write ex9-1 exercises/ex9-1-sum/exercise.cu "$work/one.record"
is 'a slower kernel changes nothing' "$status$err" 0
ok 'a slower kernel: the record is kept' cmp "$work/one.record" "$house/ex9-1.record"
has 'a slower kernel: said' "$out" 'keeps [0-9.]+ us \(modelled\), which is faster than'
run "$record" write ex9-2 $sum "$work/none.record"
has 'a kernel that does not pass has no record' "$status $err" '^1 record: ex9-2 does not pass'
ok 'and none is written' test ! -e "$work/none.record"
run "$record" write ex9-2 solutions/ex9-2-transpose/exercise.cu "$work/one.record"
is "another task's record is not written over" "$status" 2

# Counters of a histogram depend on its inputs, and these on the source.
for i in 1 2; do
    run "$record" write ex9-4 solutions/ex9-4-histogram/exercise.cu "$work/$i.record"
done
ok 'two runs give the same record' cmp "$work/1.record" "$work/2.record"
{
    cat solutions/ex9-4-histogram/exercise.cu
    echo '// lucky?'
} >"$work/lucky.cu"
run "$record" write ex9-4 "$work/lucky.cu" "$work/lucky.record"
ok 'another source has other inputs' not cmp -s <(grep modelled "$work/1.record") <(grep modelled "$work/lucky.record")

some 3 "${golf[@]}"
for folder in "${sample[@]}"; do
    run "$record" verify "$folder/ours.record"
    is "our record is true: $folder" "$status$err" 0
done
is 'every task has a record of ours' "$(ls exercises/*/ours.record)" "$(printf '%s/ours.record\n' "${golf[@]}")"

# ---- Forged and damaged records ----------------------------------------------------------------------

# forged WHAT STATUS REASON SED: the record, changed by a script, is not taken for true.
forged()
{
    sed "$4" "$work/one.record" >"$work/forged.record"
    run "$record" verify "$work/forged.record"
    is "$1: status $2" "$status" "$2"
    ok "$1: one line" is_line "$err"
    has "$1: which says why" "$err" "$3"
    is "$1: nothing else is said" "$out" ''
}
forged 'a better time' 1 'it claims 3\.6000 for judge__modelled_time\.sum, and its source counts ' 's/^\(judge__modelled_time.sum\) .*/\1 3.6000/'
forged 'fewer requests' 1 'it claims 1 for l1tex__t_requests' 's/^\(l1tex__t_requests[^ ]*\) .*/\1 1/'
forged 'a claim left out' 1 'its counters are not those of ex9-1' '/^l1tex/d'
forged 'a claim twice' 1 'its counters are not those of ex9-1' '/^l1tex/p'
forged 'a device of its own' 1 'it is of h100, and h200 is what counts' 's/^device .*/device h100/'
forged 'a slower source' 1 'and its source counts ' 's/blocks = [0-9]*/blocks = 8/'
forged 'a wrong source' 1 'its source does not pass ex9-1' 's/n % 4/n % 2/'
forged "another task's source" 1 'its source does not pass ex9-2' 's/^exercise .*/exercise ex9-2/'
forged 'another compiler' 3 'was made by gcc 4\.2 and model [0-9]+, and this machine has ' 's/^compiler .*/compiler gcc 4.2/'
forged 'another model' 3 'and model 99, and' 's/^model .*/model 99/'
forged 'no source' 2 'it has no source' '/^source$/q'
forged 'no end of its head' 2 "no line 'source'" 's/^source$/code/'
forged 'no compiler' 2 "no line 'compiler'" '/^compiler/d'
forged 'no time' 2 "no line 'judge__modelled_time\\.sum'" '/^judge__modelled_time/d'
forged 'a line that is no claim' 2 'is no claim: hello there' 's/^model/hello there\nmodel/'
forged 'a claim that is no number' 2 'is no claim: judge__modelled_time' 's/^\(judge__modelled_time.sum\) .*/\1 -inf/'
forged 'an exercise of a chapter' 2 'ex3-1, which is no task of kernel golf' 's/^exercise .*/exercise ex3-1/'
forged 'a path for a name' 2 'is no claim' 's,^exercise .*,exercise ../../tmp/x,'
forged 'escapes of a terminal' 2 'is no claim: \?\[31m' 's/^model/\x1b[31m\nmodel/'
forged 'not text' 1 'does not pass' 's/^__global__/\x00/'
forged 'empty' 2 'is not a record' d
head -c 1100000 /dev/zero >"$work/large"
for bad in "$work/large:larger than a mebibyte" "$work:is not a file" "$work/nowhere:there is no file"; do
    run "$record" verify "${bad%:*}"
    is "refused: ${bad#*:}" "$status" 2
    ok "in one line: ${bad#*:}" is_line "$err"
    has "in words: ${bad#*:}" "$err" "${bad#*:}"
done
run "$record"
is 'bad usage' "$status" 2
done_testing
