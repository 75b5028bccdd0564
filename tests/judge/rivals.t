#!/usr/bin/env bash
# Hostile classes: students who go for somebody else's grade, or for the time of the machine that grades. One gives a file the name
# that an LMS would give to another's; one copies and hides it; one sets dates; one hands in what takes for ever. The judges are
# stand-ins.
. "$(dirname "$0")/../harness/lib.sh"
. "$(dirname "$0")/stand-in.sh"

needs_sandbox
make_stand_in

# put PATH [WORD]: hands in a file at this path of the class, which the stand-in for a judge lets pass unless the word is `wrong`.
put()
{
    mkdir -p "$(dirname "$class/$1")"
    echo "// ${2:-right} $1" >"$class/$1"
}

# begin NAME: begins a class of this name.
begin()
{
    class=$work/$1
    to=$work/$1-out
    mkdir "$class"
}

# ---- Names that are another's ---------------------------------------------------------------------------------

# The attacker's own prefix is the LMS's, and stands first.
begin moodle-flat
put 'Ann Able_9999_assignsubmission_file_ex3-1.cu'
put 'Eve Evil_2345_assignsubmission_file_X_9999_assignsubmission_file_ex3-1.cu' wrong
grade -e 3-1 "$class"
is "Moodle, flat: another's number in a file's name changes nothing of his" "$status/$(cell 'Ann Able_9999' total)/$(cell 'Eve Evil_2345' total)" 0/3/0
is "and his grade goes back to Moodle" "$(grep -c '^Participant 9999,Ann Able,3,' "$to/moodle.csv")" 1

begin moodle-absent # 9999 has handed in nothing
put 'Eve Evil_2345_assignsubmission_file_X_9999_assignsubmission_file_ex3-1.cu' wrong
put 'Bob_2346_assignsubmission_file_1_2_ex3-1.cu'
put 'Cay_De_2347_assignsubmission_file_ex3-1.cu'
put 'Dan_2348_assignsubmission_file_/Ann_9999_assignsubmission_file_/ex3-1.cu'
grade -e 3-1 "$class"
is 'nobody gets a grade for another' "$status/$(cut -d, -f1,3 "$to/grades.csv" | tail -n +2 | tr '\n' ' ')" \
    '0/Bob_2346,3 Cay_De_2347,3 Dan_2348,3 Eve Evil_2345,0 '

begin canvas
put smithbob_340934_208490284_ex3-1.cu
put evileve_340935_208490285_X_340934_assignsubmission_file_ex3-1.cu wrong
put mallorymal_LATE_340936_208490286_smithbob_340934_208490284_LATE_ex3-1.cu wrong
put able_ann_b_340937_208490287_late_9_9_ex3-1.cu
put baruser_3_340938_208490288_4_5_ex3-1.cu
cat >"$work/canvas.csv" <<'CSV'
Student,ID,SIS User ID,SIS Login ID,Section
"Smith, Bob",340934,u1,bob,A
"Evil, Eve",340935,u2,eve,A
"Mallory, Mal",340936,u3,mal,A
"Able, Ann_B",340937,u4,ann,A
"Bar, user_3",340938,u5,bar,A
"Else, Some",3,u6,some,A
CSV
grade -e 3-1 -r "$work/canvas.csv" --due '2100-01-01 00:00' "$class"
for one in smithbob_340934=3/0 evileve_340935=0/0 mallorymal_340936=0/1 able_ann_b_340937=3/0 baruser_3_340938=3/0; do
    is "Canvas: ${one%=*}" "$(cell "${one%=*}" total)/$(cell "${one%=*}" 'late days')" "${one#*=}"
done
is 'a name with a number is read by the list' "$(cell baruser_3_340938 name)" 'Bar, user_3'

begin mixed
put 'Ann Able_9999_assignsubmission_file_ex3-1.cu'
put 'ben/ex3-1.cu'
refuses 'a folder of two kinds' "'ben', named as neither.*LMS=moodle or LMS=none" "$house/tools/class/grade.pl" -o "$to" -e 3-1 "$class"
grade -e 3-1 --lms moodle "$class"
is 'unless the instructor says who wrote it' "$status/$(cell 'Ann Able_9999' total)/$(cell ben total)" 0/3/3
refuses 'an unknown LMS' 'LMS=ilias: canvas, moodle or none' "$house/tools/class/grade.pl" -o "$to" -e 3-1 --lms ilias "$class"

