#!/usr/bin/env bash
# The Makefile: what it lists, what it refuses, and that programs for the GPU and for the simulator
# never mix. A stand-in for nvidia-smi says that there is a GPU; a stand-in for nvcc "compiles" by writing a script.
. "$(dirname "$0")/../harness/lib.sh"

house=$work/house
copy_built_house "$house" # nothing here changes the simulator's library
cd "$house" || exit

run make
is 'plain make: exit status' "$status" 0
ok 'plain make: fits 80 columns' fits "$out"
is "plain make: a beginner's nine verbs" "$(grep -c '^  make ' <<<"$out")" 9
has 'plain make: says where the rest is' "$out" 'make help'
run make help
is 'make help: exit status' "$status" 0
ok 'make help: fits 80 columns' fits "$out"
for source in chapters/ch*-*/*.cu; do
    chapter=${source#chapters/}
    name=${chapter%%-*}-$(basename "$source" .cu)
    has "make help lists $name with a line about it" "$out" "^  make $name +[^ ]"
done
mapfile -t verbs < <(sed -n 's/^  make \([a-z0-9-]*\).*/\1/p' <<<"$out")
for folder in exercises/ex*/; do
    name=$(basename "$folder" | cut -d- -f1,2)
    has "make help lists $name with its title" "$out" "^  make $name +[^ ]"
