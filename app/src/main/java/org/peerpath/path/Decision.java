// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import org.peerpath.pci.Acs;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;

/**
 * The port that decided a route, and why.
 *
 * @param port the deciding port
 * @param rule the rule that applied there
 * @param control its ACS Control register; absent where the port has no ACS capability
 */
public record Decision(Address port, Rule rule, Fact<Integer> control) {
    /** The register every decision rests on. */
    public static final String REGISTER = "ACSCtl";

    static Decision at(PciFunction port, Rule rule) {
        return new Decision(port.address(), rule, port.acs().flatMap(Acs::control));
    }
}
