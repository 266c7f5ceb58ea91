// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import org.peerpath.hardware.Vendors;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.UnreadableSourceException;

/**
 * Whether host DMA is translated, for texts that do not hold the type of each IOMMU group: by the default that the kernel's
 * log tells, by what it says of single devices, and by the command line (drivers/iommu/iommu.c iommu_subsys_init;
 * Documentation/admin-guide/kernel-parameters.txt).
 */
final class KernelDomains {
    /** What the parser of kernel logs remembers. */
    static final String TRANSLATED = "translated";

    static final String PASSTHROUGH = "passthrough";
    static final String DISABLED = "disabled";
    static final String AMD = "amd";
    static final String BOOT = "boot";

    private static final String IDENTITY = "identity";
    private static final String DMA = "DMA";
    private static final String AMD_VENDOR = String.format("0x%04x", Vendors.AMD_PROCESSORS);
    private static final Set<String> BRIDGES = Set.of("0x0600", "0x0604");

    private final Gathering gathering;
    private final List<String> said;
    private final List<String> parameters;

    private KernelDomains(Gathering gathering) {
        this.gathering = gathering;
        this.said = text(Tools.IOMMU).lines().toList();
        this.parameters =
                Arrays.asList(text(HostFiles.CMDLINE).strip().replace("\"", "").split("\\s+"));
    }

    /** Gives groups the type that follows, and functions of a host without IOMMU none. */
    static void resolve(Gathering gathering) throws UnreadableSourceException {
        new KernelDomains(gathering).resolve();
    }

    private void resolve() throws UnreadableSourceException {
        Set<String> groups = new TreeSet<>();
        for (Address address : gathering.addresses()) {
            if (gathering.attributes(address).get(Attributes.IOMMU_GROUP) instanceof Reading.Text group) {
                groups.add(group.value().strip());
            }
        }
        if (groups.isEmpty() && isOff()) {
            for (Address address : List.copyOf(gathering.addresses())) {
                gathering.put(address, Attributes.IOMMU_GROUP, new Reading.Missing(source()));
            }
            return;
        }
        Optional<String> usual = usual();
        if (usual.isEmpty()) {
            return;
        }
        for (String group : groups) {
            String file = HostFiles.groupType(group);
            if (!gathering.host().containsKey(file)) {
                gathering.host(file, own(group).orElse(usual.get()), source());
            }
        }
    }

    private String text(String path) {
        return gathering.host().get(path) instanceof Reading.Text text ? text.value() : "";
    }

    private String source() {
        return said.isEmpty() ? "kernel command line" : KernelLogParser.SOURCE;
    }

    /** The type of every group's domain unless it has its own: the log's word before the command line's. */
    private Optional<String> usual() {
        int translated = said.lastIndexOf(TRANSLATED);
        int passthrough = said.lastIndexOf(PASSTHROUGH);
        if (translated >= 0 || passthrough >= 0) {
            return Optional.of(passthrough > translated ? IDENTITY : DMA);
        }
        boolean identity =
                parameters.contains("iommu.passthrough=1") || values("iommu").contains("pt");
        return identity ? Optional.of(IDENTITY) : Optional.empty();
    }

    private List<String> values(String name) {
        return parameters.stream()
                .filter(p -> p.startsWith(name + "="))
                .flatMap(p -> Arrays.stream(p.substring(name.length() + 1).split(",")))
                .toList();
    }

    /** What the log says of a device of the group. */
    private Optional<String> own(String group) throws UnreadableSourceException {
        for (Address address : gathering.addresses()) {
            SortedMap<String, Reading> attributes = gathering.attributes(address);
            boolean member = attributes.get(Attributes.IOMMU_GROUP) instanceof Reading.Text text
                    && text.value().strip().equals(group);
            if (member && attributes.get(Tools.OWN_DOMAIN) instanceof Reading.Text own) {
                return Optional.of(own.value());
            }
        }
        return Optional.empty();
    }

    /**
     * Whether no IOMMU is in use. A parameter of the other maker's driver switches nothing off: then the log's beginning
     * has to be there, and nothing in it of the IOMMU that this host has.
     */
    private boolean isOff() throws UnreadableSourceException {
        if (said.contains(TRANSLATED)) {
            return false;
        }
        boolean amd = false;
        for (Address address : gathering.addresses()) {
            SortedMap<String, Reading> attributes = gathering.attributes(address);
            amd |= attributes.get(Attributes.VENDOR) instanceof Reading.Text vendor
                    && vendor.value().equals(AMD_VENDOR)
                    && attributes.get(Attributes.CLASS) instanceof Reading.Text type
                    && type.value().length() >= 6
                    && BRIDGES.contains(type.value().substring(0, 6));
        }
        boolean intelOff = said.contains(DISABLED) || values("intel_iommu").contains("off");
        boolean own = amd ? values("amd_iommu").contains("off") : intelOff;
        boolean whole = said.contains(BOOT) && !said.contains(AMD);
        return own || values("iommu").contains("off") || (intelOff && whole);
    }
}
