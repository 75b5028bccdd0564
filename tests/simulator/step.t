#!/usr/bin/env bash
# WARPSIM=step and make step-ch3-reduce show a kernel in the terminal, step by step.
. "$(dirname "$0")/../harness/lib.sh"

run ./warpcc tests/simulator/watch/lanes.cu -o "$work/lanes"
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

# line TEXT: prints the number of the program's line that has this text.
line()
{
    grep -nF -e "$1" tests/simulator/watch/lanes.cu | cut -d: -f1
}

# shown_lines: prints the numbers of the source lines that a session has shown, one a line.
shown_lines()
{
    grep -oE '^ *[0-9]+ >' <<<"$out" | tr -d ' >'
}

session kernel=lanes s 's 3' "g $(line 'in[31')" l "g $(line 'tile[63]')" 'r %r1' 's 2' a r x
is 'a session that ends early: the program runs on' "$status/${out##*$'\n'}" '0/cudaSuccess 31'
has 'says what is stepped' "$out" '^lanes\(int const\*, int\*\)$'
has 'and how it is launched' "$out" '^  grid \(2,1,1\), block \(64,1,1\): 2 warps a block\.'
has 'shows the source' "$out" '^ *[0-9]+ >     tile\[t\] = 0;$'
by_nvcc has 'the PTX that is next' "$out" '^  next:  ld\.param\.u64 '
has 'and that was executed' "$out" '^  done:  mov\.u32 +%r[0-9]+, %tid\.x;$'
has 'with what it wrote' "$out" '^     8:       8       9      10      11      12      13      14      15$'
lacks 'a step of all lanes has no guard to tell of' "$out" '^  guard: #{32}$'
has 'the lanes that parted' "$out" "^warp 0   (\.#){16}  line $(line 'in[31')\$"
has 'and the others' "$out" "^warp 0   (#\.){16}  line $(line 'syncthreads();' | head -n 1)"
by_nvcc has 'the warp that has not begun' "$out" "^warp 1   #{32}  line $(line 'void lanes')\$"
has 'the last access, drawn' "$out" '^  wavefront  1( +\.){15} +0\+$'
has 'shared memory' "$out" '^tile, 256 bytes$'
has 'its elements' "$out" '^    56:( +0){7} +32$'
ok 'no line is too wide' fits "$out"

# Warps take turns: the first waits at the barrier, the second opens it.
session 'kernel=lanes block=1' w l w w w
has 'a warp runs until it waits' "$out" '^  warp 0 waits; it is warp 1.s turn\.$'
has 'and is shown to' "$out" '^warp 0   #{32}  line [0-9]+ wait: barrier$'
has 'the launch ends' "$out" '^  All threads have ended\.$'
is 'which changes no result' "$status/${out##*$'\n'}" '0/cudaSuccess 31'

session '' s
is 'so do other kernels after the end of the commands' "$status/${out##*$'\n'}" '0/cudaSuccess 31'
session '' n '' c q
is 'n goes from line to line, as an empty one does again' \
    "$(grep -cE '^ *[0-9]+ >     (int t =|tile\[t\] = 0)' <<<"$out")" 2
has 'c goes on to the next kernel' "$out" '^void vectors<2>\(float4\*\)$'
lacks 'and q ends the program' "$out" 'columns|cudaSuccess'
is 'as if all were well' "$status" 0

session kernel=lanes z 't 7' 'r %none' g a r
is 'what is wrong is said, and nothing happens' "$(sed -n '/^  grid/d; s/^  \([A-Zgt].*\)/\1/p' <<<"$out")" \
    "There is no command 'z'; h shows help.
t takes a warp of the block: 0 to 1
There is no register %none here.
That is no source line: 12 is one, or warp.h:12 of another file.
Nothing has been accessed yet.
Nothing has been stepped yet."
session 'kernel=lanes block=2' s
has 'a block that is not there' "$out" 'It has no block 2 to step'

# ---- Going back, breakpoints, and a kernel that does not exist -----------------------------------------------------------

