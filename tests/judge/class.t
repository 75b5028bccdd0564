#!/usr/bin/env bash
# What make grade does around judging: it finds out whose a file is, reads archives of many writers and the class's list, counts late
# days, writes what goes back to Canvas and Moodle, and names what it passes over. The judges are stand-ins.
. "$(dirname "$0")/../harness/lib.sh"
. "$(dirname "$0")/stand-in.sh"

needs_sandbox
make_stand_in

# ---- Archives of every common writer -----------------------------------------------------------------

class=$work/archives
given="$work/given/Übung 3 – задача 日本/src"
mkdir -p "$class" "$given"
echo '// right' >"$given/ex3-1.cu"
echo '// right, and large: '"$(seq 9999)" >"$given/ex3-2.cu"
find "$work/given" -exec touch -d '2026-03-04 12:00' {} +
pack=(tar -C "$work/given")
"${pack[@]}" --format=gnu -cf "$class/gnu.tar" .
"${pack[@]}" --format=posix -cf "$class/posix.tar" .
"${pack[@]}" --format=ustar -czf "$class/ustar.tar.gz" .
"${pack[@]}" --format=v7 -cjf "$class/v7.tar.bz2" .
LC_ALL=C.UTF-8 bsdtar -C "$work/given" -cJf "$class/bsdtar.tar.xz" .
LC_ALL=C.UTF-8 bsdtar -C "$work/given" -caf "$class/bsdzip.zip" .
LC_ALL=C.UTF-8 bsdtar -C "$work/given" --format=7zip -cf "$class/seven.7z" .
writers='gnu posix ustar v7 bsdtar bsdzip seven'
if command -v zip >/dev/null; then
    (cd "$work/given" && LC_ALL=C.UTF-8 zip -qr "$class/infozip.zip" . && LC_ALL=C zip -qr "$class/infozipC.zip" .)
    writers+=' infozip infozipC'
fi
if command -v 7z >/dev/null; then
    (cd "$work/given" && LC_ALL=C.UTF-8 7z a "$class/p7zip.7z" . && LC_ALL=C.UTF-8 7z a "$class/p7zipzip.zip" .) >/dev/null
    writers+=' p7zip p7zipzip'
fi
if command -v python3 >/dev/null; then
    (cd "$work/given" && python3 - "$class" <<'PYTHON'
import os, sys, tarfile, zipfile
out = sys.argv[1]
files = [os.path.join(d, f) for d, _, fs in os.walk('.') for f in fs]
with zipfile.ZipFile(out + '/pyzip.zip', 'w', zipfile.ZIP_DEFLATED) as z:
    for f in files: z.write(f)
for name, form in ('pypax', tarfile.PAX_FORMAT), ('pygnu', tarfile.GNU_FORMAT):
    with tarfile.open(f'{out}/{name}.tar.gz', 'w:gz', format=form) as t:
        for f in files: t.add(f)
PYTHON
    )
    writers+=' pyzip pypax pygnu'
fi
# Windows writes a name in code page 437, and backslashes between folders.
# shellcheck disable=SC2016 # perl's variables
perl -MIO::Compress::Zip -e '
    my ($to, @files) = @ARGV;
    my $zip;
    for my $n (1, 2) {
        my %entry = (Name => "\x9abung 3\\src\\ex3-$n.cu", Efs => 0, Time => (stat $files[0])[9]);
        $zip ? $zip->newStream(%entry) : ($zip = IO::Compress::Zip->new($to, %entry));
        open my $in, "<", $files[$n - 1] or die;
        $zip->print(<$in>);
    }' "$class/windows.zip" "$given/ex3-1.cu" "$given/ex3-2.cu"
