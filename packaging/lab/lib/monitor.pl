#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# monitor.pl SOCKET COMMAND [ARGUMENT]
# Says one thing to the emulator's control socket (QMP) and prints the answer.
# COMMAND is a QMP command without arguments (stop, cont, quit, system_reset, query-status), or
# "human", whose ARGUMENT is a line for the human monitor (info usernet, pcie_aer_inject_error …).
use strict;
use warnings;
use IO::Socket::UNIX;

my ($path, $command, $argument) = @ARGV;
die "usage: monitor.pl SOCKET COMMAND [ARGUMENT]\n" unless defined $command;

# A frozen emulator accepts the connection and never answers.
$SIG{ALRM} = sub { die "the emulator does not answer on its control socket\n" };
alarm 30;

my $socket = IO::Socket::UNIX->new(Peer => $path) or die "control socket $path: $!\n";
defined(my $greeting = <$socket>) or die "the emulator closed its control socket\n";
ask(qq({"execute":"qmp_capabilities"}));

if ($command eq 'human') {
    (my $line = $argument // '') =~ s/([\\"])/\\$1/g;
    my $answer = ask(qq({"execute":"human-monitor-command","arguments":{"command-line":"$line"}}));
    $answer =~ s/^\{"return": "//;
    $answer =~ s/"\}\s*$//;
    $answer =~ s/\\r\\n/\n/g;
    $answer =~ s/\\(["\\])/$1/g;
    print $answer;
} else {
    print ask(qq({"execute":"$command"}));
}

# Events come between answers and are none.
sub ask {
    my ($request) = @_;
    print {$socket} "$request\n";
    while (my $line = <$socket>) {
        next if $line =~ /^\{"timestamp"/;
        die "the emulator refused: $line" if $line =~ /^\{"error"/;
        return $line;
    }
    return '' if $request =~ /"quit"/;
    die "the emulator closed its control socket\n";
}
