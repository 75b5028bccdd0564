#!/usr/bin/env bash
# make grade on a small class of made-up submissions: scores, forms of results, hostile archives, marks by hand; and an array of
# shares gives the same scores as the whole class at once. beside.t tests one job and two, a busy machine and a kill.
# STUDENTS=200 tests/judge/grade.t takes a class of that size for the comparison, and tells how long it takes.
. "$(dirname "$0")/../harness/lib.sh"
STUDENTS=${STUDENTS:-6}

grade=tools/class/grade.pl
run make -s build/judge/ex3-1 build/judge/ex3-2 build/judge/device-sim
is 'the judges are built' "$status" 0

# mark STUDENT FIELD: prints the field of the student's row in grades.csv.
mark()
{
    awk -F, -v student="$1" -v field="$2" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == field) at = i }
        $1 == student { print $at }' "${to:-$work/out}/grades.csv"
}

# Some refusals need no sandbox.
refuses 'no folder' 'SUBMISSIONS=dir' $grade ''
refuses 'a folder that is not there' 'not a folder' $grade "$work/none"
mkdir "$work/empty"
refuses 'a folder that cannot be made' "OUT=/proc/none can't be made" $grade -e 3-1 -o /proc/none "$work/empty"
refuses 'jobs that are no number' 'JOBS=x: ' $grade -j x -e 3-1 "$work/empty"
refuses 'no percentage' 'LATE=x: ' $grade --late x -e 3-1 "$work/empty"
refuses 'an unknown exercise' 'no exercise ex9-99' $grade -e 9-99 "$work/empty"
run make -s grade SUBMISSIONS="$work/none" EX=3-1
is 'make grade: bad usage' "$status" 2
has 'make grade: says why' "$err" 'not a folder'
run make -s grade SUBMISSIONS="$work/none" EX=3-1 DUEE=2026-11-20
has 'make grade: a mistyped variable is refused' "$status $err" "^2 .*doesn't know DUEE=.* DUE "
run make -n grade SUBMISSIONS="$work/none" EX=3-1,3-2
has 'make grade: commas are fine' "$out" "-e 'ex3-1 ex3-2'"
run make -n grade
lacks 'make grade: without SUBMISSIONS nothing is built before it is refused' "$out" 'gcc'
run make -s points EX='3-2 0-1'
has 'points: what exercises are worth' "$out" '^ex0-1 +2 +Add two vectors +★ Write the kernel\. Five minutes\.$'
has 'points: and their sum' "$out" '^all +[0-9]+$'
refuses 'points that are none' "POINTS=3-1: write exercises with their points" $grade --points 3-1 -e 3-1 "$work/empty"
: >"$work/week.zip"
refuses 'an archive of the class' 'week.zip is not a folder: unpack it first' $grade -e 3-1 "$work/week.zip"

# A bwrap that makes no sandbox stands in for a machine without one.
mkdir "$work/bin"
stand_in "$work/bin/bwrap" <<<'echo "bwrap: setting up uid map: Permission denied" >&2; exit 1'
mkdir -p "$work/one/ann"
cp solutions/ex3-1-block-sum/exercise.cu "$work/one/ann/ex3-1.cu"
run env PATH="$work/bin:$PATH" $grade -o "$work/refused" -e 3-1 "$work/one"
is 'no sandbox: exit status' "$status" 3
ok 'no sandbox: one line' is_line "$err"
has 'no sandbox: says why, and where to read what to do' "$err" 'make one here \(bwrap: setting up uid map: .*instructor\.md'
ok 'no sandbox: no grades' test ! -e "$work/refused/grades.csv"
stand_in "$work/bin/bwrap" <<<'exit 127'
run env PATH="$work/bin:$PATH" $grade -o "$work/refused" -e 3-1 "$work/one"
has 'no bubblewrap: says what to install' "$err" 'apt-get install bubblewrap$'

