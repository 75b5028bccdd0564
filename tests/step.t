#!/usr/bin/env bash
# WARPSIM=step and make step-ch3-reduce: a kernel in the terminal, step by step.
. "$(dirname "$0")/lib.sh"

run ./warpcc tests/watch/lanes.cu -o "$work/lanes"
is 'the program builds' "$status" 0

# session WORDS COMMAND...: steps the program with these words of WARPSIM and these commands.
session()
{
    local words=$1
    shift
    printf '%s\n' "$@" >"$work/commands"
    # shellcheck disable=SC2016 # the inner shell expands them
    run bash -c 'WARPSIM="step $1" "$2" <"$3"' - "$words" "$work/lanes" "$work/commands"
}

# line TEXT: the number of the program's line that has it.
line()
{
    grep -nF -e "$1" tests/watch/lanes.cu | cut -d: -f1
}

session kernel=lanes s 's 3' "g $(line 'in[31')" l "g $(line 'tile[63]')" 'r %r1' 's 2' a r x
is 'a session that ends early: the program runs on' "$status/${out##*$'\n'}" '0/cudaSuccess 31'
has 'says what is stepped' "$out" '^lanes\(int const\*, int\*\)$'
has 'and how it is launched' "$out" '^  grid \(2,1,1\), block \(64,1,1\): 2 warps a block\.'
has 'shows the source' "$out" '^ *[0-9]+ >     tile\[t\] = 0;$'
has 'the PTX that is next' "$out" '^  next:  ld\.param\.u64 '
has 'and that was executed' "$out" '^  done:  mov\.u32 %r[0-9]+, %tid\.x;$'
has 'with what it wrote' "$out" '^     8:       8       9      10      11      12      13      14      15$'
has 'the lanes that parted' "$out" "^warp 0   (\.#){16}  line $(line 'in[31')\$"
has 'and the others' "$out" "^warp 0   (#\.){16}  line $(line 'syncthreads();' | head -n 1)"
has 'the warp that has not begun' "$out" "^warp 1   #{32}  line $(line 'void lanes')\$"
has 'the last access, drawn' "$out" '^  wavefront  1( +\.){15} +0\+$'
has 'shared memory' "$out" '^   224:( +0){7} +32$'
ok 'no line is too wide' fits "$out"

# Warps in turn: the first waits at the barrier, the second opens it.
session 'kernel=lanes block=1' w l w w w
has 'a warp runs until it waits' "$out" '^  warp 0 waits$'
has 'and is shown to' "$out" '^warp 0   #{32}  line [0-9]+ wait: barrier$'
has 'the other ends' "$out" '^  warp 1 has ended$'
has 'and the block' "$out" '^  The block has ended\.$'
is 'which changes no result' "$status/${out##*$'\n'}" '0/cudaSuccess 31'

session '' n '' c q
is 'n goes from line to line, as an empty one does again' \
    "$(grep -cE '^ *[0-9]+ >     (int t =|tile\[t\] = 0)' <<<"$out")" 2
has 'c goes on to the next kernel' "$out" '^void vectors<2>\(float4\*\)$'
lacks 'and q ends the program' "$out" 'columns|cudaSuccess'
is 'as if all were well' "$status" 0

session kernel=lanes z 't 7' 'r %none' g a r
is 'what is wrong is said, and nothing happens' "$(sed -n '/^  grid/d; s/^  \([A-Zgt].*\)/\1/p' <<<"$out")" \
    "No command is called 'z'; h is help.
t takes a warp of the block: 0 to 1
There is no register %none here.
g takes a source line
Nothing was accessed yet.
Nothing was stepped yet."
session 'kernel=lanes block=2' s
has 'a block that is not there' "$out" 'It has no block 2 to step'

# A fault while stepping is reported as ever.
cat >"$work/fault.cu" <<'END'
__global__ void fault(int *p) { p[threadIdx.x] = 1; }
int main() { fault<<<1, 32>>>(0); return cudaDeviceSynchronize(); }
END
run ./warpcc "$work/fault.cu" -o "$work/lanes"
session '' 's 100'
has 'a fault' "$err" 'Invalid __global__ write of size 4 bytes'
is 'a fault: the exit status is the program'\''s' "$status" 188

# On a terminal, through make.
printf 's\nl\nq\n' >"$work/commands"
out=$(script -qec "make step-ch3-reduce KERNEL=reduceInterleaved ARGS='-n 100 -b 64'" /dev/null <"$work/commands" | tr -d '\r')
has 'make step-ch3-reduce: the kernel' "$out" '^reduceInterleaved\(int\*, int\*, unsigned long\)$'
has 'make step-ch3-reduce: a step' "$out" '^.*  done:  '
has 'make step-ch3-reduce: lanes' "$out" 'warp 1   #{32}'

done_testing
