// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where one is in an {@code nvidia-bug-report.log}: sections between lines of 44 underscores, each with a command or a
 * file as its heading ({@code *** /proc/cmdline}).
 */
final class BugReportSections {
    private static final int UNDERSCORES = 40;
    private static final Pattern FILE = Pattern.compile("\\*\\*\\* (?:ls: .*|(/\\S+)(?: does not exist)?)");
    private static final Pattern LOG_FILE =
            Pattern.compile("\\*\\*\\* /var/log/(?:messages|syslog|kern\\.log|dmesg)\\S*.*");

    private Kind kind = Kind.HEAD;
    private boolean heading;
    private String title = "";
    private String file = "";
    private boolean ended;

    /** What a section holds. */
    enum Kind {
        /** Where the report says what it is. */
        HEAD,
        /** Output of a command that a parser may know. */
        TEXT,
        /** A kernel log. */
        LOG,
        /** A file's content. */
        FILE,
        /** Nothing of ours. */
        OTHER
    }

    /** Whether this line may change where one is; the others are content, and need not be looked at. */
    boolean mayTurn(int first) {
        return heading || first == '_' || first == '*';
    }

    /** Goes on by a line; true if the line is no content but a separator or a heading. */
    boolean turns(String line) {
        if (isSeparator(line)) {
            kind = Kind.OTHER;
            heading = true;
            return true;
        }
        if (line.startsWith("*** ") && isFile(line)) {
            heading = false;
            return true;
        }
        if (heading && !line.isBlank()) {
            heading = false;
            title(line.strip());
            return true;
        }
        return false;
    }

    Kind kind() {
        return kind;
    }

    /** The section's heading. */
    String title() {
        return title;
    }

    /** The file whose content this is. */
    String file() {
        return file;
    }

    /** Whether the report's last line has come. */
    boolean ended() {
        return ended;
    }

    /** What was asked for in this section has been found; the rest of it is passed over. */
    void done() {
        kind = Kind.OTHER;
    }

    private void title(String said) {
        title = said.endsWith(":") ? said.substring(0, said.length() - 1) : said;
        if (said.startsWith("Start of NVIDIA bug report")) {
            kind = Kind.HEAD;
        } else if (said.startsWith("End of NVIDIA bug report")) {
            ended = true;
        } else if (isLog(said)) {
            kind = Kind.LOG;
        } else if (said.contains("lspci") || said.contains("nvidia-smi") || said.contains("iommu_group")) {
            kind = Kind.TEXT;
        }
    }

    /** A file's heading; that of its permissions changes nothing. */
    private boolean isFile(String line) {
        Matcher named = FILE.matcher(line.strip());
        if (!named.matches()) {
            return false;
        }
        if (named.group(1) != null) {
            file = named.group(1);
            title = file;
            kind = isLog(line) ? Kind.LOG : Kind.FILE;
        }
        return true;
    }

    private static boolean isLog(String heading) {
        String said = heading.toLowerCase(Locale.ROOT);
        return said.startsWith("dmesg")
                || said.startsWith("/bin/dmesg")
                || said.startsWith("/usr/bin/dmesg")
                || said.startsWith("scanning kernel log files")
                || (said.contains("journalctl") && !said.contains("_comm="))
                || LOG_FILE.matcher(said).matches();
    }

    private static boolean isSeparator(String line) {
        return line.length() >= UNDERSCORES
                && line.charAt(0) == '_'
                && line.strip().chars().allMatch(c -> c == '_');
    }
}