needs_sandbox
mkdir -p "$work/one student"
echo '// mine' >"$work/one student/ex3-1.cu"
refuses "a student's own folder" "one student holds no student's submission; the first file is ex3-1\.cu: " $grade -e 3-1 -o "$work/out" "$work/one student"

# ---- Scores ----------------------------------------------------------------------------------------

class=$work/class
good=solutions/ex3-1-block-sum/exercise.cu
stub=exercises/.given/ex3-1-block-sum.cu
mkdir -p "$class"/{ann,bob/deep/exercises/ex3-1-block-sum,cay,eve,"O'Hara, =Zoe",fay/exercises}
cp $good "$class/ann/ex3-1.cu"
mkdir "$class/Zoë"
cp $stub "$class/Zoë/ex3-1.cu"
cp solutions/ex3-2-side-by-side/exercise.cu "$class/ann/ex3-2.cu"
cp $good "$class/bob/deep/exercises/ex3-1-block-sum/exercise.cu"
cp $stub "$class/cay/ex3-1.cu"
echo 'int' >"$class/cay/ex3-2.cu"
ln -s "$PWD/$good" "$class/eve/ex3-1.cu"
mkfifo "$class/eve/ex3-2.cu"
: >"$class/O'Hara, =Zoe/ex3-1.cu"
head -c 300000 /dev/zero | tr '\0' '/' >"$class/O'Hara, =Zoe/ex3-2.cu"
ln -s "$PWD/solutions/ex3-1-block-sum" "$class/fay/exercises/ex3-1-block-sum"
# Some files are archives, some only look like one.
(cd "$class/ann" && bsdtar -caf ../zip.zip . && tar czf ../tgz.tar.gz . && bsdtar -caf ../txz.tar.xz ex3-1.cu)
head -c 5000 /dev/urandom >"$class/noise.zip"
head -c 700 "$class/zip.zip" >"$class/cut.zip"
mkdir "$work/evil"
cp $good "$work/evil/ex3-1.cu"
(cd "$work/evil" && tar -cPf "$class/dots.tar" --transform='s,^,../../escaped/,' ex3-1.cu)
ln -s /etc/passwd "$work/evil/ex3-2.cu"
(cd "$work/evil" && tar -cf "$class/links.tar" ex3-2.cu)
# One archive is a bomb: 40 MB of zeros in a small file.
mkdir "$work/big" && head -c 40000000 /dev/zero >"$work/big/ex3-1.cu"
(cd "$work/big" && tar -czf "$class/bomb.tar.gz" ex3-1.cu)

run $grade -o "$work/out" -j 2 -e '3-1 3-2' "$class"
is 'a class is graded' "$status" 0
has 'it says where the grades are' "$out" "grades.csv: 15 students; [0-9]+ judged in [0-9]+ s, 0 kept"
build/judge/ex3-1 --seed 7 --json "$work/one.json" $good >/dev/null
is 'it says where memory was limited for each process alone' \
    "$(grep -c 'limited for each process alone' <<<"$out")" "$(grep -c '"cgroup": false' "$work/one.json")"
for student in ann zip tgz; do
    is "$student: both solved" "$(mark $student ex3-1)/$(mark $student ex3-2)" 3/3
done
for student in bob txz; do
    is "$student: one solved, one not handed in" "$(mark $student ex3-1)/$(mark $student ex3-2)/$(mark $student total)" 3/0/3
done
is 'a deep path in an archive is only a path' "$(mark dots ex3-1)" 3
ok 'nothing leaves an archive' test -z "$(find "$work" -name escaped)"
for student in cay eve fay noise cut links bomb; do
    is "$student: nothing right" "$(mark $student total)" 0
