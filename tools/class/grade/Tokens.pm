package Tokens;
# Tokens.pm: reads a source as what it says to a compiler, token by token, so that two sources can be compared whatever their
# spaces, comments, names and macros.
#
# A token is [text, line]. On the way from a source to its tokens these go: comments; what #if 0 or an #ifdef of the source's
# own leaves out; the source's own macros, object-like and function-like, and its typedefs, which are expanded; and statements
# that do nothing, such as `;`, `(void)0;` or `{}`. A token that a macro brings stands at the line where the macro is used.
use strict;
use warnings;
use Exporter 'import';

our @EXPORT = qw(tokens_of whole_tokens without_comments);

my $MOST = 100_000;    # tokens; macros could make more than a machine holds
my $ARGUMENTS = 2000; # tokens in a macro's parentheses

# Words of the language. Other words are names, which may be changed without a change of meaning.
my %fixed = map { $_ => 1 } qw(if else for while do return break continue switch case int unsigned float double char long
    short void bool size_t struct sizeof static volatile extern asm goto __global__ __device__ __shared__ __syncthreads __syncwarp
    threadIdx blockIdx blockDim gridDim warpSize);
# Words that may stand or not, without a change of meaning.
my %idle = map { $_ => 1 } qw(const register inline restrict __inline__ __forceinline__ __restrict __restrict__ signed);

# Returns the source with its comments as blanks, so that all else stays in its line. A // in a string is none.
sub without_comments
{
    my ($source) = @_;
    $source =~ s{("(?:[^"\\\n]++|\\.)*+"|'(?:[^'\\\n]++|\\.)*+')|//(?:[^\n\\]++|\\.)*+|/\*.*?(?:\*/|\z)}{$1 // $& =~ s/[^\n]+/ /gr}gse;
    return $source;
}

# raw_tokens TEXT LINE: returns the tokens of a text that begins at this line.
sub raw_tokens
{
    my ($text, $line) = @_;
    my @tokens;
    while ($text =~ /\G(?:(\n)|[^\S\n]+|\\\n|([A-Za-z_]\w*|\.?\d[\w.]*|"(?:[^"\\\n]++|\\.)*+"|'(?:[^'\\\n]++|\\.)*+'|##|\S))/gc) {
        $line++ if defined $1 || $& eq "\\\n";
        push @tokens, [$2, $line] if defined $2;
    }
    return @tokens;
}

# takes DIRECTIVE NAME MACROS: tells whether what follows #if, #ifdef or #ifndef is compiled. What only the compiler could say is
# taken for compiled.
sub takes
{
    my ($directive, $what, $macros) = @_;
    return $what !~ /^0\b/ if $directive eq 'if';
    my ($name) = $what =~ /^(\w+)/ or return 1;
    return 1 if $name =~ /^_/;
    return (exists $macros->{$name}) == ($directive eq 'ifdef');
}