writers+=' windows'
# The path of a file has more than 250 letters.
long=$work/long/$(printf 'd%.0s' {1..150})/$(printf 'é%.0s' {1..100})
mkdir -p "$long"
cp -p "$given"/* "$long/"
(cd "$work/long" && tar -czf "$class/long.tgz" .)
writers+=' long'

# In these archives something is wrong with an entry: grading must say what.
mkdir "$work/wrong"
cp "$given/ex3-1.cu" "$work/wrong/"
ln -s ex3-1.cu "$work/wrong/ex3-2.cu"
(cd "$work/wrong" && tar -cf "$class/link.tar" . && bsdtar -caf "$class/linkzip.zip" .)
bsdtar -C "$given" --format=zip --options zip:encryption=traditional --passphrase secret -cf "$class/secret.zip" ex3-1.cu
# One ex3-1.cu, encrypted, whose test byte fits an empty passphrase, too: its checksum then is wrong.
base64 -d >"$class/luck.zip" <<'.'
UEsDBBQACQAIAHlseV0AAAAAAAAAAAcAAAAIACAAZXgzLTEuY3VVVA0ABzbkBmvm2gZrNuQGa3V4
CwABBAAAAAAEAAAAAG9Dby0vEcrn/2b8oBGwl5x0K950KFBLBwidblmbFQAAAAcAAABQSwECFAMU
AAkACAB5bHldnW5ZmxUAAAAHAAAACAAgAAAAAAAAAAAApIEAAAAAZXgzLTEuY3VVVA0ABzbkBmvm
2gZrNuQGa3V4CwABBAAAAAAEAAAAAFBLBQYAAAAAAQABAFYAAABrAAAAAAA=
.
bsdtar -C "$given" --format=zip --options zip:compression=store -cf "$class/sum.zip" ex3-1.cu ex3-2.cu
perl -0777 -pi -e 's{// right\n}{// wrong\n}' "$class/sum.zip"
tar -C "$given" -czf - . | head -c 9000 >"$class/cut.tar.gz"
# A broken upload, a bomb that is all zeros, and a file in so many folders that its path has no end.
: >"$class/none.zip"
head -c 1000000 /dev/zero | gzip >"$class/zeros.tar.gz"
perl -MArchive::Tar -e 'Archive::Tar->can("new"); my $t = Archive::Tar->new; $t->add_data("d/" x 3000 . "ex3-1.cu", "x"); $t->write($ARGV[0])' "$class/deep.tar"
# macOS puts AppleDouble files beside the real ones.
mkdir -p "$work/mac/__MACOSX"
cp "$given/ex3-1.cu" "$work/mac/"
echo junk >"$work/mac/__MACOSX/._ex3-1.cu"
echo junk >"$work/mac/._ex3-1.cu"
(cd "$work/mac" && tar -cf "$class/mac.tar" .)

grade -e '3-1 3-2' --due '2026-03-02 12:01' --dates files "$class"
is 'archives: all is judged' "$status" 0
for writer in $writers; do
    is "$writer: read, with its date" "$(cell "$writer" ex3-1)/$(cell "$writer" ex3-2), $(cell "$writer" 'late days')" '3/3, 2'
done
mkdir "$work/two"
cp "$class"/{gnu.tar,link.tar,secret.zip} "$work/two/"
run env -C "$work" "$house/tools/class/grade.pl" -o near -e '3-1 3-2' --due '2026-03-02 12:01' --dates files two
is 'by a path from here: the same grades' "$status $(tail -n +2 "$work/near/grades.csv")" "0 $(grep -E '^(gnu|link|secret),' "$work/out/grades.csv")"
is 'a link: the file beside it counts' "$(cell link ex3-1)/$(cell link ex3-2)" 3/0
has 'a link in a tar is called one' "$(cat "$work/out/results/link.txt")" 'ex3-2.cu is a link'
has 'a link in a zip is called one' "$(cat "$work/out/results/linkzip.txt")" 'ex3-2.cu is a link'
has 'encrypted: named' "$(cat "$work/out/results/secret.txt")" 'ex3-1.cu in it is encrypted'
has 'encrypted, and the test byte fits: named' "$(cat "$work/out/results/luck.txt")" 'ex3-1.cu in it is encrypted'
has 'a wrong checksum: named' "$(cat "$work/out/results/sum.txt")" 'ex3-1.cu is damaged: its checksum is wrong'
is 'a wrong checksum: the others count' "$(cell sum ex3-2)" 3
has 'cut off: named' "$(cat "$work/out/results/cut.txt")" 'could not be read to its end: .*(damaged|truncated)'
for one in none zeros deep; do
    has "$one: named" "$(cat "$work/out/results/$one.txt")" 'could not be read to its end: (there is no file in it|a file is inside too many folders)'
    has "$one: in the table" "$(cell "$one" note)" 'handed in, could not be read'
    has "$one: passed over" "$(cat "$work/out/passed-over.csv")" "^$one\\.[a-z.]+,it could not be read to its end"
done
is "macOS's second files are no submissions" "$(cell mac ex3-1)" 3

# ---- Whose it is, and what was passed over ---------------------------------------------------------------------

class=$work/names
to=$work/names-out
mkdir -p "$class"
# put PATH [WORD]: hands in a file at this path of the class, which the stand-in for a judge lets pass unless the word is `wrong`.
put()
{
    mkdir -p "$(dirname "$class/$1")"
    echo "// ${2:-right} $1" >"$class/$1"
}
put leo_ex3-1.cu
put leo-3-2.cu
put ann/3-1.cu
put 'ann/ex3-2 (1).cu'
put ben/ex3-1-block-sum.cu
put ben/old/ex3-1.cu wrong
put cleo/EX3_1.CU
put mia.cu
mkdir "$work/zipped"
cp "$given"/* "$work/zipped/"
bsdtar -C "$work/zipped" -caf "$work/work.zip" .
echo rar >"$class/omar.rar"
put joe/solution.cu
put joe/test.cu
put ria/block_sum.cu
put ria/ex3-1.cu
put ria/x.rar
mkdir "$class/tim"
bsdtar -C "$work" -caf "$class/tim/work.zip" work.zip
put pia/main.c
put pia/report.docx
put kim_ex3-1.cu.txt
mkdir "$class/emil"
put ex3-1.cu
ln -s /etc "$class/link"
mkfifo "$class/pipe"
put notes.txt
put "$(printf 'e%.0s' {1..101})/ex3-1.cu"
put "$(printf '\xe2\x80\xae%.0s' {1..60})/ex3-1.cu" # 60 controls, each shown by 8 letters
for ((i = 0; i < 10; i++)); do
    mkdir -p "$class/zip"
    cp "$work/work.zip" "$class/zip/$i.zip"
done
mkdir "$class/flood"
for ((i = 0; i < 70; i++)); do
    head -c 300000 /dev/zero >"$class/flood/$i.cu"
done
# Each of these students has two files for an exercise, in the same folder or with the same path.
put dan/ex3-1-old.cu wrong
put dan/ex3-1.cu
put 'dan/ex3-2 (1).cu' wrong
put dan/ex3-2.cu
put eli/ex3-1-a.cu wrong
put eli/ex3-1-b.cu
put twin/ex3-1.cu
(cd "$class/twin" && bsdtar -caf ../twin.zip ex3-1.cu)
put twin/ex3-1.cu wrong
put pair/ex3-1.cu # the archive has the folder, too
(cd "$class" && bsdtar -caf pair.zip pair)
put pair/ex3-1.cu wrong
touch -d '2026-03-04 12:00' "$class/dan/"*-[12].cu "$class/eli/ex3-1-a.cu" "$class/"{twin,pair}/ex3-1.cu
# These have a wrong ending, or no UTF-8.
put gus/ex3-1.cu.txt
put gus/ex3-2.cpp
printf '\xff\xfe/\0/\0' >"$class/gus/ex3-2-wide.cu"
put ann/ex3-1.txt
put ann/Makefile
put ann/README
put ann/ex9-99.cu
# Names hold bidirectional controls, a formula, and letters in two forms.
rtl=$'e\xe2\x80\xaexe\xe2\x81\xa6'
put "$rtl/ex3-1.cu"
put '=HYPERLINK("x")/ex3-1.cu'
put '=1+2/ex3-1.cu'
put $'Zoe\xcc\x88/ex3-1.cu'

# One has packed the whole handout.
mkdir -p "$house/chapters/ch3"
echo '// as it is' >"$house/chapters/ch3/reduce.cu"
mkdir "$house/exercises/ex3-3-later"
echo '// given' >"$house/exercises/.given/ex3-3-later.cu"
mkdir -p "$class/uma/warp"
cp -r "$house/chapters" "$class/uma/warp/"
put uma/warp/chapters/ch3/mine.cu
put uma/warp/exercises/ex3-1-block-sum/exercise.cu
put uma/warp/exercises/ex3-3-later/ex3-3.cu mine
put uma/warp/exercises/ex3-3-later/exercise.cu
cp "$house/exercises/.given/ex3-3-later.cu" "$class/uma/warp/exercises/ex3-3-later/exercise.cu"

put .hidden/ex3-1.cu
put ..x/ex3-1.cu
put $'new\nline"/ex3-1.cu'
grade -e '3-1 3-2' "$class"
rm -r "$house/exercises/ex3-3-later"
is 'names: all is judged' "$status" 0
is 'leo_ex3-1.cu and leo-3-2.cu are leo'"'"s "$(cell leo ex3-1)/$(cell leo ex3-2)" 3/3
is '3-1.cu and a browser'"'"'s second download' "$(cell ann ex3-1)/$(cell ann ex3-2)" 3/3
is 'the nearest to the top counts' "$(cell ben ex3-1)" 3
is 'the exact name comes before others' "$(cell dan ex3-1)/$(cell dan ex3-2)" 3/3
is 'else the newest counts' "$(cell eli ex3-1)" 3
is 'in a folder and an archive of the same student, too' "$(cell twin ex3-1)" 3
is 'also where the archive has a folder around it' "$(cell pair ex3-1)" 3
has 'a wrong ending: the student reads its name' "$(cat "$to/results/gus.txt")" '^Nothing was handed in for ex3-1: ex3-1.cu.txt is no .cu file: rename it\.$'
has 'UTF-16: the student reads what to do' "$(cat "$to/results/gus.txt")" 'UTF-16: save it as UTF-8'
is 'capitals' "$(cell cleo ex3-1)" 3
is 'composed and decomposed letters are the same name' "$(cell 'Zoë' ex3-1)" 3
over=$(cat "$to/passed-over.csv")
has 'no exercise in a name: the student reads it' "$(cat "$to/results/joe.txt")" \
    '^Nothing was handed in for ex3-1. Not counted: solution.cu \(it names no exercise\), test.cu \(it names no exercise\). Call your file ex3-1.cu.$'
has 'of what is not there beside what counts, too' "$(cat "$to/results/ria.txt")" '^Nothing was handed in for ex3-2. Not counted: block_sum.cu .*, x.rar '
has 'an archive in an archive' "$(cat "$to/results/tim.txt")" 'Not counted: work.zip/work.zip \(an archive in an archive\).$'
has 'no .cu at all' "$(cat "$to/results/pia.txt")" 'Not counted: main.c \(no .cu\), report.docx \(no .cu\).$'
has 'a file with a wrong ending is its student'"'"'s' "$(cat "$to/results/kim.txt")" 'for ex3-1: kim_ex3-1.cu.txt is no .cu file: rename it'
has 'a .rar is its student'"'"'s' "$(cat "$to/results/omar.txt")" 'Not counted: omar.rar \(a .rar cannot be read: hand in a .zip\)'
is 'the table says of whom nothing could be read' \
    "$(for one in joe tim pia kim omar flood; do cell $one note; echo; done | sort | uniq -c | tr -s ' ')/$(cell ria note)/$(cell ann note)/$(cell emil note)" \
    ' 6 handed in, could not be read///'
has 'and so does a message' "$out" '^[0-9]+ students handed in what could not be read: flood, joe, kim, mia, omar, pia, tim$'
has 'passed over: rar' "$over" '^omar.rar,a .rar cannot be read'
has 'passed over: no student' "$over" '^ex3-1.cu,it names no student'
has 'passed over: no exercise' "$over" '^mia.cu,it names no exercise'
has 'passed over: a link' "$over" '^link,a link'
has 'passed over: a pipe' "$over" '^pipe,neither'
has 'passed over: what is nothing' "$over" '^notes.txt,.neither a folder'
has 'passed over: a name too long' "$over" "^e{101},a student's name has at most 100"
has 'passed over: quotes in a name' "$over" 'HYPERLINK.*no "'
has 'passed over: hidden' "$over" '^\.hidden,.its name begins with a dot'
has 'passed over: dots' "$over" '^\.\.x,.its name begins with a dot'
has 'passed over: a line is a row' "$over" '^.new\[U\+000A\]line.*no "'
has 'and it says how many are nobody'"'"'s' "$out" '^[0-9]+ submissions have no student, and so no row in grades.csv'
has 'passed over: the second file for an exercise' "$over" '^ben: old/ex3-1.cu,ex3-1-block-sum.cu was taken'
has 'passed over: a name too long when it is shown' "$over" '^(.U.202E.){60},a student'
has 'passed over: a flood of archives' "$over" '^zip: 8.zip,one archive more than 8'
has 'a flood of sources is not read' "$(cat "$to/results/flood.txt")" 'more than 16 MiB of .cu files'
has 'passed over: another exercise' "$over" '^ann: ex9-99.cu,there is no ex9-99'
has 'passed over: the rest is summed up' "$over" '^ann: Makefile,"no .cu, as 3 others"'
is 'passed over: what was handed out has one row' "$(grep ^uma "$to/passed-over.csv" | sort)" \
    'uma: warp/chapters/ch3/mine.cu,it names no exercise
uma: warp/chapters/ch3/reduce.cu,"as it was handed out, as 2 others"
uma: warp/exercises/ex3-3-later/ex3-3.cu,ex3-3 is not graded in this run'
has 'passed over: a wrong ending' "$over" '^gus: ex3-1.cu.txt,no .cu file: rename it'
lacks 'passed over: no wrong ending where a .cu was taken' "$over" '^gus: ex3-2.cpp.*rename'
has 'it says how many' "$out" 'passed-over.csv: [0-9]+ files passed over'
is 'no bidirectional control leaves' "$(LC_ALL=C.UTF-8 grep -rlP '[\x{202a}-\x{202e}\x{2066}-\x{2069}]' "$to" --exclude='*.cu' | wc -l)" 0
is 'a control is shown by its number' "$(cell 'e[U+202E]xe[U+2066]' ex3-1)" 3
has 'a formula is none' "$(cat "$to/grades.csv")" "^'=1\+2,3,"
# Canvas and Moodle each write a folder of their own.
class=$work/canvas
put smithbob_340934_208490284_ex3-1-1.cu
put smithbob_340934_208490299_ex3-2.cu
put lateluis_LATE_340935_208490300_ex3-1.cu
put onlyonline_340937_text.html
to=$class-out grade -e '3-1 3-2' "$class"
is 'Canvas, flat' "$(to=$class-out cell smithbob_340934 ex3-1)/$(to=$class-out cell smithbob_340934 ex3-2)" 3/3
is 'Canvas, late' "$(to=$class-out cell lateluis_340935 ex3-1)" 3
is 'Canvas, an online text: has a row, and nothing in it' "$(to=$class-out cell onlyonline_340937 total)" 0
class=$work/moodle
put 'Jörg Müller_2345_assignsubmission_file_/ex3-1.cu'
put 'Jörg Müller_2345_assignsubmission_onlinetext_/onlinetext.html'
put 'Zoë Ngô_2346_assignsubmission_file_ex3-1.cu'
mkdir -p "$class/Παύλος_2347_assignsubmission_file_"
cp "$work/work.zip" "$class/Παύλος_2347_assignsubmission_file_/"
to=$class-out grade -e '3-1 3-2' "$class"
is 'Moodle, in folders' "$(to=$class-out cell 'Jörg Müller_2345' ex3-1)" 3
is 'Moodle, flat' "$(to=$class-out cell 'Zoë Ngô_2346' ex3-1)" 3
is 'Moodle, an archive in the folder' "$(to=$class-out cell 'Παύλος_2347' ex3-1)/$(to=$class-out cell 'Παύλος_2347' ex3-2)" 3/3
class=$work/names
# With one exercise an only file needs no number.
to=$work/one grade -e 3-1 "$class"
is 'one exercise: mia.cu is it' "$(to=$work/one cell mia ex3-1)" 3

# ---- The class's list, and what goes back ----------------------------------------------------------------------

cat >"$work/gradebook.csv" <<'CSV'
Student,ID,SIS User ID,SIS Login ID,Section,Week 6 (77),Week 7 (78)
    Points Possible,,,,,5,6
"Smith, Bob",340934,u1,bob,CS 1,4,
"Late, Luis",340935,u2,luis,CS 1,5,
"=Absent, Ada",340936,u3,ada,CS 1,,
"Student, Test",,,,CS 1,,
CSV
to=$work/to-canvas grade -e '3-1 3-2' -r "$work/gradebook.csv" --assignment 'Week 7' --due '2100-01-01 00:00' "$work/canvas"
is 'Canvas: all is judged' "$status" 0
has 'Canvas: how many are missing' "$out" 'grades.csv: 3 students, 1 missing; '
is 'Canvas: what goes back' "$(cat "$work/to-canvas/canvas.csv")" 'Student,ID,SIS User ID,SIS Login ID,Section,Week 7 (78)
Points Possible,,,,,6
"Late, Luis",340935,u2,luis,CS 1,3
"Smith, Bob",340934,u1,bob,CS 1,6'
is 'Canvas: the name' "$(to=$work/to-canvas cell smithbob_340934 name)" 'Smith, Bob'
is 'Canvas: late is late, whatever a clock says' "$(to=$work/to-canvas cell lateluis_340935 'late days')/$(to=$work/to-canvas cell smithbob_340934 'late days')" 1/0
is 'Canvas: who is missing' "$(to=$work/to-canvas cell "'=Absent, Ada" note)" missing
lacks 'Canvas: its points are those of the exercises' "$err" 'points for this work'
to=$work/to-canvas grade -e '3-1 3-2' -r "$work/gradebook.csv" --assignment 'Week 6' "$work/canvas"
has 'Canvas: other points are told' "$err" '^grade: Canvas has 5 points for this work, and these exercises have 6: set them to 6 in Canvas$'
has 'Canvas: a total above them, too' "$err" 'less than some have: smithbob_340934 \(6\)$'
has 'Canvas: and they stay as they are' "$(cat "$work/to-canvas/canvas.csv")" '^Points Possible,,,,,5$'
to=$work/bare grade -e 3-1 "$work/canvas"
has 'Canvas without a list: by its numbers' "$(cat "$work/bare/canvas.csv")" '^smithbob_340934,340934,,,,3$'

cat >"$work/worksheet.csv" <<'CSV'
Identifier,"Full name","Email address",Status,Grade,"Maximum Grade","Last modified (submission)","Last modified (grade)","Feedback comments"
"Participant 2345","Jörg Müller",j@x.org,"Submitted for grading",,6,"Sunday, 1 March 2026, 11:58 PM",-,
"Participant 2346","Zoë Ngô",z@x.org,"Submitted for grading",,6,"Tuesday, 3 March 2026, 12:30 AM",-,
"Participant 2347",Παύλος,p@x.org,"Submitted for grading",,6,"Monday, 2 March 2026, 12:01 AM",-,
"Participant 2348","李 明",l@x.org,"No submission",,6,-,-,
CSV
to=$work/to-moodle grade -e '3-1 3-2' -r "$work/worksheet.csv" --due '2026-03-01 23:59' --late 10 "$work/moodle"
is 'Moodle: all is judged' "$status" 0
is 'Moodle: what goes back' "$(cat "$work/to-moodle/moodle.csv")" 'Identifier,Full name,Email address,Status,Grade,Maximum Grade,Last modified (submission),Last modified (grade),Feedback comments
Participant 2345,Jörg Müller,j@x.org,Submitted for grading,3,6,"Sunday, 1 March 2026, 11:58 PM",-,"ex3-1: 3; ex3-2: 0"
Participant 2346,Zoë Ngô,z@x.org,Submitted for grading,2.4,6,"Tuesday, 3 March 2026, 12:30 AM",-,"ex3-1: 3; ex3-2: 0; late: -0.6 (2 days)"
Participant 2347,Παύλος,p@x.org,Submitted for grading,5.4,6,"Monday, 2 March 2026, 12:01 AM",-,"ex3-1: 3; ex3-2: 3; late: -0.6 (1 day)"'
LC_ALL=C.UTF-8 bsdtar -xf "$work/to-moodle/moodle-feedback.zip" -C "$work"
ok 'Moodle: a page for each student, in a folder of the name that it reads' cmp "$work/to-moodle/results/Zoë Ngô_2346.html" "$work/Zoë Ngô_2346_assignsubmission_file_/results.html"
is "Moodle's time: two days late" "$(to=$work/to-moodle cell 'Zoë Ngô_2346' 'late days')" 2
has 'late: the student reads it' "$(cat "$work/to-moodle/results/Zoë Ngô_2346.txt")" '^late: -0.6 \(2 days\)$'
is 'Moodle: who is missing' "$(to=$work/to-moodle cell '李 明' note)" missing

printf '\xef\xbb\xbfstudent;name;submitted\r\nann;"Ann ""A"" Ab";2026-03-05 10:00\r\nnobody;No Body;\r\n' >"$work/plain.csv"
mkdir -p "$work/plain"
cp -r "$class/ann" "$class/ben" "$work/plain/"
touch -d '2026-03-04 12:00' "$work/plain/ben/"*.cu
to=$work/to-plain grade -e '3-1 3-2' -r "$work/plain.csv" --due '2026-03-03 12:00' "$work/plain"
is 'plain, by semicolons: the name' "$(to=$work/to-plain cell ann name)" 'Ann "A" Ab'
is 'plain: its date comes before the files'"'" "$(to=$work/to-plain cell ann 'late days')" 2
files='late days by dates of files, which a student can set'
is 'without one the date of the file is told, and counts for nothing' \
    "$(to=$work/to-plain cell ben 'late days')/$(to=$work/to-plain cell ben "$files: nothing is taken off")/$(to=$work/to-plain cell ann "$files: nothing is taken off")" /1/
is 'plain: who is not in it' "$(to=$work/to-plain cell ben note)/$(to=$work/to-plain cell nobody note)" 'not in the roster/missing'
echo 'a,b' >"$work/bad.csv"
refuses 'no roster' "neither Canvas's columns" "$house/tools/class/grade.pl" -o "$work/bad" -e 3-1 -r "$work/bad.csv" "$work/plain"
refuses 'no date' 'write a date and time' "$house/tools/class/grade.pl" -o "$work/bad" -e 3-1 --due tomorrow "$work/plain"
for due in '2026-02-29 12:00' '2026-02-01 24:00' '2026-02-01 12:60'; do
    refuses "$due does not exist" 'write a date and time' "$house/tools/class/grade.pl" -o "$work/bad" -e 3-1 --due "$due" "$work/plain"
done
printf 'student,name\nann,"Ann" Ab\nben,Ben\n' >"$work/bad.csv"
refuses 'a roster with a stray quote' 'bad.csv, line 2: a field that begins with "' "$house/tools/class/grade.pl" -o "$work/bad" -e 3-1 -r "$work/bad.csv" "$work/plain"
# Excel writes Windows-1252.
printf 'student,name\r\nann,J\xf6rg "\x8eak" Ab\r\n' >"$work/windows.csv"
to=$work/twice grade -e '3-1 ex3-1' -r "$work/windows.csv" "$work/plain"
is 'a roster in Windows-1252, with quotes inside a field' "$(to=$work/twice cell ann name)" 'Jörg "Žak" Ab'
is 'an exercise named twice counts once' "$(to=$work/twice cell ann total)" 3

# ---- Marks by hand ----------------------------------------------------------------------------------------------

class=$work/hand
to=$work/hand-out
put 'Ann Able_2345_assignsubmission_file_/ex3-1.cu' 'right silver'
put 'Ann Able_2345_assignsubmission_file_/ex3-2.cu' 'right silver'
put 'Bob Baker_2346_assignsubmission_file_/ex3-1.cu' wrong
put 'Bob Baker_2346_assignsubmission_file_/ex3-2.cu'
cat >"$work/hand.csv" <<'CSV'
Identifier,"Full name","Email address",Status,Grade,"Maximum Grade","Last modified (submission)","Last modified (grade)","Feedback comments"
"Participant 2345","Ann Able",ann@x.org,"Submitted for grading",,6,"Sunday, 1 March 2026, 11:58 PM",-,
"Participant 2346","Bob Baker",bob@x.org,"Submitted for grading",,6,"Monday, 2 March 2026, 11:58 PM",-,
CSV
mkdir "$to"
cat >"$to/manual.csv" <<'CSV'
student,exercise,points,comment
Ann Able_2345,ex3-1,0,copied
Bob Baker_2346,ex3-1,2.5,"one barrier short, else right"
Bob Baker_2346,extra,1,helped
CSV
hand=(-e '3-1 3-2' -r "$work/hand.csv" --due '2026-03-01 23:59' --late 10 --levels '1 2')
grade "${hand[@]}" "$class"
is 'by hand: the level is replaced, too' "$status/$(cell 'Ann Able_2345' total)/$(cell 'Ann Able_2345' levels)" '0/4/1 silver'
has 'by hand: no level beside it' "$(cat "$to/results/Ann Able_2345.txt")" '^ex3-1: 0 of 3 \(.*\), by hand. copied$'
is "feedback says all that a total is made of" "$(sed -n 's/^Participant.*,-,//p' "$to/moodle.csv")" \
    '"ex3-1: 0 by hand (copied); ex3-2: 3; levels: 1 (1 silver)"
"ex3-1: 2.5 by hand (one barrier short, else right); ex3-2: 3; late: -0.3 (1 day); extra: 1 (helped)"'
# shellcheck disable=SC2016 # perl's variables
is "and so does Gradescope's" "$(perl -MJSON::PP -0777 -ne 'print decode_json($_)->{output}' "$to/results/Bob Baker_2346.json")" \
    '6.2 of 6 points
ex3-1: 2.5 by hand (one barrier short, else right)
late: -0.3 (1 day)
extra: 1 (helped)'

# Whoever is in the list may have marks, whatever was handed in, and rows may name people as the list does.
cat >>"$work/hand.csv" <<'CSV'
"Participant 2347","Yan Young",yan@x.org,"No submission",,6,-,-,
"Participant 2348","Zoe Zahn",zoe@x.org,"No submission",,6,-,-,
CSV
cat >"$to/manual.csv" <<'CSV'
student,exercise,points,comment
ann able,3-1,7,
bob@x.org,ex3-1,-1,
Yan Young,ex3-2,2,on paper
ANN ABLE_2345,ex0-1,2,another week
CSV
mkdir "$house/exercises/ex0-1-add"
grade "${hand[@]}" "$class"
is 'by hand: names of the list, and capitals' "$status/$(cell 'Ann Able_2345' ex3-1)/$(cell 'Bob Baker_2346' ex3-1)" 0/7/-1
is 'by hand: for somebody who has handed in nothing' "$(cell 'Yan Young' total)/$(cell 'Yan Young' note)/$(cell 'Zoe Zahn' note)" 2/missing/missing
has 'by hand: which goes back' "$(cat "$to/moodle.csv")" '^Participant 2347,Yan Young,yan@x.org,No submission,2,6,-,-,"ex3-1: 0; ex3-2: 2 by hand \(on paper\)"'
has 'by hand: and is read' "$(cat "$to/results/Yan Young.txt")" '^ex3-2: 2 of 3, by hand. on paper$'
is 'by hand: what is odd is told, and counts' "$(perl -pe 's{.*manual.csv, }{}' <<<"$err")" 'line 5: ex0-1 is not graded in this run, so this mark does not count
line 2: 7 points, and ex3-1 has 3
line 3: less than no points
grade: Moodle has 6 points for this work, which is less than some have: Ann Able_2345 (11)'
printf 'Nobody,ex3-1,1,\nann able,ex3-1,ten,\n' >>"$to/manual.csv"
grade "${hand[@]}" "$class"
is 'by hand: all rows that cannot be right are named' "$status $(perl -pe 's{.*manual.csv, }{}' <<<"$err")" \
    "2 line 6: there is no submission of 'Nobody', and nobody of that name in the class's list
line 7: points are a number, not 'ten'"
rmdir "$house/exercises/ex0-1-add"

# ---- Feedback, statistics, likeness ----------------------------------------------------------------------------

class=$work/alike
to=$work/alike-out
for student in one two three four five six; do
    put $student/ex3-1.cu wrong
done
sed 's/x\[/values[/g; s/\bx,/values,/' solutions/ex3-1-block-sum/exercise.cu >"$class/two/ex3-1.cu"
sed 's/\bi\b/where/g' solutions/ex3-1-block-sum/exercise.cu >"$class/five/ex3-1.cu"
echo '// <b>&"' >>"$class/one/ex3-1.cu"
echo 'atomicAdd(p, 0); __shfl_down_sync(m, x, 1);' >>"$class/three/ex3-1.cu"
grade -e 3-1 "$class"
is 'nothing else is said' "$err" ''
is 'alike, with other names: found, and nobody else' "$(cut -d, -f1-4 "$to/similar.csv" | tail -n +2)" 'ex3-1,five,two,100'
has 'statistics: the case that stopped most' "$(cat "$to/statistics.csv")" '^ex3-1,6,[0-9]+,0,3,full blocks \(sim\),[0-9]+,0.5$'
has 'JUnit: a case that was not run is skipped' "$(cat "$to/results/one.xml")" 'failures="2" errors="0" skipped="1"'
has 'JUnit: and says so' "$(cat "$to/results/one.xml")" 'name="one more \(sim\)"><skipped/>'
# shellcheck disable=SC2016 # perl's variables
is 'Gradescope: what was not run is no failure' "$(perl -MJSON::PP -0777 -ne 'print "$_->{name}: $_->{status}: $_->{output}\n" for @{decode_json($_)->{tests}}' "$to/results/one.json")" \
    'ex3-1: failed: 
full blocks (sim): failed: out[0] is 1; expected 2
Not run: 1 more case.'
has 'HTML: a page for the student' "$(cat "$to/results/one.html")" '<h1>one</h1>'
has 'HTML: the verdict' "$(cat "$to/results/one.html")" 'out\[0\] is 1; expected 2'

done_testing
