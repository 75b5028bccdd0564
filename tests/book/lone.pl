#!/usr/bin/env perl
# lone.pl HTML TEXT: prints the titles and heads of tables that stand last on a page of the book, so without a row. HTML is what is
# printed, TEXT what pdftotext reads of the PDF.
use strict;
use warnings;
use open qw(:std :utf8);

# Reads a whole file.
sub slurp
{
    local $/;
    open my $in, '<', $_[0] or die "$_[0]: $!\n";
    return <$in>;
}

# One space between words, none at the ends.
sub flat { join ' ', split ' ', $_[0] }

my %entity = (lt => '<', gt => '>', amp => '&');
my %seen;
for (slurp($ARGV[0]) =~ m{<(?:caption|thead)>(.*?)</(?:caption|thead)>}gs) {
    s/<code>|<\/?span[^>]*>|<\/code>//g; # no space in print
    s/<[^>]*>/ /g;
    s/&(lt|gt|amp);/$entity{$1}/g;
    $seen{flat($_)} = 1;
}
my $page = 0;
for my $text (map { flat($_) } split /\f/, slurp($ARGV[1])) {
    $page++;
    print "page $page: $_\n" for grep { length && substr($text, -length) eq $_ } sort keys %seen;
}
