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
# Moodle: mod/assign, download_submissions(): clean_filename(name . '_' . uniqueid) . '_' . subtype . '_' . type . '_' .
# Canvas: app/models/content_zipper.rb; https://community.canvaslms.com "How do I download all student submissions".
use strict;
use warnings;
use Exporter 'import';
use Archives;
use Text;

our @EXPORT = qw(owner_of exercise_of is_exact is_junk why_no_student);

# owner_of ENTRY IS_FOLDER: returns {student, rest, lms, id, late} of an entry of SUBMISSIONS, or a text that says why it is
# nobody's. `rest` is the file's own name.
sub owner_of
{
    my ($entry, $is_folder) = @_;
    if ($entry =~ /^(.+)_(\d+)_assignsubmission_[a-z]+_?(.*)$/s) {
        return {student => "$1_$2", rest => $3, lms => 'moodle', id => $2};
    }
    return {student => $entry, rest => ''} if $is_folder;
    if ($entry =~ /^(.+?)(_late)?_(\d+)_(\d+)_(.+)$/si) {
        return {student => "$1_$3", rest => $5, lms => 'canvas', id => $3, late => defined $2};
    }
    if (is_archive($entry)) {
        return {student => $entry =~ s/\.(?:tar\.)?[a-z0-9]+$//ir, rest => $entry};
    }
    if ($entry =~ /\.cu$/i) {
        my ($student) = $entry =~ /^(?:(.*?)[-_ .]+)?ex[ _]?\d+[-_]\d+/i ? $1 // '' : $entry =~ /^(.*?)[-_ .]*\b\d+-\d+\b[^-]*$/;
        $student //= $entry =~ s/\.cu$//ir;
        return $student eq '' ? 'it names no student: put it into a folder of its student' : {student => $student, rest => $entry};
    }
    return 'a .rar is not read: ask for a .zip' if $entry =~ /\.rar$/i;
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
