#!/usr/bin/env bash
# A case that failed: what the verdict says in the program's words, what kernels print, and what make step-ex3-1, profile-ex3-1 and
# draw-ex3-1 show.
# shellcheck source=tests/harness/lib.sh
. "$(dirname "$0")/../harness/lib.sh"

run make -s build/judge/{ex0-2,ex3-1,ex3-6,ex3-12,device-sim}
is 'the judges build' "$status" 0

# saxpy BODY: writes a submission for ex0-2, whose line 3 is the body.
saxpy()
{
    printf '#include <stdio.h>\n__global__ void saxpy(float a, const float *x, float *y, size_t n)\n%s\n' "{ $1 }" >"$work/saxpy.cu"
}
each='for (size_t i = blockIdx.x * blockDim.x + threadIdx.x;'

# ---- In the program's words ------------------------------------------------------------------------------------------

saxpy "$each i <= n; i += gridDim.x * blockDim.x) y[i] = a * x[i] + y[i];"
run build/judge/ex0-2 --seed 3 "$work/saxpy.cu"
has 'an access behind the end, by name' "$out" '^ +Reads x\[1\]; x has 1 element\.$'
has 'the line is quoted' "$out" '^ +3 \| .*y\[i\] = a'
has 'with a caret' "$out" '^ +\| +\^$'
saxpy "$each i < n; i += gridDim.x * blockDim.x) if (i != 40) y[i] = a * x[i] + y[i];"
run build/judge/ex0-2 --seed 3 "$work/saxpy.cu"
has 'how many are wrong' "$out" '^ +1 of 50 elements are wrong \(x\)$'
has 'and which' "$out" '^ +\.{40}x\.{9}$'

# blockSum BODY: writes a submission for ex3-1, whose body begins at line 4.
blockSum()
{
    printf 'extern __shared__ int part[];\n__global__ void blockSum(const int *x, int *out, size_t n)\n{\n%s\n}\n' "$1" >"$work/sum.cu"
}
start='int t = threadIdx.x; size_t i = blockIdx.x * (size_t)blockDim.x + t;'
blockSum "$start part[t] = i < n ? x[i] : 0; __syncthreads();"
run build/judge/ex3-1 --seed 3 "$work/sum.cu"
has 'what was never written' "$out" '^ +out\[0\] was never written; expected '
blockSum "$start
    part[t] = i < n ? x[i] : 0; __syncthreads();
    int next = part[(t + 1) % blockDim.x];
    part[t] = next + 1; out[blockIdx.x] = 0;"
run build/judge/ex3-1 --seed 3 "$work/sum.cu"
has 'a race, by name' "$out" '^ +Threads race for part\[[0-9]+\]\.$'
ok 'both lines are quoted' test "$(grep -cE '^ +[67] \| ' <<<"$out")" = 2
has 'the strongest barrier that fits' "$(tr -s ' \n' ' ' <<<"$out")" 'Should both threads use this element\? .*__syncthreads\(\) is missing'
blockSum "$start if (t == 1) out[blockIdx.x] = part[t]; if (i < n) part[t] = x[i];"
run build/judge/ex3-1 --seed 3 "$work/sum.cu"
has 'a read of what nobody wrote, by name' "$out" '^ +Reads part\[1\], which was never written\.$'
blockSum "$start part[t] = i < n ? x[i] : 0; if (t < 20) __syncthreads();
    else __syncthreads(); out[blockIdx.x] = 0;"
run build/judge/ex3-1 --seed 3 "$work/sum.cu"
has 'which lanes are at the barrier' "$out" '^ +lanes of warp 0: #{20}o{12}$'
blockSum "$start volatile int k = 0; for (;;) k = 1;"
run build/judge/ex3-1 --work 1000000 --seed 3 "$work/sum.cu"
has 'a loop in which nothing changes: at once' "$(tr -s ' \n' ' ' <<<"$out")" 'This loop never ends: everything is as it was before'
blockSum "$start volatile int *first = out; for (;;) first[0] = 1;"
run build/judge/ex3-1 --work 1000000 --seed 3 "$work/sum.cu"
has 'a loop that writes the same again and again' "$(tr -s ' \n' ' ' <<<"$out")" 'This loop never ends: everything is as it was before'
blockSum "$start for (volatile unsigned k = 0; k < 4000000000u;) k = k + 1;"
run build/judge/ex3-1 --work 1 --seed 3 "$work/sum.cu"
has 'a long one: where the warps are' "$(tr -s ' \n' ' ' <<<"$out")" "Of the block's 8 warps [1-8] runs? at line [0-9]+[ ,]"

