// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.peerpath.iommu.HostModel;
import org.peerpath.pci.AcsBit;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.text.Message;

/**
 * Keeps ACS controls: on the kernel command line ({@code pci=config_acs=}, Linux 6.11 and later) in whichever way the host's
 * boot loader takes it, or by a unit of systemd on older kernels.
 */
final class KeepAcs {
    private static final String PARAMETER = "pci=config_acs=";
    private static final String UNIT = "peerpath-acs.service";

    private final HostModel host;
    private final List<AcsSetting> settings;

    /**
     * What a port is to be.
     *
     * @param register its control register
     * @param implemented the bits it has
     * @param now its value
     * @param target what the goal asks
     */
    record AcsSetting(AcsRegister register, int implemented, int now, AcsTarget target) {
        int wanted() {
            return ((now & ~target.mask()) | target.value()) & implemented;
        }
    }

    KeepAcs(HostModel host, List<AcsSetting> settings) {
        this.host = host;
        this.settings = List.copyOf(settings);
    }

    List<Keep> plan() {
        if (settings.isEmpty()) {
            return List.of();
        }
        boolean parameter = host.iommu().kernel().knownToBe(kernel -> kernel.atLeast(6, 11));
        return parameter ? commandLine() : List.of(unit());
    }

    /**
     * {@code 1011101@0000:17:00.0;0011101@0000:17:01.0}: DT EC UF CR RR TB SV, every bit spelled, since an {@code x} means
     * the firmware's value and not the present one (kernel-parameters.txt). Ports are parted by semicolons: the kernel
     * splits at commas first.
     */
    private String parameter() {
        return settings.stream()
                .map(setting ->
                        bits(setting.wanted()) + "@" + setting.register().port())
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
        boolean early = !host.iommu().kernel().knownToBe(kernel -> kernel.atLeast(6, 15));
        if (already) {
            return Message.of("keep.acs.already");
        }
        return Message.of(early ? "keep.acs.early" : "keep.acs.caution");
    }

    /** The quotes survive into grub.cfg, whose language parts commands at semicolons. */
    private static Keep grub(String value, Message caution) {
        String path = "/etc/default/grub.d/peerpath-acs.cfg";
        String line = "GRUB_CMDLINE_LINUX=\"$GRUB_CMDLINE_LINUX " + PARAMETER + "\\\"" + value + "\\\"\"\n";
        Operation.Run update = Operation.Run.of("update-grub");
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
                List.of(Operation.Run.of("grubby", "--update-kernel=ALL", "--args=" + word)),
                List.of(Operation.Run.of("grubby", "--update-kernel=ALL", "--remove-args=" + word)),
                caution);
    }

    /** The whole command line stands in one file, so it is this boot's with the parameter added. */
    private Optional<Keep> loader(String value, Message caution) {
        return host.snapshot().hostText(HostFiles.CMDLINE).asOptional().map(line -> {
            String rest = List.of(line.strip().split("\\s+")).stream()
                    .filter(word -> !word.startsWith("BOOT_IMAGE=")
                            && !word.startsWith("initrd=")
                            && !word.startsWith(PARAMETER))
                    .collect(Collectors.joining(" "));
            Operation.Run add = Operation.Run.of("kernel-install", "add-all");
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
                List.of("Before=libvirtd.service virtqemud.service libvirt-guests.service"),
                writes);
    }

    /** All bits that the goal asks, whatever a boot leaves in them. */
    private static List<Operation> whole(AcsSetting setting) {
        int mask = setting.target().mask() & setting.implemented();
        return mask == 0
                ? List.of()
                : List.of(setting.register().write(setting.target().value(), mask));
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
