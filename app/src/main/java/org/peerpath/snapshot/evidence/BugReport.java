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
    private static final Pattern FUNCTION_FILE = Pattern.compile(
            "/sys/bus/pci/devices/([0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7])/(numa_node|iommu_group|vendor|device|class)");
    private static final Pattern UNAME = Pattern.compile("uname: Linux (\\S+) (\\S+) .*");

    private final Gathering gathering;
    private final TextScan scan;
    private final KernelLogParser log;
    private final BugReportSections sections = new BugReportSections();

    private BugReport(Gathering gathering, String name) {
        this.gathering = gathering;
        this.scan = new TextScan(gathering, name);
        this.log = new KernelLogParser(gathering);
    }

    static boolean recognises(String beginning) {
        return beginning.contains("nvidia-bug-report.sh Version")
                || beginning.contains("Start of NVIDIA bug report log file");
    }

    static void read(InputStream in, String name, Gathering into) throws IOException, UnreadableSourceException {
        BugReport report = new BugReport(into, name);
        LineReader lines = new LineReader(in);
        for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
            report.line(lines.line(), line.get());
        }
        report.scan.end();
        if (!report.sections.ended()) {
            into.notes().add(lines.line(), Message.of("note.bug-report-cut"));
        }
        into.understood(SourceKind.NVIDIA_BUG_REPORT);
    }

    private void line(int number, String line) throws UnreadableSourceException {
        if (sections.turns(line)) {
            scan.end();
            return;
        }
        switch (sections.kind()) {
            case HEAD -> head(line);
            case TEXT -> scan.line(number, line);
            case LOG -> log.facts(line);
            case FILE -> content(line);
            case OTHER -> {}
        }
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
        if (sections.file().equals("/proc/cmdline")) {
            gathering.host(HostFiles.CMDLINE, line.strip(), "procfs");
            sections.done();
            return;
        }
        Matcher of = FUNCTION_FILE.matcher(sections.file());
        Optional<Address> function = of.matches() ? Address.parse(of.group(1)) : Optional.empty();
        if (function.isPresent()) {
            String value = line.strip();
            if (of.group(2).equals(Attributes.NUMA_NODE)
                    ? value.matches("-?\\d{1,4}")
                    : value.matches("[\\w.]{1,16}")) {
                gathering.put(function.get(), of.group(2), value, "sysfs");
            }
            sections.done();
        }
    }
}
