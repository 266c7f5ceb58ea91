// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.peerpath.pci.PortType;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;

/**
 * Any host, as the collector would have read it as root.
 *
 * <pre>
 * HostBuilder host = HostBuilder.named("a").intelIommu("f020de").groups("DMA-FQ");
 * FunctionBuilder port = host.rootPort("0000:15:01.0", 0x8086, 0x0db0).acs(0x1f, 0x1d);
 * port.endpoint("0000:16:00.0", 0x10de, 0x2330, 0x030200).driver("nvidia");
 * Snapshot snapshot = host.build();
 * </pre>
 */
public final class HostBuilder {
    private final String name;
    private final TreeMap<Address, FunctionBuilder> functions = new TreeMap<>();
    private final TreeMap<String, Reading> files = new TreeMap<>();
    private @Nullable String groupType;
    private String iommu = "";
    private String pciIds = "";
    private int nextGroup;
    private final TreeMap<Address, Integer> groupOf = new TreeMap<>();
    private Origin origin;

    private HostBuilder(String name) {
        this.name = name;
        this.origin = new Origin(name, SourceKind.LIVE, name, Optional.empty());
        text(HostFiles.HOSTNAME, name);
        text(HostFiles.KERNEL_RELEASE, "6.14.0-37-generic");
        text(HostFiles.CMDLINE, "root=/dev/sda1 ro");
        text(HostFiles.EFFECTIVE_USER, "0");
        text(HostFiles.LOCKDOWN, "[none] integrity confidentiality");
    }

    /** A host that an IOMMU does not guard, of kernel 6.14, read as root. */
    public static HostBuilder named(String name) {
        return new HostBuilder(name);
    }

    // The host

    public HostBuilder kernel(String release) {
        return text(HostFiles.KERNEL_RELEASE, release);
    }

    /** What the kernel's log says since its first line. */
    public HostBuilder kernelLog(String... lines) {
        return text(
                HostFiles.KERNEL_LOG,
                Stream.concat(Stream.of("[    0.000000] Linux version 7.1.0"), Stream.of(lines))
                        .collect(Collectors.joining("\n")));
    }

    public HostBuilder cmdline(String line) {
        return text(HostFiles.CMDLINE, line);
    }

    public HostBuilder text(String path, String value) {
        files.put(path, new Reading.Text(value, FunctionBuilder.SOURCE));
        return this;
    }

    public HostBuilder directory(String path, String... entries) {
        files.put(path, new Reading.Listing(Arrays.asList(entries), FunctionBuilder.SOURCE));
        return this;
    }

    public HostBuilder file(String path, Reading reading) {
        files.put(path, reading);
        return this;
    }

    /**
     * One Intel IOMMU, {@code dmar0}, for all functions.
     *
     * @param ecap the extended capability register in hexadecimal without 0x, as sysfs has it
     */
    public HostBuilder intelIommu(String ecap) {
        iommu = "dmar0";
        directory(HostFiles.IOMMU_CLASS, iommu);
        String unit = HostFiles.IOMMU_CLASS + "/" + iommu + "/intel-iommu/";
        return text(unit + "address", "c3ffc000")
                .text(unit + "cap", "8d2078c106f0466")
                .text(unit + "ecap", ecap)
                .text(unit + "version", "6:0");
    }

    /** One AMD IOMMU, {@code ivhd0}, for all functions; both registers as sysfs has them, in hexadecimal without 0x. */
    public HostBuilder amdIommu(String cap, String features) {
        iommu = "ivhd0";
        directory(HostFiles.IOMMU_CLASS, iommu);
        String unit = HostFiles.IOMMU_CLASS + "/" + iommu + "/amd-iommu/";
        return text(unit + "cap", cap).text(unit + "features", features);
    }

    /** One Arm SMMUv3 for all functions; sysfs shows nothing of its registers. */
    public HostBuilder smmu() {
        iommu = "smmu3.0x0000000005000000";
        return directory(HostFiles.IOMMU_CLASS, iommu);
    }

    /** Every function gets an IOMMU group with a default domain of this type: its own, unless it was given a number. */
    public HostBuilder groups(String type) {
        groupType = type;
        return this;
    }