# On a terminal the judge gives a sign of life each second. Two seconds of processor time must show at least one.
run script -qec "build/judge/ex3-1 --work 1000000 --time 2 --case 1 --seed 3 --keep '$work/kept' '$work/sum.cu'" /dev/null
has 'a long one: a sign of life each second' "$(tr '\r' '\n' <<<"$out")" '^one full block: 1 s'
run build/judge/ex3-1 --work 1 --seed 3 --keep "$work/kept" "$work/sum.cu"
lacks 'and none where there is no terminal' "$out$err" 'one full block: 1 s'
blockSum '__shared__ int more[20000]; more[threadIdx.x] = 1; out[blockIdx.x] = more[n];'
run build/judge/ex3-1 --seed 3 "$work/sum.cu"
has 'too much shared memory: how much, and how much it may have' "$out" 'needs 81[0-9]{3} bytes of shared memory; it may have 49152'

# ---- What kernels print, and how to look inside -------------------------------------------------------------------------

saxpy 'for (int i = 0; i < 25; i++) printf("line %d\n", i);'
run build/judge/ex0-2 --seed 3 "$work/saxpy.cu"
lacks 'in grading nothing is shown of it' "$out" 'line 1$'
run build/judge/ex0-2 --seed 3 --keep "$work/kept" "$work/saxpy.cu"
has 'a student sees what kernels print' "$out" '^ +line 19$'
lacks 'not more than 20 lines' "$out" 'line 20$'
has 'the others are counted' "$out" '… and 5 more lines'
run env WARPSIM=profile build/judge/device-sim "$work/kept"
has 'the run is kept: which it is' "$out" '^ex0-2 case 1 seed 3 order serial: one element, one thread$'
has 'it prints again' "$out" '^line 24$'
has 'and is counted' "$out" '^saxpy\(float, float const\*, float\*, unsigned long\)$'
run env WARPSIM=oops build/judge/device-sim "$work/kept"
is 'a word that is not known: exit 2' "$status" 2
run build/judge/device-sim "$work/none"
is 'a file that is not there: exit 2' "$status" 2

house=$work/house
copy_built_house "$house"
cd "$house" || exit
rm -rf build/judge/failed build/judge/opened
export DEVICE=sim
blockSum "$start
    part[t] = i < n ? x[i] : 0;
    __syncthreads();
    if (t == 0)
        out[blockIdx.x] = part[0];"
cp "$work/sum.cu" exercises/ex3-1-block-sum/exercise.cu
run make -s ex3-1
has 'the verdict ends with the commands' "$out" '^Look inside: make step-ex3-1, profile-ex3-1 or draw-ex3-1$'
seed=$(grep -oE 'seed [0-9]+' <<<"$out")
run make -s profile-ex3-1 VIEW=source
has 'the same case, seed and order' "$out" "^ex3-1 case 1 $seed order [a-z]+: one full block$"
has 'beside the source' "$out" '^ +6 +[0-9]+ +[0-9.]+ +__syncthreads\(\);$'
run make -s draw-ex3-1 LINE=5
has 'its lanes' "$out" '^  wavefront'
run bash -c 'printf "g 5\np\nq\n" | make -s step-ex3-1 CASE=2'
has 'another case, step by step' "$out" '^ex3-1 case 2 '
by_nvcc has 'with the names of variables' "$out" '^  t = 0 in lane 0$'
run make -s ex2-1 # as it is given
has 'a verdict on one order' "$out" 'order: threads one after the other$'
run bash -c 'echo c | make -s step-ex2-1'
has 'the stepper opens that order' "$out" '^ex2-1 case 2 seed [0-9]+ order serial: one warp$'
has 'in which lanes run one by one' "$out" '^warp 0   #\.{31}$'
has 'and what the verdict has told is told' "$out" '^ *Reads piece\[31\], which was never written\.$'
refuses 'a case that is none' "CASE=x" env CASE=x tools/student/exercise.sh step ex3-1
refuses 'a line that is none' "LINE=abc" env LINE=abc tools/student/exercise.sh draw ex3-1
# The stepper says what the judge has said, in its words, and when that shows. reason: prints the reason in what is told, as one line, without
# the lines that a verdict quotes, and without what differs from run to run.
reason()
{
    sed -n '/never written\.$/,/has no element for/p' <<<"$1" | sed '/^ *[0-9]* |/d' | tr -s ' \n' ' ' | grep -oE '^ *Reads part.*has no element for' | sed 's/^ *//'
}
blockSum "$start
    if (i >= n) return;
    part[t] = x[i];
    __syncthreads();
    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride)
            part[t] += part[t + stride];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = part[0];"
