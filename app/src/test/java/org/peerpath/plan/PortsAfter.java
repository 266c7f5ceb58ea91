// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.model.HostModel;
import org.peerpath.pci.Acs;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;

/** What a host's ports are after commands, read from the commands themselves. */
final class PortsAfter {
    private static final Pattern WRITE =
            Pattern.compile("setpci -s (\\S+) ECAP_ACS\\+(?:6\\.w|8\\.l)=([0-9a-f]+):([0-9a-f]+)");

    private PortsAfter() {}

    static HostModel steps(HostModel host, List<Step> steps) {
        return operations(
                host, steps.stream().flatMap(step -> step.operations().stream()).toList());
    }

    static HostModel operations(HostModel host, List<Operation> operations) {
        HostModel now = host;
        for (Operation operation : operations) {
            Matcher write = WRITE.matcher(operation.shell());
            assertTrue(write.matches(), operation.shell());
            PciFunction port = now.topology().get(Address.of(write.group(1)));
            Acs acs = port.acs().asOptional().orElseThrow();
            int mask = Integer.parseInt(write.group(3), 16);
            int value =
                    (acs.control().asOptional().orElseThrow() & ~mask) | (Integer.parseInt(write.group(2), 16) & mask);
            now = now.with(port.withAcs(
                    acs.withControl(value & (acs.capability().asOptional().orElseThrow() | ~0x7f))));
        }
        return now;
    }
}