# Two who claim to be one have no total, and nothing goes back; both have their results.
begin twins
put 'Ann Able_9999_assignsubmission_file_ex3-1.cu'
put 'Ann Abel_9999_assignsubmission_file_ex3-1.cu' wrong
put 'Bob_2346_assignsubmission_file_ex3-1.cu'
grade -e 3-1 "$class"
is 'two with one number: refused' "$status" 3
has 'two with one number: named' "$err" "^grade: Ann Able_9999: the same student as 'Ann Abel_9999': there is no total"
is 'two with one number: no totals' "$(cell 'Ann Able_9999' total)/$(cell 'Ann Abel_9999' total)/$(cell Bob_2346 total)" open/open/3
is 'two with one number: both are kept' "$(cell 'Ann Able_9999' ex3-1)/$(cell 'Ann Abel_9999' ex3-1)" 3/0
is 'two with one number: neither goes back' "$(grep -c '^Participant' "$to/moodle.csv")" 1
has 'two with one number: the result says why' "$(cat "$to/results/Ann Able_9999.txt")" "^total: open: the same student as 'Ann Abel_9999'$"

begin forms
put ann/ex3-1.cu
put Ann/ex3-1.cu wrong
put $'Zo\xc3\xab/ex3-1.cu'
put $'Zoe\xcc\x88/ex3-1.cu' wrong
put $'\xef\xac\x81n/ex3-1.cu' # a ligature
put fin/ex3-1.cu wrong
put bob/ex3-1.cu
grade -e 3-1 "$class"
is 'names that only look different: refused' "$status/$(grep -c ',open,' "$to/grades.csv")/$(cell bob total)" 3/6/3
is 'names in two Unicode forms: both are kept' "$(cell Zoë ex3-1)/$(cell 'Zoe[U+0308]' ex3-1)" 3/0

begin listed
put ann/ex3-1.cu
put eve/ex3-1.cu wrong
printf 'student,name,email\nann,Ann Able,\neve,ann,ann@x.org\n' >"$work/listed.csv"
grade -e 3-1 -r "$work/listed.csv" "$class"
is 'a list: a name and an address that are like another'"'"'s login' "$status/$(cell ann name)/$(cell eve name)" '0/Ann Able/ann'
printf 'student,name\nann,A\nAnn,B\n' >"$work/listed.csv"
refuses 'a list with one student twice' "listed.csv, line 3: 'Ann' is in line 2 already" "$house/tools/class/grade.pl" -o "$to" -e 3-1 -r "$work/listed.csv" "$class"
printf 'Student,ID\nA,7\nB,7\n' >"$work/listed.csv"
refuses 'a list with one number twice' "listed.csv, line 3: '7' is in line 2 already" "$house/tools/class/grade.pl" -o "$to" -e 3-1 -r "$work/listed.csv" "$class"

# ---- Copies that hide ------------------------------------------------------------------------------------------

# copies FILE: prints what similar.csv says of each pair, without numbers of fingerprints.
copies()
{
    tail -n +2 "$to/similar.csv" | cut -d, -f2-4,6
}

begin hidden
good=solutions/ex3-1-block-sum/exercise.cu
cp --parents "$good" "$house"
mkdir "$class"/{ann,eve,mal,zoe,own}
cp "$good" "$class/ann/ex3-1.cu"
cp tests/judge/hostile/similar/junk.cu "$class/eve/ex3-1.cu"
cp tests/judge/hostile/similar/macros.cu "$class/mal/ex3-1.cu"
cp tests/judge/hostile/similar/dead.cu "$class/zoe/ex3-1.cu"
cp "exercises/.given/ex3-1-block-sum.cu" "$class/own/ex3-1.cu"
grade -e 3-1 "$class"
is 'copies behind junk, macros and code that is not compiled: listed, and what was handed out is not' "$(copies)" \
    'ann,eve,100,the same except for names
ann,mal,100,the same except for names
ann,zoe,100,the same except for names'
is 'our solution: each one who has its tokens is listed, and a copy word for word first' "$(tail -n +2 "$to/solutions.csv" | cut -d, -f1-3,5)" \
    'ex3-1,ann,100,the same word for word
