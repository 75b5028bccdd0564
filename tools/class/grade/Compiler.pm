package Compiler;
# Compiler.pm: finds out which compiler judges. Judges get its path as FOUND_COMPILER, so that all of a run take the same one, and
# none has to look for it.
use strict;
use warnings;
use Exporter 'import';
use Text;

our @EXPORT = qw(find_compiler compiler_of);

# find_compiler ROOT: returns {path, name, library}: what tools/need.sh chooses, which obeys WARPCC; "nvcc 13.0" or "clang 14.0.6"; and
# "NVRTC 13.0" if there is a build of NVRTC, which the judge then asks before nvcc.
sub find_compiler
{
    my ($root) = @_;
    open my $answer, '-|', "$root/tools/need.sh", 'cuda' or stop(3, "tools/need.sh: $!");
    my ($path) = (<$answer> // '') =~ /^(.+)/;
    close $answer and defined $path or exit 3; # need.sh has said why
    my $nvcc = $path =~ m{/nvcc$};
    open my $said, '-|', $path, '--version' or stop(3, "$path: $!");
    my ($version) = join('', <$said>) =~ ($nvcc ? qr/release (\d+\.\d+)/ : qr/version (\d+(?:\.\d+)*)/);
    $version // stop(3, "$path --version tells no version");
    my $library = $nvcc && -x "$root/build/judge/nvrtc" ? "NVRTC $version" : undef;
    return {path => $path, name => ($nvcc ? 'nvcc' : 'clang') . " $version", library => $library};
}

# compiler_of COMPILER DEVICE JUDGE-TEXT: returns the name of what compiles for an exercise, whose judge.c is given. NVRTC makes
# kernels for the simulator; whole programs, and kernels for a GPU, are nvcc's.
sub compiler_of
{
    my ($compiler, $device, $judge) = @_;
    my $library = $compiler->{library} // return $compiler->{name};
    return $compiler->{name} if $judge =~ /\.program = true\b/;
    return $device eq 'sim' ? $library : "$library and $compiler->{name}";
}

1;
