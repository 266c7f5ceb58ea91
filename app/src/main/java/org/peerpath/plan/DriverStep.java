// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.peerpath.iommu.Ownership;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.text.Message;

/** Gives a function to vfio-pci, or takes it from VFIO. */
final class DriverStep implements StepKind {
    private static final String VFIO = "vfio-pci";
    private static final String PROBE = "/sys/bus/pci/drivers_probe";
    /** What the kernel prints where there is none (drivers/pci/pci-sysfs.c driver_override_show). */
    static final String NO_OVERRIDE = "(null)";

    private static final String ENABLE = "enable";

    /**
     * Binds one function to vfio-pci.
     *
     * @param driver what drives it now; empty for none, and for a VF that does not exist yet
     * @param override its driver_override now, as the kernel prints it
     */
    static Step bind(Address function, Optional<String> driver, String override) {
        List<Operation> operations = new ArrayList<>();
        operations.add(override(function, VFIO));
        driver.ifPresent(name ->
                operations.add(new Operation.Write(SysfsValue.path(function, "driver/unbind"), function.toString())));
        operations.add(new Operation.Write(PROBE, function.toString()));
        List<Operation> undo = new ArrayList<>();
        undo.add(unbind(function, VFIO));
        undo.add(override(function, written(override)));
        driver.ifPresent(name -> undo.add(new Operation.Write(PROBE, function.toString())));
        return Step.of(
                        "bind:" + function,
                        Step.Kind.DRIVER,
                        function,
                        Message.of("plan.bind.purpose", function),
                        Message.of("plan.bind.risk", function))
                .before(driverCheck(function, driver.orElse("")), overrideCheck(function, override))
                .run(operations)
                .after(driverCheck(function, VFIO), overrideCheck(function, VFIO))
                .undo(undo)
                .undoneOnlyIf(List.of(unused(function)))
                .danger(Step.Danger.HIGH)
                .alreadySoIf(driver.filter(VFIO::equals).isPresent())
                .build();
    }

    /** Takes one function from its VFIO driver. */
    static Step unbind(Address function, String driver, String override) {
        return Step.of(
                        "unbind:" + function,
                        Step.Kind.DRIVER,
                        function,
                        Message.of("plan.unbind.purpose", function, driver),
                        Message.of("plan.unbind.risk", function))
                .before(driverCheck(function, driver), overrideCheck(function, override), unused(function))
                .run(unbind(function, driver), override(function, ""))
                .after(driverCheck(function, ""), overrideCheck(function, NO_OVERRIDE))
                .undo(
                        override(function, driver),
                        new Operation.Write(PROBE, function.toString()),
                        override(function, written(override)))
                .danger(Step.Danger.MEDIUM)
                .build();
    }

    private static Operation override(Address function, String value) {
        return new Operation.Write(SysfsValue.path(function, Attributes.DRIVER_OVERRIDE), value);
    }

    private static Operation unbind(Address function, String driver) {
        return new Operation.Write("/sys/bus/pci/drivers/" + driver + "/unbind", function.toString());
    }

    private static String written(String override) {
        return override.equals(NO_OVERRIDE) ? "" : override;
    }

    // ---- Checks ----------------------------------------------------------------------------------------------------

    /**
     * That no process has a function open: vfio-pci enables one when it is opened and disables it when it is closed, and a
     * function without a driver is disabled (Linux drivers/vfio/pci/vfio_pci_core.c).
     */
    static Check unused(Address function) {
        return Check.text(
                Message.of("plan.unused.check", function),
                Operation.Run.of("cat", SysfsValue.path(function, ENABLE)),
                "0");
    }

    /** The link ends in the driver's name; without a driver there is no link, and readlink prints nothing. */
    static Check driverCheck(Address function, String driver) {
        Message what = driver.isEmpty()
                ? Message.of("plan.bind.check.none", function)
                : Message.of("plan.bind.check", function, driver);
        Operation.Run read = Operation.Run.of("readlink", SysfsValue.path(function, "driver"));
        return Check.text(what, read, driver.isEmpty() ? "" : "/drivers/" + driver);
    }

    /** What the kernel prints of an override, and what must be written to have it print that. */
    private static Check overrideCheck(Address function, String override) {
        return Check.text(
                override.equals(NO_OVERRIDE)
                        ? Message.of("plan.override.check.none", function)
                        : Message.of("plan.override.check", function, override),
                Operation.Run.of("cat", SysfsValue.path(function, Attributes.DRIVER_OVERRIDE)),
                override);
    }

    private static boolean anyVfio(List<Check> checks) {
        return checks.stream()
                .map(Check::expected)
                .map(expected -> expected.substring(expected.lastIndexOf('/') + 1))
                .anyMatch(Ownership::isVfio);
    }

    // ---- Answers ---------------------------------------------------------------------------------------------------

    @Override
    public List<String> restsOn() {
        return List.of(Attributes.DRIVER, Attributes.DRIVER_OVERRIDE, Attributes.IOMMU_GROUP);
    }

    /** The kernel enables and disables ATS when a function comes into a domain or leaves it. */
    @Override
    public boolean changes(Step step, String where, String fact, Set<Address> virtualFunctions) {
        return where.equals(step.target().toString()) && !fact.equals(Attributes.IOMMU_GROUP);
    }

    @Override
    public Inverse.Part turn(Step inverse) {
        return givesToVfio(inverse) ? Inverse.Part.GIVEN : Inverse.Part.TAKEN;
    }

    @Override
    public boolean isLostWithItsFunction() {
        return true;
    }

    @Override
    public Trial trial(Step step) {
        return givesToVfio(step) ? Trial.ITSELF : Trial.NONE;
    }

    @Override
    public boolean givesToVfio(Step step) {
        return anyVfio(step.verification());
    }

    @Override
    public boolean undoGivesToVfio(Step step) {
        return anyVfio(step.prechecks());
    }

    @Override
    public List<Address> takenByUndo(Step step, Topology topology) {
        return List.of(step.target());
    }

    /** A driver goes with its function, though it must let go of it first. */
    @Override
    public void restore(Restoration way, PastChanges.Thing thing, List<PastChanges.Change> changes) {
        Optional<PciFunction> function = way.host().topology().find(thing.target());
        if (function.isEmpty()) {
            if (way.comes(thing.target())) {
                way.back(changes, Optional.empty());
            }
            return;
        }
        way.guards().functions().held(function.get());
        way.guards().driverMustBeRead(function.get());
        List<Step> back = way.back(changes, way.now(changes));
        if (!back.isEmpty() && back.stream().noneMatch(Step::givesToVfio)) {
            way.releases(thing.target());
        }
    }
}