ex3-1,eve,100,the same except for names
ex3-1,mal,100,the same except for names
ex3-1,zoe,100,the same except for names'
has 'our solution: side by side' "$(cat "$to/similar/ex3-1-solution-1.html")" '<h2>solution: ex3-1-block-sum</h2>'
page=$(cat "$to/similar/ex3-1-2.html")
has 'side by side: a page names both' "$page" '<h1>ex3-1: ann and mal</h1>'
has 'side by side: a line of the copy is marked' "$page" '<li class="p1"><b>1</b><i>28</i>    S;</li>'
has 'side by side: and the line that it copies' "$page" '<li class="p1"><b>1</b><i>17</i>    __syncthreads\(\);</li>'

# A ring: what all have is the usual way to write it, unless all have the same.
begin ring
for ((i = 10; i < 20; i++)); do
    mkdir "$class/s$i"
    sed "s/\btid\b/t$i/g; s/\bstride\b/half$i/g" "$good" >"$class/s$i/ex3-1.cu"
done
grade -e 3-1 "$class"
is 'ten of ten are the same: each is listed' "$(copies | grep -c '^s10,s1[1-9],100,the same')" 9

# pairs SHARING: prints how many pairs there are in a class of 18 of whom so many share a long expression, and each has one of their own.
# shellcheck disable=SC2016 # perl's variables
pairs()
{
    perl -Itools/class/grade -MSimilarity -e '
        sub expression
        {
            my ($seed, $terms) = @_;
            return join " ", map { $seed = ($seed * 1103515245 + 12345) % 2**31; "x " . substr("+-*/%&|^", $seed >> 16 & 7, 1) } 1 .. $terms;
        }
        my %class = map { $_ => "return " . ($_ <= $ARGV[0] ? expression(99, 60) : "") . expression($_, 30) . " x;" } 1 .. 18;
        my @pairs = similar_pairs("", \%class, {});
        print scalar @pairs' "$1"
}
is 'what a third of a class has in common is told' "$(pairs 6)" 15
is 'what more of them have is the usual way to write it' "$(pairs 7)" 0

# With numbers of one's own, answers that are right for somebody else are the best evidence there is.
begin answers
cp "$house/exercises/.given/ex3-2-side-by-side.cu" "$work/given.cu"
# predicts STUDENT WORD A B: hands in two answers.
predicts()
{
    mkdir -p "$class/$1"
    printf '// %s\n__device__ double answer1 = %s;\n__device__ double answer2 = %s;\n' "${@:2}" >"$class/$1/ex3-2.cu"
}
predicts given wrong 0 0
cp "$class/given/ex3-2.cu" "$house/exercises/.given/ex3-2-side-by-side.cu"
predicts ann right 44 7
predicts bob wrong 44.0 ' 7'
predicts cay wrong 1 2
predicts dan wrong 1 2
predicts eli right 44 7 # who has the same numbers
predicts fay wrong 44 8
printf 'student\nann\nbob\ncay\n' >"$work/numbers.csv"
grade -e 3-2 --students "$work/numbers.csv" "$class"
is "a prediction with another one's answers is listed" "$(copies)" 'cay,dan,100,the same wrong answers
ann,bob,100,the right answers of ann'
has 'side by side, too' "$(cat "$to/similar/ex3-2-1.html")" 'the same 2 answers, although each had numbers of their own'
grade -e 3-2 "$class"
is "with the book's numbers all right answers are the same" "$(copies)" ''
cp "$work/given.cu" "$house/exercises/.given/ex3-2-side-by-side.cu"

# Earlier work is compared with, and not with itself.
begin later
mkdir -p "$class"/{ann,bob} "$work/2025/units"/{cay,dan}
cp "$good" "$class/ann/ex3-1.cu"
cp exercises/.given/ex3-1-block-sum.cu "$class/bob/ex3-1.cu"
cp tests/judge/hostile/similar/macros.cu "$work/2025/units/cay/ex3-1.cu"
cp tests/judge/hostile/similar/junk.cu "$work/2025/units/dan/ex3-1.cu"
grade -e 3-1 "$class"
is 'without earlier work: no pair' "$(copies)" ''
grade -e 3-1 --earlier "$work/2025" "$class"
is 'earlier work: one row for each who wrote the same' "$(copies)" 'ann,earlier: units/cay/ex3-1.cu,100,the same except for names
ann,earlier: units/dan/ex3-1.cu,100,the same except for names'
has 'earlier work: side by side' "$(cat "$to/similar/ex3-1-1.html")" '<h2>earlier: units/cay/ex3-1.cu</h2>'
grade -e 3-1 "$class"
is 'pages of an earlier run do not stay' "$(find "$to/similar" -name '*.html' -not -name '*-solution-*')" ''
refuses 'earlier work that is not there' 'EARLIER=/none is not a folder' "$house/tools/class/grade.pl" -o "$to" -e 3-1 --earlier /none "$class"

