package Names;
# Names.pm: finds out from a file's name whose it is, and for which exercise.
#
#   ann/, bob.zip                                     a folder or an archive by its student's name
#   leo_ex0-2.cu, leo-0-2.cu                          a file by its student's name and an exercise
#   smithbob_340934_208490284_ex3-1.cu                Canvas, "Download Submissions": family and first name, LATE if it
#   smithbob_LATE_340934_208490284_work.zip           was, numbers of the user and of the file, the file as it was named
#   Bob Smith_2345_assignsubmission_file_/ex3-1.cu    Moodle, "Download all submissions": name, number of the
#   Bob Smith_2345_assignsubmission_file_ex3-1.cu     participant; in folders, or flat if that is switched off
#
# The beginning of a name is the LMS's, the rest is the student's and may say anything: another one's number, LATE, or what
# the other LMS writes. So only the leftmost of the two patterns counts (form_of). Both LMSs see to it that a student's own
# name can't hold the pattern: Moodle turns each _ of a name into a blank, Canvas leaves out _340934_. And a pattern is used
# only where the LMS wrote the whole folder: no student can upload a file that has no prefix.
#
# Moodle: mod/assign, download_submissions(): clean_filename(name . '_' . uniqueid) . '_' . subtype . '_' . type . '_' .
# Canvas: app/models/content_zipper.rb, get_filename() and add_upload_submission().
use strict;
use warnings;
use feature 'fc';
use Exporter 'import';
use List::Util qw(uniq);
use Unicode::Normalize qw(NFKC);
use Archives;
use Text;

our @EXPORT = qw(owner_of form_of written_by same_name exercise_of is_exact is_junk why_no_student);

my $MOODLE = qr/^(.+?)_(\d+)_assignsubmission_[a-z]+(?:_(.*))?$/s;
my $CANVAS_ENDS = qr/(_late)?_(\d+)_(?:\d+_(.+)|(?:text|link)\.html)$/si; # an online text has no number of its own
my $CANVAS = qr/^(.+?)$CANVAS_ENDS/s;

# Returns which LMS's name an entry of SUBMISSIONS begins with: 'moodle', 'canvas' or 'none'.
sub form_of
{
    my ($entry) = @_;
    my %length; # of what stands before the pattern
    $length{moodle} = length $1 if $entry =~ $MOODLE;
    $length{canvas} = length $1 if $entry =~ $CANVAS;
    my ($first) = sort { $length{$a} <=> $length{$b} } keys %length;
    return $first // 'none';
}

# written_by ENTRIES FOLDER: returns which LMS wrote the folder SUBMISSIONS: the one with whose name all of its entries begin, or
# 'none'. A folder of several kinds stops the program: then it is for the instructor to say who wrote it.
sub written_by
{
    my ($entries, $folder) = @_;
    my %example;
    $example{form_of($_)} //= $_ for @$entries;
    my @forms = sort keys %example;
    return $forms[0] // 'none' if @forms <= 1;
    my %kind = (moodle => 'as Moodle names it', canvas => 'as Canvas names it', none => 'as neither Moodle nor Canvas names it');
    stop(2, "SUBMISSIONS=$folder holds " . join(' and ', map { "'$example{$_}', named $kind{$_}" } @forms)
        . ': grade them apart, or say LMS=' . join(' or LMS=', uniq(grep({ $_ ne 'none' } @forms), 'none')));
}

# Returns a name in the form in which two names are the same for a person who reads them: without case and forms of letters.
sub same_name
{
    my ($name) = @_;
    return fc NFKC($name);
}

