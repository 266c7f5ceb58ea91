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
import org.peerpath.text.Message;

/** Plans virtual functions: created without the host's driver touching them, bound to vfio-pci one by one, or undone. */
final class VfSteps {
    private static final String VFIO = "vfio-pci";
    private static final String SYSFS = "/sys/bus/pci/devices/";
    private static final String PROBE = "/sys/bus/pci/drivers_probe";
    private static final String AUTOPROBE = "sriov_drivers_autoprobe";

    private final HostModel host;
    private final Guards guards;

    VfSteps(HostModel host, Guards guards) {
        this.host = host;
        this.guards = guards;
    }

    /** Creation where there are none, then binding. */
    List<Step> bind(PciFunction nic, int wanted) {
        List<Step> steps = new ArrayList<>();
        List<Address> existing = host.topology().virtualFunctions(nic.address());
        int now = existing.size();
        if (wanted > 0 && wanted != now) {
            create(nic, now, wanted, steps);
            predicted(nic, wanted).forEach(vf -> steps.add(bindOne(vf, Optional.empty())));
        } else {
            for (Address vf : existing) {
                guards.held(host.topology().get(vf));
                guards.groupOf(host.topology().get(vf));
                steps.add(bindOne(
                        vf,
                        host.topology().get(vf).facts().text(Attributes.DRIVER).asOptional()));
            }
        }
        return steps;
    }

    private void create(PciFunction nic, int now, int wanted, List<Step> steps) {
        guards.creation(nic, now, wanted);
        String folder = SYSFS + nic.address() + "/";
        String autoprobe =
                nic.facts().text(AUTOPROBE).asOptional().map(String::strip).orElse("1");
        steps.add(write("autoprobe-off:", Step.Kind.AUTOPROBE, nic.address(), folder + AUTOPROBE, autoprobe, "0"));
        steps.add(write(
                "vf-count:",
                Step.Kind.VF_COUNT,
                nic.address(),
                folder + Attributes.SRIOV_NUMVFS,
                Integer.toString(now),
                Integer.toString(wanted)));
        steps.add(write("autoprobe-back:", Step.Kind.AUTOPROBE, nic.address(), folder + AUTOPROBE, "0", autoprobe));
    }

    /** A single value in a file, with its old value as undo. */
    private static Step write(String id, Step.Kind kind, Address target, String file, String before, String after) {
        Operation.Run read = Operation.Run.of("cat", file);
        boolean same = before.equals(after);
        String words = kind == Step.Kind.VF_COUNT ? "plan.vf-count" : "plan.autoprobe";
        return new Step(
                id + target,
                kind,
                target,
                same ? Step.State.ALREADY_SO : Step.State.TO_DO,
                Message.of(words + ".purpose", target, after),
                List.of(Check.text(Message.of("plan.file.check", file, before), read, before)),
                same ? List.of() : List.of(new Operation.Write(file, after)),
                List.of(Check.text(Message.of("plan.file.check", file, after), read, after)),
                same ? List.of() : List.of(new Operation.Write(file, before)),
                kind == Step.Kind.VF_COUNT ? Step.Danger.HIGH : Step.Danger.LOW,
                Step.Effect.NOW,
                Message.of(words + ".risk", target));
    }

    /** Where the VFs will be: PF's routing id + First VF Offset + n × VF Stride (PCIe 9.3.3.9, 9.3.3.10). */
    private static List<Address> predicted(PciFunction nic, int count) {
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
     */
    private static Step bindOne(Address vf, Optional<String> driver) {
        String folder = SYSFS + vf + "/";
        boolean bound = driver.filter(VFIO::equals).isPresent();
        List<Operation> operations = new ArrayList<>();
        operations.add(new Operation.Write(folder + Attributes.DRIVER_OVERRIDE, VFIO));
        driver.ifPresent(name -> operations.add(new Operation.Write(folder + "driver/unbind", vf.toString())));
        operations.add(new Operation.Write(PROBE, vf.toString()));
        List<Operation> undo = new ArrayList<>();
        undo.add(new Operation.Write("/sys/bus/pci/drivers/" + VFIO + "/unbind", vf.toString()));
        undo.add(new Operation.Write(folder + Attributes.DRIVER_OVERRIDE, ""));
        driver.ifPresent(name -> undo.add(new Operation.Write(PROBE, vf.toString())));
        return new Step(
                "bind:" + vf,
                Step.Kind.DRIVER,
                vf,
                bound ? Step.State.ALREADY_SO : Step.State.TO_DO,
                Message.of("plan.bind.purpose", vf),
                List.of(driverCheck(vf, driver.orElse(""))),
                bound ? List.of() : operations,
                List.of(driverCheck(vf, VFIO)),
                bound ? List.of() : undo,
                Step.Danger.HIGH,
                Step.Effect.NOW,
                Message.of("plan.bind.risk", vf));
    }

    /** The link ends in the driver's name; without a driver there is no link, and readlink prints nothing. */
    private static Check driverCheck(Address function, String driver) {
        Message what = Message.of("plan.bind.check", function, driver.isEmpty() ? "–" : driver);
        Operation.Run read = Operation.Run.of("readlink", SYSFS + function + "/driver");
        return Check.text(what, read, driver.isEmpty() ? "" : "/drivers/" + driver);
    }

    /** VFs back to no driver, then gone. */
    List<Step> unbind(PciFunction nic) {
        List<Step> steps = new ArrayList<>();
        List<Address> existing = host.topology().virtualFunctions(nic.address());
        for (Address address : existing) {
            PciFunction vf = host.topology().get(address);
            guards.held(vf);
            Fact<String> driver = vf.facts().text(Attributes.DRIVER);
            if (driver.knownToBe(Ownership::isVfio)) {
                steps.add(unbindOne(address, driver.asOptional().orElseThrow()));
            }
        }
        if (!existing.isEmpty()) {
            steps.add(write(
                    "vf-count:",
                    Step.Kind.VF_COUNT,
                    nic.address(),
                    SYSFS + nic.address() + "/" + Attributes.SRIOV_NUMVFS,
                    Integer.toString(existing.size()),
                    "0"));
        }
        return steps;
    }

    private static Step unbindOne(Address vf, String driver) {
        String folder = SYSFS + vf + "/";
        return new Step(
                "unbind:" + vf,
                Step.Kind.DRIVER,
                vf,
                Step.State.TO_DO,
                Message.of("plan.unbind.purpose", vf, driver),
                List.of(driverCheck(vf, driver)),
                List.of(
                        new Operation.Write("/sys/bus/pci/drivers/" + driver + "/unbind", vf.toString()),
                        new Operation.Write(folder + Attributes.DRIVER_OVERRIDE, "")),
                List.of(driverCheck(vf, "")),
                List.of(
                        new Operation.Write(folder + Attributes.DRIVER_OVERRIDE, driver),
                        new Operation.Write(PROBE, vf.toString())),
                Step.Danger.MEDIUM,
                Step.Effect.NOW,
                Message.of("plan.unbind.risk", vf));
    }
}
