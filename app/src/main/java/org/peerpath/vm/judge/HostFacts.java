// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.hardware.IommuKind;
import org.peerpath.hardware.KernelVersion;
import org.peerpath.iommu.IommuUnit;
import org.peerpath.model.HostModel;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Resources;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;

/** What the host tells about mapping BARs: its kernel, what its IOMMU keeps and translates, sizes of BARs. */
final class HostFacts {
    private static final Pattern REGION =
            Pattern.compile("0x([0-9a-fA-F]{1,16})\\s+0x([0-9a-fA-F]{1,16})\\s+([\\w-]+)");
    private static final String DMA_BUF = "CONFIG_VFIO_PCI_DMABUF";

    private final HostModel host;

    HostFacts(HostModel host) {
        this.host = host;
    }

    HostModel model() {
        return host;
    }

    Optional<PciFunction> find(Optional<Address> address) {
        return address.flatMap(host.topology()::find);
    }

    /** Returns the kernel's release; the VMM's log tells it where the host was not read. */
    Optional<String> release(Optional<String> ofLog) {
        return host.snapshot().hostText(HostFiles.KERNEL_RELEASE).asOptional().or(() -> ofLog);
    }

    static Optional<KernelVersion> version(Optional<String> release) {
        return release.flatMap(KernelVersion::parse);
    }

    /** Returns whether the kernel was built with the export of BARs as dma-buf; empty where that was not read. */
    Optional<Boolean> dmaBuf() {
        return host.snapshot().hostText(HostFiles.KERNEL_CONFIG).asOptional().flatMap(text -> {
            if (text.lines().anyMatch(line -> line.strip().equals(DMA_BUF + "=y"))) {
                return Optional.of(true);
            }
            return text.contains("CONFIG_") ? Optional.of(false) : Optional.empty();
        });
    }

    /** A range of addresses that may not be mapped. */
    record Reserved(long first, long last, String type) {}

    /**
     * Returns what the group of a function keeps from mappings (/sys/kernel/iommu_groups/N/reserved_regions); VFIO leaves
     * direct-relaxable ones out (drivers/vfio/vfio_iommu_type1.c). Empty where it was not read.
     */
    Optional<List<Reserved>> reserved(PciFunction function) {
        return function.facts()
                .text(Attributes.IOMMU_GROUP)
                .asOptional()
                .flatMap(group -> host.snapshot()
                        .hostText(HostFiles.IOMMU_GROUPS + "/" + group + "/reserved_regions")
                        .asOptional())
                .map(HostFacts::regions);
    }

    private static List<Reserved> regions(String text) {
        List<Reserved> found = new ArrayList<>();
        text.lines().limit(256).forEach(line -> {
            Matcher m = REGION.matcher(line.strip());
            if (m.matches() && !m.group(3).equals("direct-relaxable")) {
                found.add(new Reserved(
                        Long.parseUnsignedLong(m.group(1), 16), Long.parseUnsignedLong(m.group(2), 16), m.group(3)));
            }
        });
        return found;
    }

    /** Returns how many bits the IOMMU of a function translates: Intel, Capability Register MGAW (VT-d 11.4.2). */
    OptionalInt addressBits(PciFunction function) {
        Fact<IommuUnit> unit = host.iommu().unitOf(function.facts());
        Optional<Long> capability = unit.asOptional()
                .filter(u -> u.kind() == IommuKind.INTEL)
                .flatMap(u -> u.capability().asOptional());
        return capability.isPresent() ? OptionalInt.of((int) (capability.get() >> 16 & 0x3f) + 1) : OptionalInt.empty();
    }

    /** Returns the sizes of a function's memory BARs by number; empty where they were not read. */
    Optional<List<Long>> barSizes(PciFunction function) {
        return Resources.of(function.facts()).map(Resources::barSizes).asOptional();
    }

    /** Returns the number of the largest BAR, the one that peers reach; empty where sizes were not read. */
    OptionalInt largestBar(PciFunction function) {
        Optional<List<Long>> sizes = barSizes(function);
        int largest = -1;
        long most = 0;
        for (int i = 0; i < sizes.map(List::size).orElse(0); i++) {
            long size = sizes.get().get(i);
            if (size > most) {
                largest = i;
                most = size;
            }
        }
        return largest < 0 ? OptionalInt.empty() : OptionalInt.of(largest);
    }
}
