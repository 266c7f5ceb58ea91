// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import org.peerpath.snapshot.Address;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;

/** A root port and the NIC below it, to be decoded. */
abstract class OnePort {
    static final String PORT = "0000:15:01.0";
    static final String DEVICE = "0000:16:00.0";

    final HostBuilder host = HostBuilder.named("t");
    final FunctionBuilder port = host.rootPort(PORT, 0x8086, 0x0db0).acs(0x1f, 0x1d);
    final FunctionBuilder device = port.endpoint(DEVICE, 0x15b3, 0x1023, 0x020000);

    final PciFunction decoded(String address) {
        return Topologies.of(host.build()).get(Address.of(address));
    }
}
