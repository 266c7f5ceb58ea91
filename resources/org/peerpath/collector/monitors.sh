#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Asks monitors of running VMs which PCI functions their guests have; only for "peerpath vm --qmp".
#
#   sh monitors.sh PID SOCKET [PID SOCKET]…
#
# It says three things to each: qmp_capabilities, without which a monitor answers nothing, query-status and query-pci. It
# asks nobody but QEMU itself: before a word is sent the process must hold the listening socket, nobody may be connected
# (a monitor serves one at a time), and the kernel must name that process at the other end. It waits 3 seconds at most and
# takes 2 MB at most of each. It prints "monitor PID SOCKET", then "answer TEXT" lines or "refused REASON".

# shellcheck disable=SC2016  # a program of its own
python='
import os, re, socket, struct, sys, time

def same(one, other):
    one, other = os.stat(one), os.stat(other)
    return (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino)

def ask(process, path):
    own, busy = [], False
    with open("/proc/%s/net/unix" % process, errors="replace") as sockets:
        for line in sockets:
            part = line.rstrip("\n").split(None, 7)
            if len(part) == 8 and part[7] == path:
                busy = busy or part[5] == "03"
                own += ["socket:[%s]" % part[6]] if int(part[3], 16) & 0x10000 else []
    folder = "/proc/%s/fd/" % process
    held = set()
    for name in os.listdir(folder):
        try:
            held.add(os.readlink(folder + name))
        except OSError:
            pass
    if not held.intersection(own):
        return "refused not-listening"
    if busy:
        return "refused busy"
    there = path if same("/proc/%s/root" % process, "/") else "/proc/%s/root%s" % (process, path)
    end = time.monotonic() + 3
    data = b""
    with socket.socket(socket.AF_UNIX) as monitor:
        monitor.settimeout(3)
        try:
            monitor.connect(there)
        except BlockingIOError:
            return "refused busy"
        peer = struct.unpack("3i", monitor.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]
        if peer != int(process):
            return "refused another-process"
        for number, command in enumerate(["qmp_capabilities", "query-status", "query-pci"], 1):
            monitor.sendall(b"{\"execute\": \"%s\", \"id\": \"peerpath-%d\"}\n" % (command.encode(), number))
        while not (b"peerpath-3" in data[-65536:] and data.rstrip().endswith(b"}")):
            monitor.settimeout(max(0.01, end - time.monotonic()))
            try:
                part = monitor.recv(65536)
            except socket.timeout:
                return "refused silent"
            if not part:
                return "refused closed"
            data += part
            if len(data) > 2 << 20:
                return "refused too-much"
            if time.monotonic() > end:
                return "refused silent"
    return "\n".join("answer " + re.sub("[^ -~]", "?", line) for line in re.split("\r?\n", data.decode("latin-1")))

for process, path in zip(sys.argv[1::2], sys.argv[2::2]):
    try:
        said = ask(process, path)
    except ConnectionError:
        said = "refused closed"
    except (OSError, ValueError):
        said = "refused error"
    sys.stdout.write("monitor %s %s\n%s\n" % (process, path, said))
'
# shellcheck disable=SC2016  # a program of its own
perl='
use strict; use Socket;
sub ask {
    my ($process, $path) = @_;
    my (%own, $busy);
    open(my $sockets, "<", "/proc/$process/net/unix") or return "refused error";
    while (<$sockets>) {
        chomp; my @part = split(" ", $_, 8);
        next unless @part == 8 && $part[7] eq $path;
        $busy ||= $part[5] eq "03";
        $own{"socket:[$part[6]]"} = 1 if hex($part[3]) & 0x10000;
    }
    opendir(my $held, "/proc/$process/fd") or return "refused error";
    return "refused not-listening" unless grep { $own{readlink("/proc/$process/fd/$_") // ""} } readdir($held);
    return "refused busy" if $busy;
    my @one = stat("/proc/$process/root"); my @other = stat("/");
    my $there = "@one[0, 1]" eq "@other[0, 1]" ? $path : "/proc/$process/root$path";
    return "refused error" if length($there) > 107;
    my ($data, $part, $said) = ("", "", "refused silent");
    local $SIG{ALRM} = sub { die };
    eval {
        alarm(3);
        socket(my $monitor, PF_UNIX, SOCK_STREAM, 0);
        if (!connect($monitor, pack_sockaddr_un($there))) { $said = "refused error"; die }
        my ($peer) = unpack("i", getsockopt($monitor, SOL_SOCKET, SO_PEERCRED));
        if ($peer != $process) { $said = "refused another-process"; die }
        my $number = 0;
        for my $command ("qmp_capabilities", "query-status", "query-pci") {
            $number++; my $line = "{\"execute\": \"$command\", \"id\": \"peerpath-$number\"}\n";
            (syswrite($monitor, $line) // 0) == length($line) or $said = "refused closed" and die;
        }
        until (substr($data, -65536) =~ /peerpath-3/ && $data =~ /\}\s*\z/) {
            if (!sysread($monitor, $part, 65536)) { $said = "refused closed"; die }
            $data .= $part;
            if (length($data) > 2 << 20) { $said = "refused too-much"; die }
        }
        $said = join("\n", map { s/[^ -~]/?/g; "answer $_" } split(/\r?\n/, $data));
    };
    alarm(0);
    return $said;
}
$| = 1; $SIG{PIPE} = "IGNORE";
while (@ARGV >= 2) {
    my ($process, $path) = splice(@ARGV, 0, 2);
    print "monitor $process $path\n", ask($process, $path), "\n";
}
'
# Which of them a host has depends on its distribution; both do the same.
for program in python3 /usr/libexec/platform-python; do
    ! "$program" -I -c 'import socket' 2> /dev/null || exec "$program" -I -c "$python" "$@"
done
! perl -MSocket -e 1 2> /dev/null || exec perl -e "$perl" -- "$@"
while [ $# -ge 2 ]; do
    printf 'monitor %s %s\nrefused no-program\n' "$1" "$2"
    shift 2
done
exit 0
