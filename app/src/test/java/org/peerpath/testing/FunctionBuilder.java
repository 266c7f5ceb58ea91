// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.peerpath.pci.PortType;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Reading;
import org.peerpath.text.Message;

/**
 * One function of a {@link HostBuilder}. Ports make the functions below them, so that bus numbers and sysfs paths come
 * out right by themselves. A function has PCI Express with a Gen5 x16 link and Advanced Error Reporting unless it was
 * made conventional.
 */
public final class FunctionBuilder extends RegisterBuilder<FunctionBuilder> {
    static final String SOURCE = "sysfs";

    private final HostBuilder host;
    private final @Nullable FunctionBuilder parent;
    private final Address address;
    private final @Nullable PortType type;
    private final List<FunctionBuilder> children = new ArrayList<>();
    private final Map<String, Reading> attributes = new LinkedHashMap<>();
    private final Bars bars = new Bars();
    private final List<FunctionBuilder> virtuals = new ArrayList<>();
    private @Nullable FunctionBuilder physical;
    private @Nullable FunctionBuilder groupedWith;
    private @Nullable Message unreadable;
    private int length = ConfigBytes.FULL;
    private int vendor;
    private int device;
    private int classCode;
    private int numa = -1;
    private int group = -1;
    private boolean gone;
    private int firstBus = -1;
    private int lastBus = -1;

    FunctionBuilder(HostBuilder host, @Nullable FunctionBuilder parent, Address address, @Nullable PortType type) {
        this.host = host;
        this.parent = parent;
        this.address = address;
        this.type = type;
        if (parent != null) {
            this.numa = parent.numa;
        }
    }

    FunctionBuilder header(int vendor, int device, int classCode) {
        this.vendor = vendor;
        this.device = device;
        this.classCode = classCode;
        config.put16(0x00, vendor).put16(0x02, device);
        config.put16(0x04, 0x0546);
        config.put8(0x09, classCode).put8(0x0a, classCode >> 8).put8(0x0b, classCode >> 16);
        config.put8(0x0e, isBridge() ? 1 : 0);
        if (!isBridge()) {
            subsystem(vendor, device);
        }
        if (type == null) {
            length = ConfigBytes.CONVENTIONAL;
            return this;
        }
        config.put32(config.capabilityAt(0x40, 0x01, 8) + 4, 0x0008);
        express(type);
        if (!isBridge()) {
            config.put32(config.capabilityAt(0xa0, 0x11, 12), 0x801f0011);
        }
        aer(0, 0x00400000);
        return this;
    }

    /** Another identity in the same place. */
    public FunctionBuilder identity(int otherVendor, int otherDevice, int otherClass) {
        this.vendor = otherVendor;
        this.device = otherDevice;
        this.classCode = otherClass;
        config.put16(0x00, otherVendor).put16(0x02, otherDevice);
        config.put8(0x09, otherClass).put8(0x0a, otherClass >> 8).put8(0x0b, otherClass >> 16);
        return this;
    }

    @Override
    boolean isBridge() {
        return type == PortType.ROOT_PORT
                || type == PortType.UPSTREAM_PORT
                || type == PortType.DOWNSTREAM_PORT
                || type == PortType.PCIE_TO_PCI_BRIDGE;
    }

    @Override
    FunctionBuilder self() {
        return this;
    }

    // What hangs below

    public FunctionBuilder upstreamPort(String address, int vendor, int device) {
        return below(address, PortType.UPSTREAM_PORT).header(vendor, device, 0x060400);
    }

    public FunctionBuilder downstreamPort(String address, int vendor, int device) {
        return below(address, PortType.DOWNSTREAM_PORT).header(vendor, device, 0x060400);
    }

    public FunctionBuilder pciBridge(String address, int vendor, int device) {
        return below(address, PortType.PCIE_TO_PCI_BRIDGE).header(vendor, device, 0x060400);
    }

    public FunctionBuilder endpoint(String address, int vendor, int device, int classCode) {
        return below(address, PortType.ENDPOINT).header(vendor, device, classCode);
    }

    /** A function without PCI Express, as below a PCI bridge. */
    public FunctionBuilder conventional(String address, int vendor, int device, int classCode) {
        return below(address, null).header(vendor, device, classCode);
    }

    private FunctionBuilder below(String text, @Nullable PortType port) {
        FunctionBuilder child = host.add(new FunctionBuilder(host, this, Address.of(text), port));
        children.add(child);
        return child;
    }

    // What can be read

