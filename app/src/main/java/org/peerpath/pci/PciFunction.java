// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.List;
import java.util.Optional;
import org.peerpath.hardware.AcsBehavior;
import org.peerpath.hardware.AtsBehavior;
import org.peerpath.hardware.DeviceKind;
import org.peerpath.hardware.KnownDevice;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.text.Message;

/**
 * One PCI function, decoded. Facts that its configuration space would tell and that were not read are unknown; a
 * capability is absent only where the list that would hold it was read.
 *
 * @param facts what was read of it; identifiers not decoded here are asked there
 * @param vendor vendor id; for a VF from sysfs or its PF, never from its configuration space, which reads ffffh
 * @param device device id, likewise
 * @param hardware what is known about such a device, with the kind that its vital product data tell
 * @param classCode 24 bits: base class, subclass, programming interface
 * @param kind what it is in the tree
 * @param portType unknown with 64 bytes of configuration space; absent for conventional PCI functions
 * @param bridge bus numbers, absent unless it is a bridge
 * @param capabilities all capabilities found, in the order of their lists
 * @param acs Access Control Services
 * @param ats Address Translation Services
 * @param sriov SR-IOV, absent for VFs and functions without it
 * @param link link registers; absent where the function has no link (integrated endpoints, conventional PCI)
 * @param deviceControl Device Control fields; absent for conventional PCI
 * @param notes what the decoder found odd: loops, truncated lists, disagreement between sources
 */
public record PciFunction(
        FunctionFacts facts,
        Fact<Integer> vendor,
        Fact<Integer> device,
        Optional<KnownDevice> hardware,
        Fact<Integer> classCode,
        FunctionKind kind,
        Fact<PortType> portType,
        Fact<BusRange> bridge,
        Fact<List<Capability>> capabilities,
        Fact<Acs> acs,
        Fact<Ats> ats,
        Fact<Sriov> sriov,
        Fact<Link> link,
        Fact<DeviceControl> deviceControl,
        List<Message> notes) {

    public Address address() {
        return facts.address();
    }

    /** Whether it is known to be of this vendor, see {@link org.peerpath.hardware.Vendors}. */
    public boolean isBy(int vendorId) {
        return vendor.knownToBe(id -> id == vendorId);
    }

    /** What it is, where that is known whatever its class code says. */
    public Optional<DeviceKind> knownKind() {
        return hardware.flatMap(KnownDevice::kind);
    }

    /** How its ACS behaves, as far as that is known. */
    public AcsBehavior acsBehavior() {
        return hardware.flatMap(KnownDevice::acs).orElse(AcsBehavior.STANDARD);
    }

    /** How its ATS behaves, as far as that is known. */
    public AtsBehavior atsBehavior() {
        return hardware.flatMap(KnownDevice::ats).orElse(AtsBehavior.STANDARD);
    }

    /** The revision id (PCIe 7.5.1.1.5). */
    public Fact<Integer> revision() {
        return Decoder.revision(facts);
    }

    /** The highest byte of the class code. */
    public Fact<Integer> baseClass() {
        return classCode.map(code -> code >> 16);
    }

    /** The same function with another ACS control, as a what-if sets it. */
    public PciFunction withAcs(Acs changed) {
        return with(Fact.known(changed), ats);
    }

    /** The same function with another ATS control, as a what-if sets it. */
    public PciFunction withAts(Ats changed) {
        return with(acs, Fact.known(changed));
    }

    private PciFunction with(Fact<Acs> otherAcs, Fact<Ats> otherAts) {
        return new PciFunction(
                facts,
                vendor,
                device,
                hardware,
                classCode,
                kind,
                portType,
                bridge,
                capabilities,
                otherAcs,
                otherAts,
                sriov,
                link,
                deviceControl,
                notes);
    }
}
