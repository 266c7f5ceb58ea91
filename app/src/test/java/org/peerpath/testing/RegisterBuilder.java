// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import java.util.function.Consumer;
import org.peerpath.pci.LinkSpeed;
import org.peerpath.pci.PortType;

/**
 * The registers of one function: PCI Express and the extended capabilities.
 *
 * @param <T> what every call gives back, so that calls can be chained
 */
abstract sealed class RegisterBuilder<T> permits FunctionBuilder {
    static final int EXPRESS = 0x60;

    final ConfigBytes config = new ConfigBytes();

    abstract T self();

    abstract boolean isBridge();

    /** A text attribute in sysfs, for what the kernel shows there of a register. */
    abstract T attribute(String name, String value);

    // PCI Express

    final void express(PortType port) {
        int at = config.capabilityAt(EXPRESS, 0x10, 0x3c);
        config.put16(at + 0x02, 0x0002 | (code(port) << 4));
        boolean slot = port == PortType.ROOT_PORT || port == PortType.DOWNSTREAM_PORT;
        config.change16(at + 0x02, 0x0100, slot ? 0x0100 : 0);
        config.put32(at + 0x04, 0x00008022 | (isBridge() ? 0 : 0x10000000));
        config.put16(at + 0x08, 0x2910 | (isBridge() ? 0 : 0x0040));
        config.put16(at + 0x28, isBridge() ? 0x0020 : 0);
        if (port != PortType.ROOT_COMPLEX_INTEGRATED_ENDPOINT) {
            link(LinkSpeed.GEN5, 16);
        }
    }

    private static int code(PortType type) {
        return switch (type) {
            case ENDPOINT -> 0;
            case LEGACY_ENDPOINT -> 1;
            case ROOT_PORT -> 4;
            case UPSTREAM_PORT -> 5;
            case DOWNSTREAM_PORT -> 6;
            case PCIE_TO_PCI_BRIDGE -> 7;
            case PCI_TO_PCIE_BRIDGE -> 8;
            case ROOT_COMPLEX_INTEGRATED_ENDPOINT -> 9;
            case ROOT_COMPLEX_EVENT_COLLECTOR -> 10;
            case RESERVED -> 15;
        };
    }

    /** Link Capabilities and Status alike, in both directions at full speed. */
    public T link(LinkSpeed speed, int width) {
        return link(speed, width, speed, width);
    }

    public T link(LinkSpeed max, int maxWidth, LinkSpeed current, int currentWidth) {
        config.change32(EXPRESS + 0x0c, 0x000003ff, max.generation() | (maxWidth << 4));
        config.change32(EXPRESS + 0x0c, 0x00100000, isBridge() ? 0x00100000 : 0);
        config.put16(EXPRESS + 0x12, current.generation() | (currentWidth << 4) | (isBridge() ? 0x2000 : 0));
        config.put32(EXPRESS + 0x2c, ((1 << max.generation()) - 1) << 1);
        config.put16(EXPRESS + 0x30, max.generation());
        attribute("max_link_speed", max.gigatransfers() + " GT/s PCIe");
        attribute("max_link_width", Integer.toString(maxWidth));
        attribute("current_link_speed", current.gigatransfers() + " GT/s PCIe");
        attribute("current_link_width", Integer.toString(currentWidth));
        return self();
    }

    /** The link below a port is down. */
    public T linkDown() {
        config.change32(EXPRESS + 0x0c, 0x00100000, 0x00100000).change16(EXPRESS + 0x12, 0x23f0, 0);
        return attribute("current_link_width", "0");
    }

    /** Bits of the Command register: 2h memory space, 4h bus master. */
    public T command(int mask, int value) {
        config.change16(0x04, mask, value);
        return self();
    }

    /** The power state, in the register and as the kernel shows it. */
    public T power(int state) {
        config.change16(0x44, 0x0003, state);
        return attribute("power_state", state == 3 ? "D3hot" : "D" + state);
    }