session kernel=lanes 's 9' 'b 4' 's 4' l u l c
forth=$(grep '^  done:' <<<"$out")
is 'the way back is the way forth: the same instructions again' "$(sed -n '6,9p' <<<"$forth")" "$(sed -n '10,13p' <<<"$forth")"
is 'u undoes a command' "$(grep -c '^warp 0   #\{32\}  line' <<<"$out")" 2
is 'and nothing of it shows in the result' "$status/${out##*$'\n'}" '0/cudaSuccess 31'
session kernel=lanes 'k 9' "k $(line 'in[31') if lane == 5" 'k 12 if x' k c r 'k 9' c
has 'breakpoints with conditions' "$out" "^  line $(line 'in[31') if lane == 5\$"
has 'a condition that is none is refused' "$out" '^  k takes a source line, and a condition'
has 'go on to a breakpoint' "$out" "^ *$(line 'in[31') >"
session kernel=lanes "k $(line 'in[31') if block == 1" c 'b 500' q
is 'other blocks are told once, there and back' "$(grep 'runs\.$' <<<"$out")" '  Block 1 runs.
  Block 0 runs.'
session kernel=lanes 'k 1' 'g 1' 'g 9999' "k $(line 'in[31') if lane = 5" "k $(line 'in[31') if t == 5" "k $(line 'in[31')" \
    "k $(line 'in[31') if lane >= 9" k c
is 'a line without code is named, and the next that has some' "$(grep -c "^  No instruction comes from line 1; the next line that has one is [0-9]*\.\$" <<<"$out")" 2
has 'a line behind all code' "$out" '^  No instruction comes from line 9999\.$'
is 'an operator that is none is refused' "$(grep -c '^  k takes a source line, and a condition' <<<"$out")" 1
has 'a variable of a build without names' "$out" "^  There is no variable t at line $(line 'in[31')\. This build has no names"
is 'a condition replaces what was there' "$(grep "^  line $(line 'in[31')" <<<"$out" | tail -n 1)" "  line $(line 'in[31') if lane >= 9"
session kernel=lanes s "g nowhere.h:$(line 'in[31')" "g lanes.cu:$(line 'in[31')" 'k .cu:1' "k lanes.cu:$(line 'in[31')"
has 'a file that has no code of the kernel' "$out" "^  No instruction comes from line $(line 'in[31') of nowhere\.h\.\$"
has 'a line by its file' "$out" "^ *$(line 'in[31') >"
has 'a file is named by whole words of its path' "$out" '^  No instruction comes from line 1 of \.cu\.$'
has 'a breakpoint by its file' "$out" "^  line $(line 'in[31')\$"
session kernel=lanes o o o o
lines=$(shown_lines)
is 'o goes forward in the source' "$lines" "$(sort -nu <<<"$lines")"
session kernel=nosuch c
has 'a kernel that there is not is named' "$err" "no kernel called 'nosuch' was launched; those that were: lanes"
cat >"$work/names.cu" <<'END'
__global__ void sums() {}
__global__ void sum() {}
int main()
{
    for (int i = 0; i < 2; i++) {
        sums<<<1, 1>>>();
        sum<<<1, 1>>>();
    }
}
END
run ./warpcc "$work/names.cu" -o "$work/names"
run env WARPSIM='trace=/dev/null kernel=nosuch' "$work/names"
has 'each that was launched, once' "$err" 'those that were: sums, sum$'

# ---- n is gdb's next -----------------------------------------------------------------------------------------------------

cat >"$work/next.cu" <<'END'
static __device__ int twice(int a)
{
    a += a;
    return a;
}
__global__ void kernel(int *p, int turns)
{
    int sum = 0;
    for (int i = 0; i < turns; i++)
        sum += twice(i);
    int other = __shfl_down_sync(0xffffffff, sum, 1);
    if (threadIdx.x == 0)
        p[40] = other;
    __syncthreads();
    p[threadIdx.x] = sum;
}
__global__ void unused(int *p)
{
    *p = 1;
}
int main()
{
    int *p;
    cudaMalloc(&p, 256);
    kernel<<<1, 64>>>(p, 2);
    unused<<<1, 1>>>(p);
    return cudaDeviceSynchronize();
}
END
run ./warpcc -G "$work/next.cu" -o "$work/lanes.next"
mv "$work/lanes" "$work/lanes.kept"
mv "$work/lanes.next" "$work/lanes"
session kernel=kernel n n n n n n n n n n n q
by_nvcc is 'n: each line, over a call, around a loop, over a header, with the lane that was shown, over a barrier' \
    "$(shown_lines | paste -sd ' ')" '6 8 9 10 9 10 9 11 12 13 14 15'
