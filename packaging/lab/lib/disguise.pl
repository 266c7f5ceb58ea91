#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# disguise.pl PID MONITOR-SOCKET RECORD
# disguise.pl --clear PID RECORD
# Makes the emulated devices of a machine that has not run its first instruction look like those of a
# GPU server. No emulated device lets its ids or class be chosen, and the emulated switch has no ACS
# capability; but the emulator answers configuration reads from plain memory (PCIDevice.config) and
# filters the guest's writes through a mask beside it (PCIDevice.wmask). Both are rewritten here, in
# the emulator's own memory, so the distribution's emulator is used as it is.
#   gpu*   virtio-gpu            -> NVIDIA 3D controller, Gen5 x16, ATS kept
#   up*    x3130 upstream port   -> Broadcom PEX890xx, Gen5 x16
#   d*     xio3130 downstream    -> the same, with an ACS capability that keeps what is written
# RECORD gets the addresses of the ACS control registers. --clear sets them to 0, which is what a reset
# does to real ones and the emulator does not know about ours.
# Needs the right to trace the emulator: root, or its owner where the kernel allows that.
use strict;
use warnings;
no warnings 'portable';
use IO::Socket::UNIX;

use constant {
    GEN5_X16         => [5, 16],
    LARGEST_REGION   => 64 << 20,    # the heap and thread arenas; guest memory is larger
    NEARBY           => 8 << 20,     # a PCIDevice is allocated shortly before its config space
    ID_DISTANCE      => 0x200,       # DeviceState.id lies at most this far before PCIDevice.config
    CAP_PCI_EXPRESS  => 0x10,
    CAP_VENDOR       => 0x09,
    ECAP_ACS         => 0x000d,
    AFTER_LAST_ECAP  => 0x48,        # longest extended capability of these devices (AER)
};

my @roles = (
    {
        name => qr/^gpu/, emulated => [0x1af4, 0x1050], vendor => 0x10de, device => 0x2330,
        revision => 0xa1, class => 0x030200, subsystem => [0x10de, 0x16c1], link => GEN5_X16,
        hide_vendor_capabilities => 1,
    },
    { name => qr/^up/, emulated => [0x104c, 0x8232], vendor => 0x1000, device => 0xc030, revision => 0xb0, link => GEN5_X16 },
    {
        name => qr/^d/, emulated => [0x104c, 0x8233], vendor => 0x1000, device => 0xc030, revision => 0xb0,
        link => GEN5_X16, acs => 0x5f,
    },
);

if ($ARGV[0] eq '--clear') { clear(@ARGV[1, 2]); exit 0 }
my ($pid, $socket, $record) = @ARGV;
wait_until_built($socket);
my $memory = open_memory($pid);
my %names  = map { $_ => 1 } device_names($pid);
my %region = writable_regions($pid);
my (@done, @acs);
for my $config (sort { $a <=> $b } candidates()) { locate($config) }
my $expected = grep { my $n = $_; grep { $n =~ $_->{name} } @roles } keys %names;
die sprintf("found %d of %d devices in the emulator's memory (%s)\n", scalar @done, $expected, join(' ', sort @done))
    unless @done == $expected;
open(my $out, '>', $record) or die "$record: $!\n";
print {$out} map {"$_\n"} @acs;
close $out or die "$record: $!\n";

# An answer on the control socket means that the main loop runs: every device exists by then.
sub wait_until_built {
    my ($path) = @_;
    my $monitor;
    for (1 .. 600) {
        last if $monitor = IO::Socket::UNIX->new(Peer => $path);
        select undef, undef, undef, 0.05;
    }
    die "control socket $path: $!\n" unless $monitor;
    my $line = <$monitor>;
    print {$monitor} qq({"execute":"qmp_capabilities"}\n);
    $line = <$monitor>;
    print {$monitor} qq({"execute":"query-status"}\n);
    $line = <$monitor> // '';
    die "the machine is running already: $line" unless $line =~ /prelaunch/;
}

sub open_memory {
    my ($process) = @_;
    open(my $handle, '+<:raw', "/proc/$process/mem") or die "may not change the emulator's memory: $!\n";
    return $handle;
}

sub device_names {
    my ($process) = @_;
    open(my $file, '<', "/proc/$process/cmdline") or die "command line of $process: $!\n";
    local $/ = undef;
    return <$file> =~ /-device\0[^\0]*?,id=([^,\0]+)/g;
}

sub peek {
    my ($address, $length) = @_;
    my $bytes = '';
    return '' unless defined sysseek($memory, $address, 0);
    sysread($memory, $bytes, $length);
    return $bytes;
}