done
has 'cay: the failure' "$(cat "$work/out/results/cay.txt")" 'out\[0\] was never written; expected'
has 'cay: the compiler' "$(cat "$work/out/results/cay.txt")" 'does not compile'
has 'eve: a link is not followed' "$(cat "$work/out/results/eve.txt")" 'Nothing was handed in for ex3-1'
has 'noise: no archive' "$(cat "$work/out/results/noise.txt")" 'could not be read'
has 'bomb: too large' "$(cat "$work/out/results/bomb.txt")" 'larger than'
has 'names are quoted' "$(cat "$work/out/grades.csv")" "^\"O'Hara, =Zoe\",0,0,0,"
# shellcheck disable=SC2016 # perl's variables
ok 'every student has a result file, right in its form' perl -MJSON::PP -0777 -e '
    my @files = glob "\"$ARGV[0]/results/*.json\"";
    die "files: " . @files unless @files == 15;
    for my $f (@files) {
        open my $in, "<", $f or die; my $r = decode_json(<$in>); my $sum = 0;
        $sum += $_->{score} for @{$r->{tests}};
        die "$f: score" unless $sum == $r->{score};
        for (@{$r->{tests}}) {
            die "$f: test" unless defined $_->{name} && $_->{status} =~ /^(passed|failed)$/ && $_->{score} <= $_->{max_score};
        }
    }' "$work/out"
