#!/usr/bin/env perl
# terms.pl GLOSSARY NOTE...: lists each term of the glossary with where the notes, which are given in reading order, use it first and
# where they explain it: TERM, FILE:LINE of the use, FILE:LINE of the explanation. A term is explained in the paragraph that emphasizes
# it first (*lane*), or marks it where no emphasis is wanted ([SM]{.term}). Prints a line "late: …" for each that is used in an earlier paragraph, or never explained; the exit status is then 1.
#
# Code, formulas, headings and links' targets use no terms. [request]{.plain} stands for itself: it is an everyday word there.
use strict;
use warnings;
use open qw(:std :encoding(UTF-8));

sub content { my ($path) = @_; open my $in, '<', $path or die "terms.pl: no $path: $!\n"; local $/; return <$in> }

# Returns the paragraphs of a note, each [line, text]. What uses no terms is blank.
sub paragraphs {
    my ($text) = @_;
    my $blank = sub { (my $gone = $_[0]) =~ s/[^\n]//g; return $gone };
    $text =~ s/\A---\n.*?\n---\n/$blank->($&)/se;
    $text =~ s/^( *)(`{3,}|~{3,}).*?^\1\2`*[ \t]*$/$blank->($&)/gmse;
    $text =~ s/^# What you will be able to do.*?(?=^# )/$blank->($&)/gmse; # what a chapter will explain
    $text =~ s/<!--.*?-->/$blank->($&)/gse;
    $text =~ s/^(?:#+ .*|:{3,}.*)$//gm;
    $text =~ s/\$\$.*?\$\$|\$[^\$\n]+\$/$blank->($&)/gse;
    $text =~ s/(`+)(?:(?!\n[ \t]*\n).)+?\1/$blank->($&)/gse;
    $text =~ s/\[[^][]*\]\{[^}]*\.plain[^}]*\}/$blank->($&)/gse;
    $text =~ s/(?<=\])\{\.term\}/\x01/g;
    $text =~ s/(?<=\])(?:\([^)]*\)|\{[^}]*\})/$blank->($&)/gse;
    $text =~ s/\{[^}\n]*\}//g;
    my ($line, @found) = 1;
    for my $part (split /(\n(?:[ \t]*\n)+)/, $text) {
        push @found, [$line + ($part =~ /^(\s*)\S/ ? $1 =~ tr/\n// : 0), $part] if $part =~ /\S/;
        $line += $part =~ tr/\n//;
    }
    return @found;
}

my ($glossary, @notes) = @ARGV;
die "usage: terms.pl GLOSSARY NOTE...\n" unless @notes;
my @terms = content($glossary) =~ /^(\S.*)\n: /gm;
my @paragraphs = map { my $note = $_; map { ["$note:$_->[0]", $_->[1]] } paragraphs(content($note)) } @notes;

my $late = 0;
for my $term (@terms) {
    my $words = join '\s+', map { quotemeta } split ' ', $term;
    my $form = $term =~ /^\p{Lu}+$/ ? qr/(?<![\w-])$words(?:s|es)?(?![\w-])/ : qr/(?<![\w-])$words(?:s|es)?(?![\w-])/i;
    my $verb = $term =~ /^(\S+)ing$/ ? qr/(?<!\w)$1(?:e|ed|es|s)?(?!\w)/i : $form; # a loop is *unrolled*
    my ($use, $told);
    for my $i (0 .. $#paragraphs) {
        my $text = $paragraphs[$i][1];
        $use //= $i if $text =~ $form;
        $told //= $i if $text =~ /(?<![*\w])\*(?!\*)[^*]*?(?:$form|$verb)[^*]*\*|\[$form\]\x01/;
    }
    next unless defined $use;
    my ($first, $explained) = map { defined $_ ? $paragraphs[$_][0] : 'never' } $use, $told;
    my $wrong = !defined $told || $told > $use;
    print $wrong ? 'late: ' : '', "$term\t$first\t$explained\n";
    $late = 1 if $wrong;
}
exit $late;