# A source made to take long to compare: a macro that grows, one that calls itself, parentheses that never close, a thousand like lines.
begin bombs
mkdir "$class"/{eve,mal}
{
    printf '#define A(x) x x x x x x x x\n#define B(x) A(A(A(A(x))))\n#define C(x) B(B(B(x)))\n#define X X Y\n#define Y Y X\nC(C(1)) X Y X\n'
    yes 'A( A( A( A( A( A( A( A( A( A( A( A( A(' | head -n 3000
} >"$class/eve/ex3-1.cu"
yes 'x[0] = 0;' | head -n 20000 | tee "$class/mal/ex3-1.cu" >>"$class/eve/ex3-1.cu"
(ulimit -t 60; "$house/tools/class/grade.pl" -o "$to" -e 3-1 "$class" >/dev/null 2>&1)
is 'sources made to take long: compared within a minute of work' $? 0

# ---- Suspects --------------------------------------------------------------------------------------------------

begin suspects
mkdir "$class"/{ann,eve,mal,ned}
cp tests/judge/hostile/suspects/others.cu "$class/ned/ex3-1.cu"
cp "$good" "$class/ann/ex3-1.cu"
cp tests/judge/hostile/suspects/generic.cu "$class/eve/ex3-1.cu"
cp tests/judge/hostile/suspects/leaves.cu "$class/mal/ex3-1.cu"
echo '// right' | tee -a "$class"/*/ex3-1.cu >"$work/right"
grade -e 3-1 "$class"
is 'suspects: places behind macros, none in comments and texts, and none of an honest student' "$(tail -n +2 "$to/suspects.csv" | cut -d, -f1,3,4)" \
    "eve,7,inline PTX
eve,7,an address in another space
mal,7,a file of the judge's or of the system's
mal,10,a file of the judge's or of the system's
mal,11,another process
mal,12,an early end
mal,13,an early end
ned,2,a file that is included
ned,4,a function that another file has
ned,15,a service of the system
ned,16,a service of the system
ned,17,a service of the system"
is 'suspects cost no points' "$(cell eve total)/$(cell mal total)" 3/3
has 'and the table says so' "$(head -n 1 "$to/suspects.csv")" 'costs no points'

# ---- Dates that a student sets ----------------------------------------------------------------------------------

begin dates
put ann/ex3-1.cu
put bob/ex3-1.cu
put cay/ex3-1.cu
put dan/ex3-1.cu
put eli/ex3-1.cu
put fay/ex3-1.cu
touch -d '2026-03-09 12:00' "$class"/*/ex3-1.cu # unpacked long after
touch -d '2026-02-01 12:00' "$class/bob/ex3-1.cu" # set back
cat >"$work/dates.csv" <<'CSV'
student,submitted,extension,grace
bob,2026-03-03 12:00,,
cay,2026-03-03 12:00,3,
dan,2026-03-03 12:00,2026-03-02 23:59,
eli,2026-03-02 00:09,,10
fay,2026-03-02 00:10,,10
CSV
late='late days by dates of files, which a student can set'
grade -e 3-1 -r "$work/dates.csv" --due '2026-03-01 23:59' --late 10 "$class"
is "a date of a file costs nothing, and the first line says so" "$(cell ann total)/$(cell ann 'late days')/$(cell ann "$late: nothing is taken off")" 3//8
has 'and so does a message' "$out" '^1 student: no time of submission is known but the dates of files, which a student can set: nothing is taken off$'
is 'what the list says counts, whatever a file says' "$(cell bob total)/$(cell bob 'late days')" 2.4/2
is 'an extension by days, and one by a date' "$(cell cay 'late days')/$(cell dan 'late days')" 0/1
is 'minutes of grace: the last one, and one too late' "$(cell eli 'late days')/$(cell fay 'late days')" 0/1
grade -e 3-1 -r "$work/dates.csv" --due '2026-03-01 23:59' --late 10 --grace 20 "$class"
is "grace for all is for those who have none of their own" "$(cell fay 'late days')/$(cell bob 'late days')" 1/2
grade -e 3-1 -r "$work/dates.csv" --due '2026-03-01 23:59' --late 10 --dates files "$class"
is 'unless the instructor asks for the dates of files' "$(cell ann total)/$(cell ann 'late days')/$(cell ann "$late: they count, as DATES=files says")" 0.6/8/8
sed -i 's/2026-03-02 23:59/soon/' "$work/dates.csv"
refuses 'an extension that is none' "dates.csv, line 4: an extension is a number of days, or a date" \
    "$house/tools/class/grade.pl" -o "$to" -e 3-1 -r "$work/dates.csv" "$class"
