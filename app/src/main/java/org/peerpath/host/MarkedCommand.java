// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.peerpath.host.Host.Output;
import org.peerpath.host.Host.Privilege;
import org.peerpath.host.Host.Script;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;
import org.peerpath.text.ShellWords;

/**
 * Runs a command as a script that marks in its output where the command's own begins and ends, with its exit status: what
 * a login prints before is then not taken for it, and a broken connection not for its end.
 */
final class MarkedCommand {
    private static final int MOST_ERRORS = 64 * 1024;

    /**
     * Waits beside the command until standard input ends: nobody waits for the answer any more. Then the command and all
     * it started are told to end, and killed two seconds later.
     */
    private static final String WATCH = """
            ( read -r _ <&4
            read -r me _ </proc/self/stat
            kin=" $$ "
            for _ in 1 2 3; do
            for process in /proc/[0-9]*; do
            { read -r stat <"$process/stat"; } || continue
            set -- ${stat##*) }
            case $kin in
            *" ${process#/proc/} "*) ;;
            *" ${2:-none} "*) [ "${process#/proc/}" = "$me" ] || kin="$kin${process#/proc/} " ;;
            esac
            done
            done
            kill $kin
            sleep 2
            kill -s KILL $kin ) >/dev/null 2>&1 3>&- &
            watch=$!
            """;

    private final String mark = "@@" + UUID.randomUUID();

    Script script(List<String> command, Privilege privilege, Duration limit) {
        String words = String.join(" ", command.stream().map(ShellWords::quoted).toList());
        // In braces, so that the shell has read all of it before the command runs.
        String text = "{ exec 3>&1 4<&0\n" + WATCH + "exec 4<&- </dev/null\nprintf '%s\\n' " + mark + "\n"
                + "errors=$(LC_ALL=C " + words + " 2>&1 >&3 3>&- </dev/null; printf '\\n%s' \"$?\")\n"
                + "kill $watch\nprintf '\\n%s\\n%s\\n' " + mark + " \"$errors\"\nexit; }\n";
        return new Script(text, privilege, limit);
    }

    Output read(InputStream in) throws IOException, HostException {
        byte[] all = in.readAllBytes();
        byte[] first = (mark + "\n").getBytes(StandardCharsets.UTF_8);
        byte[] last = ("\n" + mark + "\n").getBytes(StandardCharsets.UTF_8);
        int begin = find(all, first, 0);
        int end = begin < 0 ? -1 : find(all, last, begin + first.length);
        String errors = end < 0
                ? ""
                : new String(all, end + last.length, all.length - end - last.length, StandardCharsets.UTF_8)
                        .stripTrailing();
        String status = errors.substring(errors.lastIndexOf('\n') + 1);
        if (!status.matches("\\d{1,3}")) {
            throw new HostException(HostException.Kind.GONE, Message.of("host.no-status"));
        }
        String said = errors.substring(0, Math.max(0, errors.lastIndexOf('\n')));
        return new Output(
                Integer.parseInt(status),
                Clean.text(Arrays.copyOfRange(all, begin + first.length, end)),
                Clean.text(said.substring(Math.max(0, said.length() - MOST_ERRORS)))
                        .strip());
    }

    private static int find(byte[] in, byte[] what, int from) {
        for (int at = from; at <= in.length - what.length; at++) {
            if (Arrays.equals(in, at, at + what.length, what, 0, what.length)) {
                return at;
            }
        }
        return -1;
    }
}