session kernel=kernel n n o o o q
by_nvcc is 'o: past a loop' "$(shown_lines | paste -sd ' ')" '6 8 9 10 11 12'
session kernel=kernel 'g 3' n n n q
by_nvcc is 'n returns from a function' "$(shown_lines | paste -sd ' ')" '6 3 4 10 9'
mapfile -t each < <(printf 's\nl\n%.0s' $(seq 60))
session kernel=kernel "${each[@]}" q
by_nvcc has 'instructions of a function' "$out" '^warp 0 .* line 3$'
lacks 'code without a line is shown at its call' "$out" '^warp [01] .* line 0$'
by_nvcc lacks 'and a library is not shown' "$out" 'include/.*\.hpp:'
session kernel=kernel 'k 19' 'g 19' q
is 'a line of another kernel is told, for a breakpoint and on the way' \
    "$(grep -c '^  Line 19 is in another kernel, unused(int\*): nothing comes there before it is launched\.$' <<<"$out")" 2
session kernel=kernel 'k 15' q
lacks 'a line of this kernel is none of another one' "$out" 'another kernel'
mv "$work/lanes.kept" "$work/lanes"

# ---- Launches by kernels -------------------------------------------------------------------------------------------------

cat >"$work/nested.cu" <<'END'
__global__ void few(int *p) { p[threadIdx.x] += 1; }
__global__ void many(int *p)
{
    p[threadIdx.x] = 1;
    if (threadIdx.x == 0)
        few<<<1, 32>>>(p);
    p[threadIdx.x + 64] = 2;
}
int main()
{
    int *p;
    cudaMalloc(&p, 512);
    many<<<1, 64>>>(p);
}
END
run ./warpcc -rdc=true "$work/nested.cu" -o "$work/nested"
printf '%s\n' w o o o o o o r p l c >"$work/commands"
run bash -c 'WARPSIM="step kernel=many" "$1" <"$2"' - "$work/nested" "$work/commands"
by_nvcc has 'a grid ends, and its launch runs' "$out" '^  The grid has ended; few\(int\*\) runs\.$'
by_nvcc has 'in which fewer warps are' "$out" '^warp 0   #{32}$'
by_nvcc lacks 'and no other is shown' "$(sed '1,/The grid has ended/d' <<<"$out")" 'warp 1'
by_nvcc is 'the program runs on' "$status" 0
printf '%s\n' c 'b 2' c c c >"$work/commands"
run bash -c 'WARPSIM="step kernel=many" "$1" <"$2"' - "$work/nested" "$work/commands"
by_nvcc is 'c stops where a kernel is launched for the first time, after steps back, too' \
    "$(grep -oE '^  (The grid has ended; few|All threads have ended)' <<<"$out" | paste -sd '|')" \
    '  The grid has ended; few|  The grid has ended; few|  All threads have ended'

# ---- Registers by the types of the instruction ---------------------------------------------------------------------------

cat >"$work/floats.cu" <<'END'
__global__ void floats(float *p) { p[1] = (float)((int)(p[0] * 3) + 1); }
int main()
{
    float *p, six = 6;
    cudaMalloc(&p, 8);
    cudaMemcpy(p, &six, 4, cudaMemcpyHostToDevice);
    floats<<<1, 1>>>(p);
}
END
run ./warpcc "$work/floats.cu" -o "$work/floats"
for _ in $(seq 30); do echo s; echo r; done >"$work/commands"
run bash -c 'WARPSIM=step "$1" <"$2"' - "$work/floats" "$work/commands"
# shown MNEMONIC: prints the values that r shows after this instruction.
shown()
{
    awk -v op="$1" '/^  done:/ { on = index($0, op) } /^step> r/ { r = 1; next } /^step>/ { r = 0 } on && r && / in all lanes: / { print $NF }' <<<"$out"
}
is 'a load: a float, from an address' "$(shown ' ld.global.f32' | sed 's/^0x.*/address/' | paste -sd ' ')" '6 address'
is 'a conversion to an integer' "$(shown ' cvt.rzi.s32.f32' | paste -sd ' ')" '18 18'
is 'and from one' "$(shown ' cvt.rn.f32.s32' | paste -sd ' ')" '19 19'

