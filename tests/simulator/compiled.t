#!/usr/bin/env bash
# Compiled kernels compute, count and report what interpreted ones do, to the byte, with any number of threads. Their cache is used only if it
# is safe, and where nothing can be compiled, the interpreter runs.
. "$(dirname "$0")/../harness/lib.sh"
unset WARPSIM_DEFAULTS
needs_nvcc 12 # which compiles the random arithmetic

tests=tests/simulator
export XDG_CACHE_HOME=$work/cache
objects=$XDG_CACHE_HOME/warpsim
mkdir "$XDG_CACHE_HOME"

# both WHAT PROGRAM [ARGUMENT...]: runs a program both ways and compares all it prints, but for times of the host, and the report. It is
# compiled first, and later comes from the cache.
both()
{
    local what=$1 way report said wanted before=0
    shift
    for way in 'interpret threads=1' 'compiled threads=1' 'compiled threads=8'; do
        report=$work/${way// /-}.json
        run env WARPSIM="repeat json=$report $way" "$@"
        said=$(grep -v '^[a-z]*_' <<<"$out")$'\n'$err$status
        [ "$way" = 'interpret threads=1' ] && wanted=$said
        is "$what: $way prints the same" "$said" "$wanted"
        ok "$what: $way has the same report" cmp -s "$work/interpret-threads=1.json" "$report"
        [ "$way" = 'interpret threads=1' ] || ok "$what: it was compiled" test "$(count)" -gt "$before"
        [ "$way" = 'compiled threads=1' ] && before=$(($(count) - 1))
    done
}

# count: how many objects there are.
count()
{
    find "$objects" -name '*.so' 2>/dev/null | wc -l
}

# Of programs it takes a third each day, since gcc takes long.
./warpcc -w -o "$work/compiled" $tests/compiled.cu
daily 6 'compiled mix 960' 'ch1-matmul -n 40' 'ch3-reduce -n 5000' 'compiled rows 1000' 'compiled mix 1000' 'compiled rows 960' 'compiled turns 960' 'compiled turns 1000' 'compiled unset 1920' \
    'compiled beyond' 'compiled odd' 'compiled far' 'compiled past' 'compiled skew' 'ch1-transpose -n 100' \
    'ch3-ops' 'expressions' 'ch3-scan -n 5000' 'ch3-histogram -n 5000' 'ch6-sgemm -n 64 -k sgemmColumn'
for it in "${sample[@]}"; do
    read -ra words <<<"$it"
    case $it in
    ch*) words[0]=build/sim/${words[0]} ;;
    expressions) # smaller ones
        sed 's/(20, 4, 14)/(3, 3, 8)/' $tests/expressions/expressions.pl | perl - 3 >"$work/expressions.cu"
        ./warpcc -w -o "$work/expressions" "$work/expressions.cu"
        ;;&
    *) words[0]=$work/${words[0]} ;;
    esac
    both "$it" "${words[@]}"
    [[ $it != 'compiled '@(beyond|odd|far|past|skew) ]] || has "$it: the fault is reported" "$err" 'thread \('
done

# Who asks for it.
rm -rf "$objects"
run env WARPSIM_DEFAULTS=compiled WARPSIM=interpret "$work/compiled" mix 960
is 'WARPSIM overrides WARPSIM_DEFAULTS' "$(count)" 0
run bash -c "WARPSIM='compiled tape=3' '$work/compiled' mix 960 3>/dev/null"
is 'what is judged is interpreted' "$(count)" 0
run env WARPSIM_DEFAULTS=compiled "$work/compiled" mix 960
is 'WARPSIM_DEFAULTS asks for it' "$(count)" 1

# A kernel that runs for long is compiled in the background. The program launches it until the object is there.
rm -rf "$objects"
run env WARPSIM=threads=1 "$work/compiled" mix 960 100
is 'a short run compiles nothing' "$(count)" 0
run env WARPSIM='interpret threads=1' "$work/compiled" mix 960 8000
wanted=$out
is 'nor does a long one that is interpreted' "$(count)" 0
run env WARPSIM='repeat threads=1' "$work/compiled" mix 960 8000 "$objects"
is 'a long run computes the same' "$out" "$wanted"
is 'it was compiled meanwhile' "$(count)" 1

# The cache.
alike() # WHAT: a compiled run computes what an interpreted one does.
{
    run env WARPSIM=compiled "$work/compiled" mix 960
    is "$1: the same is computed" "$out $err" "$short_wanted"
}
run "$work/compiled" mix 960
short_wanted="$out $err"
object=$(find "$objects" -name '*.so')
is 'the folder is the owner'\''s alone' "$(stat -c %a "$objects")" 700
printf x | dd of="$object" bs=1 seek=3000 conv=notrunc status=none
sum=$(cksum <"$object")
alike 'a damaged object'
ok 'a damaged object: it is replaced' test "$(cksum <"$object")" != "$sum"
head -c 5000 "$object" >"$work/short"
cp "$work/short" "$object"
alike 'a part of an object'
ok 'a part of an object: it is replaced' test "$(stat -c %s "$object")" -gt 5000
rm -rf "$objects"
mkdir -m 770 "$objects"
alike 'a folder that others may write to'
is 'a folder that others may write to: it stays empty' "$(count)" 0
if [ "$(id -u)" = 0 ]; then
    chmod 700 "$objects"
    chown 12345 "$objects"
    alike 'another user'\''s folder'
    is 'another user'\''s folder: it stays empty' "$(count)" 0
fi
rm -rf "$objects"
ln -s "$work" "$objects"
alike 'a link'
is 'a link: nothing is written behind it' "$(find "$work" -maxdepth 1 -name '*.so')" ''
rm "$objects"
mkdir "$work/bin"
PATH=$work/bin run "$(command -v env)" WARPSIM=compiled "$work/compiled" mix 960
is 'no compiler: the same is computed' "$out $err" "$short_wanted"
is 'no compiler: nothing is kept' "$(count)" 0
run env WARPSIM=compiled XDG_CACHE_HOME=/proc/none "$work/compiled" mix 960
is 'no room for a folder: the same is computed' "$out $err" "$short_wanted"
run env -u XDG_CACHE_HOME -u HOME WARPSIM=compiled "$work/compiled" mix 960
is 'no home: the same is computed' "$out $err" "$short_wanted"
run bash -c "ulimit -f 4; WARPSIM=compiled '$work/compiled' mix 960"
is 'a full disk: the same is computed' "$out $err" "$short_wanted"
is 'a full disk: nothing is left' "$(find "$objects" -type f | wc -l)" 0
alike 'afterwards'
is 'afterwards: it is kept' "$(count)" 1
truncate -s 70M "$objects/old"
touch -d 2020-01-01 "$objects/old"
run env WARPSIM=compiled "$work/compiled" odd 96
ok 'what was not used for longest makes room' test ! -e "$objects/old" -a "$(count)" -ge 2

done_testing
