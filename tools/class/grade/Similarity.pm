package Similarity;
# Similarity.pm: finds pairs of submissions that say the same in the same order, whatever their names, spaces and macros, and
# shows them side by side.
#
# Two submissions with the same tokens (Tokens.pm) are always a pair. For the others the method is winnowing (Schleimer,
# Wilkerson and Aiken, "Winnowing: Local Algorithms for Document Fingerprinting", SIGMOD 2003). Every $GRAM tokens in a row
# become a number. The smallest of every $WINDOW neighbouring numbers is a fingerprint. If two files share $GRAM + $WINDOW - 1
# tokens in a row, they share at least one fingerprint. Fingerprints that were handed out, or that a third of the class has, say
# nothing about who copied.
#
# A person has to look at each pair: in a short exercise two honest solutions may well be the same.
use strict;
use warnings;
use Digest::MD5 qw(md5);
use Exporter 'import';
use Text;
use Tokens;

our @EXPORT = qw(similar_pairs same_answers side_by_side);

my $GRAM = 9;      # tokens that become a number
my $WINDOW = 6;    # neighbouring numbers that give one fingerprint
my $COMMON = 1 / 3; # a fingerprint that this share of a class has is the usual way to write it
my $LEAST = 5;     # fingerprints that a pair must share
my $SHARE = 0.5;   # the share of the smaller file's fingerprints that the pair must share
my $COLOURS = 6;   # of passages in the page
my $PLACES = 32;   # where a passage is looked for, so that a source of a thousand like lines takes no time

# Returns a number for every $GRAM tokens in a row, in their order.
sub numbers
{
    my @texts = map { $_->[0] } @_;
    return map { unpack 'N', md5(join ' ', @texts[$_ .. $_ + $GRAM - 1]) } 0 .. @texts - $GRAM;
}

sub fingerprints
{
    my @numbers = numbers(@_);
    my %chosen;
    for my $first (0 .. @numbers - $WINDOW) {
        my $least = $numbers[$first];
        for (@numbers[$first + 1 .. $first + $WINDOW - 1]) {
            $least = $_ if $_ < $least;
        }
        $chosen{$least} = 1;
    }
    return \%chosen;
}

