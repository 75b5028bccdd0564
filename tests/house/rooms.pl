#!/usr/bin/perl
# rooms.pl: holds every folder of C and of JavaScript to rooms.mk. Reads `nm -A` of the compiled files from stdin, and prints a line
# for each thing that is not as rooms.mk says:
#
#   strange FILE             its folder is not in rooms.mk
#   table TEXT               rooms.mk itself is wrong, or says what is no longer so
#   upward TEXT              an include, an import or a call of what its folder may not use
#   circle TEXT              files that call each other in a circle
#   count INCLUDES CALLS     how many there were; the last line
use strict;
use warnings;
use File::Find;

# ---- The table --------------------------------------------------------------------------------------------------------

my (@rooms, %place, %said);
open my $table, '<', 'rooms.mk' or die "rooms.mk: $!\n";
while (<$table>) {
    $_ .= <$table> while s/\\\n$//;
    if (/^ROOMS \+= (\S+)$/) {
        $place{$1} = @rooms;
        push @rooms, $1;
    } elsif (/^(\w+)\.(\S+) :=\s*(.*?)\s*$/) {
        print "table $1.$2: there is no such folder\n" unless exists $place{$2};
        $said{$1}{$2} = [split ' ', $3];
    } elsif (!/^(#.*)?$/) {
        print "table a line that is neither a folder nor about one: $_";
    }
}

# room_of FOLDER: the row that a folder belongs to; undef: none.
sub room_of
{
    my $folder = shift;
    return $folder if exists $place{$folder};
    for (my $above = $folder; ; $above =~ s{/[^/]*$}{} or return) {
        return "$above/*" if exists $place{"$above/*"};
    }
}

my (%may, %used);
for my $room (@rooms) {
    my $uses = $said{uses}{$room};
    print "table uses.$room is missing\n" unless $uses;
    for my $other (@{$uses || []}) {
        if ($other eq '*') {
            $may{$room}{$_} = 1 for @rooms;
            next;
        } elsif (!exists $place{$other} || $place{$other} > $place{$room}) {
            print "table uses.$room names $other, which does not stand above it\n";
        }
        $may{$room}{$other} = 1;
    }
    $may{$room}{$room} = 1;
}

# ---- Includes and imports -----------------------------------------------------------------------------------------------

my (%room, @files, %in);
find({no_chdir => 1, wanted => sub {
    $File::Find::prune = 1 if m{^\./(build|\.git)$|/node_modules$|/\.given$};
    return unless -f && /\.(c|h|cpp|inc|cu|cuh|js|mjs)$/;
    my $file = s{^\./}{}r;
    my $room = room_of($file =~ m{^(.*)/} ? $1 : '.');
    if (!$room) {
        print "strange $file\n";
        return;
    }
    push @files, $file;
    $room{$file} = $room;
    $in{$room}{$file =~ s{.*/}{}r} = $file;
}}, '.');
my %there = map { $_ => 1 } @files;

# A path without its "." and "..".
sub plain
{
    my @parts;
    for (split m{/}, shift) {
        if ($_ eq '..') { pop @parts }
        elsif ($_ ne '.') { push @parts, $_ }
    }
    return join '/', @parts;
}

# target FILE NAME: the file that FILE includes by this name; undef: none of ours.
sub target
{
    my ($file, $name) = @_;
    my $folder = $file =~ m{^(.*)/} ? $1 : '.';
    for my $path ("$folder/$name", $name, "simulator/$name", "common/$name") {
        my $plain = plain($path);
        return $plain if $there{$plain};
    }
    return if $name =~ m{/};
    for my $room ((sort { $place{$a} <=> $place{$b} } keys %{$may{$room{$file}}}), @rooms) {
        return $in{$room}{$name} if $in{$room} && $in{$room}{$name};
    }
    return;
}

# A module that imports another one counts as calling it.
my ($includes, $calls, %calls) = (0, 0);
for my $file (sort @files) {
    open my $text, '<', $file or die "$file: $!\n";
    while (<$text>) {
        my @names = /^\s*#\s*include\s+"([^"]+)"/;
        @names = (/\b(?:from|import)\s+'(\.[^']+)'/g, /\brequire\('(\.[^']+)'\)/g) if $file =~ /js$/;
        for my $name (@names) {
            my $other = target($file, $name) or next;
            $includes++;
            $used{$room{$file}}{$room{$other}} = 1;
            $calls{$file}{$other} = 1 if $file =~ /js$/;
            print "upward $file includes $other\n" unless $may{$room{$file}}{$room{$other}};
        }
    }
}