# ---- The full screen, in terminals of two sizes --------------------------------------------------------------------------

# keys SIZE KEY...: steps the kernel `lanes` with these keys in a terminal; $seen gets what the screen shows after each.
keys()
{
    local size=$1 session=step$$ key
    shift
    tmux -L "$session" -f /dev/null new-session -d -s "$session" -x "${size%x*}" -y "${size#*x}" \
        "WARPSIM='step kernel=${kernel-lanes} ${words-}' '$work/lanes'; echo ended; sleep 60"
    seen=
    for key in '' "$@"; do
        [ -z "$key" ] || tmux -L "$session" send-keys -t "$session" "$key"
        [ -z "${grows-}" ] || [ -n "$key" ] || tmux -L "$session" resize-window -t "$session" -x "${grows%x*}" -y "${grows#*x}"
        shown=
        for _ in $(seq 100); do # until the screen has changed, and then stays as it is
            sleep 0.1
            now=$(tmux -L "$session" capture-pane -p -t "$session")
            [ "$now" != "$before" ] && [ "$now" = "$shown" ] && [ -n "$now" ] && break
            shown=$now
        done
        before=$now
        seen+="== $key"$'\n'$now$'\n'
    done
    tmux -L "$session" kill-server
}

# after KEY: prints what the screen showed after the last press of this key.
after()
{
    awk -v key="== $1" '$0 == key { text = "" ; on = 1; next } /^== / { on = 0 } on { text = text $0 "\n" } END { printf "%s", text }' <<<"$seen"
}

before=
for size in 80x24 120x40; do
    keys $size n s Left n a q '?' q Tab u c q
    has "$size: the kernel, block, warp and moment" "$(after '')" '^block 0 of 2  warp 0  lane 0  moment 0  lanes\(int const\*, int\*\)'
    by_nvcc has "$size: the source, where the warp is" "$(after '')" "^ +$(line 'void lanes') > __global__ void lanes"
    has "$size: warps and lanes" "$(after '')" '^> 0 #{32} +[0-9]+'
    has "$size: a step: the registers it wrote" "$(after s)" '= %r[0-9d]+ +[0-9]'
    has "$size: what was done, in the laboratory's words" "$(after s)" '32 lanes of warp 0 execute'
    has "$size: another warp" "$(after Tab)" '^> 1 #{32}'
    has "$size: help" "$(after '?')" 'undo: to before the last command'
    has "$size: the key line is last, and whole" "$(after s | tail -n 1)" '^s step .* \? help  q quit$'
    has "$size: the arrows are told" "$(after '?')" 'Arrows: down is n'
    has "$size: at the end one may look" "$(after c)" 'The launch has ended; b goes back'
    is "$size: no line is wider than the terminal" "$(awk -v w="${size%x*}" 'length($0) > w && !/^==/' <<<"$seen")" ''
    moments=$(grep -oE 'moment [0-9]+' <<<"$(after s; after Left)" | tr '\n' ' ')
    ok "$size: a step back ($moments)" test "$(awk '{ print $2 - $4 }' <<<"$moments")" = 1
done

# ---- Variables by their names, in a debug build by nvcc --------------------------------------------------------------------

run ./warpcc -G tests/simulator/watch/lanes.cu -o "$work/lanes"
session kernel=lanes p "k $(line 'in[31') if t == 5" c p 'p none' "k $(line 'in[31') if none == 5" q
has 'a debug build says that it is one' "$out" '^  A debug build'
by_nvcc has 'parameters are there from the beginning' "$out" '^  in = 0x[0-9a-f]+ in lane 0$'
by_nvcc has 'a condition on a variable' "$out" "^ *$(line 'in[31') >"
by_nvcc has 'which finds its lane' "$out" '^  t = 5 in lane 5$'
by_nvcc has 'a variable that is not there' "$out" '^  There is no variable none here\.$'
by_nvcc has 'nor in a condition' "$out" "^  There is no variable none at line $(line 'in[31')\.\$"
before=
keys 80x24 n n n q
by_nvcc has 'variables on the screen' "$(after n)" '^.{46}  t            0$'