# Reads a #define: NAME, NAME(PARAMETERS), and what it stands for.
sub define
{
    my ($text, $macros) = @_;
    my ($name, $parameters, $body) = $text =~ /^(\w+)(?:\(([^)]*)\))?(.*)/s or return;
    $macros->{$name} = {body => [map { $_->[0] } raw_tokens($body, 0)],
        defined $parameters ? (parameters => [map { s/\s+//gr =~ s/^\.\.\.$/__VA_ARGS__/r } split /,/, $parameters]) : ()};
}

# arguments LEFT: returns the lists of tokens of the (a, b) that comes next, and how many tokens it has; nothing if there is none.
# The next token is the last one of LEFT.
sub arguments
{
    my ($left) = @_;
    my ($depth, @found) = (0, []);
    for my $count (1 .. @$left) {
        my $text = $left->[-$count][0];
        return if $count == 1 && $text ne '(';
        $depth++ if $text =~ /^[(\[{]$/;
        next if $count == 1;
        $depth-- if $text =~ /^[)\]}]$/;
        return (\@found, $count) if $depth == 0;
        return if $count > $ARGUMENTS;
        $text eq ',' && $depth == 1 ? push @found, [] : push @{$found[-1]}, $text;
    }
    return;
}

# Returns the texts that a macro stands for, with its arguments; a ## b is one word.
sub replaced
{
    my ($macro, $arguments) = @_;
    my %value;
    my @parameters = @{$macro->{parameters} // []};
    for my $i (0 .. $#parameters) {
        my @rest = $parameters[$i] eq '__VA_ARGS__' ? @$arguments[$i .. $#$arguments] : $arguments->[$i] // [];
        $value{$parameters[$i]} = [map { ($_ ? ',' : (), @{$rest[$_]}) } 0 .. $#rest];
    }
    my (@texts, $paste);
    for my $text (@{$macro->{body}}) {
        if ($text eq '##') {
            $paste = 1;
            next;
        }
        my @new = $value{$text} ? @{$value{$text}} : ($text);
        $texts[-1] .= shift @new if $paste && @texts && @new;
        $paste = 0;
        push @texts, @new;
    }
    return @texts;
}

# expand TOKENS MACROS: returns the tokens with all macros expanded. A macro is not expanded in itself.
sub expand
{
    my ($tokens, $macros) = @_;
    my @left = reverse @$tokens; # the next one last; a third field names the macros that a token comes from
    my @done;
    my $refused = 0; # uses of macros that are none: a hundred are enough to look at
    while (@left && @done < $MOST) {
        my $token = pop @left;
        my ($text, $line, $from) = @$token;
        my $macro = $macros->{$text};
        if (!$macro || $refused > 100 || ($from // '') =~ / \Q$text\E /) {
            push @done, [$text, $line];
            next;
        }
        my $arguments = [];
        if ($macro->{parameters}) {
            my ($found, $count) = arguments(\@left);
            if (!$found) {
                push @done, [$text, $line];
                $refused++;
                next;
            }
            $arguments = $found;
            splice @left, -$count;
        }
        my $come = ($from // ' ') . "$text ";
        push @left, map { [$_, $line, $come] } reverse replaced($macro, $arguments) if @left < $MOST && length $come < 2000;
    }
    return \@done;
}

# Returns the tokens of a source as a preprocessor leaves them, with its own macros expanded.
sub preprocessed
{
    my ($source) = @_;
    my (%macros, @tokens, @text, @taken);
    my $flush = sub { # macros hold from where they stand
        push @tokens, @{expand([splice @text], \%macros)};
    };
    my $line = 0;
    for (split /(?<!\\)\n/, without_comments($source)) {
        my $first = $line + 1;
        $line += 1 + tr/\n//;
        if (/^\s*#\s*(\w*)\s*(.*)/s) {
            my ($directive, $what) = ($1, $2);
            $what =~ s/\\\n/ /g;
            push @taken, takes($directive, $what, \%macros) if $directive =~ /^if/;
            $taken[-1] = $directive eq 'elif' || !$taken[-1] || $what =~ /^1\b/ if $directive =~ /^el/ && @taken;
            pop @taken if $directive eq 'endif';
            next if grep { !$_ } @taken;
            $flush->() if $directive =~ /^(?:define|undef)$/;
            define($what, \%macros) if $directive eq 'define';
            delete $macros{$1} if $directive eq 'undef' && $what =~ /^(\w+)/;
        } elsif (!grep { !$_ } @taken) {
            push @text, raw_tokens($_, $first);
        }
    }
    $flush->();
    return \@tokens;
}

# Returns all tokens of a source, with its own macros expanded and nothing else changed.
sub whole_tokens
{
    my ($source) = @_;
    return @{preprocessed($source)};
}

# Returns the tokens with the source's typedefs of plain types in place of their names.
sub without_typedefs
{
    my ($tokens) = @_;
    my (%types, @rest);
    for (my $i = 0; $i < @$tokens; $i++) {
        if ($tokens->[$i][0] eq 'typedef') {
            my $end = $i;
            $end++ while $end < $#$tokens && $tokens->[$end][0] =~ /^[\w*]+$/;
            if ($tokens->[$end][0] eq ';' && $end > $i + 2) {
                $types{$tokens->[$end - 1][0]} = {body => [map { $_->[0] } @$tokens[$i + 1 .. $end - 2]]};
                $i = $end;
                next;
            }
        }
        push @rest, $tokens->[$i];
    }
    return %types ? expand(\@rest, \%types) : \@rest;
}

# Tells whether a statement, without its semicolon, does nothing: it holds only names, numbers, types and parentheses, and calls
# and declares nothing.
sub does_nothing
{
    my (@texts) = @_;
    my $said = join ' ', @texts;
    return 1 if $said eq '';
    $said =~ s/\( (?:(?:unsigned|int|void|float|double|char|long|short|bool|size_t|\*) ?)+\) ?//g; # a cast
    return $said =~ /^(?:\( )*(?:[A-Za-z_]\w*|\.?\d[\w.]*)(?: \))*$/ && $said !~ /^(?:return|break|continue|else|do)\b/;
}

# Returns the tokens without statements that do nothing, and without the braces and semicolons that only divide the others.
sub without_idle_statements
{
    my ($tokens) = @_;
    my (@kept, @statement);
    my $depth = 0;
    for (@$tokens) {
        my $text = $_->[0];
        $depth++ if $text eq '(';
        $depth-- if $text eq ')' && $depth;
        if ($text !~ /^[;{}]$/ || $depth) {
            push @statement, $_ if $text ne ';';
            next;
        }
        push @kept, @statement unless $text eq ';' && does_nothing(map { $_->[0] } @statement);
        @statement = ();
    }
    return [@kept, @statement];
}

# Returns the tokens without each `do` whose loop ends in `while (0)`, as a macro has it.
sub without_single_rounds
{
    my ($tokens) = @_;
    my @kept;
    for (@$tokens) {
        push @kept, $_;
        next unless @kept > 4 && join(' ', map { $_->[0] } @kept[-4 .. -1]) eq 'while ( 0 )';
        my ($do) = grep { $kept[$_][0] eq 'do' } reverse 0 .. $#kept - 4 or next;
        splice @kept, -4;
        splice @kept, $do, 1;
    }
    return \@kept;
}

# tokens_of SOURCE: returns the source's tokens. Every name is `n`, every number `0`.
sub tokens_of
{
    my ($source) = @_;
    my $tokens = without_single_rounds(without_idle_statements(without_typedefs(preprocessed($source))));
    return map { [$_->[0] =~ /^[A-Za-z_]/ ? $fixed{$_->[0]} || $_->[0] =~ /^(?:__|atomic)/ ? $_->[0] : 'n'
        : $_->[0] =~ /^\.?\d/ ? '0' : $_->[0] =~ /^["']/ ? '""' : $_->[0], $_->[1]] } grep { !$idle{$_->[0]} } @$tokens;
}

1;
