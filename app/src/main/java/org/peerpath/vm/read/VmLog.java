// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.text.Clean;
import org.peerpath.vm.model.VmDescription;
import org.peerpath.vm.model.VmEvent;
import org.peerpath.vm.model.VmmVersion;

/**
 * A log in which a VMM speaks: libvirt's {@code /var/log/libvirt/qemu/NAME.log} (its last start counts), kata's, a
 * journal, or whatever was kept of standard error. The command line that such logs quote is read too.
 */
final class VmLog {
    static final String KIND = "vm-log";
    /** {@code 2026-11-30 12:00:00.000+0000: starting up libvirt version: …, qemu version: …, kernel: …, hostname: …}. */
    private static final Pattern START =
            Pattern.compile("\\s*\\S{4,40}(?: \\S{4,40})?: starting up libvirt version: .*");

    private static final Pattern QEMU_VERSION = Pattern.compile("\\bqemu version: ([^,\\s]{1,80})");
    private static final Pattern KERNEL = Pattern.compile("\\bkernel: ([^,\\s]{1,120})");
    private static final Pattern END = Pattern.compile(".*: shutting down, reason=.*");
    private static final Pattern KATA =
            Pattern.compile(".*?launching (\\S*(?:qemu|kvm)\\S*) with: \\[(.*)]\"?.*", Pattern.CASE_INSENSITIVE);

    private static final int LONGEST_COMMAND = 1 << 20;
    private static final int MOST_COMMANDS = 1000;

    private VmLog() {}

    /** Adds what the lines say; false if they say nothing that is known here. */
    static boolean read(List<String> lines, String source, VmDescription.Builder into) {
        int start = lastStart(lines);
        List<VmEvent> events = LogLines.read(lines, Math.max(0, start), source);
        boolean understood = !events.isEmpty();
        if (start >= 0) {
            header(lines.get(start), into);
            boolean ended = lines.subList(start, lines.size()).stream()
                    .anyMatch(line -> END.matcher(line).matches());
            into.running(Optional.of(!ended));
            understood = true;
        }
        List<List<String>> commands = commands(lines, Math.max(0, start));
        if (!commands.isEmpty()) {
            QemuCommand.read(commands.getLast(), into);
            understood = true;
        }
        if (understood) {
            into.events(events);
            if (!events.isEmpty() || start >= 0) {
                into.kind(KIND);
            }
        }
        return understood;
    }

    private static int lastStart(List<String> lines) {
        for (int i = lines.size() - 1; i >= 0; i--) {
            if (lines.get(i).contains("starting up libvirt")
                    && START.matcher(lines.get(i)).matches()) {
                return i;
            }
        }
        return -1;
    }

    private static void header(String line, VmDescription.Builder into) {
        Matcher qemu = QEMU_VERSION.matcher(line);
        if (qemu.find()) {
            into.vmmVersion(VmmVersion.parse(qemu.group(1)));
        }
        Matcher kernel = KERNEL.matcher(line);
        if (kernel.find()) {
            into.kernel(Optional.of(Clean.line(kernel.group(1))));
        }
    }

    /** Returns the command lines of QEMU in their order, each on one line or continued by backslashes. */
    static List<List<String>> commands(List<String> lines, int from) {
        List<List<String>> found = new ArrayList<>();
        for (int i = from; i < lines.size() && found.size() < MOST_COMMANDS; i++) {
            String line = lines.get(i);
            Matcher kata = KATA.matcher(line.contains("launching") ? line : "");
            if (kata.matches()) {
                List<String> words = new ArrayList<>(List.of(kata.group(1)));
                words.addAll(CommandWords.of(kata.group(2)));
                found.add(words);
                continue;
            }
            StringBuilder joined = new StringBuilder(line);
            while (endsInBackslash(joined) && i + 1 < lines.size() && joined.length() < LONGEST_COMMAND) {
                joined.append('\n').append(lines.get(++i));
            }
            if (joined.indexOf("-device") < 0 && joined.indexOf("-machine") < 0 && joined.indexOf("-readconfig") < 0) {
                continue;
            }
            List<String> words = CommandWords.of(joined.toString());
            int program = QemuCommand.program(words);
            if (program >= 0) {
                found.add(words.subList(program, words.size()));
            }
        }
        return found;
    }

    private static boolean endsInBackslash(StringBuilder text) {
        int at = text.length() - 1;
        while (at >= 0 && Character.isWhitespace(text.charAt(at))) {
            at--;
        }
        return at >= 0 && text.charAt(at) == '\\';
    }
}
