#!/usr/bin/env bash
# Levels of passes: what is measured, what a verdict shows beside the solution's and the student's best, the table of the solutions'
# numbers, and what an instructor makes of levels. levels/ has two submissions for each of five exercises: slow and better than the solution.
. "$(dirname "$0")/../harness/lib.sh"
. "$(dirname "$0")/stand-in.sh"

five='ex0-2 ex3-1 ex3-3 ex3-13 ex4-1'
compiler=$(basename "$(tools/need.sh cuda)")
case $compiler in nvcc) [ ! -x build/judge/nvrtc ] || compiler=NVRTC ;; *) compiler=clang ;; esac

# level_of NAME FILE OPTIONS...: judges a file, and prints the verdict's word and counters as one line.
level_of()
{
    local name=$1 file=$2
    shift 2
    run "build/judge/$name" --json "$work/json" "$@" "$file"
    perl -MJSON::PP -0777 -ne '
        my $level = decode_json($_)->{extra_data}{level} or next;
        print join " ", $level->{word}, map { $_->{value} } @{$level->{counters}}' "$work/json"
}

# A submission that fails has no level in its results, although its measured case passes: cases come in an order of chance, and a grade's
# files must not depend on it.
sed 's/i < n)/i < n \&\& n != 1)/' solutions/ex0-1-vecadd/exercise.cu >"$work/fails.cu"
run build/judge/ex0-1 --keep-going --json "$work/json" "$work/fails.cu"
has 'one case fails' "$out" '^  FAILED +one element '
has 'and the measured one passes' "$out" '^  passed +a large array '
is 'what fails has no level' "$(perl -MJSON::PP -0777 -ne 'print encode_json([decode_json($_)->{extra_data}{level}])' "$work/json")" '[null]'

# ---- The table of the solutions' numbers -------------------------------------------------------------

measured=$(grep -l '\.measured = ' exercises/*/judge.c | grep -oE 'ex[0-9]+-[0-9]+' | sort -uV)
table=exercises/levels.csv
is 'every exercise in which something is measured has numbers, and no other' \
    "$(tail -n +2 $table | cut -d, -f1 | sort -uV)" "$measured"
is 'a model of one version has made them' "$(tail -n +2 $table | cut -d, -f4 | sort -u)" "$(sed -n 's/^enum { SIM_MODEL = \([0-9]*\) };/\1/p' simulator/warpsim.h)"
lacks 'predictions and whole programs have nothing to be made fast' "$(grep -l '\.measured = ' exercises/*/judge.c | xargs grep -E '\.(predict|program) = true')" .
# shellcheck disable=SC2086 # names without spaces
sample 6 $measured
cp $table "$work/levels.csv"
run tools/measure/levels.pl -o "$work/levels.csv" -c "$compiler" "${sample[@]}"
is 'solutions are counted anew' "$status$err" 0
ok "the table is true of $compiler" cmp $table "$work/levels.csv"
others=
[ "$compiler" = clang ] || others=nvcc
[ "$compiler" = clang ] || ! WARPCC=clang tools/need.sh cuda >/dev/null 2>&1 || others+=' clang'
counted=("${sample[@]}")
some 1 "${counted[@]}"
if [ -n "$others" ]; then
    run tools/measure/levels.pl -o "$work/levels.csv" -c "$others" "${sample[@]}"
    is 'solutions are counted anew by the other compilers' "$status$err" 0
    ok "the table is true of $others, too" cmp $table "$work/levels.csv"
fi
verdicts < <(for name in "${counted[@]}"; do
    got=$(level_of "$name" "$(echo solutions/"$name"-*/exercise.cu)")
    case $got in
    silver* | gold*) echo "pass the solution of $name is at least silver" ;;
    *) echo "FAIL the solution of $name is at least silver: $got" ;;
    esac
done)
refuses 'an exercise in which nothing is measured' 'nothing is measured in it' tools/measure/levels.pl -o "$work/levels.csv" ex0-9
refuses 'make levels: an option that is none' 'nknown option' tools/measure/levels.pl --nonsense

# ---- Three students ----------------------------------------------------------------------------------

house=$work/copy
copy_built_house "$house"
rm -f "$house/progress.txt"