sub poke {
    my ($address, $bytes) = @_;
    sysseek($memory, $address, 0);
    (syswrite($memory, $bytes) // 0) == length $bytes or die sprintf "write at %x: %s\n", $address, $!;
}

# start address => contents of every private writable region that can hold device state.
sub writable_regions {
    my ($process) = @_;
    my %found;
    open(my $maps, '<', "/proc/$process/maps") or die "memory map of $process: $!\n";
    while (<$maps>) {
        my ($from, $to, $file) = /^([0-9a-f]+)-([0-9a-f]+) rw-p \S+ \S+ 0\s*(\S*)/ or next;
        ($from, $to) = (hex $from, hex $to);
        next if $file ne '' && $file ne '[heap]';
        next if $file eq '' && $to - $from > LARGEST_REGION;
        my $bytes = peek($from, $to - $from);
        $found{$from} = $bytes if length $bytes;
    }
    return %found;
}

# Addresses that begin with the ids of a device to be disguised: config spaces, and some accidents.
sub candidates {
    my %found;
    for my $role (@roles) {
        my $ids = pack 'vv', @{ $role->{emulated} };
        for my $start (keys %region) {
            my $at = -1;
            while (($at = index $region{$start}, $ids, $at + 1) >= 0) { $found{ $start + $at } = 1 if $at % 16 == 0 }
        }
    }
    return keys %found;
}

# Finds the PCIDevice that points to this config space, nearby first, then anywhere.
sub locate {
    my ($config) = @_;
    my ($home) = grep { $config >= $_ && $config < $_ + length $region{$_} } keys %region;
    my $offset = $config - $home;
    my $low = $offset > NEARBY ? ($offset - NEARBY) & ~7 : 0;
    return if owner($config, $home, $low, $offset + NEARBY);
    for my $start (keys %region) { return if owner($config, $start, 0, length $region{$start}) }
}

# PCIDevice holds the pointers config, cmask, wmask next to each other, and its id a little before.
# cmask and wmask of bytes 0-3 (vendor and device) are all ones and all zeroes in every device.
sub owner {
    my ($config, $start, $from, $to) = @_;
    my $pointer = pack 'Q<', $config;
    my $at      = $from - 1;
    while (($at = index $region{$start}, $pointer, $at + 1) >= 0 && $at < $to) {
        next if $at % 8 || length($region{$start}) - $at < 24;
        my (undef, $cmask, $wmask) = unpack 'Q<3', substr $region{$start}, $at, 24;
        next unless peek($cmask, 4) eq "\xff\xff\xff\xff" && peek($wmask, 4) eq "\0\0\0\0";
        my $name = name_before($start, $at) // next;
        my $ids  = peek($config, 4);
        my ($role) = grep { $name =~ $_->{name} && pack('vv', @{ $_->{emulated} }) eq $ids } @roles;
        next unless $role;
        disguise($role, $config, $wmask);
        push @done, $name;
        return 1;
    }
    return 0;
}

sub name_before {
    my ($start, $at) = @_;
    for (my $back = $at - 8; $back >= 0 && $back > $at - ID_DISTANCE; $back -= 8) {
        my $pointer = unpack 'Q<', substr $region{$start}, $back, 8;
        next if $pointer < 0x10000 || $pointer >> 47;
        my ($text) = peek($pointer, 32) =~ /^([\w.-]+)\0/ or next;
        return $text if $names{$text};
    }
    return;
}

sub disguise {
    my ($role, $config, $wmask) = @_;
    my $bytes = peek($config, 4096);
    my $mask  = peek($wmask,  4096);
    substr($bytes, 0x00, 4) = pack 'vv', $role->{vendor}, $role->{device};
    substr($bytes, 0x08, 1) = chr $role->{revision};
    substr($bytes, 0x09, 3) = substr pack('V', $role->{class}), 0, 3 if $role->{class};
    substr($bytes, 0x2c, 4) = pack 'vv', @{ $role->{subsystem} } if $role->{subsystem};
    hide_vendor_capabilities(\$bytes) if $role->{hide_vendor_capabilities};
    set_link(\$bytes, @{ $role->{link} });
    if ($role->{acs}) {
        my $at = add_acs(\$bytes, \$mask, $role->{acs});
        poke($wmask, $mask);
        push @acs, $config + $at + 6;
    }
    poke($config, $bytes);
}

# virtio's own vendor capabilities would give the GPU away.
sub hide_vendor_capabilities {
    my ($bytes) = @_;
    my $link = 0x34;
    while (my $at = ord substr $$bytes, $link, 1) {
        my ($id, $next) = unpack 'CC', substr $$bytes, $at, 2;
        if ($id == CAP_VENDOR) { substr($$bytes, $link, 1) = chr $next }
        else                   { $link = $at + 1 }
    }
}

# LnkCap, LnkSta, LnkCap2 (supported speeds) and LnkCtl2 (target speed).
sub set_link {
    my ($bytes, $speed, $width) = @_;
    my $at = ord substr $$bytes, 0x34, 1;
    $at = ord substr $$bytes, $at + 1, 1 while $at && ord(substr $$bytes, $at, 1) != CAP_PCI_EXPRESS;
    return unless $at;
    my $field = $speed | $width << 4;
    substr($$bytes, $at + 0x0c, 4) = pack 'V', unpack('V', substr $$bytes, $at + 0x0c, 4) & ~0x3ff | $field;
    substr($$bytes, $at + 0x12, 2) = pack 'v', unpack('v', substr $$bytes, $at + 0x12, 2) & ~0x3ff | $field;
    substr($$bytes, $at + 0x2c, 4) = pack 'V', ((1 << $speed) - 1) << 1;
    substr($$bytes, $at + 0x30, 2) = pack 'v', unpack('v', substr $$bytes, $at + 0x30, 2) & ~0xf | $speed;
}

# Appends an ACS capability to the chain; its control register takes what the capability offers.
sub add_acs {
    my ($bytes, $mask, $offered) = @_;
    my $last = 0x100;
    while (my $next = unpack('V', substr $$bytes, $last, 4) >> 20) { $last = $next }
    my $at = ($last + AFTER_LAST_ECAP + 15) & ~15;
    $at = 0x180 if $at < 0x180;
    substr($$bytes, $last, 4) = pack 'V', unpack('V', substr $$bytes, $last, 4) & 0xfffff | $at << 20;
    substr($$bytes, $at, 8) = pack 'Vvv', ECAP_ACS | 1 << 16, $offered, 0;
    substr($$mask,  $at, 8) = pack 'Vvv', 0, 0, $offered;
    return $at;
}

sub clear {
    my ($process, $file) = @_;
    $memory = open_memory($process);
    open(my $addresses, '<', $file) or die "$file: $!\n";
    while (<$addresses>) { chomp; poke($_, "\0\0") }
}
