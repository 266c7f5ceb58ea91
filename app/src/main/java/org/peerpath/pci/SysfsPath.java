// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.peerpath.snapshot.Address;

/**
 * The bridges in a sysfs directory path.
 *
 * @param chain nearest first
 * @param hostBridge the nearest {@code pciDDDD:BB}: below Intel VMD a second one follows the first
 */
record SysfsPath(List<Address> chain, String hostBridge) {
    private static final Pattern HOST_BRIDGE = Pattern.compile("pci[0-9a-f]{4,8}:[0-9a-f]{2}");
    /** PCI has 256 buses to a domain, so no chain is longer. */
    private static final int LONGEST = 256;

    /** Null if the path does not lead from a host bridge down through functions. */
    static @Nullable SysfsPath parse(String directory) {
        List<Address> chain = new ArrayList<>();
        int end = directory.length();
        while (end > 0 && chain.size() <= LONGEST) {
            int slash = directory.lastIndexOf('/', end - 1);
            String element = directory.substring(slash + 1, end);
            if (HOST_BRIDGE.matcher(element).matches()) {
                return new SysfsPath(List.copyOf(chain), element);
            }
            Optional<Address> address = Address.parse(element);
            if (address.isEmpty()) {
                return null;
            }
            chain.add(address.get());
            end = slash;
        }
        return null;
    }

    /**
     * Whether a function stands on the very bus that a host bridge is named after (drivers/pci/probe.c
     * pci_register_host_bridge), as all do that have no bridge above them. Where a tool left bridges out it does not.
     */
    static boolean isOnRootBus(Address function, String hostBridge) {
        String domain = hostBridge.substring("pci".length(), hostBridge.indexOf(':'));
        String bus = hostBridge.substring(hostBridge.indexOf(':') + 1);
        return function.domain() == Integer.parseUnsignedInt(domain, 16) && function.bus() == Integer.parseInt(bus, 16);
    }
}