# Questions: of the variable p, of which nothing is asked after Esc and Ctrl-C, nor after a letter that is no command.
before=
keys 80x24 n n n p t Enter g 9 Escape k C-c z q
by_nvcc has 'one variable on the screen' "$(after Enter)" '^  t = 0 in lane 0$'
has 'a question' "$(after 9)" '^go to line: 9'
lacks 'Esc leaves it' "$(after Escape)" 'go to line'
lacks 'and nothing is done' "$(after Escape)" 'source line'
lacks 'Ctrl-C leaves one, too' "$(after C-c)" 'breakpoint at line'
has 'and not the stepper' "$(after C-c)" '^s step'
has 'a letter that is no command' "$(after z)" "^  There is no command 'z'"
by_nvcc is 'variables have room, below each other' "$(after n | sed -nE 's/^.{46}  ([a-z]+) +[0-9a-fx]+$/\1/p' | paste -sd ' ')" 'in out t'

# The newest variables are in sight; of others it is told how many there are. So with warps, and with lanes that have parted.
cat >"$work/many.cu" <<'END'
__global__ void kernel(int *a, int b, int c, int d, int e, int f)
{
    int first = b + c + d, second = first + e + f;
    if (threadIdx.x & 1)
        second += threadIdx.x & 2 ? first : 7;
    a[threadIdx.x] = second;
}
int main() { int *a; cudaMalloc(&a, 1024); kernel<<<1, 256>>>(a, 1, 2, 3, 4, 5); return cudaDeviceSynchronize(); }
END
run ./warpcc -G "$work/many.cu" -o "$work/lanes.many"
mv "$work/lanes" "$work/lanes.kept"
mv "$work/lanes.many" "$work/lanes"
before=
kernel=kernel keys 80x24 v 1 Enter n n n q # lane 1 takes the branch
by_nvcc has 'how many variables there are besides' "$(after n)" '^.{46}  and 3 more: p$'
by_nvcc has 'the last one' "$(after n)" '^.{46}  second       15$'
has 'which warps are in sight' "$(after n)" '^warp  # run, o wait.* 0-[0-9] of 8 '
by_nvcc has 'lanes that have parted leave room for other warps' "$(after n)" '^  1 #{32} '

before=
kernel=kernel keys 80x24 c p Enter C-c
by_nvcc has 'no variables when all have ended' "$(after Enter)" '^  There are no variables here\.$'
has 'Ctrl-C ends the program, and nothing else' "$(after C-c)" '^ended$'

# Without room for the screen there are lines, and a terminal that grows does not end them.
before=
grows=60x20 kernel=kernel keys 40x10 s Enter s Enter q Enter
has 'lines' "$(after s)" '^step> s$'
is 'still there after the terminal has grown' "$(after s | grep -c '^step> s')" 2
has 'and q ends them' "$(after Enter)" '^ended$'
mv "$work/lanes.kept" "$work/lanes"

# Without a sign a byte of 200 is no -56.
cat >"$work/unsigned.cu" <<'END'
__global__ void kernel(unsigned *out)
{
    unsigned char c = 200 + threadIdx.x;
    unsigned most = 4294967295u - threadIdx.x;
    out[threadIdx.x] = c + most;
}
int main() { unsigned *out; cudaMalloc(&out, 128); kernel<<<1, 32>>>(out); return cudaDeviceSynchronize(); }
END
run ./warpcc -G "$work/unsigned.cu" -o "$work/lanes"
session kernel=kernel 'k 5 if c == 203' c 'p c' 'p most' q
by_nvcc has 'an unsigned variable in a condition' "$out" '^  c = 203 in lane 3$'
by_nvcc has 'and printed' "$out" '^  most = 0xfffffffc in lane 3$'

# Arguments that are floats have their values before the first instruction, too, as integers and pointers have.
cat >"$work/arguments.cu" <<'END'
__global__ void kernel(float a, double b, int n, float *out) { out[threadIdx.x] = a * n + b; }
int main() { float *out; cudaMalloc(&out, 128); kernel<<<1, 32>>>(3.5f, 0.25, 7, out); return cudaDeviceSynchronize(); }
END
run ./warpcc -G "$work/arguments.cu" -o "$work/lanes"
session kernel=kernel p 's 2' p n q
by_nvcc is 'arguments, before they are loaded and after' "$(sed -n 's/ in lane 0$//p' <<<"$out" | grep -v out)" '  a = 3.5
  b = 0.25
  n = 7
  a = 3.5
  b = 0.25
  n = 7'

