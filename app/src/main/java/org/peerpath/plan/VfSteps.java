// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.iommu.Ownership;
import org.peerpath.model.HostModel;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;

/** Plans virtual functions: created without the host's driver touching them, bound to vfio-pci one by one, or undone. */
final class VfSteps {
    private final HostModel host;
    private final Guards guards;

    VfSteps(HostModel host, Guards guards) {
        this.host = host;
        this.guards = guards;
    }

    /**
     * New VFs, known to nobody before they are bound: the host's driver is kept away until all is done, so that it neither
     * maps memory for them nor gives them addresses of chance.
     */
    List<Step> create(PciFunction nic, int wanted) {
        int now = host.topology().virtualFunctions(nic.address()).size();
        guards.functions().creation(nic, now, wanted);
        guards.mustBeRead(nic, AutoprobeStep.FILE);
        List<Address> virtual = predicted(nic, wanted);
        return making(nic, now, virtual, new IdentitySteps(guards).plan(nic, virtual));
    }

    /** The steps that would make and bind those that are there, were they not: for the next boot. */
    List<Step> fresh(PciFunction nic, List<Address> existing) {
        return existing.isEmpty() ? List.of() : making(nic, 0, existing, List.of());
    }

    private static List<Step> making(PciFunction nic, int now, List<Address> virtual, List<Step> identities) {
        List<Step> steps = new ArrayList<>();
        steps.add(AutoprobeStep.off(nic));
        steps.add(VfCountStep.make(nic, now, virtual));
        steps.addAll(identities);
        virtual.forEach(vf -> steps.add(DriverStep.bind(vf, Optional.empty(), DriverStep.NO_OVERRIDE)));
        steps.add(AutoprobeStep.back(nic));
        return steps;
    }

    /** Binds a VF that is there. */
    Step bind(PciFunction vf) {
        guards.functions().held(vf);
        return DriverStep.bind(vf.address(), driver(vf), override(vf));
    }

    /** What drives a function; that it was not read is for a guard to say, for commands depend on it. */
    private Optional<String> driver(PciFunction vf) {
        guards.driverMustBeRead(vf);
        return vf.facts().text(Attributes.DRIVER).asOptional();
    }

    /** Where the VFs will be: PF's routing id + First VF Offset + n × VF Stride (PCIe 9.3.3.9, 9.3.3.10). */
    static List<Address> predicted(PciFunction nic, int count) {
        List<Address> addresses = new ArrayList<>();
        nic.sriov().asOptional().ifPresent(sriov -> {
            for (int i = 0; i < count; i++) {
                int id = nic.address().routingId() + sriov.firstVfOffset() + i * sriov.vfStride();
                addresses.add(Address.ofRoutingId(nic.address().domain(), id));
            }
        });
        return addresses;
    }

    /** Where it was not read, a guard asks, and the step looks at it before anything else. */
    private String override(PciFunction function) {
        guards.mustBeRead(function, Attributes.DRIVER_OVERRIDE);
        return function.facts()
                .text(Attributes.DRIVER_OVERRIDE)
                .map(String::strip)
                .asOptional()
                .filter(it -> !it.isEmpty())
                .orElse(DriverStep.NO_OVERRIDE);
    }

    /** VFs back to no driver, then gone. */
    List<Step> unbind(PciFunction nic) {
        List<Step> steps = new ArrayList<>();
        List<Address> existing = host.topology().virtualFunctions(nic.address());
        for (Address address : existing) {
            PciFunction vf = host.topology().get(address);
            guards.functions().held(vf);
            driver(vf)
                    .filter(Ownership::isVfio)
                    .ifPresent(driver -> steps.add(DriverStep.unbind(address, driver, override(vf))));
        }
        if (!existing.isEmpty()) {
            guards.mustBeRead(nic, AutoprobeStep.FILE);
            VfIdentity all = identities(nic, existing);
            steps.add(VfCountStep.remove(nic, existing.size(), leftAlone(existing), all));
        }
        return steps;
    }

    /** What the NIC has set for functions that are about to go; what was not read cannot be given back. */
    private VfIdentity identities(PciFunction nic, List<Address> existing) {
        List<Check> checks = new ArrayList<>();
        List<Operation> giving = new ArrayList<>();
        for (int number = 0; number < existing.size(); number++) {
            Address vf = existing.get(number);
            Fact<VfIdentity> identity = VfIdentity.of(host.snapshot(), nic, vf, number);
            identity.asOptional().ifPresent(known -> {
                checks.addAll(known.checks());
                giving.addAll(known.giving());
            });
            if (!identity.isKnown()) {
                guards.ask(GuardId.IDENTITY_LOST, List.of(vf), Guards.why(identity, HostFiles.VF_LINKS));
            }
        }
        return new VfIdentity(checks, giving);
    }

    /** Removing VFs takes them from whoever has them: nobody may by then, and the host's drivers must be those we saw. */
    private List<Check> leftAlone(List<Address> existing) {
        List<Check> checks = new ArrayList<>();
        for (Address vf : existing) {
            Fact<String> driver = host.topology().get(vf).facts().text(Attributes.DRIVER);
            checks.add(driver.asOptional()
                    .filter(name -> !Ownership.isVfio(name))
                    .map(name -> DriverStep.driverCheck(vf, name))
                    .orElseGet(() -> DriverStep.unused(vf)));
        }
        return checks;
    }
}