    /** How the snapshot says it came to be. */
    public HostBuilder origin(String source, SourceKind kind, Instant readAt) {
        origin = new Origin(source, kind, name, Optional.of(readAt));
        return this;
    }

    /** The names of the ids that occur, out of a file in the format of pci.ids. */
    public HostBuilder pciIds(String names) {
        pciIds = names;
        return this;
    }

    // Functions on root buses

    public FunctionBuilder rootPort(String address, int vendor, int device) {
        return root(address, PortType.ROOT_PORT).header(vendor, device, 0x060400);
    }

    /** A function on a root bus with PCI Express: a root complex integrated endpoint. */
    public FunctionBuilder integrated(String address, int vendor, int device, int classCode) {
        return root(address, PortType.ROOT_COMPLEX_INTEGRATED_ENDPOINT).header(vendor, device, classCode);
    }

    /** A function on a root bus without PCI Express, like most of a chipset. */
    public FunctionBuilder conventional(String address, int vendor, int device, int classCode) {
        return root(address, null).header(vendor, device, classCode);
    }

    private FunctionBuilder root(String text, @Nullable PortType type) {
        return add(new FunctionBuilder(this, null, Address.of(text), type));
    }

    FunctionBuilder add(FunctionBuilder function) {
        if (functions.putIfAbsent(function.address(), function) != null) {
            throw new IllegalArgumentException("twice: " + function.address());
        }
        return function;
    }

    public FunctionBuilder get(String address) {
        FunctionBuilder function = functions.get(Address.of(address));
        if (function == null) {
            throw new IllegalArgumentException("no function " + address);
        }
        return function;
    }

    // Building

    String hostBridge(Address address) {
        return "pci%04x:%02x".formatted(address.domain(), address.bus());
    }

    void iommuOf(FunctionBuilder function, Map<String, Reading> attributes) {
        if (groupType == null) {
            return;
        }
        int number = function.groupNumber() >= 0
                ? function.groupNumber()
                : groupOf.computeIfAbsent(function.groupLeader(), key -> nextGroup++);
        String group = Integer.toString(number);
        attributes.put(Attributes.IOMMU_GROUP, new Reading.Text(group, FunctionBuilder.SOURCE));
        if (!iommu.isEmpty()) {
            attributes.put(Attributes.IOMMU, new Reading.Text(iommu, FunctionBuilder.SOURCE));
        }
        files.putIfAbsent(HostFiles.groupType(group), new Reading.Text(groupType, FunctionBuilder.SOURCE));
    }

    private String occurring(Collection<FunctionFacts> built) {
        Set<String> vendors = new HashSet<>();
        Set<String> devices = new HashSet<>();
        for (FunctionFacts facts : built) {
            String vendor =
                    facts.text(Attributes.VENDOR).asOptional().orElse("0x").substring(2);
            vendors.add(vendor);
            devices.add(vendor
                    + facts.text(Attributes.DEVICE).asOptional().orElse("0x").substring(2));
        }
        List<String> kept = new ArrayList<>();
        String vendor = "";
        for (String line : pciIds.lines().toList()) {
            if (line.startsWith("\t")) {
                if (devices.contains(vendor + line.substring(1, 5))) {
                    kept.add(line);
                }
            } else {
                vendor = line.substring(0, 4);
                if (vendors.contains(vendor)) {
                    kept.add(line);
                }
            }
        }
        return String.join("\n", kept);
    }

    public Snapshot build() {
        groupOf.clear();
        nextGroup = 0;
        if (!files.containsKey(HostFiles.IOMMU_CLASS)) {
            directory(HostFiles.IOMMU_CLASS);
        }
        TreeMap<Address, FunctionFacts> built = new TreeMap<>();
        functions.forEach((address, function) -> built.put(address, function.build()));
        String[] groups = built.values().stream()
                .flatMap(facts -> facts.text(Attributes.IOMMU_GROUP).asOptional().stream())
                .distinct()
                .toArray(String[]::new);
        directory(HostFiles.IOMMU_GROUPS, groups);
        if (!pciIds.isEmpty()) {
            text(HostFiles.PCI_IDS, occurring(built.values()));
        }
        return new Snapshot(origin, files, true, built, List.of());
    }
}