# A fault while stepping is reported as ever.
cat >"$work/fault.cu" <<'END'
__global__ void fault(int *p) { p[threadIdx.x] = 1; }
int main() { fault<<<1, 32>>>(0); return cudaDeviceSynchronize(); }
END
run ./warpcc "$work/fault.cu" -o "$work/lanes"
session '' 's 100'
has 'a fault' "$err" 'Invalid __global__ write of size 4 bytes'
is 'a fault: the exit status is the program'\''s' "$status" 188
session '' c r b r c c
is 'after a fault a person can look, and go back: it comes again' "$(grep -c '^  Invalid __global__ write of size 4 bytes' <<<"$out")" 2
has 'which is told' "$out" '^  b goes back, c continues with the program\.$'
is 'then the program goes on' "$status" 188

# What a check finds is told at the access, and ends a command that would go on. So is a loop that never ends.
cat >"$work/finding.cu" <<'END'
__global__ void finding(int *p, int n)
{
    __shared__ int part[64];
    part[threadIdx.x] = 1;
    p[threadIdx.x] = part[63 - threadIdx.x];
    for (int i = 0; i < n;)
        ;
}
int main()
{
    int *p;
    cudaMalloc(&p, 256);
    finding<<<1, 64>>>(p, 1);
    return cudaDeviceSynchronize();
}
END
run ./warpcc -G "$work/finding.cu" -o "$work/lanes"
session check c b b c c l b c c
has 'a finding, when it is found' "$(sed -n '/^step> c/,/^step> b/p' <<<"$out")" '^  Uninitialized __shared__ memory read of size 4 bytes'
has 'and where' "$(sed '1,/^step> c/d' <<<"$out")" '^ *5 >'
is 'it comes again after steps back' "$(grep -c '^  Uninitialized __shared__' <<<"$out")" 2
has 'then the launch goes on' "$out" '^  This loop never ends'
by_nvcc has 'and the lanes are in the loop' "$out" '^warp [01]   #{32}  line [67]$'
is 'steps back from there' "$(grep -c '^  This loop never ends' <<<"$out")" 2
lacks 'what ended the launch is no end of all threads' "$out" 'All threads have ended'

# On the screen a long message leaves the lane's variables and memory in sight, and e shows all of it. Where nobody has written, there is no value.
before=
words=check kernel=finding keys 80x24 c e x x q
by_nvcc has 'a message begins' "$(after c)" '^  Reads part\[63\], which was never written\.$|^  Uninitialized __shared__ memory read'
by_nvcc has 'there is more of it' "$(after c)" '^  e shows all of it$'
lacks 'its end is not in sight' "$(after c)" 'before this read'
by_nvcc has 'but the variables are' "$(after c)" '^.{46}  n +1$'
by_nvcc has 'and memory, with what was never written' "$(after c)" '^part +64:( +1){7}$'
by_nvcc has 'where the message points' "$(after x)" '^    56:( +\?){8}$'
by_nvcc has 'all of it' "$(after e)" 'before this read'
by_nvcc has 'what was done, in two lines if it is long' "$(after c | tr -s '\n ' ' ')" 'from shared memory: .*no bank conflict\.'

# A terminal that can't show a full screen gets lines, also through make.
printf 's\nl\nq\n' >"$work/commands"
out=$(script -qec "TERM=dumb make step-ch3-reduce KERNEL=reduceInterleaved ARGS='-n 100 -b 64'" /dev/null <"$work/commands" | tr -d '\r')
has 'make step-ch3-reduce: the kernel' "$out" '^reduceInterleaved\(int\*, int\*, unsigned long\)$'
has 'make step-ch3-reduce: a step' "$out" '^.*  done:  '
has 'make step-ch3-reduce: lanes' "$out" 'warp 1   #{32}'

# Arrays have the names and the elements of the source.
run ./warpcc -G tests/simulator/watch/bytes.cu -o "$work/bytes"
is 'a program for a debugger builds' "$status" 0
end=$(grep -n '    bright\[' tests/simulator/watch/bytes.cu | cut -d: -f1)
run bash -c 'printf "%s\n" "g $2" m x | WARPSIM=step "$1"' - "$work/bytes" "$end"
by_nvcc has 'device memory by the names of the pointers' "$out" '^grey, 8 bytes at 0x'
by_nvcc has 'bytes are numbers from 0 to 255' "$out" '^     0:        1      100      200        0 '
by_nvcc has 'floats are floats' "$out" '^     0:        1      1\.5      0\.5        0 '
has 'shared memory by the names of the arrays' "$out" '^copy, 8 bytes$'
by_nvcc is 'each array once' "$(grep -cE '^(grey|bright|gain|part|copy), ' <<<"$out")" 5

