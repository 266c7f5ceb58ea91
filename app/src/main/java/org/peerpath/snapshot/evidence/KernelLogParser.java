// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.KernelLogLines;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;

/**
 * Lines of a kernel log, in any of its shapes. What they say of the machine is kept (IOMMU groups, ids, firmware, the
 * boot parameters); what they say went wrong is the log reader's business.
 */
final class KernelLogParser implements TextParser {
    static final String SOURCE = "kernel log";
    private static final String BDF = "([0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7])";

    /** A time since boot or of day, a priority, a record of /dev/kmsg, or what syslog and the journal put in front. */
    private static final Pattern STAMPED = Pattern.compile(
            "\\s*(?:<\\d{1,3}>|\\w{1,40}\\s*:\\s*\\w{1,40}\\s*: ?)?\\s*\\[\\s*(?:\\d+\\.\\d+|"
                    + "[A-Z][a-z]{2} [A-Z][a-z]{2} .{6,20}\\d)\\].*|\\d{1,6},\\d{1,20},\\d{1,20},.*;.*|<\\d{1,3}>.*"
                    + "|\\s*(?:[A-Z][a-z]{2} +\\d{1,2}|\\d{4}-\\d\\d-\\d\\d)[T ]\\d\\d:\\d\\d:\\d\\d.*|(?:Oops|Panic|Emergency)#\\d+ Part\\d+.*");

    /** What the kernel says, for logs whose stamps somebody cut off. */
    private static final List<String> SAID = List.of(
            "DMAR",
            "AMD-Vi",
            "iommu",
            "IOMMU",
            "arm-smmu",
            "pcieport",
            "mlx5_core ",
            "NVRM",
            "watchdog",
            "Watchdog",
            "Call Trace",
            "RIP:",
            "RSP:",
            "CR2:",
            "RAX:",
            "RBP:",
            "RDX:",
            "R10:",
            "R13:",
            "Code:",
            "Hardware name",
            "Modules linked in",
            "vfio-pci ",
            "vfio_",
            "PCIe Bus Error",
            "AER:",
            "Xid",
            "Kernel panic",
            "soft lockup",
            "hard LOCKUP",
            "kernel:",
            "ixgbe ",
            "sriov: ",
            "SR-IOV:",
            "TLP Header",
            "error status/mask",
            "not ready",
            "<TASK>",
            "<NMI>",
            "<IRQ>",
            "</TASK>",
            "</NMI>",
            "</IRQ>",
            "pci 0",
            "CPU: ");

    /** {@code [21] ACSViol}, {@code qi_submit_sync+0x1c8/0x490}. */
    private static final Pattern BIT_OR_FRAME =
            Pattern.compile("\\s*\\[ ?\\d+\\] \\w+.*|.{0,200}\\w\\+0x[0-9a-f]+/0x.*");

    private static final Pattern GROUP = Pattern.compile(".*\\s" + BDF + ": Adding to iommu group (\\d+)\\b.*");
    private static final Pattern IDS = Pattern.compile(
            ".*\\bpci " + BDF + ": \\[([0-9a-f]{4}):([0-9a-f]{4})\\] type [0-9a-f]{2} class 0x([0-9a-f]{6}).*");
    private static final Pattern FIRMWARE =
            Pattern.compile(".*\\bmlx\\d_core " + BDF + ": firmware version: (\\d[\\w.]*).*");
    private static final Pattern CMDLINE = Pattern.compile(".*?(?:Kernel c|\\] C|: C|^C)ommand line: (\\S.*)");
    private static final Pattern VERSION = Pattern.compile(".*\\bLinux version (\\d\\S*) .*");
    private static final Pattern DEFAULT_DOMAIN =
            Pattern.compile(".*\\biommu: Default domain type: (Translated|Passthrough)\\b.*");
    private static final Pattern OWN_DOMAIN =
            Pattern.compile(".*\\s" + BDF + ": Device uses a private (identity|dma) domain.*");
    private static final int LONGEST = 4096;

    private final Set<String> said = new HashSet<>();
    private final Gathering gathering;
    private int last;
    private boolean begun;

