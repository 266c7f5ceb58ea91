// SPDX-License-Identifier: Apache-2.0
package org.peerpath.iommu;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.peerpath.hardware.IommuKind;
import org.peerpath.hardware.KernelVersion;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;

/**
 * What the kernel says about its IOMMUs.
 *
 * @param units the IOMMUs in use, by name; absent where {@code /sys/class/iommu} does not exist
 * @param groups by name
 * @param parameters the kernel command line
 * @param kernel the kernel's version
 * @param dmar Intel's firmware table
 * @param ivrs AMD's firmware table
 * @param iort Arm's firmware table
 */
public record IommuState(
        Fact<List<IommuUnit>> units,
        SortedMap<String, IommuGroup> groups,
        Fact<KernelParameters> parameters,
        Fact<KernelVersion> kernel,
        Fact<DmarTable> dmar,
        Fact<IvrsTable> ivrs,
        Fact<IortTable> iort) {
    private static final Pattern HEX = Pattern.compile("(?:0x)?[0-9a-fA-F]{1,16}");

    public IommuState {
        groups = Collections.unmodifiableSortedMap(new TreeMap<>(groups));
    }

    public static IommuState of(Snapshot snapshot) {
        return new IommuState(
                snapshot.hostEntries(HostFiles.IOMMU_CLASS)
                        .map(names ->
                                names.stream().map(name -> unit(snapshot, name)).toList()),
                groups(snapshot),
                snapshot.hostText(HostFiles.CMDLINE).map(KernelParameters::parse),
                snapshot.hostText(HostFiles.KERNEL_RELEASE)
                        .flatMap(release -> KernelVersion.parse(release)
                                .map(Fact::known)
                                .orElseGet(() -> Fact.unknown(Why.notANumber(HostFiles.KERNEL_RELEASE)))),
                table(snapshot, HostFiles.DMAR, DmarTable::parse),
                table(snapshot, HostFiles.IVRS, IvrsTable::parse),
                table(snapshot, HostFiles.IORT, IortTable::parse));
    }

    private static <T> Fact<T> table(Snapshot snapshot, String path, Function<Bytes, Optional<T>> parse) {
        return snapshot.hostBytes(path)
                .flatMap(bytes ->
                        parse.apply(bytes).map(Fact::known).orElseGet(() -> Fact.unknown(Why.notANumber(path))));
    }

    /** The group of a function: absent means that no IOMMU serves it. */
    public Fact<IommuGroup> groupOf(FunctionFacts function) {
        return function.text(Attributes.IOMMU_GROUP).flatMap(name -> {
            IommuGroup group = groups.get(name);
            return group == null ? Fact.absent() : Fact.known(group);
        });
    }

    /**
     * Whether an IOMMU serves a function: a group alone does not show it, for VFIO makes one without an IOMMU too, where
     * it is allowed to.
     */
    public Fact<Boolean> serves(FunctionFacts function) {
        Fact<IommuGroup> group = groupOf(function);
        if (group.isAbsent()) {
            return Fact.known(false);
        }
        boolean noUnits = units.isAbsent() || units.knownToBe(List::isEmpty);
        return group.flatMap(g -> g.translates().isKnown() || !noUnits ? Fact.known(true) : g.translates());
    }

    /**
     * The unit that serves a function. Where the function's own link was not read, any unit will do if all are alike in
     * what matters for ATS.
     */
    public Fact<IommuUnit> unitOf(FunctionFacts function) {
        Fact<String> link = function.text(Attributes.IOMMU);
        return switch (units) {
            case Fact.Known<List<IommuUnit>>(List<IommuUnit> all)
            when !all.isEmpty() ->
                all.stream()
                        .filter(unit -> link.knownToBe(unit.name()::equals))
                        .findFirst()
                        .map(Fact::known)
                        .orElseGet(() -> alike(all) ? Fact.known(all.getFirst()) : Fact.unknown(Why.iommuUnit()));
            case Fact.Unknown<List<IommuUnit>> unread -> Fact.unknown(unread.why());
            case Fact.Known<List<IommuUnit>> none -> Fact.unknown(Why.iommuMode());
            case Fact.Absent<List<IommuUnit>> none -> Fact.unknown(Why.iommuMode());
        };
    }

    /** The PCI segment of an Intel unit by its kernel name: the n-th that the firmware's table describes is dmar(n). */
    public Fact<Integer> segmentOf(String unit) {
        if (!unit.matches("dmar\\d{1,4}")) {
            return Fact.absent();
        }
        int number = Integer.parseInt(unit.substring("dmar".length()));
        return dmar.flatMap(table ->
                number < table.segments().size() ? Fact.known(table.segments().get(number)) : Fact.absent());
    }

    private static boolean alike(List<IommuUnit> units) {
        IommuUnit first = units.getFirst();
        return units.stream()
                .allMatch(unit -> unit.kind() == first.kind()
                        && unit.deviceTlb().equals(first.deviceTlb())
                        && unit.scalableMode().equals(first.scalableMode()));
    }

    private static IommuUnit unit(Snapshot snapshot, String name) {
        String base = HostFiles.IOMMU_CLASS + "/" + name;
        IommuKind kind = IommuKind.of(name);
        return switch (kind) {
            case INTEL ->
                new IommuUnit(
                        name,
                        kind,
                        hex(snapshot, base + "/intel-iommu/cap"),
                        hex(snapshot, base + "/intel-iommu/ecap"));
            case AMD ->
                new IommuUnit(
                        name,
                        kind,
                        hex(snapshot, base + "/amd-iommu/cap"),
                        hex(snapshot, base + "/amd-iommu/features"));
            case SMMU_V3, OTHER -> new IommuUnit(name, kind, Fact.absent(), Fact.absent());
        };
    }

    /**
     * A register in hexadecimal. AMD's features may be two: Linux 6.0 to 6.6 prints the second before the first, later ones
     * after it (drivers/iommu/amd/init.c amd_iommu_show_features). The first uses its high bits and the second has none, so
     * the larger number is the first.
     */
    private static Fact<Long> hex(Snapshot snapshot, String path) {
        return snapshot.hostText(path)
                .flatMap(text -> List.of(text.strip().split(":", -1)).stream()
                        .map(digits -> HEX.matcher(digits).matches()
                                ? Fact.known(Long.parseUnsignedLong(
                                        digits.startsWith("0x") ? digits.substring(2) : digits, 16))
                                : Fact.<Long>unknown(Why.notANumber(path)))
                        .reduce((one, other) -> one.flatMap(
                                first -> other.map(second -> Long.compareUnsigned(first, second) < 0 ? second : first)))
                        .orElseThrow());
    }

    private static SortedMap<String, IommuGroup> groups(Snapshot snapshot) {
        Map<String, List<Address>> members = new TreeMap<>();
        for (FunctionFacts function : snapshot.functions().values()) {
            function.text(Attributes.IOMMU_GROUP)
                    .asOptional()
                    .ifPresent(name -> members.computeIfAbsent(name, n -> new ArrayList<>())
                            .add(function.address()));
        }
        SortedMap<String, IommuGroup> groups = new TreeMap<>();
        members.forEach((name, list) ->
                groups.put(name, new IommuGroup(name, list, snapshot.hostText(HostFiles.groupType(name)))));
        return groups;
    }
}