# shellcheck disable=SC2016 # perl's variables
ok 'every student has a file of JUnit, which is XML' perl -0777 -e 'my @files = glob "\"$ARGV[0]/results/*.xml\"";
    die "files: " . @files unless @files == 15;
    for (@files) {
        open my $in, "<", $_ or die; my $x = <$in>; my @open;
        $x =~ s/^<\?xml.*?\?>//;
        while ($x =~ /<(\/?)(\w+)(?:\s+\w+="[^"<]*")*\s*(\/?)>/g) { if ($1) { $2 eq pop @open or die } elsif (!$3) { push @open, $2 } }
        die $_ if @open; }' "$work/out"

run $grade -o "$work/out" -j 2 -e '3-1 3-2' "$class"
has 'again: nothing is judged' "$out" ' 0 judged, 1[0-9] kept'
echo '// changed' >>"$class/bob/deep/exercises/ex3-1-block-sum/exercise.cu"
run $grade -o "$work/out" -j 2 -e '3-1 3-2' "$class"
has 'one changed: one is judged' "$out" ' 1 judged in'
refuses 'another class in the same OUT' "OUT=$work/out has the grades of SUBMISSIONS=$class, so name another OUT, such as OUT=$work/out-one; if both" \
    $grade -o "$work/out" -e '3-1 3-2' "$work/one"
mv "$class" "$work/moved"
mv "$work/moved/fay" "$work/gone"
run $grade -o "$work/out" -j 2 -e '3-1 3-2' "$work/moved"
is 'unless the first has moved; whoever is no longer there has no results' "$status $(find "$work/out/results" -name "fay.*" | wc -l)" '0 0'
mv "$work/gone" "$work/moved/fay"
mv "$work/moved" "$class"

# ---- Why -------------------------------------------------------------------------------------------

run make -s why-ex3-1 STUDENT=cay OUT="$work/out"
is 'why: the verdict once more, with the same seed and hidden cases' "$status $(sed -n '/^ex3-1/,/PASSED/p' <<<"$out")" \
    "0 $(sed '/PASSED/q' "$work/out/results/cay.txt")"
run make -s why-ex3-1 STUDENT="O'Hara, =Zoe" OUT="$work/out"
has 'why: any name' "$out" 'NOT PASSED'
refuses 'why: of nobody' "OUT=$work/out has no work of 'nobody'" tools/class/why.sh ex3-1 "$work/out" nobody
refuses 'why: of nothing' "'bob' has no ex3-2 that was judged; $work/out/results/bob.txt says why" tools/class/why.sh ex3-2 "$work/out" bob
run $grade -o "$work/out" -j 2 -e '3-1 3-2' --points 'ex3-1:6' "$class"
is 'points of the instructor: scaled, and nothing is judged again' "$status $(mark ann ex3-1)/$(mark ann ex3-2)/$(mark ann total) $(grep -c ' 0 judged' <<<"$out")" '0 6/3/9 1'
has 'results say out of how many' "$(cat "$work/out/results/bob.txt")" '^total: 6 of 9$'
mkdir -p "$work/tries/"{1,2}
echo '// mine' | tee "$work/tries/1/ex3-1.cu" >"$work/tries/2/ex3-1.cu"
run $grade -o "$work/tried" -e 3-1 "$work/tries"
has 'folders that look like attempts: a message' "$err" 'called 1, 2\. If these are attempts, say ATTEMPTS='

# ---- Marks by hand ---------------------------------------------------------------------------------

cat >>"$work/out/manual.csv" <<'END'
cay,ex3-1,1.5,"the idea is right, see comments"
ann,extra,2,
"O'Hara, =Zoe",3-2,1,handed in on paper
Zoë,ex3-1,1,"schöner Ansatz"
END
cp "$work/out/manual.csv" "$work/manual"
run $grade -o "$work/out" -j 2 -e '3-1 3-2' "$class"
is 'by hand: replaces what was judged' "$(mark cay ex3-1)/$(mark cay total)" 1.5/1.5
is 'by hand: on top' "$(mark ann total)" 8
has 'by hand: the row says so' "$(cat "$work/out/grades.csv")" '^cay,1.5,0,1.5,,,"ex3-1: 0 was judged; the idea is right, see comments",'
has 'by hand: the student reads it' "$(cat "$work/out/results/cay.txt")" 'the idea is right'
is 'by hand: letters of all languages' "$(grep -l 'schöner Ansatz' "$work/out/grades.csv" "$work/out/results/"Zoë.* | wc -l)" 5
ok 'by hand: the file is left alone' cmp "$work/manual" "$work/out/manual.csv"
echo 'ann,ex3-1,ten,' >>"$work/out/manual.csv"
refuses 'by hand: no number' "line 6: points are a number, not 'ten'" $grade -o "$work/out" -e '3-1 3-2' "$class"
# refuses_row WHAT ROW PATTERN: adds a row to the marks, of which grade.pl must complain.
refuses_row()
{
    printf '%s\n' "$2" 'bob,ex3-1,1,' | cat "$work/manual" - >"$work/out/manual.csv"
    refuses "by hand: $1" "manual.csv, line 6: $3" $grade -o "$work/out" -e '3-1 3-2' "$class"
}
refuses_row 'text behind a quote' 'bob,ex3-2,1,"Good" idea' 'a field that begins with "'
refuses_row 'a quote that is not closed' 'bob,ex3-2,1,"good idea' 'a field that begins with "'
refuses_row 'a comma without quotes' 'bob,ex3-2,1,good, but slow' 'more fields than the first row'
refuses_row 'two rows for the same' 'ann,extra,1,' "'ann' has a row for 'extra' already"
printf 'bob,extra,1,the "best" idea,,\nbob,ex3-1,2,' | cat "$work/manual" - >"$work/out/manual.csv"
run $grade -o "$work/out" -j 2 -e '3-1 3-2' "$class"
is 'by hand: a quote inside a field is text, and the next row counts' "$(mark bob ex3-1)/$(mark bob total)" 2/3
has 'by hand: extra, as the student reads it' "$(cat "$work/out/results/bob.txt")" '^extra: 1 \(the "best" idea\)$'
sed 1d "$work/manual" >"$work/out/manual.csv"
refuses 'by hand: no heading' 'manual.csv, line 1: the first row is the heading, student,exercise,points,comment' \
    $grade -o "$work/out" -e '3-1 3-2' "$class"
sed '1s/.*/Student, Points,Exercise,comment/' "$work/manual" >"$work/out/manual.csv"
refuses 'by hand: columns in another order' 'manual.csv, line 1: the first row is' $grade -o "$work/out" -e '3-1 3-2' "$class"
cp "$work/manual" "$work/out/manual.csv"

# ---- Points in part --------------------------------------------------------------------------------

run make -s build/judge/ex4-1
part=$work/part
to=$work/part-out
mkdir -p "$part"/{racy,slow,stub,right,none}
sed 's/^        __syncthreads/        if (stride > 32) __syncthreads/' $good >"$part/racy/ex3-1.cu"
tests/exercises/wrong.pl ex4-1-four-each
cp build/wrong/ex4-1-four-each/four-neighbours.cu "$part/slow/ex4-1.cu"
cp $stub "$part/stub/ex3-1.cu"
cp $good "$part/right/ex3-1.cu"
echo int >"$part/none/ex3-1.cu"
run $grade -o "$to" -e '3-1 4-1' "$part"
is 'all or nothing' "$(for one in racy stub right none; do mark $one ex3-1; done | tr '\n' ' ')$(mark slow ex4-1)" '0 0 3 0 0'
run $grade -o "$to" -e '3-1 4-1' --partial '50 80' "$part"
is 'in part: right results, by the first percentage' "$(mark racy ex3-1)" 1.5
is 'in part: no finding, but counters, by the second' "$(mark slow ex4-1)" "$(awk "BEGIN { print 0.8 * $(sed -n 's/.*\.points = \([0-9]*\).*/\1/p' exercises/ex4-1-*/judge.c) }")"
is 'in part: wrong is nothing' "$(mark stub ex3-1)/$(mark none ex3-1)" 0/0
is 'in part: whoever passes has all' "$(mark right ex3-1)" 3
has 'in part: the student reads why' "$(cat "$to/results/racy.txt")" 'In part: the results are right in lockstep'
run $grade -o "$to" -e '3-1 4-1' --partial '50 80' "$part"
has 'in part: judged once' "$out" ' 0 judged, 5 kept'
run make -s build/judge/ex0-15
capstone=$work/capstone
mkdir -p "$capstone/half"
sed '/void shrink/,$ s|// \[your code\]|return;|' solutions/ex0-15-outline/exercise.cu >"$capstone/half/ex0-15.cu"
to=$work/capstone-out
run $grade -o "$to" -e '0-15' "$capstone"
is 'a capstone has points for each part: two of four are right' "$(mark half ex0-15)" 4
has 'which, is told' "$(cat "$to/results/half.txt")" '^NOT PASSED, 2 of 4 parts are right\.$'
refuses 'in part: no percentages' 'two percentages' $grade -o "$to" -e 3-1 --partial half "$part"

# ---- The compiler ----------------------------------------------------------------------------------

# by_compiler CHOICE: grades one student by the compiler that WARPCC chooses, and prints what grades.csv says of it.
by_compiler()
{
    run env WARPCC="$1" $grade -o "$work/compiled" -e 3-1 "$work/one"
    sed -n '2s/^ann,3,3,1 silver,,//p' "$work/compiled/grades.csv"
}
here=$(tools/need.sh cuda)
has 'the table names the compiler' "$(by_compiler '')" "^$([[ $here = */nvcc ]] && echo '(NVRTC|nvcc)' || echo clang) [0-9.]+$"
has 'a student reads it' "$(cat "$work/compiled/results/ann.txt")" '^ex3-1: 3 of 3 \(compiled by [A-Za-z]+ [0-9.]+\), silver$'
has 'in every form' "$(cat "$work/compiled/results/ann.xml" "$work/compiled/results/ann.json" "$work/compiled/results/ann.html" | tr -d '\n')" \
    '<property name="compiler" value="[A-Za-z]+ [0-9.]+"/><property name="level" value="silver"/>.*"compilers" : \{ *"ex3-1" : "[A-Za-z]+ [0-9.]+" *\}.*"word" : "silver".*3 of 3 \(compiled by [A-Za-z]+ [0-9.]+\), silver'
if [[ $here = */nvcc ]]; then
    mkdir -p "$work/marked"/{ann,bom,host}
    cp $good "$work/marked/ann/ex3-1.cu"
    { printf '\xef\xbb\xbf'; cat $good; } >"$work/marked/bom/ex3-1.cu"
    { echo '#include <stdlib.h>'; cat $good; } >"$work/marked/host/ex3-1.cu" # which NVRTC doesn't have
    run $grade -o "$work/marked-out" -e 3-1 "$work/marked"
    is 'a byte order mark changes nothing' "$(sed -n 's/^bom,//p' "$work/marked-out/grades.csv")" "$(sed -n 's/^ann,//p' "$work/marked-out/grades.csv")"
    is 'and no counter' "$(sed -n '/sector\|instructions/p' "$work/marked-out/results/bom.txt")" "$(sed -n '/sector\|instructions/p' "$work/marked-out/results/ann.txt")"
    is 'the compiler is the one that the judge took' "$(sed -n 's/^host,.*,//p' "$work/marked-out/grades.csv")" \
        "$(sed -n 's/.*compiled by \(n[^ ]* [0-9.]*\)$/\1/p' "$work/marked-out/results/host.txt")"
fi
run env WARPCC=pencil $grade -o "$work/compiled" -e 3-1 "$work/one"
is 'WARPCC that is no compiler' "$status/$err" "3/WARPCC is 'pencil'; it can be nvcc, clang, or a clang's name such as clang++-19."
if [[ $here = */nvcc ]] && WARPCC=clang tools/need.sh cuda >/dev/null 2>&1; then
    has 'WARPCC=clang means clang' "$(by_compiler clang)" '^clang [0-9.]+$'
    run env WARPCC=clang $grade -o "$work/compiled" -e 3-1 "$work/one"
    has 'what clang judged is kept for clang' "$out" ' 0 judged, 1 kept'
    run $grade -o "$work/compiled" -e 3-1 "$work/one"
    has 'and judged again for another compiler' "$out" ' 1 judged in .*, 0 kept'
fi

# ---- The same, however it is run -------------------------------------------------------------------

# There are six kinds of submission in turn; each file is a little different.
many=$work/many
for ((i = 0; i < STUDENTS; i++)); do
    mkdir -p "$many/s$i"
    case $((i % 6)) in
    0 | 3) cp $good "$many/s$i/ex3-1.cu" ;;
    1) cp $stub "$many/s$i/ex3-1.cu" ;;
    2) sed 's/i < n ? x\[i\] : 0/x[i]/' $good >"$many/s$i/ex3-1.cu" ;; # it has no guard
    4) grep -v __syncthreads $good >"$many/s$i/ex3-1.cu" ;;            # it has no barrier
    5) echo '#error' >"$many/s$i/ex3-1.cu" ;;
    esac
    echo "// $i" >>"$many/s$i/ex3-1.cu"