    /** A 64-bit prefetchable memory BAR. */
    public FunctionBuilder bar(int index, long base, long size) {
        config.put32(0x10 + 4 * index, (int) base | 0xc).put32(0x14 + 4 * index, (int) (base >> 32));
        bars.add(index, base, size);
        return this;
    }

    /** Only so many bytes of configuration space are read: 64 without root, 256 without extended space, 0 for none. */
    public FunctionBuilder readable(int bytes) {
        length = bytes;
        return this;
    }

    /** Reading configuration space fails for this reason. */
    public FunctionBuilder unreadable(Message why) {
        unreadable = why;
        return this;
    }

    /** It is gone: every register reads as ones. */
    public FunctionBuilder gone() {
        gone = true;
        return this;
    }

    /** Bus numbers other than those of what hangs below, as firmware that left too few for the VFs has them. */
    public FunctionBuilder buses(int first, int last) {
        firstBus = first;
        lastBus = last;
        return this;
    }

    // Virtual functions

    /**
     * SR-IOV with VFs that exist, each with the PF's class and without capabilities of its own but PCI Express.
     *
     * @return the VFs
     */
    public List<FunctionBuilder> virtualFunctions(int total, int enabled, int offset, int stride, int vfDevice) {
        int at = config.extended(0x0010, 1, 0x40);
        config.put16(at + 0x04, 0x0002).put16(at + 0x08, enabled > 0 ? 0x0019 : 0);
        config.put16(at + 0x0c, total).put16(at + 0x0e, total).put16(at + 0x10, enabled);
        config.put16(at + 0x14, offset).put16(at + 0x16, stride).put16(at + 0x1a, vfDevice);
        config.put32(at + 0x1c, 0x00000553).put32(at + 0x20, 1);
        attribute(Attributes.SRIOV_TOTALVFS, Integer.toString(total));
        attribute(Attributes.SRIOV_NUMVFS, Integer.toString(enabled));
        attribute("sriov_offset", Integer.toString(offset));
        attribute("sriov_stride", Integer.toString(stride));
        attribute("sriov_vf_device", Integer.toHexString(vfDevice));
        attribute("sriov_drivers_autoprobe", "1");
        for (int i = 0; i < enabled; i++) {
            Address place = Address.ofRoutingId(address.domain(), address.routingId() + offset + i * stride);
            FunctionBuilder vf = host.add(new FunctionBuilder(host, parent, place, PortType.ENDPOINT));
            vf.header(vendor, vfDevice, classCode).asVirtual(this, i);
            virtuals.add(vf);
        }
        return List.copyOf(virtuals);
    }

    private void asVirtual(FunctionBuilder pf, int index) {
        physical = pf;
        numa = pf.numa;
        // A VF's ids read as ones, and what belongs to its PF reads as zero (PCIe 9.3.4, 9.3.5).
        config.put16(0x00, 0xffff).put16(0x02, 0xffff).put16(0x04, 0x0004);
        config.put16(EXPRESS + 0x08, 0).put32(EXPRESS + 0x0c, 0).put16(EXPRESS + 0x12, 0);
        config.put32(EXPRESS + 0x2c, 0).put16(EXPRESS + 0x30, 0);
        attributes.keySet().removeIf(name -> name.contains("_link_"));
        attribute(Attributes.PHYSFN, pf.address.toString());
        pf.attribute(Attributes.VIRTFN_PREFIX + index, address.toString());
    }

    // Readings

    @Override
    public FunctionBuilder attribute(String name, String value) {
        attributes.put(name, new Reading.Text(value, SOURCE));
        return this;
    }

    public FunctionBuilder attribute(String name, Reading reading) {
        attributes.put(name, reading);
        return this;
    }

    /** Not in the host's sysfs after all. */
    public FunctionBuilder without(String name) {
        attributes.put(name, new Reading.Missing(SOURCE));
        return this;
    }

    public FunctionBuilder directory(String name, String... entries) {
        return attribute(name, new Reading.Listing(List.of(entries), SOURCE));
    }

    public FunctionBuilder driver(String name) {
        return attribute(Attributes.DRIVER, name);
    }

    public FunctionBuilder numa(int node) {
        numa = node;
        return this;
    }

    public FunctionBuilder group(int number) {
        group = number;
        return this;
    }

    /** In the group of another function, as below a PCI bridge. */
    public FunctionBuilder groupedWith(FunctionBuilder other) {
        groupedWith = other;
        return this;
    }