# judged NAME FILE: the student of $house saves the file, and make judges it.
judged()
{
    cp "$2" "$house"/exercises/"$1"-*/exercise.cu
    run make -s -C "$house" "$1"
}
for name in $five; do
    judged "$name" "tests/judge/levels/$name-slow.cu"
    has "$name, right but slow" "$out" '^PASSED, [0-9]+ cases\. Bronze: it is right\.$'
    has "$name, slow: what silver takes" "$out" '^Silver takes at most [0-9,]+ '
    ok "$name, slow: fits 80 columns" fits "$out"
    has "$name, slow: remembered" "$(cat "$house/progress.txt")" "^$name 0 [0-9a-f]{16} bronze [^ ]+/[0-9]+ [0-9. ]+$"
    judged "$name" "$(echo solutions/"$name"-*/exercise.cu)"
    has "$name, as the solution" "$out" '^PASSED, [0-9]+ cases\. Silver: as good as the solution\.$'
    has "$name, silver: what gold takes" "$out" '^Gold takes at most [0-9.]+ us'
    ok "$name, silver: fits 80 columns" fits "$out"
    judged "$name" "tests/judge/levels/$name-better.cu"
    has "$name, better" "$out" '^PASSED, [0-9]+ cases\. Gold: better than the solution\.$'
done
has 'the slow tree and the fast one differ' "$(grep -h '^ex3-1 ' "$house/progress.txt")" '^ex3-1 0 [0-9a-f]{16} gold '
best=$(grep '^ex3-1 ' "$house/progress.txt" | cut -d' ' -f6)
judged ex3-1 tests/judge/levels/ex3-1-slow.cu
has 'a slower pass afterwards is what it is' "$out" 'Bronze: it is right\.$'
has 'and stands beside the best one' "$(tr -d , <<<"$out")" "^  instructions of all warps +[0-9]+ +$best +[0-9]+$"
has 'the best is kept' "$(cat "$house/progress.txt")" "^ex3-1 0 [0-9a-f]{16} gold [^ ]+ $best "
run make -s -C "$house" progress
has 'progress: levels are counted' "$out" '^5 of [0-9]+ solved, 5 gold, 0 silver\. Next: make ex'
has 'and shown' "$out" '^  ex3-13 +★★★ +gold +'
ok 'progress fits 80 columns' fits "$out"
judged ex0-1 solutions/ex0-1-vecadd/exercise.cu
has 'a counter that is the least already: gold takes time alone' "$out" '^Gold takes at most [0-9.]+ us\. Fewer than 131,072 sectors loaded are not possible,$'
ok 'and fits 80 columns' fits "$out"
judged ex0-8 solutions/ex0-8-reverse/exercise.cu
has 'where nothing is measured a pass is a pass' "$out" '^PASSED, [0-9]+ cases\.$'
has 'and is remembered as before' "$(cat "$house/progress.txt")" '^ex0-8 0 [0-9a-f]{16}$'

run make -s -C "$house" work
rm "$house/progress.txt"
echo 'ex4-1 1 0123456789abcdef silver x 1' >"$house/progress.txt"
run make -s -C "$house" bring
has 'levels come along' "$(cat "$house/progress.txt")" '^ex3-3 0 [0-9a-f]{16} gold '
has 'and the higher one stays' "$(cat "$house/progress.txt")" '^ex4-1 1 [0-9a-f]{16} gold '

# ---- Old and damaged files -----------------------------------------------------------------------------

printf '%s\n' 'ex3-1 2 0123456789abcdef' 'ex3-2 0 0123456789abcdef platinum 1' 'ex3-3 0 0123456789abcdef gold' $'ex3-4 \xff\xfe gold' \
    'ex4-1 0 0123456789abcdef silver NVRTC-13.0/1 nan -1 1e999' 'gold' >"$house/progress.txt"
run make -s -C "$house" progress
is 'an old or damaged file: no error' "$status$err" 0
has 'a pass without a level is solved' "$out" '^  ex3-1 +★★ +solved '
has 'so is one whose level is none' "$out" '^  ex3-2 +★★ +solved '
has 'a level without numbers is one' "$out" '^  ex3-3 +★★★ +gold '
judged ex4-1 solutions/ex4-1-four-each/exercise.cu
has 'numbers that are none are not shown' "$out" '^  instructions of all warps +[0-9,]+ +- +[0-9,]+$'
has 'and replaced' "$(cat "$house/progress.txt")" '^ex4-1 0 [0-9a-f]{16} silver [^ ]+/[0-9]+ [0-9]+ [0-9]+ [0-9.]+$'
judged ex3-1 solutions/ex3-1-block-sum/exercise.cu
has 'an old line gets a level' "$(cat "$house/progress.txt")" '^ex3-1 2 [0-9a-f]{16} silver '
echo 'gold NVRTC-13.0/0 1 1 1' >"$work/best"
level_of ex3-1 solutions/ex3-1-block-sum/exercise.cu --best "$work/best" >/dev/null
lacks 'numbers of another model are not compared' "$out" ' 1 +[0-9,]+$'
has 'the level stays' "$(cat "$work/best")" '^gold [^ ]+/[0-9]+ [0-9]{6}'

