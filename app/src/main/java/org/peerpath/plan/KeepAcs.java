// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.peerpath.acs.PortSetting;
import org.peerpath.model.HostIdentity;
import org.peerpath.model.HostModel;
import org.peerpath.pci.AcsBit;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.text.Message;
import org.peerpath.text.Secrets;

/**
 * Keeps ACS controls: on the kernel command line ({@code pci=config_acs=}, Linux 6.15 and later) in whichever way the host's
 * boot loader takes it, or by a unit of systemd on older kernels.
 */
final class KeepAcs {
    private static final String PARAMETER = "pci=config_acs=";
    /** Without what a boot loader's language expands: GRUB takes over entries that hold this line. */
    private static final Pattern PLAIN = Pattern.compile("[ -~&&[^$`]]{1,4096}");

    private static final String UNIT = "peerpath-acs.service";

    private final HostModel host;
    private final List<PortSetting> settings;

    KeepAcs(HostModel host, List<PortSetting> settings) {
        this.host = host;
        this.settings = List.copyOf(settings);
    }

    List<Keep> plan() {
        if (settings.isEmpty()) {
            return List.of();
        }
        return parameterWorks() ? commandLine() : List.of(unit());
    }

    /**
     * Kernels from 6.11 to 6.14 take the flags of the first entry only, and never clear a bit that the firmware set. The
     * kernel does not know of wide registers.
     */
    private boolean parameterWorks() {
        return host.iommu().kernel().knownToBe(ConfigAcs::isSound)
                && settings.stream().noneMatch(setting -> setting.register().wide());
    }

    /**
     * {@code 1011101@0000:17:00.0;0011101@0000:17:01.0}: DT EC UF CR RR TB SV, every bit spelled, since an {@code x} means
     * the firmware's value and not the present one (kernel-parameters.txt). Ports are parted by semicolons: the kernel
     * splits at commas first.
     */
    private String parameter() {
        return settings.stream()
                .map(setting -> bits(setting.wanted()) + "@" + setting.port())
                .collect(Collectors.joining(";"));
    }

    private static String bits(int value) {
        StringBuilder text = new StringBuilder();
        for (AcsBit bit : List.of(AcsBit.values()).reversed()) {
            text.append((value & bit.mask()) != 0 ? '1' : '0');
        }
        return text.toString();
    }

    private List<Keep> commandLine() {
        Message caution = caution();
        String value = parameter();
        List<Keep> ways = new ArrayList<>();
        if (mayHave(HostFiles.GRUB_DROP_INS)) {
            ways.add(grub(value, caution));
        }
        if (mayUse("grubby")) {
            ways.add(grubby(value, caution));
        }
        if (mayHave(HostFiles.KERNEL_INSTALL_CMDLINE) || mayHave(HostFiles.LOADER_ENTRIES)) {
            loader(value, caution).ifPresent(ways::add);
        }
        // A boot loader that none of these fits: the words are the same everywhere.
        return ways.isEmpty() ? List.of(grub(value, caution)) : ways;
    }

    private Message caution() {
        boolean already = host.iommu()
                .parameters()
                .knownToBe(known -> known.tokens().stream().anyMatch(token -> token.contains("config_acs=")));
        return Message.of(already ? "keep.acs.already" : "keep.acs.caution");
    }

    /** The quotes survive into grub.cfg, whose language parts commands at semicolons. */
    private static Keep grub(String value, Message caution) {
        String path = "/etc/default/grub.d/peerpath-acs.cfg";
        String line = "GRUB_CMDLINE_LINUX=\"$GRUB_CMDLINE_LINUX " + PARAMETER + "\\\"" + value + "\\\"\"\n";
        Keep.Command update = Keep.Command.of("update-grub");
        return new Keep(
                "keep:acs:grub",
                Keep.Group.ACS,
                Message.of("keep.acs.grub"),
                Optional.of(new Keep.File(path, line)),
                List.of(update),
                List.of(update),
                caution);
    }

    private static Keep grubby(String value, Message caution) {
        String word = PARAMETER + "\"" + value + "\"";
        return new Keep(
                "keep:acs:grubby",
                Keep.Group.ACS,
                Message.of("keep.acs.grubby"),
                Optional.empty(),
                List.of(Keep.Command.of("grubby", "--update-kernel=ALL", "--args=" + word)),
                List.of(Keep.Command.of("grubby", "--update-kernel=ALL", "--remove-args=" + word)),
                caution);
    }

    /**
     * The whole command line stands in one file, so it is this boot's with the parameter added. It is the host's own text: a
     * line that is more than printable ASCII, or holds a dollar sign, a secret or what no plan may hold, is left for a person to edit.
     */
    private Optional<Keep> loader(String value, Message caution) {
        Fact<String> booted = host.snapshot().hostText(HostFiles.CMDLINE).map(String::strip);
        return booted.asOptional().filter(KeepAcs::isPlain).map(line -> {
            String rest = List.of(line.split(" +")).stream()
                    .filter(word -> !word.startsWith("BOOT_IMAGE=")
                            && !word.startsWith("initrd=")
                            && !word.startsWith(PARAMETER))
                    .collect(Collectors.joining(" "));
            Keep.Command add = Keep.Command.of("kernel-install", "add-all");
            return new Keep(
                    "keep:acs:kernel-install",
                    Keep.Group.ACS,
                    Message.of("keep.acs.kernel-install"),
                    Optional.of(new Keep.File("/etc/kernel/cmdline", rest + " " + PARAMETER + value + "\n")),
                    List.of(add),
                    List.of(),
                    caution);
        });
    }

    private static boolean isPlain(String line) {
        return PLAIN.matcher(line).matches() && !NeverList.isBrokenBy(line) && !Secrets.isMasked(line);
    }

    /** For kernels that do not know the parameter, or that were not read. */
    private Keep unit() {
        List<Operation> writes = settings.stream()
                .map(KeepAcs::whole)
                .filter(write -> !write.isEmpty())
                .<Operation>map(List::getFirst)
                .toList();
        return Units.oneshot(
                UNIT,
                Keep.Group.ACS,
                Message.of("keep.acs.unit"),
                Message.of("keep.acs.unit-caution"),
                HostIdentity.of(
                        host,
                        settings.stream()
                                .map(setting -> setting.register().port())
                                .toList()),
                List.of("Before=libvirtd.service virtqemud.service libvirt-guests.service"),
                writes);
    }

    /** All bits that the goal asks, whatever a boot leaves in them. */
    private static List<Operation> whole(PortSetting setting) {
        int mask = setting.target().mask() & setting.implemented();
        return mask == 0
                ? List.of()
                : List.of(new Operation.Run(
                        setting.register().write(setting.target().value(), mask)));
    }

    /** True also where it was not read: then every way is shown. Readings that name no tools did not look for files. */
    private boolean mayHave(String file) {
        return !host.snapshot().hostText(HostFiles.TOOLS).isKnown()
                || !host.snapshot().hostText(file).isAbsent();
    }

    private boolean mayUse(String tool) {
        Fact<String> tools = host.snapshot().hostText(HostFiles.TOOLS);
        return !tools.isKnown() || tools.knownToBe(text -> text.lines().anyMatch(tool::equals));
    }
}
