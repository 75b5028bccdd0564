package Suspects;
# Suspects.pm: lists places in submissions at which an instructor may want to look: words that a kernel written for the exercise
# rarely needs, and a dodge often does. A place costs no points, and there are honest reasons for each.
use strict;
use warnings;
use Exporter 'import';
use Tokens;

our @EXPORT = qw(suspects);

# What is looked for in a line of code, behind the submission's own macros, and what it may be for.
my @IN_CODE = (
    [qr/\b(?:asm|__asm__|__asm)\b/, 'inline PTX', 'instructions that the compiler does not see, or that a counter may not book'],
    [qr/\b__cvta_\w+|\b__(?:generic|isGlobal|isShared|isConstant|isLocal)\w*/, 'an address in another space',
        'shared memory that looks like global memory, or the other way about'],
    [qr/\b(?:_exit|_Exit|quick_exit|abort)\b/, 'an early end', 'the program ends before what happens at its end is recorded'],
    [qr/\b(?:fork|vfork|clone|clone3|daemon|setsid|posix_spawn\w*|popen|system|exec[lv]p?e?)\b/, 'another process', 'work that nobody counts'],
    [qr/\b(?:dlopen|dlsym|dlmopen|syscall|ptrace|mprotect|process_vm_\w+|LD_PRELOAD)\b/, 'another way into the system', 'calls that are not recorded'],
    [qr/\b(?:kill|killpg|raise|signal|sigaction|pthread_\w+|mmap|memfd_create|p?(?:read|write)v?|socket|connect) \(|\bstd : : (?:j?thread|async)\b/,
        "a service of the system", 'signals, threads, memory or files, which no task of this book needs'],
    [qr/\bextern (?!__)\w[\w *]* \(/, "a function that another file has", 'one of the C library, replaced by its own'],
    [qr/__attribute__ \( \( (?:con|de)structor|\b(?:atexit|on_exit)\b/, 'code before or after main', 'work that no call shows'],
);
# What is looked for in texts, where a file's name or PTX stands.
my @IN_TEXTS = (
    [qr/\bcvta\b|\.(?:shared|local|const)::/, 'an address in another space', 'shared memory that looks like global memory, or the other way about'],
    [qr/"(?:[^"\n]*\/)?(?:calls|answer|input|judge\.c|hidden\.txt|exercise\.cu)"|\/(?:proc|sys|dev|etc)\b/, "a file of the judge's or of the system's",
        'what a program is not handed by its task'],
    [qr/# *include\b.*\.\.|["\/][^"\n]*\.cu[">]/, 'a file that is included', "a chapter's program, which may be the solution"],
);

# suspects SOURCE: returns [line, what, why, text], by line. TEXT is the line as it stands in the source.
sub suspects
{
    my ($source) = @_;
    my @lines = split /\n/, $source, -1;
    my (%code, %texts, @found);
    $_->[0] =~ /^"/ ? $texts{$_->[1]} .= " $_->[0]" : ($code{$_->[1]} .= "$_->[0] ") for whole_tokens($source);
    my $number = 0;
    $number++, /^\s*#\s*include\b/ && ($texts{$number} .= $_) for split /\n/, without_comments($source);
    for my $number (1 .. @lines) {
        my ($code, $texts) = ($code{$number} // '', $texts{$number} // '');
        my @kinds = ((grep { $code =~ $_->[0] } @IN_CODE), grep { $texts =~ $_->[0] } @IN_TEXTS);
        my %once;
        push @found, map { [$number, @$_[1, 2], $lines[$number - 1] =~ s/^\s+|\s+$//gr] } grep { !$once{$_->[1]}++ } @kinds;
    }
    return @found;
}

1;
