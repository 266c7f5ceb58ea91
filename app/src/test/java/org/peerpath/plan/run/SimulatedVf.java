// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

/** One virtual function of a NIC that exists only here: its driver, its settings and the interface that it may have. */
final class SimulatedVf {
    /** IFF_BROADCAST and IFF_MULTICAST; the last bit is IFF_UP. */
    static final int OFF = 0x1002;

    private static final String NO_MAC = "00:00:00:00:00:00";

    String driver = "";
    String override = "";
    String mac = NO_MAC;
    int vlan;
    String trust = "off";
    /** A driver of the host that makes a network interface of it; empty for one that no driver wants. */
    String own = "";

    int flags = OFF;

    /** One that somebody has given an address and settings. */
    static SimulatedVf settled(int pair, int number) {
        SimulatedVf vf = new SimulatedVf();
        vf.mac = "02:00:00:00:%02x:%02x".formatted(pair, number);
        vf.vlan = 100 * (number - 1);
        vf.trust = pair == 0 ? "on" : "off";
        if (pair == 2) {
            vf.driver = "vfio-pci";
            vf.override = "vfio-pci";
        }
        return vf;
    }

    boolean hasInterface() {
        return !own.isEmpty() && driver.equals(own);
    }

    boolean isUp() {
        return (flags & 1) != 0;
    }

    /** As sysfs prints it. */
    String shownOverride() {
        return override.isEmpty() ? "(null)" : override;
    }

    /** As sysfs prints them. */
    String shownFlags() {
        return String.format("0x%x", flags);
    }

    /** As ip prints it (iproute2, print_vfinfo). */
    String line(int number) {
        return "vf " + number + "     link/ether " + mac + " brd ff:ff:ff:ff:ff:ff"
                + (vlan == 0 ? "" : ", vlan " + vlan)
                + ", spoof checking off, link-state auto, trust " + trust + ", query_rss off";
    }

    /** Everything that can be changed of it, in words. */
    String state() {
        return String.join("/", driver, override, mac, Integer.toString(vlan), trust)
                + (hasInterface() ? "/" + Integer.toHexString(flags) : "");
    }
}