# ---- Exact, and not to be got by anything else ---------------------------------------------------------

# shellcheck disable=SC2086 # names without spaces
sample 2 $five
for name in "${sample[@]}"; do
    file=$(echo solutions/"$name"-*/exercise.cu)
    once=$(level_of "$name" "$file" --seed 1)
    is "$name: the same numbers with other inputs" "$(level_of "$name" "$file" --seed 99)" "$once"
    is "$name: and in a sandbox of one core" "$(taskset -c 0 true 2>/dev/null && taskset -c 0 "build/judge/$name" --seed 2 --json "$work/json" "$file" >/dev/null
        perl -MJSON::PP -0777 -ne 'my $l = decode_json($_)->{extra_data}{level}; print join " ", $l->{word}, map { $_->{value} } @{$l->{counters}}' "$work/json")" "$once"
done
# The simulator that judges runs on one core, whatever WARPSIM says (judge/device/simulator.c, pool).
# whole_level THREADS NAME: judges the solution with that many threads asked for, and prints its level as JSON.
whole_level()
{
    run env WARPSIM="threads=$1" "build/judge/$2" --seed 5 --json "$work/json" solutions/"$2"-*/exercise.cu
    perl -MJSON::PP -0777 -ne 'print JSON::PP->new->canonical->encode(decode_json($_)->{extra_data}{level})' "$work/json"
}
for name in $five; do
    once=$(whole_level 1 "$name")
    has "$name: there is a level as JSON" "$once" '"word":"(silver|gold)"'
    is "$name: WARPSIM with 8 threads changes nothing in it" "$(whole_level 8 "$name")" "$once"
done

sed 's/^    size_t i = .*/&\n    if (n == 262144) {\n        out[blockIdx.x] = 0;\n        return;\n    }/' solutions/ex3-1-block-sum/exercise.cu >"$work/knows.cu"
run build/judge/ex3-1 "$work/knows.cu"
is 'a submission that knows the measured case is judged there, too' "$status" 1
has 'and by its results' "$out" '^  FAILED +1024 full blocks '
sed 's/most = fmaxf(most, x\[i\])/most = fmaxf(most, __int_as_float(atomicOr((int *)\&x[i], 0)))/' solutions/ex3-13-softmax/exercise.cu >"$work/atomic.cu"
has 'atomics in the place of loads count as loads' "$(level_of ex3-13 "$work/atomic.cu")" '^bronze '
run build/judge/ex3-1 --ask clean solutions/ex3-1-block-sum/exercise.cu
has 'without counters there is no level' "$out" '^PASSED, [0-9]+ cases\.$'
is 'a failure has none' "$(level_of ex3-1 "$work/knows.cu")" ''

# ---- Which compiler, which table -----------------------------------------------------------------------

own=$(grep -v "^ex3-1,$compiler," $table)
echo "$own" >"$house/exercises/levels.csv"
run "$house/build/judge/ex3-1" solutions/ex3-1-block-sum/exercise.cu
has 'no row of this compiler: the nearest, and which' "$out" "^The solution's numbers were made by [A-Za-z-]+ [^ ]+ and model [0-9]+\.$"
sed 's/^\(ex3-1,[^,]*\),[^,]*,[0-9]*,/\1,0.1,0,/' $table >"$house/exercises/levels.csv"
run "$house/build/judge/ex3-1" solutions/ex3-1-block-sum/exercise.cu
has 'another version of it, and of the model' "$out" "^The solution's numbers were made by $compiler 0\.1 and model 0\.$"
echo 'no table at all' >"$house/exercises/levels.csv"
run "$house/build/judge/ex3-1" solutions/ex3-1-block-sum/exercise.cu
has 'no numbers: said, and bronze' "$out" '^There are no numbers of a solution to compare with\.$'
has 'it is a pass' "$out" '^PASSED, [0-9]+ cases\. Bronze: it is right\.$'
rm "$house/exercises/levels.csv"
run "$house/build/judge/ex3-1" solutions/ex3-1-block-sum/exercise.cu
has 'no table: the same' "$out" '^There are no numbers of a solution'
lacks 'no terminal: no colours' "$out" $'\e'
run env NO_COLOR=1 script -qec "build/judge/ex3-1 solutions/ex3-1-block-sum/exercise.cu" /dev/null
lacks 'NO_COLOR: none in a terminal' "$out" $'\e'
run script -qec "build/judge/ex3-1 solutions/ex3-1-block-sum/exercise.cu" /dev/null
has 'a terminal: a word in colour' "$out" $'\e\\[1mSilver\e\\[0m: as good'