    public FunctionBuilder subsystem(int subVendor, int subDevice) {
        config.put16(0x2c, subVendor).put16(0x2e, subDevice);
        attribute(Attributes.SUBSYSTEM_VENDOR, hex(subVendor, 4));
        return attribute(Attributes.SUBSYSTEM_DEVICE, hex(subDevice, 4));
    }

    /** An RDMA device with its firmware version, and a network interface. */
    public FunctionBuilder rdma(String name, String firmware, String network) {
        directory(Attributes.INFINIBAND, name);
        attribute(Attributes.INFINIBAND + "/" + name + "/fw_ver", firmware);
        return directory(Attributes.NET, network);
    }

    /** Vital product data, both the capability and the file. */
    public FunctionBuilder vpd(Bytes data) {
        config.put16(config.capabilityAt(0xb8, 0x03, 8) + 2, 0x8000);
        return attribute(Attributes.VPD, new Reading.Data(data, SOURCE));
    }

    public Address address() {
        return address;
    }

    /** The bridges above, nearest first. */
    public List<FunctionBuilder> above() {
        List<FunctionBuilder> above = new ArrayList<>();
        for (FunctionBuilder bridge = parent; bridge != null; bridge = bridge.parent) {
            above.add(bridge);
        }
        return above;
    }

    boolean hasLinkBelow() {
        return type == PortType.ROOT_PORT || type == PortType.DOWNSTREAM_PORT;
    }

    public List<FunctionBuilder> virtualFunctions() {
        return List.copyOf(virtuals);
    }

    // Building

    int groupNumber() {
        return group;
    }

    /** The highest bus below this port, its VFs' buses counted. */
    private int subordinate() {
        int highest = address.bus();
        for (FunctionBuilder child : children) {
            highest = Math.max(highest, Math.max(child.subordinate(), child.address.bus()));
            for (FunctionBuilder vf : child.virtuals) {
                highest = Math.max(highest, vf.address.bus());
            }
        }
        return highest;
    }

    private Stream<Bars> barsBelow() {
        return children.stream()
                .flatMap(child -> Stream.concat(
                        Stream.concat(Stream.of(child), child.virtuals.stream()).map(function -> function.bars),
                        child.barsBelow()));
    }

    private String path() {
        String above = parent == null ? "/sys/devices/" + host.hostBridge(address) : parent.path();
        return above + "/" + address;
    }

    FunctionFacts build() {
        if (isBridge()) {
            int secondary = children.isEmpty() ? 0 : children.getFirst().address.bus();
            config.put8(0x18, address.bus())
                    .put8(0x19, firstBus < 0 ? secondary : firstBus)
                    .put8(0x1a, lastBus >= 0 ? lastBus : children.isEmpty() ? 0 : subordinate());
            Bars.openWindow(config, barsBelow());
        }
        TreeMap<String, Reading> all = new TreeMap<>();
        text(all, Attributes.REALPATH, path());
        text(all, Attributes.VENDOR, hex(vendor, 4));
        text(all, Attributes.DEVICE, hex(device, 4));
        text(all, Attributes.CLASS, hex(classCode, 6));
        text(all, Attributes.REVISION, hex(config.get8(0x08), 2));
        text(all, Attributes.NUMA_NODE, Integer.toString(numa));
        text(all, Attributes.RESOURCE, bars.resource());
        host.iommuOf(this, all);
        all.putAll(attributes);
        if (unreadable != null) {
            all.put(Attributes.CONFIG, new Reading.Failed(unreadable, SOURCE));
        } else if (length > 0) {
            all.put(
                    Attributes.CONFIG,
                    new Reading.Data(gone ? ConfigBytes.ones(length) : config.bytes(length), SOURCE));
        }
        all.values().removeIf(reading -> reading instanceof Reading.Missing);
        return new FunctionFacts(address, all, List.of(), true);
    }

    private static void text(Map<String, Reading> all, String name, String value) {
        all.put(name, new Reading.Text(value, SOURCE));
    }

    private static String hex(int value, int digits) {
        return "0x" + ("%0" + digits + "x").formatted(value);
    }

    /** Whose IOMMU group this function has, so that those that can talk inside a device share one. */
    Address groupLeader() {
        if (groupedWith != null) {
            return groupedWith.groupLeader();
        }
        boolean alone = physical != null || isBridge() || config.findExtended(0x000d) != 0 || !virtuals.isEmpty();
        return alone ? address : new Address(address.domain(), address.bus(), address.device(), 0);
    }
}
