// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.text.Message;

/**
 * The few lines of a kernel log that findings ask for and that a snapshot therefore keeps, as they stand: what the kernel
 * refused VFs for lack of, whose ATS it turned off. The first line of a boot, {@code Linux version …}, says that the log
 * goes back so far; without it, that a line is not there proves nothing. What the lines mean is the log reader's business.
 */
public final class KernelLogLines {
    private static final int LONGEST = 500;
    private static final Pattern BOOT = Pattern.compile(".*?Linux version [^ ]+");
    /** One list for logs in files and for those the collector reads. */
    private static final Pattern WANTED = Pattern.compile(ReadList.setting(CollectorScript.text(), "KERNEL_LOG"));

    private KernelLogLines() {}

    /** What a snapshot keeps of a line; empty for nearly all of them. */
    public static Optional<String> kept(String line) {
        Matcher boot = BOOT.matcher(line);
        if (line.contains("Linux version") && boot.lookingAt()) {
            return Optional.of(cut(boot.group()));
        }
        return WANTED.matcher(line).find() ? Optional.of(cut(line)) : Optional.empty();
    }

    /** The lines kept; unknown where no log was read, also of a host where all else was. */
    public static Fact<String> of(Snapshot snapshot) {
        Fact<String> lines = snapshot.hostText(HostFiles.KERNEL_LOG);
        return lines.isAbsent() ? Fact.unknown(Message.of("unknown.not-in-source", HostFiles.KERNEL_LOG)) : lines;
    }

    private static String cut(String line) {
        return line.substring(0, Math.min(line.length(), LONGEST));
    }
}
