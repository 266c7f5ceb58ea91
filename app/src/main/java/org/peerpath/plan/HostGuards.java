// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.peerpath.iommu.HostModel;
import org.peerpath.iommu.Ownership;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.text.Message;

/**
 * What a host would lose with a function that is taken from it: its disks, our way to it, its console, its management
 * controller. And the commands that it lacks.
 */
final class HostGuards {
    private static final String BOOT_VGA = "boot_vga";
    private static final int CLASS_STORAGE = 0x01;
    private static final int CLASS_NETWORK = 0x02;
    private static final int CLASS_DISPLAY = 0x03;
    private static final int CLASS_VGA = 0x0300;
    /** IPMI: SMIC, KCS and BT interfaces. */
    private static final int SUBCLASS_IPMI = 0x0c07;

    private static final int ASPEED = 0x1a03;
    private static final int MATROX = 0x102b;
    private static final int HP = 0x103c;
    /** Matrox G200 cores inside management controllers; all others of its functions are cards of old. */
    private static final Set<Integer> MATROX_G200 = Set.of(0x0522, 0x0530, 0x0532, 0x0533, 0x0534, 0x0536, 0x0538);

    private static final Set<Integer> HP_ILO = Set.of(0x3300, 0x3302, 0x3305, 0x3306, 0x3307, 0x22f6, 0x22f7);

    private final Guards guards;
    private final Fact<InUse> inUse;
    private final Fact<List<String>> tools;

    HostGuards(HostModel host, Guards guards) {
        this.guards = guards;
        this.inUse = InUse.of(host.snapshot());
        this.tools = host.snapshot()
                .hostText(HostFiles.TOOLS)
                .map(text -> text.lines().map(String::strip).toList());
    }

    /** What must hold before a function leaves the driver it has. One of VFIO's serves no purpose of the host's. */
    void taken(PciFunction function) {
        console(function);
        if (!Ownership.heldByVfio(function.facts()).knownToBe(vfio -> vfio)) {
            storage(function);
            connection(function);
        }
    }

    private void console(PciFunction function) {
        List<Address> it = List.of(function.address());
        boolean display = !function.baseClass().knownToBe(code -> code != CLASS_DISPLAY);
        Fact<String> shown = function.facts().text(BOOT_VGA);
        if (shown.knownToBe(text -> text.strip().equals("1"))) {
            guards.refuse(GuardId.CONSOLE_GPU, it);
        } else if (shown.isUnknown() && display) {
            guards.unread(GuardId.CONSOLE_GPU, it, shown.whyUnknown().orElseThrow());
        } else if (shown.isAbsent() && function.classCode().knownToBe(code -> code >> 8 == CLASS_VGA)) {
            // Every VGA function has it, so this reading did not look.
            guards.unread(GuardId.CONSOLE_GPU, it, Message.of("unknown.not-in-source", BOOT_VGA));
        }
        if (isManagement(function)) {
            guards.refuse(GuardId.BMC, it);
        } else if (function.classCode().isUnknown() && function.vendor().isUnknown()) {
            guards.unread(GuardId.BMC, it, function.vendor().whyUnknown().orElseThrow());
        }
    }

    private static boolean isManagement(PciFunction function) {
        int vendor = function.vendor().asOptional().orElse(-1);
        int device = function.device().asOptional().orElse(-1);
        return function.classCode().knownToBe(code -> code >> 8 == SUBCLASS_IPMI)
                || vendor == ASPEED
                || (vendor == MATROX && MATROX_G200.contains(device))
                || (vendor == HP && HP_ILO.contains(device));
    }

    private void storage(PciFunction function) {
        Fact<List<String>> nvme = function.facts().entries(Attributes.NVME);
        boolean maybe = !function.baseClass().knownToBe(code -> code != CLASS_STORAGE)
                || nvme.knownToBe(names -> !names.isEmpty());
        List<Address> it = List.of(function.address());
        switch (inUse) {
            case Fact.Known<InUse>(InUse known) -> {
                if (known.storage().contains(function.address())) {
                    guards.refuse(GuardId.CARRIES_STORAGE, it);
                } else if (maybe && !known.untraced().isEmpty()) {
                    guards.unread(
                            GuardId.CARRIES_STORAGE,
                            it,
                            Message.of("guard.untraced", String.join(" ", new TreeSet<>(known.untraced()))));
                }
            }
            case Fact.Absent<InUse>() -> askIf(maybe, GuardId.CARRIES_STORAGE, it, notRead());
            case Fact.Unknown<InUse>(Message why) -> askIf(maybe, GuardId.CARRIES_STORAGE, it, why);
        }
    }

    private void connection(PciFunction function) {
        Fact<List<String>> names = function.facts().entries(Attributes.NET);
        boolean maybe = switch (names) {
            case Fact.Known<List<String>>(List<String> known) -> !known.isEmpty();
            case Fact.Absent<List<String>>() -> false;
            case Fact.Unknown<List<String>> ignored -> !function.baseClass().knownToBe(code -> code != CLASS_NETWORK);
        };
        if (!maybe) {
            return;
        }
        List<Address> it = List.of(function.address());
        List<String> interfaces = names.asOptional().orElse(List.of());
        switch (inUse) {
            case Fact.Known<InUse>(InUse known) -> {
                if (interfaces.stream().anyMatch(known.uplinks()::contains)
                        || known.session().knownToBe(ssh -> interfaces.stream().anyMatch(ssh::contains))) {
                    guards.refuse(GuardId.CARRIES_CONNECTION, it);
                } else if (names.isUnknown()) {
                    guards.unread(
                            GuardId.CARRIES_CONNECTION, it, names.whyUnknown().orElseThrow());
                } else {
                    known.session().whyUnknown().ifPresent(why -> guards.unread(GuardId.CARRIES_CONNECTION, it, why));
                }
            }
            case Fact.Absent<InUse>() -> guards.unread(GuardId.CARRIES_CONNECTION, it, notRead());
            case Fact.Unknown<InUse>(Message why) -> guards.unread(GuardId.CARRIES_CONNECTION, it, why);
        }
    }

    private void askIf(boolean maybe, GuardId id, List<Address> functions, Message why) {
        if (maybe) {
            guards.unread(id, functions, why);
        }
    }

    /** Readings of before the collector told it. */
    private static Message notRead() {
        return Message.of("unknown.not-in-source", HostFiles.IN_USE);
    }

    /** The commands of a plan's steps: one that is not there refuses, one that was not looked for asks. */
    void tools(List<Step> steps) {
        steps.stream()
                .flatMap(step -> step.operations().stream())
                .filter(Operation.Run.class::isInstance)
                .map(operation -> ((Operation.Run) operation).arguments().getFirst())
                .distinct()
                .sorted()
                .forEach(this::tool);
    }

    private void tool(String name) {
        Message detail = Message.of("guard.tool", name, packages(name));
        if (!tools.isKnown()) {
            guards.ask(GuardId.TOOL_MISSING, List.of(), detail);
        } else if (!has(name)) {
            guards.refuse(GuardId.TOOL_MISSING, List.of(), detail);
        }
    }

    boolean has(String name) {
        return tools.knownToBe(names -> names.contains(name));
    }

    /** Where a command usually comes from. */
    private static String packages(String tool) {
        return switch (tool.toLowerCase(Locale.ROOT)) {
            case "setpci" -> "pciutils";
            case "ip" -> "iproute2, iproute";
            case "modprobe" -> "kmod";
            case "mlxconfig", "mstconfig" -> "mft, mstflint";
            default -> tool;
        };
    }
}