# ---- A class of 60 -------------------------------------------------------------------------------------

if bwrap --unshare-all --ro-bind / / true 2>/dev/null; then
    house=$work/house class=$work/class
    make_stand_in
    levels=(gold silver bronze none)
    echo 'student,nickname' >"$work/nicknames.csv"
    for ((i = 0; i < 60; i++)); do
        mkdir -p "$class/s$i"
        echo "// right ${levels[i % 4]} $i" >"$class/s$i/ex3-1.cu"
        echo "// right ${levels[i / 30]} $i" >"$class/s$i/ex3-2.cu"
        ((i % 2)) || echo "s$i,Nick $i" >>"$work/nicknames.csv"
    done
    echo 'absent,Nobody' >>"$work/nicknames.csv"
    grade -j 8 "$class"
    is 'a class of 60 is graded' "$status$err" 0
    ok 'a table is opt-in' test ! -e "$work/out/table.csv"
    is 'a level changes no points' "$(cut -d, -f4 "$work/out/grades.csv" | sort -u | tr '\n' ' ')" '6 total '
    is 'who has which levels' "$(cell s0 levels)/$(cell s1 levels)/$(cell s59 levels)" '2 gold/1 gold, 1 silver/1 silver'
    to=$work/tabled
    grade -j 1 --table "$work/nicknames.csv" --levels '0.5 1' "$class"
    is 'with a table' "$status$err" 0
    is 'bonus points, by the instructor alone' "$(cell s0 total)/$(cell s1 total)/$(cell s59 total)/$(cell s34 total)" 8/7.5/6.5/6.5
    has 'a student reads why' "$(cat "$to/results/s1.txt")" '^levels: 1.5 \(1 gold, 1 silver\)$'
    has 'and which' "$(cat "$to/results/s1.txt")" '^ex3-1: 3 of 3.*, silver$'
    is 'the table has who wanted it' "$(tail -n +2 "$to/table.csv" | wc -l)" 31
    has 'with heads' "$(head -n 1 "$to/table.csv")" '^nickname,gold,silver,bronze,ex3-1,ex3-1: instructions,ex3-2,'
    is 'most gold first' "$(sed -n 2p "$to/table.csv")" 'Nick 0,2,0,0,gold,1000,gold,1000'
    is 'nothing handed in comes last' "$(tail -n 1 "$to/table.csv")" 'Nobody,0,0,0,,,,'
    lacks 'and nobody by name' "$(cat "$to/table.csv" "$to/table.html")" '\bs[0-9]+\b|absent'
    has 'the page' "$(cat "$to/table.html")" '<tr><th scope="row">Nick 0</th><td>2</td>.*<td class="gold">gold</td>'
    is 'the same levels, one at a time or eight' "$(cut -d, -f1,2,3,5 "$to/grades.csv" | md5sum)" "$(cut -d, -f1,2,3,5 "$work/out/grades.csv" | md5sum)"
    for bad in 'student,name' $'student,nickname\ns0,' $'student,nickname\ns0,x\ns0,y' $'student,nickname\ns0,x\ns1,X'; do
        echo "$bad" >"$work/bad.csv"
        grade --table "$work/bad.csv" "$class"
        is "a bad table is refused: ${bad//$'\n'/ }" "$status" 2
        has "in words: ${bad//$'\n'/ }" "$err" '^grade: TABLE='
    done
    grade --levels gold "$class"
    has 'bonus points that are none' "$err" "LEVELS=gold: .*as '1 2'"
fi

done_testing
