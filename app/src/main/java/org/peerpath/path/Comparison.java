// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.peerpath.iommu.HostModel;
import org.peerpath.pci.Acs;
import org.peerpath.pci.Ats;
import org.peerpath.pci.Link;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;

/**
 * Compares two hosts by what decides about paths: functions, their ACS, ATS, drivers, groups and links, the kernel, and
 * the verdicts in every scenario. Functions are matched by address.
 */
public final class Comparison {
    /** The word for a value that was not read, as the verdicts have it. */
    private static final String UNREAD = Outcome.UNKNOWN.id();

    private static final List<String> HOST_FIELDS =
            List.of(HostFiles.KERNEL_RELEASE, HostFiles.CMDLINE, HostFiles.BOOT_ID, HostFiles.LOCKDOWN);
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
                fields(other.get())
                        .forEach((field, value) ->
                                compare(address.toString(), field, old.getOrDefault(field, Fact.absent()), value));
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
        fields.put("link", function.link().flatMap(Comparison::link));
        for (String name : FUNCTION_ATTRIBUTES) {
            fields.put(name, function.facts().text(name));
        }
        return fields;
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
        return Fact.known(report.verdict().id());
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
