// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.peerpath.iommu.Ownership;
import org.peerpath.model.HostModel;
import org.peerpath.pci.Acs;
import org.peerpath.pci.Ats;
import org.peerpath.pci.Condition;
import org.peerpath.pci.Link;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.text.Secrets;

/**
 * Compares two hosts by what decides about paths: functions, their ACS, ATS, drivers, groups, links, firmware and settings,
 * whether they work, the kernel, and the verdicts in every scenario. Functions are matched by address. What differs at every
 * boot or reading, as the speed of an idle GPU's link does, is left out.
 */
public final class Comparison {
    /** The word for a value that was not read, as the verdicts have it. */
    private static final String UNREAD = Outcome.UNKNOWN.id();

    private static final String LINK = "link";
    private static final String MEMORY_SPACE = "memory-space";
    private static final String BUS_MASTER = "bus-master";
    private static final String FIRMWARE = "/fw_ver";
    private static final String SETTINGS = "mlxconfig/";

    private static final List<String> HOST_FIELDS =
            List.of(HostFiles.KERNEL_RELEASE, HostFiles.CMDLINE, HostFiles.LOCKDOWN);
    private static final List<String> FUNCTION_ATTRIBUTES = List.of(
            Attributes.DRIVER,
            Attributes.DRIVER_OVERRIDE,
            Attributes.IOMMU_GROUP,
            Attributes.NUMA_NODE,
            Attributes.SRIOV_NUMVFS);

    private final List<Difference> differences = new ArrayList<>();

    private Comparison() {}

    /** What differs, host first, then functions by address, then paths. */
    public static List<Difference> of(HostModel before, HostModel after) {
        Comparison comparison = new Comparison();
        comparison.hosts(before, after);
        comparison.functions(before, after);
        for (Scenario scenario : Scenario.values()) {
            comparison.verdicts(scenario, before, after);
        }
        return List.copyOf(comparison.differences);
    }

    /**
     * Returns the host's texts that are the same but for secrets, which are masked where they are read: whether those are the
     * same is not known.
     */
    public static List<String> masked(HostModel before, HostModel after) {
        return HOST_FIELDS.stream()
                .filter(path -> before.snapshot().hostText(path).knownToBe(Secrets::isMasked))
                .filter(path ->
                        before.snapshot().hostText(path).equals(after.snapshot().hostText(path)))
                .toList();
    }

    private void hosts(HostModel before, HostModel after) {
        for (String path : HOST_FIELDS) {
            compare(
                    "host",
                    path,
                    before.snapshot().hostText(path),
                    after.snapshot().hostText(path));
        }
    }

    private void functions(HostModel before, HostModel after) {
        TreeSet<Address> all = new TreeSet<>(before.topology().functions().keySet());
        all.addAll(after.topology().functions().keySet());
        for (Address address : all) {
            Optional<PciFunction> one = before.topology().find(address);
            Optional<PciFunction> other = after.topology().find(address);
            if (one.isPresent() && other.isPresent()) {
                Map<String, Fact<String>> old = fields(one.get());
                Map<String, Fact<String>> fresh = fields(other.get());
                old.keySet().forEach(field -> fresh.putIfAbsent(field, Fact.absent()));
                fresh.forEach((field, value) -> {
                    Fact<String> was = old.getOrDefault(field, Fact.absent());
                    boolean same = switch (field) {
                        case LINK -> onlyIdles(after.topology(), other.get(), was, value);
                        case Attributes.IOMMU_GROUP ->
                            !was.equals(value)
                                    && was.isKnown()
                                    && value.isKnown()
                                    && companions(before, was).equals(companions(after, value));
                        case MEMORY_SPACE, BUS_MASTER -> isVfioUsers(one.get(), other.get());
                        default -> false;
                    };
                    if (!same) {
                        compare(address.toString(), field, was, value);
                    }
                });
            } else {
                differences.add(new Difference(
                        address.toString(),
                        "presence",
                        one.map(Comparison::identity),
                        other.map(Comparison::identity)));
            }
        }
    }

