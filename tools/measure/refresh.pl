#!/usr/bin/perl
# refresh.pl NOTE...: writes into the notes what results/ now says: each number with {result="FILE PROGRAM KERNEL COLUMN ..."}, to as many
# digits as it had (notes/authors.md). Prints what has changed. The words around a number stay: read them again.
use strict;
use warnings;
use open qw(:std :encoding(UTF-8));
use Text::ParseWords;

my %files;

# Returns the rows of a results file, as hashes.
sub rows_of {
    my ($path) = @_;
    return $files{$path} ||= do {
        open my $in, '<', $path or die "$path: $!\n";
        chomp(my ($head, @lines) = <$in>);
        my @columns = split /,/, $head;
        [map { my %row; @row{@columns} = quotewords(',', 0, $_); \%row } @lines];
    };
}

# Returns the value that the words of a result ask for.
sub value_of {
    my ($path, $program, $kernel, $column, @more) = split ' ', $_[0];
    my %more = map { /^(\w+)=(.+)$/ ? ($1, $2) : die "$_: not KEY=VALUE\n" } @more;
    my $scale = delete $more{scale} // 1;
    my ($over, $per) = delete @more{qw(over per)};
    my $one = sub {
        my %query = (%more, program => $program, kernel => $_[0], @_ > 1 ? (metric => $_[1]) : ());
        @query{qw(program kernel)} = ($1, $2) if $query{kernel} =~ m{^(.*)/(.*)$};
        my ($row) = grep { my $row = $_; !grep { ($row->{$_} // '') ne $query{$_} } keys %query } @{rows_of($path)};
        die "$path has no row for $_[0] of $program\n" unless $row;
        return $row->{$column};
    };
    return $scale * $one->($kernel) / ($over ? $one->($over) : $per ? $one->($kernel, $per) : 1);
}

for my $note (@ARGV) {
    open my $in, '<', $note or die "$note: $!\n";
    my $text = do { local $/; <$in> };
    my $old = $text;
    $text =~ s{\[([\d.,]+)\]\{result="([^"]*)"\}}{
        my ($written, $words) = ($1, $2);
        my $now = sprintf '%.*f', length($written =~ /\.(\d+)$/ ? $1 : ''), value_of($words);
        1 while $written =~ /,/ && $now =~ s/^(\d+)(\d{3})/$1,$2/;
        print "$note: $written is now $now: $words\n" if $now ne $written;
        "[$now]{result=\"$words\"}";
    }ge;
    next if $text eq $old;
    open my $out, '>', $note or die "$note: $!\n";
    print $out $text;
    close $out or die "$note: $!\n";
}