done
seed=00112233445566778899aabbccddeeff

# graded NAME OPTIONS...: grades the class into a folder of its own, always with the same seed.
graded()
{
    local to=$work/$1
    shift
    mkdir -p "$to"
    echo $seed >"$to/seed.txt"
    run $grade -o "$to" -e 3-1 "$@" "$many"
}

# same NAME: succeeds if the rows and every result are those of the whole class graded by two jobs.
same()
{
    cmp "$work/whole/grades.csv" "$work/$1/grades.csv" && diff -r "$work/whole/results" "$work/$1/results"
}

graded whole -j 2
is 'two jobs' "$status" 0
[ "$STUDENTS" = 6 ] || echo "# two jobs: $out"
is 'two jobs: the right ones pass' "$(awk -F, 'NR > 1 && $2 == 3' "$work/whole/grades.csv" | wc -l)" $(((STUDENTS + 2) / 3))

for share in 1/3 2/3 3/3; do
    graded shared -j 1 --share $share
    is "share $share" "$status" 0
done
graded shared -j 1
has 'shares: all was judged' "$out" " 0 judged, $STUDENTS kept"
ok 'shares, by one job each: the same' same shared

cp "$work/shared/grades.csv" "$work/before.csv"
rm "$work/shared/seed.txt"
run $grade -o "$work/shared" -e 3-1 -j 2 "$many"
has 'another seed: other inputs, all judged again' "$out" " $STUDENTS judged in"
is 'another seed: the same scores' "$(cut -d, -f1-3 "$work/shared/grades.csv")" "$(cut -d, -f1-3 "$work/before.csv")"

done_testing
