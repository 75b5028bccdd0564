package Archives;
# Archives.pm: reads what a folder or an archive holds, entry by entry.
#
# bsdtar turns an archive of any kind into GNU's tar format, which is read here. In the sandbox it sees nothing but /usr and
# the archive on its standard input. Nothing is ever unpacked onto the disk, so that neither "..", nor links, nor a
# thousand files do any harm. Reading ends at a limit, whatever size an archive would grow to.
#
# An entry is {path, kind, date, source, why}:
#   path     its name, in characters
#   kind     'file', 'folder', 'link' or 'other'
#   date     seconds since 1970
#   source   the first bytes of a .cu
#   why      what is wrong with it, if anything is
#
# GNU's tar: https://www.gnu.org/software/tar/manual/html_node/Standard.html . An entry is a header of 512 bytes, then the data,
# filled up to a multiple of 512. The header has the name at 0 (100 bytes), the size at 124 (12, octal, or binary with the first
# bit set), the time at 136 (12), the type at 156. Type L: the data are the next entry's long name; K: its long link's name.
use strict;
use warnings;
use Exporter 'import';
use Fcntl qw(:DEFAULT);
use File::Find qw(find);
use POSIX qw(ceil);
use Child;
use Text;

our @EXPORT = qw(read_archive read_folder read_file is_archive why_no_archive allowance);

our $LARGEST = 256 << 10;  # bytes of a submission; more is no kernel written by hand
my $PATH = 4096;           # bytes of a file's path in an archive
my $DAMAGED = 20;          # files with wrong checksums that are left out
my %MOST = (               # for all that a student has handed in
    sources => 16 << 20,   # bytes of .cu files
    entries => 20_000,     # entries that are looked at
    bytes => 512 << 20,    # that archives hold
    seconds => 20,         # of processor time for reading archives
);

# Returns what a student's folders and archives may hold and take, all of them together. What is read takes from it. `spent` is the
# processor time so far.
sub allowance
{
    return {%MOST, spent => 0};
}

sub is_archive
{
    my ($name) = @_;
    return $name =~ /\.(?:zip|7z|tar|tgz|tbz2?|txz|tar\.(?:gz|xz|bz2|zst))$/i;
}

# Returns why what looks like an archive is none that can be read; undef for anything else.
sub why_no_archive
{
    my ($name) = @_;
    return undef if is_archive($name) || $name !~ /\.(rar|zipx|gz|bz2|xz|zst|lzma|lz|z|arj|lzh|cab|sitx?|iso|dmg)$/i;
    return 'a .' . lc($1) . ' cannot be read: hand in a .zip';
}

# Returns a file's first bytes, at most $LARGEST + 1: the last one shows that the file is too large. undef if it can't be opened.
sub read_file
{
    my ($path) = @_;
    sysopen my $file, $path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK or return undef;
    sysread $file, my $text, $LARGEST + 1;
    return $text;
}

# Returns what there is too much of, '' if all is within the allowance.
sub too_much
{
    my ($left) = @_;
    return 'more than ' . ($MOST{sources} >> 20) . ' MiB of .cu files' if $left->{sources} < 0;
    return "more than $MOST{entries} files" if $left->{entries} < 0;
    return 'larger than ' . ($MOST{bytes} >> 20) . ' MiB unpacked' if $left->{bytes} < 0;
    return '';
}

