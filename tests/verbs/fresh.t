#!/usr/bin/env bash
# The README's first command works in a fresh copy, with gcc, make and nvcc and no other tool of a
# developer. It is what a student sees first.
. "$(dirname "$0")/../harness/lib.sh"
needs_nvcc 11

house=$work/house
copy_house "$house"
mkdir "$work/bin"
ln -s /usr/bin/* /bin/* "$work/bin/" 2>/dev/null
for tool in nvidia-smi git clang clang-format clang-tidy cppcheck shellcheck prove tmux cmake python3 node; do
    rm -f "$work/bin/$tool"
done
nvcc=$(tools/need.sh nvcc)
cd "$house" || exit

run env PATH="$work/bin:$(dirname "$nvcc")" make ch3-reduce
is 'fresh copy: builds' "$status" 0
lacks 'fresh copy: without a warning' "$out$err" 'warning'
run env PATH="$work/bin" ./ch3-reduce
is 'fresh copy: runs' "$status" 0
ok 'fresh copy: five rows at 2^22 or more elements, each right' \
    test "$(awk '$2 >= 4194304 && / ok$/' <<<"$out" | wc -l)" -ge 5
lacks 'fresh copy: no row wrong' "$out" WRONG

done_testing
