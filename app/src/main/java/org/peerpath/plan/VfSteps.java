// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.iommu.HostModel;
import org.peerpath.iommu.Ownership;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.text.Message;

/** Plans virtual functions: created without the host's driver touching them, bound to vfio-pci one by one, or undone. */
final class VfSteps {
    private static final String VFIO = "vfio-pci";
    private static final String SYSFS = "/sys/bus/pci/devices/";
    private static final String PROBE = "/sys/bus/pci/drivers_probe";
    /** What the kernel prints where there is none (drivers/pci/pci-sysfs.c driver_override_show). */
    private static final String NO_OVERRIDE = "(null)";

    private static final String ENABLE = "enable";
    private static final String AUTOPROBE = "sriov_drivers_autoprobe";
    /** As the kernel makes a physical function (drivers/pci/iov.c sriov_init). */
    private static final String USUAL_AUTOPROBE = "1";

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
        guards.mustBeRead(nic, AUTOPROBE);
        List<Address> virtual = predicted(nic, wanted);
        return making(nic, now, virtual, new IdentitySteps(guards).plan(nic, virtual));
    }

    /** The steps that would make and bind those that are there, were they not: for the next boot. */
    List<Step> fresh(PciFunction nic, List<Address> existing) {
        return existing.isEmpty() ? List.of() : making(nic, 0, existing, List.of());
    }

    private static List<Step> making(PciFunction nic, int now, List<Address> virtual, List<Step> identities) {
        String folder = SYSFS + nic.address() + "/";
        String autoprobe = autoprobe(nic).orElse(USUAL_AUTOPROBE);
        List<Step> steps = new ArrayList<>();
        steps.add(write("autoprobe-off:", Step.Kind.AUTOPROBE, nic.address(), folder + AUTOPROBE, autoprobe, "0")
                .build());
        steps.add(count(nic, now, virtual.size())
                .undoneOnlyIf(virtual.stream().map(VfSteps::unused).toList())
                .build());
        steps.addAll(identities);
        virtual.forEach(vf -> steps.add(bindOne(vf, Optional.empty(), NO_OVERRIDE)));
        steps.add(write("autoprobe-back:", Step.Kind.AUTOPROBE, nic.address(), folder + AUTOPROBE, "0", autoprobe)
                .build());
        return steps;
    }

    private static Optional<String> autoprobe(PciFunction nic) {
        return nic.facts().text(AUTOPROBE).asOptional().map(String::strip);
    }

    /** Binds a VF that is there. */
    Step bind(PciFunction vf) {
        guards.functions().held(vf);
        return bindOne(vf.address(), driver(vf), override(vf));
    }

    /** What drives a function; that it was not read is for a guard to say, for commands depend on it. */
    private Optional<String> driver(PciFunction vf) {
        guards.driverMustBeRead(vf);
        return vf.facts().text(Attributes.DRIVER).asOptional();
    }

    /** The number of VFs. */
    private static Step.Builder count(PciFunction nic, int now, int wanted) {
        return write(
                "vf-count:",
                Step.Kind.VF_COUNT,
                nic.address(),
                SYSFS + nic.address() + "/" + Attributes.SRIOV_NUMVFS,
                Integer.toString(now),
                Integer.toString(wanted));
    }

    /**
     * That no process has a function open: vfio-pci enables one when it is opened and disables it when it is closed, and a
     * function without a driver is disabled (Linux drivers/vfio/pci/vfio_pci_core.c).
     */
    private static Check unused(Address function) {
        return Check.text(
                Message.of("plan.unused.check", function),
                Operation.Run.of("cat", SYSFS + function + "/" + ENABLE),
                "0");
    }

    /** A single value in a file, with its old value as undo. */
    private static Step.Builder write(
            String id, Step.Kind kind, Address target, String file, String before, String after) {
        Operation.Run read = Operation.Run.of("cat", file);
        boolean none = after.equals("0");
        boolean counts = kind == Step.Kind.VF_COUNT;
        String purpose = counts
                ? none ? "plan.vf-count.purpose.none" : "plan.vf-count.purpose"
                : none ? "plan.autoprobe.purpose.off" : "plan.autoprobe.purpose";
        return Step.of(
                        id + target,
                        kind,
                        target,
                        Message.of(purpose, target, after),
                        Message.of(counts ? "plan.vf-count.risk" : "plan.autoprobe.risk", target))
                .before(Check.text(Message.of("plan.file.check", file, before), read, before))
                .run(new Operation.Write(file, after))
                .after(Check.text(Message.of("plan.file.check", file, after), read, after))
                .undo(new Operation.Write(file, before))
                .danger(kind == Step.Kind.VF_COUNT ? Step.Danger.HIGH : Step.Danger.LOW)
                .alreadySoIf(before.equals(after));
    }

    /** Where the VFs will be: PF's routing id + First VF Offset + n × VF Stride (PCIe 9.3.3.9, 9.3.3.10). */
    List<Address> predicted(PciFunction nic, int count) {
        List<Address> addresses = new ArrayList<>();
        nic.sriov().asOptional().ifPresent(sriov -> {
            for (int i = 0; i < count; i++) {
                int id = nic.address().routingId() + sriov.firstVfOffset() + i * sriov.vfStride();
                addresses.add(Address.ofRoutingId(nic.address().domain(), id));
            }
        });
        return addresses;
    }

    /**
     * Binds one VF.
     *
     * @param driver what drives it now; empty for none, and for a VF that does not exist yet
     * @param override its driver_override now, as the kernel prints it
     */
    private static Step bindOne(Address vf, Optional<String> driver, String override) {
        String folder = SYSFS + vf + "/";
        boolean bound = driver.filter(VFIO::equals).isPresent();
        List<Operation> operations = new ArrayList<>();
        operations.add(new Operation.Write(folder + Attributes.DRIVER_OVERRIDE, VFIO));
        driver.ifPresent(name -> operations.add(new Operation.Write(folder + "driver/unbind", vf.toString())));
        operations.add(new Operation.Write(PROBE, vf.toString()));
        List<Operation> undo = new ArrayList<>();
        undo.add(new Operation.Write("/sys/bus/pci/drivers/" + VFIO + "/unbind", vf.toString()));
        undo.add(new Operation.Write(folder + Attributes.DRIVER_OVERRIDE, written(override)));
        driver.ifPresent(name -> undo.add(new Operation.Write(PROBE, vf.toString())));
        return Step.of(
                        "bind:" + vf,
                        Step.Kind.DRIVER,
                        vf,
                        Message.of("plan.bind.purpose", vf),
                        Message.of("plan.bind.risk", vf))
                .before(driverCheck(vf, driver.orElse("")), overrideCheck(vf, override))
                .run(operations)
                .after(driverCheck(vf, VFIO), overrideCheck(vf, VFIO))
                .undo(undo)
                .undoneOnlyIf(List.of(unused(vf)))
                .danger(Step.Danger.HIGH)
                .alreadySoIf(bound)
                .build();
    }

    /** The link ends in the driver's name; without a driver there is no link, and readlink prints nothing. */
    private static Check driverCheck(Address function, String driver) {
        Message what = driver.isEmpty()
                ? Message.of("plan.bind.check.none", function)
                : Message.of("plan.bind.check", function, driver);
        Operation.Run read = Operation.Run.of("readlink", SYSFS + function + "/driver");
        return Check.text(what, read, driver.isEmpty() ? "" : "/drivers/" + driver);
    }

    /** What the kernel prints of an override, and what must be written to have it print that. */
    private static Check overrideCheck(Address function, String override) {
        return Check.text(
                override.equals(NO_OVERRIDE)
                        ? Message.of("plan.override.check.none", function)
                        : Message.of("plan.override.check", function, override),
                Operation.Run.of("cat", SYSFS + function + "/" + Attributes.DRIVER_OVERRIDE),
                override);
    }

    /** Where it was not read, a guard asks, and the step looks at it before anything else. */
    private String override(PciFunction function) {
        guards.mustBeRead(function, Attributes.DRIVER_OVERRIDE);
        return function.facts()
                .text(Attributes.DRIVER_OVERRIDE)
                .map(String::strip)
                .asOptional()
                .filter(it -> !it.isEmpty())
                .orElse(NO_OVERRIDE);
    }

    private static String written(String override) {
        return override.equals(NO_OVERRIDE) ? "" : override;
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
                    .ifPresent(driver -> steps.add(unbindOne(address, driver, override(vf))));
        }
        if (!existing.isEmpty()) {
            guards.mustBeRead(nic, AUTOPROBE);
            VfIdentity all = identities(nic, existing);
            steps.add(count(nic, existing.size(), 0)
                    .before(leftAlone(existing))
                    .before(all.checks())
                    .undo(remaking(nic, existing.size(), all.giving()))
                    .build());
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

    /** VFs that come back are to be without a driver, as they went, and to have what their NIC had set for them. */
    private static List<Operation> remaking(PciFunction nic, int number, List<Operation> identities) {
        String folder = SYSFS + nic.address() + "/";
        List<Operation> all = new ArrayList<>();
        Optional<String> on = autoprobe(nic).filter(USUAL_AUTOPROBE::equals);
        on.ifPresent(value -> all.add(new Operation.Write(folder + AUTOPROBE, "0")));
        all.add(new Operation.Write(folder + Attributes.SRIOV_NUMVFS, Integer.toString(number)));
        all.addAll(identities);
        on.ifPresent(value -> all.add(new Operation.Write(folder + AUTOPROBE, value)));
        return all;
    }

    /** Removing VFs takes them from whoever has them: nobody may by then, and the host's drivers must be those we saw. */
    private List<Check> leftAlone(List<Address> existing) {
        List<Check> checks = new ArrayList<>();
        for (Address vf : existing) {
            Fact<String> driver = host.topology().get(vf).facts().text(Attributes.DRIVER);
            checks.add(driver.asOptional()
                    .filter(name -> !Ownership.isVfio(name))
                    .map(name -> driverCheck(vf, name))
                    .orElseGet(() -> unused(vf)));
        }
        return checks;
    }

    private static Step unbindOne(Address vf, String driver, String override) {
        String folder = SYSFS + vf + "/";
        return Step.of(
                        "unbind:" + vf,
                        Step.Kind.DRIVER,
                        vf,
                        Message.of("plan.unbind.purpose", vf, driver),
                        Message.of("plan.unbind.risk", vf))
                .before(driverCheck(vf, driver), overrideCheck(vf, override), unused(vf))
                .run(
                        new Operation.Write("/sys/bus/pci/drivers/" + driver + "/unbind", vf.toString()),
                        new Operation.Write(folder + Attributes.DRIVER_OVERRIDE, ""))
                .after(driverCheck(vf, ""), overrideCheck(vf, NO_OVERRIDE))
                .undo(
                        new Operation.Write(folder + Attributes.DRIVER_OVERRIDE, driver),
                        new Operation.Write(PROBE, vf.toString()),
                        new Operation.Write(folder + Attributes.DRIVER_OVERRIDE, written(override)))
                .danger(Step.Danger.MEDIUM)
                .build();
    }
}