    private static Map<String, Fact<String>> fields(PciFunction function) {
        Map<String, Fact<String>> fields = new LinkedHashMap<>();
        fields.put("id", Fact.known(identity(function)));
        fields.put("acs", function.acs().flatMap(Acs::control).map(Comparison::hex));
        fields.put("ats", function.ats().flatMap(Ats::control).map(Comparison::hex));
        fields.put(LINK, function.link().flatMap(Comparison::link));
        Condition condition = Condition.of(function);
        fields.put("answers", condition.answers().map(Object::toString));
        fields.put(MEMORY_SPACE, condition.memorySpace().map(Object::toString));
        fields.put(BUS_MASTER, condition.busMaster().map(Object::toString));
        function.facts().attributes().keySet().stream()
                .filter(name -> name.endsWith(FIRMWARE) || name.startsWith(SETTINGS))
                .forEach(name -> fields.put(name, function.facts().text(name)));
        fields.put(Attributes.FIRMWARE_VERSION, firmware(function));
        for (String name : FUNCTION_ATTRIBUTES) {
            fields.put(name, function.facts().text(name));
        }
        return fields;
    }

    /** A version that a tool names; there is none to miss where nobody asked. */
    private static Fact<String> firmware(PciFunction function) {
        Fact<String> version = function.facts().text(Attributes.FIRMWARE_VERSION);
        return version.isKnown() ? version : Fact.absent();
    }

    /** Whether two links of a GPU differ in nothing but the speed, which the GPU lowers while it idles; at either end. */
    private static boolean onlyIdles(Topology topology, PciFunction function, Fact<String> was, Fact<String> is) {
        boolean ofGpu = Roles.isGpu(function)
                || Roles.targets(topology, Roles.TargetKind.GPU).stream()
                        .anyMatch(
                                gpu -> topology.place(gpu.address()).parent().equals(Optional.of(function.address())));
        return ofGpu
                && was.knownToBe(one -> is.knownToBe(
                        other -> one.substring(one.indexOf(' ')).equals(other.substring(other.indexOf(' ')))));
    }

    /** Who is in a group: its number is the kernel's, given anew at each boot in the order in which it finds devices. */
    private static List<Address> companions(HostModel host, Fact<String> group) {
        return host.topology().functions().values().stream()
                .filter(function ->
                        function.facts().text(Attributes.IOMMU_GROUP).equals(group))
                .map(PciFunction::address)
                .toList();
    }

    /** Whether a user of VFIO sets a function's Command register, then and now: on while a machine runs, off else. */
    private static boolean isVfioUsers(PciFunction was, PciFunction is) {
        return Stream.of(was, is)
                .allMatch(function -> Ownership.heldByVfio(function.facts()).knownToBe(held -> held));
    }

    private static Fact<String> link(Link link) {
        return link.currentSpeed()
                .flatMap(speed -> link.currentWidth().map(width -> "Gen" + speed.generation() + " x" + width));
    }

    private void verdicts(Scenario scenario, HostModel before, HostModel after) {
        Map<String, PathReport> old = paths(scenario, before);
        paths(scenario, after).forEach((path, report) -> {
            PathReport was = old.get(path);
            if (was != null) {
                compare(path, "verdict." + scenario.id(), verdict(was), verdict(report));
            }
        });
    }

    private static Fact<String> verdict(PathReport report) {
        return Fact.known(report.verdict().id()
                + report.unusable()
                        .map(unusable -> " (" + unusable.cause().id() + " " + unusable.function() + ")")
                        .orElse(""));
    }

    private static Map<String, PathReport> paths(Scenario scenario, HostModel host) {
        Map<String, PathReport> paths = new TreeMap<>();
        new PathJudge(host, scenario)
                .judge(PathSelection.DEFAULT)
                .forEach(report -> paths.put(report.requester() + ">" + report.target(), report));
        return paths;
    }

    private void compare(String subject, String field, Fact<String> before, Fact<String> after) {
        Optional<String> one = shown(before);
        Optional<String> other = shown(after);
        if (!one.equals(other)) {
            differences.add(new Difference(subject, field, one, other));
        }
    }

    /** What was not read says so; only what is not there is empty. */
    private static Optional<String> shown(Fact<String> fact) {
        return fact.isUnknown() ? Optional.of(UNREAD) : fact.asOptional();
    }

    private static String identity(PciFunction function) {
        return function.vendor().map(v -> String.format("%04x", v)).asOptional().orElse("?") + ":"
                + function.device()
                        .map(d -> String.format("%04x", d))
                        .asOptional()
                        .orElse("?");
    }

    private static String hex(int value) {
        return String.format("0x%04x", value);
    }
}