done
ok 'make help lists more than a hundred' test ${#verbs[@]} -gt 100
run make -n DEVICE=gpu "${verbs[@]}" # an unknown one would be an error that names it
is 'what make help lists exists' "$status" 0

run make zzzzzz
is 'unknown goal: exit status' "$status" 2
ok 'unknown goal: one line' is_line "$err"
has 'unknown goal: names it' "$err" "no 'zzzzzz'"
has 'unknown goal: says where all are listed' "$err" 'make help'
lacks 'unknown goal that is near to nothing: no guess' "$err" 'Did you mean'

# goal WORD MEANT: checks which goal make offers instead of a mistyped one.
goal()
{
    run make "$1"
    is "make $1: exit status" "$status" 2
    has "make $1: offers $2" "$err" "Did you mean $2[?,]"
}
goal ch3-reduc ch3-reduce
goal hc3-reduce ch3-reduce
goal porgress progress
goal profile-ch3-shard profile-ch3-shared
goal hint-ex31 hint-ex3-1

is 'the table of compilers in notes/where.md is that of results/toolkits.csv' \
    "$(sed -n '/^| compiler /,/^$/p' notes/where.md)" "$(tests/simulator/toolkits.sh --print)"

run make DEVICE=tpu ch3-reduce
is 'unknown device: exit status' "$status" 2
ok 'unknown device: one line' is_line "$err"
has 'unknown device: names both' "$err" "'tpu'.*gpu or sim"

# A program is built for a GPU with rows that the simulator does not have, such as CUB's; that it builds is seen without a GPU, too.
if tools/need.sh nvcc >/dev/null 2>&1; then
    daily 1 ch4-ticket ch3-histogram ch7-single # by CUB, CUB and cuBLAS
    run own_standard make DEVICE=gpu ARCH=sm_90 "build/gpu/${sample[0]}"
    is "a program for a GPU builds: ${sample[0]}" "$status" 0
fi

# There is no compiler of CUDA C: PATH holds every command but nvcc and clang.
mkdir "$work/bin"
ln -s /usr/bin/* /bin/* "$work/bin/" 2>/dev/null
rm -f "$work/bin/nvcc" "$work/bin/nvidia-smi" "$work/bin"/clang*
run env PATH="$work/bin" CUDA_HOME="$work/none" make DEVICE=gpu -B ch3-reduce
is 'no nvcc, gpu: exit status' "$status" 2
has 'no nvcc, gpu: says so' "$err" '^nvcc is missing'
has 'no nvcc, gpu: says where to get it' "$err" 'developer.nvidia.com'
is 'no nvcc, gpu: once' "$(grep -c 'is missing' <<<"$err")" 1

# The first build installs what it needs. Here stand-ins for apt-get and its kin write down what they are asked for.
rm -f "$work/bin/apt-get" "$work/bin/id" "$work/bin/sudo" "$work/bin/dpkg-query"
printf '#!/bin/sh\necho "$*" >>"%s"\n' "$work/asked" >"$work/bin/apt-get"
printf '#!/bin/sh\n' >"$work/bin/dpkg-query"
printf '#!/bin/sh\necho 0\n' >"$work/bin/id"
chmod +x "$work/bin/apt-get" "$work/bin/dpkg-query" "$work/bin/id"
run env PATH="$work/bin" CUDA_HOME="$work/none" make DEVICE=sim -B ch3-reduce
has 'no compiler, as root: says what is missing' "$out" '^These compilers.* are missing: make gcc libncursesw6 libc6-dev clang\.$'
has 'no compiler, as root: says what it does' "$out" '^apt-get installs them now.*Then the build goes on\.$'
has 'no compiler, as root: asks for these and no others' "$(cat "$work/asked")" \
    '^install -qq -y .* make gcc libncursesw6 libc6-dev clang$'
is 'no compiler, and installing brought none: exit status' "$status" 2
has 'no compiler, and installing brought none: says so' "$err" '^no compiler of CUDA C'
rm "$work/asked"
printf '#!/bin/sh\necho 1000\n' >"$work/bin/id"
run env PATH="$work/bin" CUDA_HOME="$work/none" make DEVICE=sim -B ch3-reduce
is 'no compiler, no root, no sudo: exit status' "$status" 2
has 'no compiler, no root, no sudo: the command for somebody who is root' "$err" '^Installing needs root. As root, run: apt-get install .* gcc .*clang$'
printf '#!/bin/sh\necho sudo >>"%s"\nexec "$@"\n' "$work/asked" >"$work/bin/sudo"
chmod +x "$work/bin/sudo"
run env PATH="$work/bin" CUDA_HOME="$work/none" make DEVICE=sim -B ch3-reduce
has 'no compiler, sudo but no terminal: the command, too' "$err" '^Installing needs root'
ok 'no compiler, sudo but no terminal: nothing is installed' not test -e "$work/asked"
run env PATH="$work/bin" CUDA_HOME="$(dirname "$(dirname "$(tools/need.sh nvcc)")")" make -n ch3-reduce
is 'nvcc in CUDA_HOME is found' "$status" 0
rm "$work/bin/gcc"
run env PATH="$work/bin" CUDA_HOME="$work/none" make build/sim/libwarpsim.a -B
has 'no gcc: says so' "$out" '^These compilers '

# Switching devices.
fake=$work/fake
mkdir "$fake"
cat >"$fake/nvidia-smi" <<'EOF'
#!/bin/sh
echo "GPU 0: NVIDIA H200 (UUID: GPU-0)"
EOF
cat >"$fake/nvcc" <<'EOF'
#!/bin/sh
while [ "$1" != -o ]; do shift; done
echo 'echo made for the GPU' >"$2"
chmod +x "$2"
EOF
chmod +x "$fake"/*
run make ch3-reduce
is 'no GPU: builds for the simulator' "$status/$(readlink ch3-reduce)" 0/build/sim/ch3-reduce
run env PATH="$fake:$PATH" make ch3-reduce
is 'a GPU answers: builds for it' "$status/$(readlink ch3-reduce)" 0/build/gpu/ch3-reduce
run ./ch3-reduce
is 'and that is what runs' "$out" 'made for the GPU'
rm "$fake/nvcc" # another compiler would build the simulator's programs again
run make ch3-reduce
is 'back on the simulator' "$status/$(readlink ch3-reduce)" 0/build/sim/ch3-reduce
lacks 'without building again' "$out" compiling
run ./ch3-reduce -h
lacks 'and that is what runs' "$out" 'made for the GPU'
run env PATH="$fake:$PATH" make DEVICE=sim ch3-reduce
is 'DEVICE=sim beside a GPU' "$(readlink ch3-reduce)" build/sim/ch3-reduce
run env PATH="$fake:$PATH" make
has 'with a GPU plain make says so' "$out" 'GPU answers'
cat >"$fake/nvidia-smi" <<'EOF'
#!/bin/sh
echo "No devices found."
exit 6
EOF
run env PATH="$fake:$PATH" make ch3-reduce
is 'a driver without a GPU' "$(readlink ch3-reduce)" build/sim/ch3-reduce

# Only what is out of date is built again.
run make ch3-reduce
lacks 'nothing changed: nothing built' "$out" compiling
# A shell for each file without a rule would take longer than all else.
stand_in "$work/counting" <<END
echo >>"$work/shells"
exec bash "\$@"
END
run make SHELL="$work/counting" ch3-reduce
ok 'nothing changed: make starts few shells' test "$(wc -l <"$work/shells")" -le 40
touch common/rows.h
run make ch3-reduce
has 'a header changed: the program is built' "$out" '^compiling chapters/.*/reduce\.cu'
ok 'but not the simulator' test build/sim/libwarpsim.a -ot common/rows.h
touch simulator/base/text.c simulator/views/draw.c
run make ch3-reduce
is 'several files: one line without a terminal' "$(grep -c compiling <<<"$out")" 1
touch simulator/base/text.c simulator/views/draw.c
run script -qec 'make ch3-reduce' /dev/null
is 'on a terminal: one line at the end' "$(tr -d '\r' <<<"$out" | sed 's/.*\x1b\[K//')" './ch3-reduce runs on the simulator'
has 'on a terminal: a count before it' "$out" 'compiling 2 '
touch simulator/base/text.c
run env MAKE_TERMOUT=true make ch3-reduce # this is what make sets for a terminal without a name
has 'on a terminal without a name: a line' "$out" '^compiling '
ok 'and no file of that name' test ! -e true

# npm's esbuild, which the book's first build fetches, writes some of the pages' scripts otherwise than Debian's.
if command -v npm >/dev/null; then
    run make -pn BOOK=build/book book
    has "a first book's scripts wait for npm's esbuild" "$(grep '^build/book/html/lab/boot\.js:' <<<"$out")" ' lab/node_modules/installed\.json'
fi

# The program in common/README.md is one that keeps what all of them promise.
# shellcheck disable=SC2016 # backquotes of Markdown
sed -n '/^```cuda$/,/^```$/p' common/README.md | sed '/^```/d' >chapters/ch3-reduction/double.cu
run tests/chapters/programs.t chapters/ch3-reduction/double.cu
is 'the program of common/README.md: its tests' "$status/$(grep -c '^not ok' <<<"$out")" 0/0
has 'they are the tests of all programs' "$out" "^ok .* - ch3-double -n 257: rows are right"
rm chapters/ch3-reduction/double.cu

# A new program is a new file.
mkdir -p chapters/ch9-new
cat >chapters/ch9-new/two-words.cu <<'EOF'
// Shows that a program is found.
int main(void) { return 0; }
EOF
run make help
has 'a new chapter and program are listed' "$out" 'make ch9-two-words +Shows that'
run make ch9-two-words
ok 'a new program is built' ./ch9-two-words
echo 'int' >chapters/ch9-new/broken.cu
run make ch9-broken
is 'a program that does not compile: make fails' "$status" 2
ok 'a program that does not compile: nothing half-built stays' test ! -e build/sim/ch9-broken

run make clean
is 'make clean: exit status' "$status" 0
ok 'make clean removes what was built' test ! -e build -a ! -L ch3-reduce -a ! -L ch9-two-words
ok 'make clean leaves the rest' test -e chapters/ch9-new/two-words.cu -a -e warpcc

done_testing
