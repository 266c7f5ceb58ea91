// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.LineReader;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;

/**
 * {@code nvidia-bug-report.log}: sections between lines of 44 underscores, each with a command or a file as its heading.
 * Read in one pass; what no section of ours is in, is passed over line by line, so that size costs time and no memory.
 */
final class BugReport {
    private static final Pattern FILE = Pattern.compile("\\*\\*\\* (?:ls: .*|(/\\S+)(?: does not exist)?)");
    private static final Pattern FUNCTION_FILE = Pattern.compile(
            "/sys/bus/pci/devices/([0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7])/(numa_node|iommu_group|vendor|device|class)");
    private static final Pattern UNAME = Pattern.compile("uname: Linux (\\S+) (\\S+) .*");
    private static final int UNDERSCORES = 40;

    private final Gathering gathering;
    private final TextScan scan;
    private final KernelLogTaker log;
    private Section section = Section.HEAD;
    private boolean heading;
    private String file = "";
    private boolean ended;

    /** What to do with the lines of a section. */
    private enum Section {
        HEAD,
        TEXT,
        LOG,
        FILE,
        OTHER
    }

    private BugReport(Gathering gathering, String name) {
        this.gathering = gathering;
        this.scan = new TextScan(gathering, name);
        this.log = new KernelLogTaker(gathering);
    }

    static boolean recognises(String beginning) {
        return beginning.contains("nvidia-bug-report.sh Version")
                || beginning.contains("Start of NVIDIA bug report log file");
    }

    /** Whether a section with this heading is a kernel log. */
    static boolean isLogHeading(String heading) {
        String said = heading.toLowerCase(java.util.Locale.ROOT);
        return said.startsWith("dmesg")
                || said.startsWith("/bin/dmesg")
                || said.startsWith("/usr/bin/dmesg")
                || said.startsWith("scanning kernel log files")
                || (said.contains("journalctl") && !said.contains("_comm="))
                || said.matches("\\*\\*\\* /var/log/(?:messages|syslog|kern\\.log|dmesg)\\S*.*");
    }

    static boolean isSeparator(String line) {
        return line.length() >= UNDERSCORES
                && line.charAt(0) == '_'
                && line.strip().chars().allMatch(c -> c == '_');
    }

    static void read(InputStream in, String name, Gathering into) throws IOException, UnreadableSourceException {
        BugReport report = new BugReport(into, name);
        LineReader lines = new LineReader(in);
        for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
            report.line(lines.line(), line.get());
        }
        report.scan.end();
        if (!report.ended) {
            into.notes().add(lines.line(), Message.of("note.bug-report-cut"));
        }
        into.understood(SourceKind.NVIDIA_BUG_REPORT);
    }

    private void line(int number, String line) throws UnreadableSourceException {
        if (isSeparator(line)) {
            scan.end();
            section = Section.OTHER;
            heading = true;
            return;
        }
        if (line.startsWith("*** ") && file(line)) {
            heading = false;
            return;
        }
        if (heading && !line.isBlank()) {
            heading = false;
            heading(line);
            return;
        }
        switch (section) {
            case HEAD -> head(line);
            case TEXT -> scan.line(number, line);
            case LOG -> log.facts(line);
            case FILE -> content(line);
            case OTHER -> {}
        }
    }

    private void heading(String line) {
        String said = line.strip();
        if (said.startsWith("Start of NVIDIA bug report")) {
            section = Section.HEAD;
        } else if (said.startsWith("End of NVIDIA bug report")) {
            ended = true;
        } else if (isLogHeading(said)) {
            section = Section.LOG;
        } else if (said.contains("lspci") || said.contains("nvidia-smi") || said.contains("iommu_group")) {
            section = Section.TEXT;
        }
    }

    /** A file's heading; that of its permissions changes nothing. */
    private boolean file(String line) {
        Matcher named = FILE.matcher(line.strip());
        if (!named.matches()) {
            return false;
        }
        if (named.group(1) != null) {
            file = named.group(1);
            section = isLogHeading(line) ? Section.LOG : Section.FILE;
        }
        return true;
    }

    private void head(String line) throws UnreadableSourceException {
        Matcher uname = UNAME.matcher(line);
        if (uname.matches()) {
            gathering.host(HostFiles.HOSTNAME, uname.group(1), "uname");
            gathering.host(HostFiles.KERNEL_RELEASE, uname.group(2), "uname");
        }
    }

    private void content(String line) throws UnreadableSourceException {
        if (line.isBlank()) {
            return;
        }
        if (file.equals("/proc/cmdline")) {
            gathering.host(HostFiles.CMDLINE, line.strip(), "procfs");
            section = Section.OTHER;
            return;
        }
        Matcher of = FUNCTION_FILE.matcher(file);
        Optional<Address> function = of.matches() ? Address.parse(of.group(1)) : Optional.empty();
        if (function.isPresent()) {
            String value = line.strip();
            if (of.group(2).equals(Attributes.NUMA_NODE)
                    ? value.matches("-?\\d{1,4}")
                    : value.matches("[\\w.]{1,16}")) {
                gathering.put(function.get(), of.group(2), value, "sysfs");
            }
            section = Section.OTHER;
        }
    }
}
