// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.peerpath.iommu.Ownership;
import org.peerpath.model.HostModel;
import org.peerpath.path.Roles;
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
    private final Guards guards;
    private final Fact<InUse> inUse;
    private final Fact<List<String>> tools;
    private final UseGuards users;

    HostGuards(HostModel host, Guards guards) {
        this.guards = guards;
        this.inUse = InUse.of(host.snapshot());
        this.users = new UseGuards(host, guards);
        this.tools = host.snapshot()
                .hostText(HostFiles.TOOLS)
                .map(text -> text.lines().map(String::strip).toList());
    }

    /** What must hold before a function leaves the driver it has. One of VFIO's serves no purpose of the host's. */
    void taken(PciFunction function) {
        taken(function, Set.of());
    }

    /**
     * The same where steps go before it.
     *
     * @param freed interfaces that are switched off by then
     */
    void taken(PciFunction function, Set<String> freed) {
        console(function);
        if (!Ownership.heldByVfio(function.facts()).knownToBe(vfio -> vfio)) {
            storage(function);
            connection(function);
        }
        users.taken(function, freed);
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
        if (Roles.isConsole(function)) {
            guards.refuse(GuardId.BMC, it);
        } else if (function.classCode().isUnknown() && function.vendor().isUnknown()) {
            guards.unread(GuardId.BMC, it, function.vendor().whyUnknown().orElseThrow());
        }
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
                mounts(known, it, interfaces);
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

    /** A file system of a network goes with the interface through which it is reached. */
    private void mounts(InUse known, List<Address> it, List<String> interfaces) {
        interfaces.stream()
                .filter(known.carriers()::contains)
                .findFirst()
                .ifPresent(name -> guards.refuse(GuardId.CARRIES_STORAGE, it, Message.of("guard.network-mount", name)));
        if (!known.unreached().isEmpty()) {
            guards.unread(
                    GuardId.CARRIES_STORAGE,
                    it,
                    Message.of("guard.unreached", String.join(" ", new TreeSet<>(known.unreached()))));
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
