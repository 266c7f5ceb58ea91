// SPDX-License-Identifier: Apache-2.0
package org.peerpath.acs;

import org.peerpath.model.HostModel;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;

/**
 * What the ACS Control register of one port is to be.
 *
 * @param register the register
 * @param implemented the bits that the port has
 * @param now its value
 * @param target what is wanted
 */
public record PortSetting(AcsRegister register, int implemented, int now, AcsTarget target) {
    /** SV, RR, CR and UF: what the kernel forms groups by (drivers/iommu/iommu.c REQ_ACS_FLAGS). */
    private static final int ISOLATION = 0x1d;

    /** Returns the setting that flips these bits. */
    public static PortSetting flipping(AcsRegister register, int now, int changed) {
        return new PortSetting(register, changed, now, new AcsTarget(changed, (now ^ changed) & changed));
    }

    public Address port() {
        return register.port();
    }

    /** Returns the bits that a write must flip; 0 where the port is already so. */
    public int changed() {
        return target.changes(implemented, now);
    }

    /** Returns all bits as they are to be, those that the port does not have being 0. */
    public int wanted() {
        return ((now & ~target.mask()) | target.value()) & implemented;
    }

    /** Returns whether the port loses a bit that keeps functions apart. */
    public boolean opens() {
        return (now & changed() & ISOLATION) != 0;
    }

    /** Returns whether it loses Egress Control, which fences peers by a vector. */
    public boolean unfences() {
        return (now & changed() & AcsBit.EC.mask()) != 0;
    }

    /** Returns the host as it is once the bits are flipped. */
    public HostModel on(HostModel host) {
        PciFunction function = host.topology().get(port());
        return host.with(function.withAcs(function.acs()
                .map(acs -> acs.withControl(now ^ changed()))
                .asOptional()
                .orElseThrow()));
    }
}