# read_folder FOLDER ALLOWANCE: returns the entries of a folder on the disk, and why there are no more of them, or ''. Links are not
# followed.
sub read_folder
{
    my ($top, $left) = @_;
    my @entries;
    opendir my $readable, $top or die {lost => "it cannot be opened: $!"};
    my $look = sub {
        my @s = lstat or return;
        return if -d _ || too_much($left);
        $left->{entries}--;
        push @entries, my $entry = {path => characters(substr $_, length($top) + 1), disk => $_, date => $s[9],
            kind => -l _ ? 'link' : -f _ ? 'file' : 'other'};
        $entry->{source} = read_file($_) if -f _ && /\.cu$/i;
        $left->{sources} -= length($entry->{source} // '');
    };
    find({no_chdir => 1, wanted => $look, preprocess => sub { too_much($left) ? () : sort @_ }}, $top);
    return (\@entries, too_much($left));
}

# begin_bsdtar ARCHIVE SANDBOX ALLOWANCE ARGUMENTS: starts bsdtar. Returns a handle of its output, its process, and the file of its error messages.
sub begin_bsdtar
{
    my ($archive, $sandbox, $left, @arguments) = @_;
    my $said = Child::folder() . '/bsdtar';
    my $zone = -e '/etc/localtime' ? [qw(--ro-bind /etc/localtime /etc/localtime)] : []; # dates in a zip are local time
    my @wall = $sandbox ? (qw(bwrap --unshare-all --die-with-parent --new-session --ro-bind /usr /usr
        --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64 --dev /dev), @$zone, '--') : ();
    pipe my $from, my $to or stop(3, "pipe: $!");
    binmode $from;
    # bsdtar would ask for a passphrase ten thousand times; the limit on the size of files ends that.
    my $pid = Child::start(command => [@wall, 'bsdtar', @arguments], in => $archive, out => $to, err => $said,
        limits => 'ulimit -v 1000000; ulimit -t ' . ceil($left->{seconds} > 0 ? $left->{seconds} : 1) . '; ulimit -f 8') // stop(3, "fork: $!");
    return ($from, $pid, $said);
}

# verdict_on PROCESS ERRORS ALLOWANCE: waits for bsdtar's end and returns what is wrong with the archive, '' if nothing is. Dies with
# {lost => why} if the reader failed, not the archive.
sub verdict_on
{
    my ($pid, $said, $left) = @_;
    my @before = times;
    waitpid $pid, 0;
    my ($status, $signal) = ($? >> 8, $? & 127);
    my @after = times;
    my $seconds = $after[2] + $after[3] - $before[2] - $before[3]; # of children that were waited for
    $left->{spent} += $seconds;
    $left->{seconds} -= $seconds;
    Child::ended($pid);
    my $words = slurp($said);
    return '' if $status == 0 && $signal == 0;
    $words =~ /^(bwrap: .*)/m and die {lost => $1};
    die {lost => "bsdtar did not start"} if $status == 126 || $status == 127;
    return 'encrypted' if $words =~ /passphrase|encrypted/i;
    return "more than $MOST{seconds} s of work" if $signal == POSIX::SIGKILL() || $signal == POSIX::SIGXCPU() || $status > 128;
    my ($line) = $words =~ /^bsdtar: (?!\(null\)|Error exit)(.*)/m;
    return defined $line ? 'damaged: ' . harmless(characters($line)) : 'damaged or encrypted';
}

# take FROM BYTES KEEP: reads BYTES and returns the first KEEP of them; undef if the stream ends before.
sub take
{
    my ($from, $bytes, $keep) = @_;
    my $kept = '';
    while ($bytes > 0) {
        my $n = read $from, my $piece, $bytes < 65536 ? $bytes : 65536 or return undef;
        $bytes -= $n;
        $kept .= substr $piece, 0, $keep - length $kept if length $kept < $keep;
    }
    return $kept;
}

sub number
{
    my ($field) = @_;
    return unpack 'Q>', substr $field, 4 if ord($field) & 0x80;
    return oct($field =~ s/[^0-7].*//sr || 0);
}

# entries_of FROM ALLOWANCE: returns the entries of the tar that comes from FROM, and why reading stopped, or ''. If the tar ends too
# early, the last entry's `why` is set.
sub entries_of
{
    my ($from, $left) = @_;
    my ($long, @entries);
    while (defined(my $header = take($from, 512, 512))) {
        my ($name, $size, $date, $type) = unpack 'Z100 x24 a12 a12 x8 a1', $header;
        next if $header !~ /[^\0]/; # the end, written as zeros
        $size = number($size);
        my $padded = $size + (-$size & 511);
        if ($type eq 'L' || $type eq 'K') {
            my $text = take($from, $padded, $PATH);
            return (\@entries, 'a file is inside too many folders') if $size >= $PATH;
            $long = unpack 'Z*', $text if defined $text && $type eq 'L';
            next;
        }
        $name = $long // $name;
        my $path = characters($name =~ tr{\\}{/}r =~ s{^(?:\./)+}{}r);
        $long = undef;
        my $kind = $type =~ /[0\0]/ ? 'file' : $type eq '5' ? 'folder' : $type =~ /[12]/ ? 'link' : 'other';
        my $wanted = $kind eq 'file' && $path =~ /\.cu$/i;
        $kind = 'folder' if $path =~ m{/$};
        push @entries, my $entry = {name => $name, path => $path, kind => $kind, date => number($date)};
        $left->{bytes} -= $size;
        $left->{entries}--;
        return (\@entries, too_much($left)) if too_much($left);
        my $source = take($from, $padded, $wanted ? $LARGEST + 1 : 0);
        if (!defined $source) {
            $entry->{why} = 'unreadable';
            last;
        }
        $entry->{source} = substr $source, 0, $size if $wanted;
        $left->{sources} -= length $source;
        return (\@entries, too_much($left)) if too_much($left);
    }
    return (\@entries, '');
}

# complaints_about PATH SANDBOX ALLOWANCE: returns what bsdtar says when it reads all that is in an archive; '' if all is well.
sub complaints_about
{
    my ($from, $pid, $said) = begin_bsdtar(@_, '-xOf', '-');
    1 while read $from, my $piece, 65536;
    return verdict_on($pid, $said, $_[2]) ? characters(slurp($said)) || 'damaged' : '';
}

# is_encrypted PATH NAME: tells whether a zip's directory says so of the entry NAME. bsdtar tries an empty passphrase. One in 256
# passes the old encryption's test, which is of one byte, and leaves a wrong checksum.
# The directory (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.12): for each entry "PK", 1, 2, flags at 8 with
# the encryption in bit 0, the length of its name at 28, its name at 46.
sub is_encrypted
{
    my ($path, $name) = @_;
    my $zip = slurp($path);
    while ($zip =~ /PK\x01\x02/g && pos($zip) + 42 < length $zip) {
        my ($flags, $length) = unpack 'x4 v x18 v', substr $zip, pos $zip, 26;
        return 1 if $flags & 1 && substr($zip, pos($zip) + 42, $length) eq $name;
    }
    return 0;
}

# read_archive PATH SANDBOX ALLOWANCE: returns the archive's entries and ''; or no entries, and why it cannot be read to its end.
#
# A second reading checks a zip's checksums. Before libarchive 3.7 the first one ignores them. Since then it ends at an entry
# whose checksum is wrong, and is begun again without that entry.
sub read_archive
{
    my @archive = @_;
    my $left = $archive[2];
    my ($complaints, @damaged);
    my $is_damaged = sub { index($complaints //= complaints_about(@archive), "$_[0]{path}: ") >= 0 };
    while (1) {
        my @without = map { '--exclude=^' . $_->{name} =~ s/([*?\[\\^\$])/\\$1/gr . '$' } @damaged;
        my ($from, $pid, $said) = begin_bsdtar(@archive, qw(-b1 -cf - --format=gnutar), @without, '@-');
        my %before = %$left;
        my ($entries, $why) = entries_of($from, $left);
        close $from;
        kill 'KILL', -$pid if $why;
        my $trouble = verdict_on($pid, $said, $left);
        if ($why || $trouble) {
            my ($last) = grep { $_->{why} } @$entries;
            if (!$why && $last && @damaged < $DAMAGED && $is_damaged->($last)) {
                push @damaged, $last;
                @$left{qw(bytes entries sources)} = @before{qw(bytes entries sources)}; # the same is read once more
                next if $left->{seconds} > 0;
            }
            return ([], ($last ? "$last->{path} in it is " : '') . ($why || $trouble));
        }
        $complaints //= complaints_about(@archive);
        my @found = grep { $is_damaged->($_) } @$entries;
        $complaints && !@damaged && !@found and return ([], 'damaged');
        my ($secret) = grep { is_encrypted($archive[0], $_->{name}) } @damaged, @found;
        return ([], "$secret->{path} in it is encrypted") if $secret;
        unshift @$entries, @damaged;
        for my $entry (@damaged, @found) {
            $entry->{why} = 'damaged: its checksum is wrong';
            delete $entry->{source};
        }
        # What isn't an archive at all may look like an empty one: a broken upload of 0 bytes, or zeros.
        return ($entries, @$entries ? '' : 'there is no file in it');
    }
}

1;