sed -i 's/soon/1/; s/10$/ten/' "$work/dates.csv"
refuses 'grace that is none' "dates.csv, line 5: grace is a number of minutes, not 'ten'" \
    "$house/tools/class/grade.pl" -o "$to" -e 3-1 -r "$work/dates.csv" "$class"
# A time that can't be read is no time in which nobody is late.
printf 'student,submitted\nann,2026-03-03 12:00\nbob,03.03.2026 12:00\n' >"$work/dates.csv"
refuses 'a time that cannot be read' "dates.csv, line 3: the time of submission is '03.03.2026 12:00': write it as 2026-03-01 23:59" \
    "$house/tools/class/grade.pl" -o "$to" -e 3-1 -r "$work/dates.csv" --due '2026-03-01 23:59' "$class"
grade -e 3-1 -r "$work/dates.csv" "$class"
is 'where nothing is due nobody asks for it' "$status/$(cell bob total)" 0/3
printf 'student;submitted\nann;2026-03-02T08:00:31\nbob;Tuesday, 3 March 2026, 12:00 PM\ncay;Tuesday, March 3, 2026, 12:00 PM\ndan;-\n' >"$work/dates.csv"
grade -e 3-1 -r "$work/dates.csv" --due '2026-03-01 23:59' "$class"
is 'all forms of a time' "$status $(for one in ann bob cay dan; do cell $one 'late days'; echo -n /; done)" '0 1/2/2//'
printf 'Identifier,"Full name",Grade,"Last modified (submission)"\nParticipant 2345,Ann,,"Montag, 2. März 2026, 11:00"\n' >"$work/dates.csv"
refuses "Moodle's, in another language" "line 2: the time of submission is 'Montag, 2. März" \
    "$house/tools/class/grade.pl" -o "$to" -e 3-1 -r "$work/dates.csv" --due '2026-03-01 23:59' "$class"