# identical TEXTS GIVEN SOURCES: returns pairs [one, other] of submissions with the same tokens. Of any number in the class that are the
# same, each stands beside the first; beside what is no student's, each stands. TEXTS has each one's tokens as a text, SOURCES the class's
# sources; what was handed out, or next to nothing, is no finding.
sub identical
{
    my ($texts, $given, $sources) = @_;
    my (%first, %before, @pairs);
    my @told = grep { $texts->{$_} ne $given && ($texts->{$_} =~ tr/ //) >= $GRAM } sort keys %$texts;
    push @{$before{$texts->{$_}}}, $_ for grep { !exists $sources->{$_} } @told;
    for my $one (grep { exists $sources->{$_} } @told) {
        my $text = $texts->{$one};
        defined $first{$text} ? push @pairs, [$first{$text}, $one] : ($first{$text} = $one);
        push @pairs, map { [$one, $_] } @{$before{$text} // []};
    }
    return @pairs;
}

# Returns a source without its spaces; names and comments stay.
sub words
{
    my ($source) = @_;
    return $source =~ s/\s+//gr;
}

# similar_pairs GIVEN SOURCES EARLIER: returns [student, student, percent, fingerprints shared, note], those with the same tokens
# first, then the most alike. SOURCES maps students to texts; EARLIER maps names of earlier work, the solution among them, which is
# compared with theirs only.
sub similar_pairs
{
    my ($given, $sources, $earlier) = @_;
    my %tokens = map { $_ => [tokens_of($sources->{$_} // $earlier->{$_})] } keys %$sources, keys %$earlier;
    my %texts = map { $_ => join ' ', map { $_->[0] } @{$tokens{$_}} } keys %tokens;
    my @handed_out = tokens_of($given);
    my $handed_out = fingerprints(@handed_out);
    my (%own, %who);
    for my $name (keys %tokens) {
        my $prints = $own{$name} = fingerprints(@{$tokens{$name}});
        delete @$prints{keys %$handed_out};
        push @{$who{$_}}, $name for keys %$prints;
    }
    my $most = keys(%$sources) * $COMMON;
    $most = 4 if $most < 4;
    my (%shared, %rare);
    for my $names (values %who) {
        my @class = sort grep { exists $sources->{$_} } @$names;
        next if @class > $most;
        $rare{$_}++ for @$names;
        for my $i (0 .. $#class) {
            $shared{$class[$i]}{$_}++ for @class[$i + 1 .. $#class], grep { exists $earlier->{$_} } @$names;
        }
    }
    my (@pairs, %same);
    my %all = (%$sources, %$earlier);
    for (identical(\%texts, join(' ', map { $_->[0] } @handed_out), $sources)) {
        my ($one, $other) = @$_;
        push @pairs, [$one, $other, 100, scalar keys %{$own{$one}},
            words($all{$one}) eq words($all{$other}) ? 'the same word for word' : 'the same except for names'];
    }
    for my $one (sort keys %shared) {
        for my $other (sort keys %{$shared{$one}}) {
            next if $texts{$one} eq $texts{$other};
            my $n = $shared{$one}{$other};
            my $smaller = $rare{$one} < $rare{$other} ? $rare{$one} : $rare{$other};
            push @pairs, [$one, $other, int(100 * $n / $smaller + 0.5), $n, ''] if $n >= $LEAST && $n >= $SHARE * $smaller;
        }
    }
    return sort { $b->[4] cmp $a->[4] || $b->[3] <=> $a->[3] || $b->[2] <=> $a->[2] || $a->[0] cmp $b->[0] || $a->[1] cmp $b->[1] } @pairs;
}

# answers_of SOURCE: returns a prediction's answers as a text; '' if it has none.
sub answers_of
{
    my ($source) = @_;
    my %answers = without_comments($source) =~ /\banswer(\d+)\s*=\s*([^;]*?)\s*;/g;
    return join ' ', map { "$_=" . ($answers{$_} =~ /^[-+]?\.?\d[\d.]*$/ ? $answers{$_} + 0 : $answers{$_} =~ s/\s+//gr) } sort keys %answers;
}

# same_answers GIVEN SOURCES PASSED: returns pairs as similar_pairs does, of a prediction in which everybody has numbers of their own: those of
# whom both have the same answers, and not both are right. PASSED tells of each name whether all answers are right.
sub same_answers
{
    my ($given, $sources, $passed) = @_;
    my $empty = answers_of($given);
    my (%who, @pairs);
    push @{$who{answers_of($sources->{$_})}}, $_ for $empty ne '' ? sort keys %$sources : ();
    for my $answers (sort grep { $_ ne $empty && $_ ne '' } keys %who) {
        my ($first, @others) = sort { $passed->{$b} <=> $passed->{$a} || $a cmp $b } @{$who{$answers}};
        my $count = split ' ', $answers;
        push @pairs, map { [$first, $_, 100, $count, $passed->{$first} ? "the right answers of $first" : 'the same wrong answers'] }
            grep { !$passed->{$_} } @others;
    }
    return @pairs;
}

# ---- Side by side ----------------------------------------------------------------------------------------------------

# passages ONE OTHER GIVEN: returns for each of two sources the number of the passage that a line is in, by line. A passage is a
# run of $GRAM tokens or more that both have; those that were handed out have the number 0.
sub passages
{
    my ($one, $other, $given) = @_;
    my %handed_out = map { $_ => 1 } numbers(@$given);
    my (%at, %left, %right);
    my @there = numbers(@$other);
    for (0 .. $#there) {
        my $places = $at{$there[$_]} //= [];
        push @$places, $_ if @$places < $PLACES;
    }
    my @here = numbers(@$one);
    my ($count, $i) = (0, 0);
    while ($i < @here) {
        my ($best, $length) = (0, 0);
        for my $j (@{$at{$here[$i]} // []}) {
            my $n = 0;
            $n++ while $i + $n < @$one && $j + $n < @$other && $one->[$i + $n][0] eq $other->[$j + $n][0];
            ($best, $length) = ($j, $n) if $n > $length;
        }
        if (!$length) {
            $i++;
            next;
        }
        my %given; # tokens that were handed out in this order
        for my $gram (grep { $handed_out{$here[$_]} } $i .. $i + $length - $GRAM) {
            @given{$gram - $i .. $gram - $i + $GRAM - 1} = ();
        }
        $count++ if keys %given < $length;
        for (0 .. $length - 1) {
            $left{$one->[$i + $_][1]} ||= exists $given{$_} ? 0 : $count;
            $right{$other->[$best + $_][1]} ||= exists $given{$_} ? 0 : $count;
        }
        $i += $length;
    }
    return (\%left, \%right);
}

my $STYLE = <<'END';
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 1.5rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 1rem; }
h2 { font-size: 1rem; margin: 0 0 0.3rem; overflow-wrap: anywhere; }
ol { font: 0.8rem/1.45 ui-monospace, monospace; margin: 0; padding: 0.5rem 0; border: 1px solid #8886; list-style: none; }
li { white-space: pre-wrap; overflow-wrap: anywhere; padding-left: 5.6rem; text-indent: -5.6rem; min-height: 1.45em; }
li b { display: inline-block; width: 1.8rem; text-align: right; text-indent: 0; }
li i { display: inline-block; width: 2.6rem; text-align: right; margin: 0 0.8rem 0 0.4rem; text-indent: 0; font-style: normal; opacity: 0.6; }
.given { opacity: 0.55; }
.p1 { background: #4a90d944; } .p2 { background: #e0a03055; } .p3 { background: #59a86a4d; }
.p4 { background: #c9609e44; } .p5 { background: #8a7bd855; } .p6 { background: #3aa9a94d; }
END

# Returns one source as a list of lines, in which those of a passage have its number and colour.
sub column
{
    my ($name, $source, $passage) = @_;
    my ($number, $lines) = (0, '');
    for (split /\n/, characters($source)) {
        my $p = $passage->{++$number};
        my $class = !defined $p ? '' : $p ? ' class="p' . (($p - 1) % $COLOURS + 1) . '"' : ' class="given"';
        $lines .= sprintf qq(<li%s><b>%s</b><i>%d</i>%s</li>\n), $class, $p || '', $number, markup(harmless($_ =~ s/\t/    /gr));
    }
    return sprintf "<section>\n<h2>%s</h2>\n<ol>\n%s</ol>\n</section>\n", markup($name), $lines;
}

# side_by_side TITLE PAIR GIVEN SOURCES: returns a page that shows both sources of a pair, with the passages that they share marked.
sub side_by_side
{
    my ($title, $pair, $given, $sources) = @_;
    my ($one, $other, $percent, $prints, $note) = @$pair;
    my ($left, $right) = passages((map { [tokens_of($sources->{$_})] } $one, $other), [tokens_of($given)]);
    my $said = $note =~ /answers/ ? "Both have the same $prints answers, although each had numbers of their own, and they are not right for both."
        : $note ne '' ? 'Token by token these two are the same, once names, spaces, comments and macros are set aside.'
        : "They share $prints fingerprints, $percent % of those of the one that has fewer.";
    return qq(<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n)
        . '<title>' . markup($title) . "</title>\n<style>\n$STYLE</style>\n</head>\n<body>\n<h1>" . markup($title) . "</h1>\n<p>$said "
        . "Passages that both have are coloured and have the same number; what was handed out is grey. It is a reason to look, and no more.</p>\n"
        . '<div class="pair">' . "\n" . column($one, $sources->{$one}, $left) . column($other, $sources->{$other}, $right)
        . "</div>\n</body>\n</html>\n";
}

1;