# Names of one letter are names, not the types that they stand for in C++'s mangled ones. What has a name can still be freed.
cat >"$work/letters.cu" <<'END'
#include <stdio.h>
extern "C" __global__ void x(int *a, float *b, char *c, char *lost) { c[threadIdx.x] = lost[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; }
int main()
{
    int *a;
    float *b;
    char *c, *lost;
    cudaMalloc(&a, 128);
    cudaMalloc(&b, 128);
    cudaMalloc(&c, 128);
    cudaMalloc(&lost, 128);
    cudaMemset(a, 0, 128);
    cudaMemset(b, 0, 128);
    x<<<1, 32>>>(a, b, c, lost);
    cudaError_t e = cudaFree(a);
    cudaFreeAsync(b, 0);
    cudaFree(c);
    printf("%s %s\n", cudaGetErrorName(e), cudaGetErrorName(cudaGetLastError()));
}
END
run ./warpcc -G "$work/letters.cu" -o "$work/letters"
run bash -c 'printf "%s\n" n m c c | WARPSIM="step check leaks" "$1"' - "$work/letters"
by_nvcc is 'arrays called a, b and c' "$(grep -oE '^[^ ].*, 128 bytes at' <<<"$out")" 'a, 128 bytes at
b, 128 bytes at
c, 128 bytes at
lost, 128 bytes at'
has 'a kernel called x' "$out" '^x$'
is 'they are freed after the last step' "${out##*$'\n'}" 'cudaSuccess cudaSuccess'
has 'and what is lost is told' "$err" 'Leaked 128 bytes'

# A program's own arrays come before its variables. Of these only those are shown that code uses.
cat >"$work/variables.cu" <<'END'
__device__ int answer = 5, answers[4], part = 7;
__global__ void kernel(int *out) { out[threadIdx.x] = answers[threadIdx.x & 3]; }
int main() { int *out; cudaMalloc(&out, 128); kernel<<<1, 32>>>(out); return cudaDeviceSynchronize(); }
END
run ./warpcc -G "$work/variables.cu" -o "$work/lanes"
session kernel=kernel m q
by_nvcc is 'arrays, and variables that are used' "$(grep -oE '^[a-z ]+, [0-9]+ bytes' <<<"$out")" 'out, 128 bytes
answers, 16 bytes'
sed -i 's/^__device__/static &/' "$work/variables.cu"
run ./warpcc -G "$work/variables.cu" -o "$work/lanes"
session kernel=kernel m q
by_nvcc has 'a static variable has its name alone' "$out" '^answers, 16 bytes at'
before=
kernel=kernel keys 80x24 q
by_nvcc has 'on the screen, too' "$(after '')" '^answers +4: '

# Names have the room that they need.
cat >"$work/unnamed.cu" <<'END'
__global__ void kernel() {}
int main() { int *other; cudaMalloc(&other, 128); kernel<<<1, 32>>>(); return cudaDeviceSynchronize(); }
END
run ./warpcc -G "$work/unnamed.cu" -o "$work/lanes"
before=
kernel=kernel keys 80x24 q
has 'what has no name' "$(after '')" '^an allocation +32: '

# ---- Copies in flight, mbarriers, tiles, and the blocks of a cluster --------------------------------------------------------

programs ch7-steps ch7-swizzle ch7-hopper
# steps PROGRAM KERNEL COMMAND...: steps a kernel of chapter 7 with these commands. PROGRAM may have arguments.
steps()
{
    local program=$1 kernel=$2
    shift 2
    printf '%s\n' "$@" q >"$work/commands"
    # shellcheck disable=SC2016 # the inner shell expands them
    run bash -c 'WARPSIM="step kernel=$1" $2 <"$3"' - "$kernel" "build/sim/$program" "$work/commands"
}
# at TEXT [FILE]: prints the number of the first line of chapter 7 that has this text.
at()
{
    grep -nF -e "$1" "chapters/ch7-tensor/${2-steps.cu}" | head -n 1 | cut -d: -f1
}
if [ "$(nvcc_version)" -gt 0 ]; then
    rows=$(at '"r"(from));' swizzle.cu)
    steps ch7-swizzle tilePlain d "g $rows" 's 3' d
    has 'no tile yet' "$out" '^  No ldmatrix, wgmma or copy of a tensor has run yet'
    has 'a plain tile: a column is in one place' "$out" "^  A column's first 8 pieces lie in 1 of the 8 groups of banks\.$"
    has 'row 1 of matrix 0, below row 0' "$out" '^  byte [0-9]+ +1\.0 +1\.2( +\.){6}$'
    ok 'no line of a tile is too wide' fits "$out"
    steps ch7-swizzle tileSwizzled "g $rows" 's 3' d
    has 'a swizzled one: in all' "$out" "^  A column's first 8 pieces lie in 8 of the 8 groups of banks\.$"
    has 'row 1 has its chunks exchanged' "$out" '^  byte [0-9]+ +1\.2 +1\.0( +\.){6}$'

    steps 'ch7-hopper -m 64 -n 64 -d 64 -k productWarpgroup' productWarpgroup "g tensor.h:$(at '"l"(matrix), "r"(col), "r"(row)' tensor.h)" \
        's 3' d f "g tensor.h:$(at '"l"(a), "l"(b), "r"((int)add));' tensor.h)" 's 30' d
    has 'a box of a tensor' "$out" '^  box: 128 rows of 8 pieces of 16 bytes in shared memory of block 0,$'
    has 'with its swizzle' "$out" '^  with a swizzle of 128 bytes\.$'
    has 'as it lies in the banks' "$out" '^  byte 640 +5\.5 +5\.4 +5\.7 +5\.6 +5\.1 +5\.0 +5\.3 +5\.2$'
    has 'its first element' "$out" '^    16384 bytes from .*, box at \(0,0\)$'
    has 'the tile of A of a wgmma, by its descriptor' "$out" '^  A: 64 rows of 2 pieces of 16 bytes in shared memory of block 0,$'
    has 'and that of B' "$out" '^  B: 16 rows of 32 pieces of 16 bytes in shared memory of block 0,$'
    ok 'no line of these is too wide' fits "$out"

    steps ch7-steps bulkCopy f "g $(at 'factor *= 2')" f 's 80' f 'b 80' f
    has 'nothing in flight at first' "$out" '^  No copy is in flight, and there is no mbarrier\.$'
    has 'a bulk copy in flight' "$out" '^    1024 bytes from global memory, byte 0$'
    has 'where to' "$out" '^      to tile, byte 0 of block 0$'
    has 'whom it tells, and who has issued it' "$out" "^      for mbarrier full, byte 0 of block 0; 1 lane of warp 0, line $(at '(bytes),' tensor.h)\$"
    has 'what the mbarrier lacks' "$out" '^      lacks 0 of 1 arrival and 1024 bytes$'
    has 'once it has landed, a phase is over' "$out" '^    full, byte 0 of block 0: phase 1$'
    is 'and steps back put it in flight again' "$(grep -c '^  in flight:$' <<<"$out")" 2
    steps ch7-steps twoRoles "k $(at 'sum += part')" c l f
    has 'a warp that waits at an mbarrier' "$out" '^warp [0-2]  .* wait: mbarrier$'
    has 'and at which' "$out" '^      warp [0-2] waits for it$'
    steps ch7-steps copyAhead "g tensor.h:$(at 'cp.async.wait_group' tensor.h)" f
    has 'copies of cp.async by their group' "$out" '^      in group 1; 32 lanes of warp [01], line'
    ok 'no line of a copy is too wide' fits "$out"

    steps ch7-steps clusterSum j 'j 2' 'j 4' "g $(at 'ld.shared::cluster')" s s l
    has 'the next block of a cluster' "$out" '^  Block 1\.$'
    has 'or one by its number' "$out" '^  Block 2\.$'
    has 'of another cluster is none' "$out" '^  j takes a block of the cluster: 0 to 3$'
    steps ch7-steps copyAhead j
    has 'nor is there any without a cluster' "$out" '^  The block is in no cluster\.$'
fi

done_testing
