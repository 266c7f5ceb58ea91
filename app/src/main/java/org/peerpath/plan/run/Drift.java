// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.peerpath.iommu.VfioHolders;
import org.peerpath.model.HostModel;
import org.peerpath.pci.Acs;
import org.peerpath.pci.Ats;
import org.peerpath.pci.PciFunction;
import org.peerpath.plan.Step;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;

/**
 * What differs between two readings of a host, as far as a plan could depend on it: the registers, drivers, groups and VF
 * settings of everything below the root ports that it touches, and who holds what through VFIO.
 */
final class Drift {
    /** Facts of a host that a plan stands on, by name; two readings agree if these are equal. */
    record View(SortedMap<String, String> facts) {}

    private static final String UNREAD = "?";
    private static final String HELD = "held";

    private static final List<String> ATTRIBUTES = List.of(
            Attributes.DRIVER,
            Attributes.DRIVER_OVERRIDE,
            Attributes.IOMMU_GROUP,
            Attributes.SRIOV_NUMVFS,
            "sriov_drivers_autoprobe");

    private Drift() {}

    /** What a plan for these functions stands on. */
    static View view(HostModel host, Set<Address> targets) {
        TreeMap<String, String> facts = new TreeMap<>();
        Set<Address> roots = new TreeSet<>();
        targets.forEach(target -> roots.add(root(host, target)));
        Fact<VfioHolders> holders = VfioHolders.of(host.snapshot());
        for (PciFunction function : host.topology().functions().values()) {
            if (roots.contains(root(host, function.address()))) {
                add(facts, host, function);
                // Of nobody else: any user may open and close other devices while a run goes on.
                holders.asOptional()
                        .flatMap(known -> known.holderOf(function))
                        .ifPresent(holder -> facts.put(
                                key(function.address().toString(), HELD), holder.device() + " " + holder.process()));
            }
        }
        facts.put(key("host", "vfio-holders"), words(holders.map(known -> "read")));
        facts.put(key("host", "cmdline"), words(host.snapshot().hostText(HostFiles.CMDLINE)));
        return new View(facts);
    }

    private static void add(Map<String, String> facts, HostModel host, PciFunction function) {
        String address = function.address().toString();
        facts.put(
                key(address, "ACSCtl"),
                words(function.acs().flatMap(Acs::control).map(Drift::hex)));
        facts.put(
                key(address, "ATSCtl"),
                words(function.ats().flatMap(Ats::control).map(Drift::hex)));
        for (String name : ATTRIBUTES) {
            facts.put(key(address, name), words(function.facts().text(name).map(String::strip)));
        }
        host.iommu()
                .groupOf(function.facts())
                .asOptional()
                .ifPresent(group -> facts.put(key(address, "group-type"), words(group.domainType())));
    }

    /** The topmost bridge above a function, or itself. A function that does not exist yet stands for itself. */
    private static Address root(HostModel host, Address function) {
        if (host.topology().find(function).isEmpty()) {
            return function;
        }
        List<Address> chain = host.topology().place(function).chain();
        return chain.isEmpty() ? function : chain.getLast();
    }

    private static String hex(int value) {
        return String.format("0x%04x", value);
    }

    private static String words(Fact<?> fact) {
        return switch (fact) {
            case Fact.Known<?>(Object value) -> String.valueOf(value);
            case Fact.Absent<?> absent -> "–";
            case Fact.Unknown<?> unknown -> UNREAD;
        };
    }

    private static String key(String where, String what) {
        return where + " " + what;
    }

    /** What differs, apart from what may: {@code 0000:17:00.0 ACSCtl: 0x001d → 0x005d}. */
    static List<String> between(View before, View after, Predicate<String> may) {
        List<String> differences = new ArrayList<>();
        Set<String> keys = new TreeSet<>(before.facts().keySet());
        keys.addAll(after.facts().keySet());
        for (String key : keys) {
            String was = before.facts().getOrDefault(key, "–");
            String is = after.facts().getOrDefault(key, "–");
            if (!was.equals(is) && !may.test(key)) {
                differences.add(key + ": " + was + " → " + is);
            }
        }
        return differences;
    }

    /** What a step stands on and was not read: two readings without it tell nothing about what happened in between. */
    static List<String> unread(View view, Step step) {
        String target = step.target().toString();
        return step.restsOn().stream()
                .map(name -> key(target, name))
                .filter(key -> UNREAD.equals(view.facts().get(key)))
                .toList();
    }

    /** What a step is there to change, and what the kernel changes with it. */
    static Predicate<String> changedBy(Step step, Set<Address> virtualFunctions) {
        return key -> {
            int blank = key.indexOf(' ');
            String fact = key.substring(blank + 1);
            // No step opens a device: whoever does came in between.
            return !fact.equals(HELD) && step.changes(key.substring(0, blank), fact, virtualFunctions);
        };
    }

    static Predicate<String> nothing() {
        return name -> false;
    }
}
