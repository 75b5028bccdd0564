package Text;
# Text.pm: reads and writes whole files, CSV, JSON and XML, and makes names safe to show.
#
# Names of files and what is read from them are bytes; text that is shown is characters. `characters` and `bytes` turn one
# into the other.
use strict;
use warnings;
use Encode ();
use Exporter 'import';
use JSON::PP ();
use Unicode::Normalize qw(NFC);

our @EXPORT = qw(stop slurp spill characters as_written bytes harmless csv_rows csv_line markup from_json to_json);

sub stop
{
    my ($status, $message) = @_;
    print STDERR 'grade: ', bytes($message), "\n";
    exit $status;
}

sub slurp
{
    my ($path) = @_;
    open my $in, '<:raw', $path or stop(3, "$path: $!");
    local $/;
    my $text = <$in>;
    return $text // '';
}

# Writes a file under another name and renames it, so that no file is ever half-written.
sub spill
{
    my ($path, $text) = @_;
    my $aside = "$path.$$.new";
    open my $file, '>:raw', $aside or stop(3, "$aside: $!");
    print $file $text;
    close $file or stop(3, "$aside: $!");
    rename $aside, $path or stop(3, "$path: $!");
}

# characters BYTES PAGE: returns bytes as characters. Bytes that are not UTF-8 are read by a code page, by default that of DOS
# and of old Windows archives. Letters are composed, since macOS writes "ü" as "u" and two dots.
sub characters
{
    my ($bytes, $page) = @_;
    return NFC(as_written($bytes, $page));
}

# Returns what characters does, with the letters in the form in which they are written.
sub as_written
{
    my ($bytes, $page) = @_;
    return eval { Encode::decode('UTF-8', my $copy = $bytes, Encode::FB_CROAK) } // Encode::decode($page // 'cp437', $bytes);
}

sub bytes
{
    my ($text) = @_;
    utf8::encode($text) if utf8::is_utf8($text);
    return $text;
}

# Returns a text that shows what it holds: characters that turn the direction of writing, break lines or are invisible are
# replaced by their numbers. Joiners stay: Persian and Hindi are written with them.
sub harmless
{
    my ($text) = @_;
    my $unseen = qr/[\p{Bidi_Control}\p{Zl}\p{Zp}\x{feff}\x{fff9}-\x{fffb}\x{e0000}-\x{e007f}]|(?![\t\n])\p{Cc}/;
    return $text =~ s/($unseen)/sprintf '[U+%04X]', ord $1/ger;
}

# ---- CSV (RFC 4180) --------------------------------------------------------------------------------------------------

# csv_rows TEXT PATH: returns the rows as {line, fields}; `line` is where the row begins. Spreadsheets in some countries separate
# fields by semicolons, and many begin a file with U+FEFF. A text that is not understood to its end stops the program: the rows
# behind the mistake would be lost.
sub csv_rows
{
    my ($text, $path) = @_;
    $text =~ s/^\x{feff}//;
    $text =~ s/\r\n?/\n/g;
    my ($head) = $text =~ /^(.*)/;
    my $by = ($head =~ tr/;//) > ($head =~ tr/,//) ? ';' : ',';
    my ($line, @rows, @row) = (1);
    my $began = 1;
    while ($text =~ /\G(?:"((?:[^"]++|"")*+)"|(?!")([^$by\n]*))($by|\n|\z)/g) {
        my ($quoted, $plain, $end) = ($1, $2, $3);
        push @row, $plain // $quoted =~ s/""/"/gr;
        $line += ($quoted // '') =~ tr/\n// + ($end =~ tr/\n//);
        next if $end eq $by;
        @rows && grep { /\S/ } @row[@{$rows[0]{fields}} .. $#row]
            and stop(2, "$path, line $began: more fields than the first row has; a field with '$by' in it stands in quotes");
        push @rows, {line => $began, fields => [@row]} if grep { /\S/ } @row;
        return @rows if $end eq '';
        @row = ();
        $began = $line;
    }
    stop(2, qq($path, line $line: a field that begins with " ends with ", and a " inside it is written twice));
}

# Returns a field as CSV. A field that a spreadsheet would take for a formula gets an apostrophe; a number stays as it is.
sub csv_field
{
    my ($field) = @_;
    my $number = $field =~ /^[+-]?\d+(?:\.\d+)?$/ || $field eq '-';
    $field = "'$field" if $field =~ /^[\s\x{a0}]*[=+\-@\x{ff1d}\x{ff0b}\x{ff0d}\x{ff20}]|^[\t\r\n]/ && !$number;
    return $field =~ /[",;\r\n]/ ? '"' . $field =~ s/"/""/gr . '"' : $field;
}

sub csv_line
{
    return join(',', map { csv_field(harmless($_)) } @_) . "\n";
}

# ---- XML, HTML and JSON ----------------------------------------------------------------------------------------------

# Returns a text as it is written between the tags of XML or HTML.
sub markup
{
    my ($text) = @_;
    $text =~ s/[^\x09\x0a\x20-\x{d7ff}\x{e000}-\x{fffd}\x{10000}-\x{10ffff}]/?/g;
    my %name = ('&' => 'amp', '<' => 'lt', '>' => 'gt', '"' => 'quot');
    return $text =~ s/([&<>"])/&$name{$1};/gr;
}

# The same value always gives the same text.
my $json = JSON::PP->new->canonical->pretty->utf8;

sub to_json
{
    return $json->encode($_[0]);
}

# Returns the value that JSON says; undef if the bytes are no JSON.
sub from_json
{
    my ($bytes) = @_;
    return eval { $json->decode($bytes) };
}

1;
