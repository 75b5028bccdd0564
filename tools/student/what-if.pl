#!/usr/bin/env perl
# what-if.pl DEVICE=FILE...: prints the modelled times of a program's kernels on several devices side by side. FILE is the JSON
# that the simulator wrote for the device (make profile-ch3-reduce DEVICES='t4 a100 h200'). Below the times it prints the pairs
# of kernels whose order is not the same on all devices. Times that differ by less than a tenth have no order. Exits 2 if a
# file cannot be read.
use strict;
use warnings;
use JSON::PP;
use List::Util 'max';

# Says in one line why there is no table, and ends.
sub stop
{
    print STDERR "$_[0]\n";
    exit 2;
}

# kernels_of FILE: returns the kernels of a profile.
sub kernels_of
{
    my ($file) = @_;
    open my $in, '<', $file or stop("what-if: $file: $!");
    local $/ = undef;
    my $profile = eval { decode_json(<$in>) } or stop("what-if: $file is no profile");
    return @{$profile->{kernels}};
}

my (@devices, @kernels, %time);
for (@ARGV) {
    my ($device, $file) = /^([^=]+)=(.+)/ or stop('usage: what-if.pl DEVICE=FILE...');
    push @devices, $device;
    for my $kernel (kernels_of($file)) {
        my ($us) = map { $_->{value} } grep { $_->{name} eq 'gpu__time_duration.sum' } @{$kernel->{metrics}};
        my $name = $kernel->{name} =~ s/(\((?:[^()]++|(?1))*\))$//r; # without its parameters
        push @kernels, $name unless grep { $_ eq $name } @kernels;
        $time{$name}{$device} = $us;
    }
}

print "Modelled time of a launch in us, and the kernel's place among all on that device\n\n";
my $wide = max(map { length } 'kernel', @kernels);
printf "%-${wide}s" . ' %12s' x @devices . "\n", 'kernel', @devices;
for my $kernel (@kernels) {
    printf "%-${wide}s", $kernel;
    for my $device (@devices) {
        my $us = $time{$kernel}{$device};
        my $place = 1 + grep { $time{$_}{$device} < $us } @kernels;
        printf ' %8.2f %3s', $us, "($place)";
    }
    print "\n";
}

# faster KERNEL, OTHER: returns the devices on which KERNEL is faster by a tenth or more.
sub faster
{
    my ($kernel, $other) = @_;
    return grep { 1.1 * $time{$kernel}{$_} <= $time{$other}{$_} } @devices;
}
my @changes;
for my $i (0 .. $#kernels) {
    for my $k ($i + 1 .. $#kernels) {
        my @first = faster($kernels[$i], $kernels[$k]);
        my @second = faster($kernels[$k], $kernels[$i]);
        push @changes, "$kernels[$i] is the faster one on @first, $kernels[$k] on @second" if @first && @second;
    }
}
print "\n", @changes ? map { "$_\n" } @changes : "The order is the same on all of them.\n";
