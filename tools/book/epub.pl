#!/usr/bin/env perl
# epub.pl EPUB: mends the pages of an EPUB as fix.pl mends those of the site: marked lines, how far a line is indented, where a long name
# may end. The same file in gives the same file out.
use strict;
use warnings;
use File::Temp;
use FindBin;
use IO::Compress::Zip qw(:constants $ZipError);
use IO::Uncompress::Unzip qw($UnzipError);

# Returns a page as fix.pl writes it.
sub mended
{
    my ($page) = @_;
    my $file = File::Temp->new;
    print $file $page;
    $file->flush;
    my $out = qx("$FindBin::Bin/fix.pl" --xhtml <"$file");
    die "fix.pl failed\n" if $?;
    return $out;
}

my $epub = shift // die "usage: epub.pl EPUB\n";
my $in = IO::Uncompress::Unzip->new($epub) or die "$epub: $UnzipError\n";
my $out;
for (my $more = 1; $more > 0; $more = $in->nextStream) {
    my ($name, $time) = @{$in->getHeaderInfo}{qw(Name Time)};
    my $data = do { local $/; <$in> } // '';
    $data = mended($data) if $name =~ /\.xhtml$/;
    # The first file is the EPUB's type, which must not be compressed.
    my @how = (Name => $name, Time => $time, Minimal => 1, Stream => 0, Method => $out ? ZIP_CM_DEFLATE : ZIP_CM_STORE, -Level => 9);
    if ($out) {
        $out->newStream(@how) or die "$epub: $ZipError\n";
    } else {
        $out = IO::Compress::Zip->new("$epub.mended", @how) or die "$epub.mended: $ZipError\n";
    }
    $out->print($data);
}
$out->close or die "$epub.mended: $ZipError\n";
rename "$epub.mended", $epub or die "$epub: $!\n";