begin flags # Canvas says that it is late, not by how much
put evileve_LATE_340935_208490285_ex3-1.cu
put ontime_340936_208490286_ex3-1.cu
put extended_LATE_340937_208490287_ex3-1.cu
touch -d '2026-03-09 12:00' "$class"/*
printf 'Student,ID,extension\n"Evil, Eve",340935,\nOntime,340936,\nExtended,340937,9\n' >"$work/flags.csv"
grade -e 3-1 -r "$work/flags.csv" --due '2026-03-01 23:59' --late 10 "$class"
is "Canvas's flag: one day, whatever the files say" "$(cell evileve_340935 total)/$(cell ontime_340936 total)/$(cell extended_340937 total)" 2.7/3/3
is "a column of the instructor's own does not go back" "$(head -n 1 "$to/canvas.csv")" 'Student,ID,SIS User ID,SIS Login ID,Section,flags'
begin worksheet
put 'Ann_2345_assignsubmission_file_ex3-1.cu'
printf 'Identifier,"Full name",extension,Grade,"Last modified (submission)"\nParticipant 2345,Ann,1,,"Monday, 2 March 2026, 11:00 PM"\n' >"$work/worksheet.csv"
grade -e 3-1 -r "$work/worksheet.csv" --due '2026-03-01 23:59' --late 10 "$class"
is 'an extension in a worksheet of Moodle: it counts, and does not go back' "$(cell Ann_2345 'late days')/$(cat "$to/moodle.csv")" \
    '0/Identifier,Full name,Grade,Last modified (submission)
Participant 2345,Ann,3,"Monday, 2 March 2026, 11:00 PM"'

# ---- Attempts --------------------------------------------------------------------------------------------------

begin attempts
put 2/ann/ex3-1.cu wrong-2
put 10/ann/ex3-1.cu wrong-10
put 1/ann/ex3-1.cu
put 1/ann/ex3-2.cu wrong
put 2/bob/ex3-2.cu
put 1/bob_ex3-1.cu
printf '\xff\xfe/\0/\0' >"$class/10/bob_ex3-1.cu" # UTF-16
for count in best=3/0/3/3 last=0/0/0/3; do
    grade -e '3-1 3-2' --attempts "${count%=*}" "$class"
    is "attempts, ${count%=*}: exercise by exercise" "$status/$(cell ann ex3-1)/$(cell ann ex3-2)/$(cell bob ex3-1)/$(cell bob ex3-2)" "0/${count#*=}"
done
has 'attempts: 10 comes after 2' "$(cat "$to/units/ann/10/ex3-1.cu")" 'wrong-10'
has 'attempts: an unreadable last one is told' "$(cat "$to/results/bob.txt")" 'UTF-16: save it as UTF-8'
grade -e '3-1 3-2' --attempts best "$class"
has 'attempts: nothing is judged twice' "$out" ' 0 judged in 0 s|: 2 students; 0 judged'
echo loose >"$class/notes.txt"
refuses 'attempts: only folders' "holds a folder for each attempt, and 'notes.txt' is not one" "$house/tools/class/grade.pl" -o "$to" -e 3-1 --attempts best "$class"
refuses 'attempts: an unknown rule' 'ATTEMPTS=first: best or last' "$house/tools/class/grade.pl" -o "$to" -e 3-1 --attempts first "$class"
# Of two attempts of Canvas the late one counts only if it was better; the list's time is the last attempt's.
begin again
put 1/able_340934_1_ex3-1.cu
put 2/able_LATE_340934_2_ex3-1.cu
put 1/bold_340935_3_ex3-1.cu wrong
put 2/bold_LATE_340935_4_ex3-1.cu
put 1/cold_LATE_340936_5_ex3-1.cu
put 1/COLD_LATE_340937_5_ex3-1.cu
put 2/dare_340938_5_ex3-1.cu
put 1/dear_340938_5_ex3-1.cu
grade -e 3-1 --attempts best --due '2026-03-01 23:59' "$class"
is 'attempts: late is who needed the late one' "$(cell able_340934 'late days')/$(cell bold_340935 'late days')/$(cell cold_340936 'late days')" 0/1/1
is 'attempts: one number under two names, in two attempts' "$status/$(cell dare_340938 total)/$(cell dear_340938 total)" 3/open/open

# Lateness is of each exercise by itself. Who tries to improve in vain, or improves less than the late days cost, loses nothing.
begin better
for one in ann bob cay; do
    put 1/$one/ex3-1.cu
    put 2/$one/ex3-1.cu # the same, since the folder is handed in again
    echo '// right' | tee "$class/1/$one/ex3-1.cu" >"$class/2/$one/ex3-1.cu"
done
put 1/ann/ex3-2.cu wrong
put 2/ann/ex3-2.cu
put 1/bob/ex3-2.cu
put 2/bob/ex3-2.cu 'right gold'
put 1/cay/ex3-2.cu
put 2/cay/ex3-2.cu wrong
touch -d '2026-03-01 12:00' "$class"/1/*/*
touch -d '2026-03-05 12:00' "$class"/2/*/*
attempt_by()
{
    grade -e '3-1 3-2' --due '2026-03-01 23:59' --late 10 --levels '0.5 1' "$@" "$class"
    for one in ann bob cay; do
        printf '%s/%s ' "$(cell $one total)" "$(cell $one 'late days')"
    done
}
is 'best: only what counts and is late loses, and never more than it gains' "$(attempt_by --attempts best --dates files)" '4.8/ex3-2: 4 6/0 6/0 '
has 'best: the student reads of which exercise' "$(cat "$to/results/ann.txt")" '^late: -1.2 \(days late: ex3-2: 4\)$'
is 'best: a gold pass on top may be worth the late days' "$(attempt_by --attempts best --dates files --levels '0.5 2')" '4.8/ex3-2: 4 6.8/ex3-2: 4 6/0 '
is 'last: what was handed in again unchanged is as old as it is' "$(attempt_by --attempts last --dates files)" '4.8/ex3-2: 4 5.8/ex3-2: 4 3/ex3-2: 4 '
printf 'student,submitted\nann,2026-03-05 12:00\nbob,2026-03-01 12:00\ncay,2026-03-05 12:00\n' >"$work/better.csv"
is "the list's time is about the last attempt, and if that was in time all were" "$(attempt_by --attempts best -r "$work/better.csv")" '4.8/ex3-2: 4 7/0 6/ '

# ---- Time ------------------------------------------------------------------------------------------------------

# Whoever takes for ever gets 0 for it and for what comes after; the others get what they get without him. Budgets are of processor
# time, of which a stand-in needs some hundredths of a second.
begin time
put ann/ex3-1.cu
put ann/ex3-2.cu
put busy/ex3-1.cu busy
put busy/ex3-2.cu
put late/ex3-1.cu
put late/ex3-2.cu busy
put sleeps/ex3-1.cu slow
put sleeps/ex3-2.cu
grade -e '3-1 3-2' --budget 2 -j 3 "$class"
is 'slow work does not keep the class from its grades' "$status/$(cell ann total)" 0/6
is 'past the budget there is nothing' "$(cell busy ex3-1)/$(cell busy ex3-2)" 0/0
is 'what came before it counts' "$(cell late ex3-1)/$(cell late ex3-2)" 3/0
is 'one that sleeps is no trouble, and costs the other nothing' "$(cell sleeps ex3-1)/$(cell sleeps ex3-2)/$(cell sleeps total)" 0/3/3
has 'the student reads why' "$(cat "$to/results/busy.txt")" "^Too slow: judging this student's work takes more than 2 s of processor time"
has 'and the one who sleeps' "$(cat "$to/results/sleeps.txt")" '^Too slow: it slept for 6 s'
has 'the instructor, too' "$out" '^busy: too slow, 2 exercises gave 0'
cp "$to/grades.csv" "$work/time.csv"
grade -e '3-1 3-2' --budget 2 -j 1 "$class"
ok 'once more, with one job: the same' cmp "$to/grades.csv" "$work/time.csv"
has 'and what was too slow is not tried again' "$out" ' 0 judged'
touch "$work/hurry"
grade -e '3-1 3-2' --budget 9 "$class"
is 'with a larger budget it is' "$(cell busy ex3-1)/$(cell busy ex3-2)/$(cell late ex3-2)" 0/3/0
rm "$work/hurry"
refuses 'a budget that is none' 'BUDGET=0: a number of seconds' "$house/tools/class/grade.pl" -o "$to" -e 3-1 --budget 0 "$class"

# A student's archives have one allowance together. Eight archives of 500 MiB took a minute.
begin archives
mkdir -p "$class/eve" "$class/ann"
head -c 100000000 /dev/zero >"$work/zeros"
mkdir "$work/packed"
cp "$work/zeros" "$work/packed/data"
echo '// right' >"$work/packed/ex3-1.cu"
bsdtar -C "$work/packed" -caf "$class/eve/0.zip" data
for i in 1 2 3 4 5 6; do
    cp "$class/eve/0.zip" "$class/eve/$i.zip"
done
bsdtar -C "$work/packed" -caf "$class/eve/7.zip" data ex3-1.cu
bsdtar -C "$work/packed" -caf "$class/ann/work.zip" data ex3-1.cu
mkdir "$class/flood" # entries count together, too
for i in {1..11000}; do echo "$i"; done >"$work/names"
(mkdir "$work/many" && cd "$work/many" && xargs touch <"$work/names" && bsdtar -caf "$class/flood/0.tar" . && cp "$class/flood/0.tar" "$class/flood/1.tar")
grade -e 3-1 "$class"
is 'one archive of 100 MB is read' "$(cell ann ex3-1)" 3
is 'eight are not read to their end' "$status/$(cell eve ex3-1)" 0/0
has 'the student reads where reading ended' "$(cat "$to/results/eve.txt")" 'could not be read to its end: 5.zip in it: larger than 512 MiB unpacked'
has 'two archives of 11,000 entries are more than 20,000' "$(cat "$to/results/flood.txt")" 'more than 20000 files'

done_testing