# ---- Calls --------------------------------------------------------------------------------------------------------------

my (%wanted, %homes);
while (<STDIN>) {
    my ($object, $kind, $name) = /^(\S+?):.*?\b([A-Za-z]) (\S+)$/ or next;
    my $file = $object =~ s{^build/tests/obj/}{simulator/}r =~ s{^build/rooms/}{}r =~ s{\.o$}{.c}r;
    next unless $room{$file};
    if ($kind eq 'U') { $wanted{$file}{$name} = 1 }
    elsif ($kind =~ /[A-Z]/) { $homes{$name}{$file} = 1 }
}
for my $file (sort keys %wanted) {
    for my $name (sort keys %{$wanted{$file}}) {
        my $room = $room{$file};
        my @homes = sort keys %{$homes{$name} || {}} or next;
        # Several folders may have functions of one name, of which a program links one.
        my ($home) = ((grep { $room{$_} eq $room } @homes), (grep { $may{$room}{$room{$_}} } @homes), @homes);
        my $of = $room{$home};
        $calls++;
        $calls{$file}{$home} = 1;
        my $outside = $name =~ /^sim_/ && $may{$room}{simulator} && $of =~ m{^simulator/} && $place{$of} < $place{$room};
        $used{$room}{$outside ? 'simulator' : $of} = 1;
        print "upward $file calls $name of $home\n" unless $outside || $may{$room}{$of};
    }
}

# ---- Circles (Tarjan 1972) ----------------------------------------------------------------------------------------------

my ($next, %number, %lowest, @stack, %on, %circle) = (0);
sub visit
{
    my $file = shift;
    $number{$file} = $lowest{$file} = $next++;
    push @stack, $file;
    $on{$file} = 1;
    for my $other (sort keys %{$calls{$file} || {}}) {
        if (!exists $number{$other}) {
            visit($other);
            $lowest{$file} = $lowest{$other} if $lowest{$other} < $lowest{$file};
        } elsif ($on{$other} && $number{$other} < $lowest{$file}) {
            $lowest{$file} = $number{$other};
        }
    }
    return if $lowest{$file} != $number{$file};
    my @members;
    do {
        push @members, pop @stack;
        delete $on{$members[-1]};
    } until $members[-1] eq $file;
    return if @members == 1;
    $circle{$_} = 1 for @members;
    my @unnamed = grep {
        my ($folder, $base) = m{^(.*)/(.*)\.\w+$};
        !grep { $_ eq $base } @{$said{circle}{$folder} || []};
    } @members;
    print 'circle ', join(' ', sort @members), ', of which rooms.mk does not name ', join(' ', sort @unnamed), "\n" if @unnamed;
}
no warnings 'recursion';
exists $number{$_} or visit($_) for sort keys %calls;

# ---- What rooms.mk says and is no longer so -------------------------------------------------------------------------------

for my $room (@rooms) {
    for my $kind (qw(cold alone circle uncalled)) {
        for my $base (@{$said{$kind}{$room} || []}) {
            print "table $kind.$room names $base, which is no file of it\n" unless $there{"$room/$base.c"};
            print "table circle.$room names $base, which is in no circle\n" if $kind eq 'circle' && %homes && !$circle{"$room/$base.c"};
        }
    }
    for my $other (grep { $_ ne '*' } @{$said{uses}{$room} || []}) {
        print "table uses.$room names $other, which it does not use\n" if $other ne $room && %homes && !$used{$room}{$other};
    }
}
print "count $includes $calls\n";