    KernelLogParser(Gathering gathering) {
        this.gathering = gathering;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.KERNEL_LOG;
    }

    @Override
    public boolean leads() {
        return false;
    }

    @Override
    public boolean take(int number, String whole) throws UnreadableSourceException {
        String line = whole.length() > LONGEST ? whole.substring(0, LONGEST) : whole;
        boolean taken = STAMPED.matcher(line).matches() || isSaid(line);
        if (taken) {
            facts(line);
        } else {
            tells(line);
        }
        last = taken ? number : last;
        return taken;
    }

    private static boolean isSaid(String line) {
        if ((line.indexOf('[') >= 0 || line.contains("+0x"))
                && BIT_OR_FRAME.matcher(line).matches()) {
            return true;
        }
        for (String word : SAID) {
            if (line.contains(word)) {
                return true;
            }
        }
        return false;
    }

    /** Takes what a line of a log says of the machine, and the line itself where findings ask for it. */
    void facts(String line) throws UnreadableSourceException {
        tells(line);
        if (!begun) {
            begun = true;
            gathering.append(HostFiles.KERNEL_LOG, "", SOURCE);
        }
        KernelLogLines.kept(line).ifPresent(kept -> gathering.append(HostFiles.KERNEL_LOG, kept, SOURCE));
    }

    /** Searches for the few words first: a log has millions of lines that say none of this. */
    private void tells(String line) throws UnreadableSourceException {
        if (line.contains("to iommu group")) {
            Matcher group = GROUP.matcher(line);
            if (group.matches()) {
                put(group.group(1), Attributes.IOMMU_GROUP, group.group(2));
            }
        } else if (line.contains("] type ")) {
            Matcher ids = IDS.matcher(line);
            if (ids.matches()) {
                put(ids.group(1), Attributes.VENDOR, "0x" + ids.group(2));
                put(ids.group(1), Attributes.DEVICE, "0x" + ids.group(3));
                put(ids.group(1), Attributes.CLASS, "0x" + ids.group(4));
            }
        } else if (line.contains("firmware version: ")) {
            Matcher firmware = FIRMWARE.matcher(line);
            if (firmware.matches()) {
                put(firmware.group(1), Attributes.FIRMWARE_VERSION, firmware.group(2));
            }
        } else if (line.contains("ommand line: ")) {
            Matcher parameters = CMDLINE.matcher(line);
            if (parameters.matches()) {
                gathering.host(HostFiles.CMDLINE, parameters.group(1).strip(), SOURCE);
            }
        } else if (line.contains("Linux version ")) {
            Matcher version = VERSION.matcher(line);
            if (version.matches()) {
                gathering.host(HostFiles.KERNEL_RELEASE, version.group(1), SOURCE);
                say(KernelDomains.BOOT);
            }
        } else if (line.contains(" domain")) {
            domains(line);
        }
        if (line.contains("AMD-Vi: ")) {
            say(KernelDomains.AMD);
        } else if (line.contains("DMAR: IOMMU disabled")) {
            say(KernelDomains.DISABLED);
        }
    }

    private void domains(String line) throws UnreadableSourceException {
        Matcher usual = DEFAULT_DOMAIN.matcher(line);
        if (usual.matches()) {
            said.remove(usual.group(1).toLowerCase(Locale.ROOT));
            say(usual.group(1).toLowerCase(Locale.ROOT));
            return;
        }
        Matcher own = OWN_DOMAIN.matcher(line);
        if (own.matches()) {
            put(own.group(1), Tools.OWN_DOMAIN, own.group(2).equals("dma") ? "DMA" : "identity");
        }
    }

    private void say(String word) {
        if (said.add(word)) {
            gathering.append(Tools.IOMMU, word, SOURCE);
        }
    }

    private void put(String address, String attribute, String value) throws UnreadableSourceException {
        Address parsed = Address.parse(address).orElse(null);
        if (parsed != null) {
            gathering.put(parsed, attribute, value, SOURCE);
        }
    }

    @Override
    public boolean continues(int number, String line) {
        // A mail program broke it; the log reader puts the halves together.
        boolean next = number == last + 1;
        last = next ? number : last;
        return next;
    }
}