# Returns a person's name as Canvas writes it before the number.
sub in_canvas
{
    my ($name) = @_;
    return lc($name =~ s/_(\d+)_/$1/gr =~ s/\W//gr);
}

# canvas_owner ENTRY NAMES: returns what owner_of does. Where a student's name ends in a number, as in
# user_3_340934_208490284_ex3-1.cu, there is a second reading. It is right if the class's list has that number with that name: the
# student's own file name can't bring this about, since it would have to be a part of the name.
sub canvas_owner
{
    my ($entry, $names) = @_;
    my @readings;
    while ($entry =~ /(?<=.)(?=$CANVAS_ENDS)/g) {
        my ($name, $late, $id, $rest) = (substr($entry, 0, pos $entry), $1, $2, $3);
        push @readings, {student => "${name}_$id", rest => $rest // '', lms => 'canvas', id => $id, late => defined $late, name => $name};
    }
    my ($known) = grep { defined $names->{$_->{id}} && in_canvas($names->{$_->{id}}) eq lc $_->{name} } @readings;
    return $known // $readings[0];
}

# owner_of ENTRY IS_FOLDER LMS NAMES: returns {student, rest, lms, id, late} of an entry of SUBMISSIONS, or a text that says why
# it is nobody's. `rest` is the file's own name. NAMES has the names in the class's list by their numbers in the LMS.
sub owner_of
{
    my ($entry, $is_folder, $lms, $names) = @_;
    my $form = form_of($entry);
    if ($form eq 'moodle' && $lms eq 'moodle') {
        my ($name, $id, $rest) = $entry =~ $MOODLE;
        return {student => "${name}_$id", rest => $rest // '', lms => 'moodle', id => $id};
    }
    return canvas_owner($entry, $names) if $form eq 'canvas' && $lms eq 'canvas' && !$is_folder;
    return {student => $entry, rest => ''} if $is_folder;
    if (is_archive($entry) || why_no_archive($entry)) {
        return {student => $entry =~ s/\.(?:tar\.)?[a-z0-9]+$//ir, rest => $entry};
    }
    if ($entry =~ /\.cu$/i || defined exercise_of($entry)) {
        my ($student) = $entry =~ /^(?:(.*?)[-_ .]+)?ex[ _]?\d+[-_]\d+/i ? $1 // '' : $entry =~ /^(.*?)[-_ .]*\b\d+-\d+\b[^-]*$/;
        $student //= $entry =~ s/\.[a-z]+$//ir;
        return $student eq '' ? 'it names no student: put it into the folder of its student' : {student => $student, rest => $entry};
    }
    return 'neither a folder, nor an archive, nor a .cu';
}

# Returns why no student may have this name; undef if one may.
sub why_no_student
{
    my ($name) = @_;
    return "a student's name has at most 100 characters" if length $name > 100 || length bytes($name) > 200;
    return 'a student\'s name has no ", no \\ and no tab' if $name =~ /["\\\/\t\n]/;
    return undef;
}

# Returns the exercise that a path inside a submission is for, or undef. It knows ex3-1.cu, 3-1.cu, leo_ex3-1.cu,
# ex3-1-block-sum.cu, "ex3-1 (1).cu", exercises/ex3-1-block-sum/exercise.cu; and endings that are given by mistake, as ex3-1.cu.txt.
sub exercise_of
{
    my ($path) = @_;
    my ($file, $folder) = reverse split m{/}, $path;
    return undef if $path !~ /\.(?:cuh?|cpp|cc|cxx|c|txt)$/i;
    my @found = $file =~ /(?:^|[^a-z0-9])ex[ _]?(\d+)[-_](\d+)(?!\d)/i;
    @found = $file =~ /(?:^|[_ .-])(\d+)-(\d+)(?!\d)/ unless @found;
    @found = ($folder // '') =~ /^ex(\d+)-(\d+)(?!\d)/i if !@found && $file =~ /^exercise\b/i;
    return @found ? sprintf('ex%d-%d', @found) : undef;
}

# Tells whether a file is called as an exercise's file should be, with nothing added.
sub is_exact
{
    my ($path) = @_;
    return $path =~ m{(?:^|/)(?:ex\d+-\d+|exercise)\.cu$}i;
}

# Tells whether a path is a hidden file, or one that an operating system leaves behind.
sub is_junk
{
    my ($path) = @_;
    return $path =~ m{(?:^|/)(?:__MACOSX/|\.[^./]|Thumbs\.db$|desktop\.ini$)}i;
}

1;
