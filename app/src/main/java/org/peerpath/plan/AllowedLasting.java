// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.peerpath.plan.AllowedOperation.are;
import static org.peerpath.plan.AllowedOperation.is;
import static org.peerpath.plan.AllowedOperation.whole;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What the lasting forms of a plan may hold: the commands that put them into force, and the files they write, line by line. */
final class AllowedLasting {
    private static final String ADDRESS = "[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]";
    private static final Predicate<String> UNIT = whole("peerpath-[a-z]{1,20}\\.service");
    private static final Predicate<String> ENABLED =
            whole("/etc/systemd/system/multi-user\\.target\\.wants/peerpath-[a-z]{1,20}\\.service");

    private static final Predicate<String> UNIT_FILE = whole("/etc/systemd/system/peerpath-[a-z]{1,20}\\.service");
    private static final Predicate<String> RULES_FILE = whole("/etc/udev/rules\\.d/90-peerpath-[a-z]{1,20}\\.rules");
    private static final Predicate<String> GRUB_FILE = whole("/etc/default/grub\\.d/peerpath-[a-z]{1,20}\\.cfg");
    private static final String CMDLINE_FILE = "/etc/kernel/cmdline";

    /** The kernel's own line, which boot loaders take over: nothing in it that one of them would expand. */
    private static final Predicate<String> CMDLINE_LINE = whole("[ -~&&[^$`]]{1,8192}");

    private static final Predicate<String> RULES_LINE = whole("ACTION==\"bind\", SUBSYSTEM==\"pci\", KERNEL==\""
            + ADDRESS + "\", ATTR\\{sriov_drivers_autoprobe\\}=\"0\", ATTR\\{sriov_numvfs\\}=\"\\d{1,5}\"");
    /** What units of systemd hold; see {@link Units} for how words are written there, and {@link IdentityCheck}. */
    private static final Predicate<String> UNIT_LINE = Stream.of(
                    "|\\[(Unit|Service|Install)\\]",
                    "Description=peerpath-[a-z]{1,20}\\.service \\(Peerpath\\)",
                    "(Before|After|Wants)=[A-Za-z0-9@._-]+( [A-Za-z0-9@._-]+)*",
                    "Type=oneshot|RemainAfterExit=yes|TimeoutStartSec=\\d{1,4}|WantedBy=multi-user\\.target",
                    "ExecStartPre=/bin/sh -c 'test \"\\$\\$\\(printf \\\\'peerpath (machine-id|dmi-uuid) %%s\\\\'"
                            + " \"\\$\\$\\(tr A-F a-f < (/etc/machine-id|/sys/class/dmi/id/product_uuid)\\)\" \\| sha256sum\\)\""
                            + " = \"[0-9a-f]{64}  -\"'",
                    "ExecStartPre=/bin/sh -c 'test \"\\$\\$\\(cat( /sys/bus/pci/devices/" + ADDRESS
                            + "/(subsystem_)?(vendor|device)){1,4} \\| tr \\\\'\\\\\\\\n\\\\' \\\\' \\\\'\\)\""
                            + " = \"(0x[0-9a-f]{4} ){1,4}\"'",
                    "ExecStart=(setpci|ip|modprobe)( [A-Za-z0-9_.:=,+-]{1,64}){1,12}",
                    "ExecStart=/bin/sh -c 'echo ([A-Za-z0-9_.:-]{1,64}|\\\\'\\\\') > /sys/bus/pci/[A-Za-z0-9_.:/-]{1,128}'")
            .map(AllowedOperation::whole)
            .reduce(Predicate::or)
            .orElseThrow();

    /** {@code pci=config_acs=1011101@0000:17:00.0;…} (Linux Documentation/admin-guide/kernel-parameters.txt). */
    private static final String PARAMETER = "pci=config_acs=";

    private static final Predicate<String> PORT = whole("[01x]{7}@" + ADDRESS);
    private static final String GRUB_BEGINNING = "GRUB_CMDLINE_LINUX=\"$GRUB_CMDLINE_LINUX " + PARAMETER + "\\\"";
    private static final String GRUB_END = "\\\"\"";

    private static final int LARGEST = 1 << 20;

    private AllowedLasting() {}

    static boolean mayRun(List<String> words) {
        return switch (words.isEmpty() ? "" : words.getFirst()) {
            case "systemctl" -> are(words, is("daemon-reload")) || are(words, is("enable"), UNIT);
            case "rm" -> are(words, is("-f"), ENABLED);
            case "update-grub" -> are(words);
            case "grubby" ->
                are(words, is("--update-kernel=ALL"), word -> isParameter(word, "--args="))
                        || are(words, is("--update-kernel=ALL"), word -> isParameter(word, "--remove-args="));
            case "kernel-install" -> are(words, is("add-all"));
            case "udevadm" -> are(words, is("control"), is("--reload"));
            case "driverctl" ->
                are(words, is("set-override"), AllowedOperation::isAddress, is("vfio-pci"))
                        || are(words, is("unset-override"), AllowedOperation::isAddress);
            default -> false;
        };
    }

    private static boolean isParameter(String word, String option) {
        return isPorts(word, option + PARAMETER + "\"", "\"");
    }

    /** One by one: a pattern that repeats groups over a whole file can exhaust the stack. */
    private static boolean isPorts(String text, String beginning, String end) {
        return text.length() > beginning.length() + end.length()
                && text.startsWith(beginning)
                && text.endsWith(end)
                && Stream.of(text.substring(beginning.length(), text.length() - end.length())
                                .split(";", -1))
                        .allMatch(PORT);
    }

    static boolean mayWrite(String path, String content) {
        if (content.length() > LARGEST || !content.endsWith("\n")) {
            return false;
        }
        List<String> lines = List.of(content.substring(0, content.length() - 1).split("\n", -1));
        if (UNIT_FILE.test(path)) {
            return lines.stream().allMatch(UNIT_LINE);
        }
        if (RULES_FILE.test(path)) {
            return lines.stream().allMatch(RULES_LINE);
        }
        String only = lines.getFirst();
        return lines.size() == 1
                && ((GRUB_FILE.test(path) && isPorts(only, GRUB_BEGINNING, GRUB_END))
                        || (path.equals(CMDLINE_FILE) && CMDLINE_LINE.test(only)));
    }
}