    /** Flit mode supported and active, as from Gen6 on. */
    public T flit() {
        config.change16(EXPRESS + 0x02, 0x8000, 0x8000).change16(EXPRESS + 0x32, 0x0400, 0x0400);
        return self();
    }

    public T targetSpeed(LinkSpeed speed) {
        config.put16(EXPRESS + 0x30, speed.generation());
        return self();
    }

    public T portNumber(int number) {
        config.change32(EXPRESS + 0x0c, 0xff000000, number << 24);
        return self();
    }

    public T relaxedOrdering(boolean on) {
        config.change16(EXPRESS + 0x08, 0x0010, on ? 0x0010 : 0);
        return self();
    }

    /** In bytes: 128–4096, a power of two. */
    public T payload(int supported, int set, int readRequest) {
        config.change32(EXPRESS + 0x04, 0x7, sizeCode(supported));
        config.change16(EXPRESS + 0x08, 0x70e0, (sizeCode(set) << 5) | (sizeCode(readRequest) << 12));
        return self();
    }

    private static int sizeCode(int bytes) {
        return Integer.numberOfTrailingZeros(bytes) - 7;
    }

    // Extended capabilities

    /** ACS with these capability and control registers; again to change them. */
    public T acs(int capability, int control, int... vectorWords) {
        int at = config.findExtended(0x000d);
        if (at == 0) {
            at = config.extended(0x000d, 1, 8 + 4 * Math.max(vectorWords.length, (capability & 0x20) == 0 ? 0 : 8));
        }
        config.put16(at + 4, capability).put16(at + 6, control);
        for (int i = 0; i < vectorWords.length; i++) {
            config.put32(at + 8 + 4 * i, vectorWords[i]);
        }
        return self();
    }

    /** ACS as Intel's Sunrise Point ports have it: both registers 32 bits wide. */
    public T wideAcs(int capability, int control) {
        int at = config.extended(0x000d, 1, 12);
        config.put32(at + 4, capability).put32(at + 8, control);
        return self();
    }

    public T ats(int capability, int control) {
        int at = config.findExtended(0x000f);
        if (at == 0) {
            at = config.extended(0x000f, 1, 8);
        }
        config.put16(at + 4, capability).put16(at + 6, control);
        return self();
    }

    public T ari(int nextFunction) {
        config.put16(config.extended(0x000e, 1, 8) + 4, nextFunction << 8);
        return self();
    }

    final void aer(int status, int mask) {
        int at = config.extended(0x0001, 2, 0x48);
        config.put32(at + 4, status).put32(at + 8, mask).put32(at + 0x0c, 0x00462030);
        config.put32(at + 0x14, 0x00002000).put32(at + 0x18, 0x000000a0);
    }

    public T serialNumber(long number) {
        int at = config.extended(0x0003, 1, 12);
        config.put32(at + 4, (int) number).put32(at + 8, (int) (number >> 32));
        return self();
    }

    public T pri(int control, int status, int capacity, int allocation) {
        int at = config.extended(0x0013, 1, 16);
        config.put16(at + 4, control).put16(at + 6, status).put32(at + 8, capacity);
        config.put32(at + 0x0c, allocation);
        return self();
    }

    public T pasid(int capability, int control) {
        config.put16(config.extended(0x001b, 1, 8) + 4, capability);
        config.put16(config.findExtended(0x001b) + 6, control);
        return self();
    }

    public T dpc(int capability, int control, int status) {
        int at = config.extended(0x001d, 1, 16);
        config.put16(at + 4, capability).put16(at + 6, control).put16(at + 8, status);
        return self();
    }

    /** One resizable BAR. */
    public T resizableBar(int index, int sizeCode) {
        int at = config.extended(0x0015, 1, 12);
        config.put32(at + 4, 0x03fffff0).put32(at + 8, index | (1 << 5) | (sizeCode << 8));
        return self();
    }

    /** Anything else, written by hand. */
    public T config(Consumer<ConfigBytes> change) {
        change.accept(config);
        return self();
    }
}