cp "$work/sum.cu" exercises/ex3-1-block-sum/exercise.cu
run make -s ex3-1
said=$(reason "$out")
has 'a thread that has left too early' "$said" 'Thread \(32,0,0\) left the kernel before it wrote part\[32\], at .*exercise\.cu:5 Let it stay'
run bash -c 'printf "c\n" | make -s step-ex3-1'
by_nvcc has 'in a build for a debugger' "$out" '^  A debug build'
is 'the stepper says the same' "$(reason "$(sed -n '/^step> c/,/^step> *$/p' <<<"$out")")" "$said"
has 'at its start, when that shows' "$(sed '/^step> c/,$d' <<<"$out")" '^  That shows [0-9]+ moments on, in block 3: c goes there\.$'
moments=$(sed -nE 's/^  That shows ([0-9]+) moments on.*/\1/p' <<<"$out")
run bash -c 'printf "s %s\n" "$1" | make -s step-ex3-1' - "$moments"
has 'after as many moments it does' "$out" '^  Reads part\[32\], which was never written\.$'
run bash -c 'printf "s %s\nq\n" "$(($1 - 1))" | make -s step-ex3-1' - "$moments"
lacks 'and not before' "$(sed '1,/^step> s/d' <<<"$out")" 'Reads part'
run bash -c 'printf "k 7\nc\ne\nq\n" | make -s step-ex3-1'
is 'e says it anywhere' "$(reason "$(sed '1,/^step> e/d' <<<"$out")")" "$said"

# A wrong result: which element, and what it should be; at the start, at the end, and after the stepper.
sed -i 's/stride > 0/stride > 1/; s/if (i >= n) return;//; s/= x\[i\]/= i < n ? x[i] : 0/' exercises/ex3-1-block-sum/exercise.cu
run make -s ex3-1
wrong=$(grep -oE 'out\[0\] is .*; expected .*\.$' <<<"$out")
run bash -c 'printf "c\nb\nc\nc\n" | make -s step-ex3-1'
has 'a wrong result' "$wrong" '^out\[0\] is -?[0-9]+; expected -?[0-9]+\.$'
has 'when it can be seen' "$out" '^  That shows when the launch has ended, [0-9]+ moments on: c goes there\.$'
is 'the start, each arrival at the end, and the end tell it' "$(grep -cF -e "$wrong" <<<"$out")" 4
lacks 'that is no mistake of a launch' "$(sed '1,/^step> b/d; /^step> c/,$d' <<<"$out")" '^ *out\[0\] is'
has 'at the end one can go back' "$(sed '1,/^step> b/d' <<<"$out")" 'b goes back'

# A mistake that a build for a debugger does not have is looked at in the judged one: here a count of barriers.
judged_only=exercises/ex3-6-warp-tail/exercise.cu
cp "$judged_only" "$work/kept.cu"
tests/exercises/wrong.pl ex3-6-warp-tail
cp build/wrong/ex3-6-warp-tail/block-barriers.cu "$judged_only"
run make -s ex3-6
counted=$(grep -oE 'there are [0-9]+ barriers' <<<"$out")
run bash -c 'printf "c\n" | make -s step-ex3-6'
by_nvcc has 'why variables have no names' "$out" '^  A build for a debugger has another mistake or none'
has 'a count that is too high' "$out" "^  The results are right, but ${counted:-nothing}"
cp "$work/kept.cu" "$judged_only"

# Of several launches those before the one that fails are shown, too, and say so.
tests/exercises/wrong.pl ex3-12-clear-first
cp build/wrong/ex3-12-clear-first/each-block-clears.cu exercises/ex3-12-clear-first/exercise.cu
run make -s ex3-12
run bash -c 'printf "c\nc\nc\n" | make -s step-ex3-12'
has 'the mistake is in a later launch' "$out" '^  That shows later, not in this launch, 1 of 2: c, twice, goes on\.$'
has 'there it is' "$out" '^  That shows [0-9]+ moments on, in block [0-9]+: c goes there\.$'
cp exercises/.given/ex3-12-clear-first.cu exercises/ex3-12-clear-first/exercise.cu

cp solutions/ex3-1-block-sum/exercise.cu exercises/ex3-1-block-sum/exercise.cu
run bash -c 'printf "c\n" | make -s step-ex3-1'
has 'a case that passes: nothing fails' "$out" '^This case passes\.$'
lacks 'at no moment' "$out" 'That shows'
run make -s profile-ex3-1
has 'a case that passes can be opened, too' "$out" '^This case passes\.$'
echo oops >exercises/ex3-1-block-sum/exercise.cu
run make -s step-ex3-1
has 'what does not compile is told' "$out" 'It does not compile'
done_testing
