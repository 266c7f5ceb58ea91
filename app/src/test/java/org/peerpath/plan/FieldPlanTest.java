// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.peerpath.advice.Finding;
import org.peerpath.advice.Findings;
import org.peerpath.model.HostModel;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Roles;
import org.peerpath.path.Scenario;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.testing.Cases;

/** Plans for hosts of the field on which earlier plans did harm or helped nobody, each beside a twin that is well. */
class FieldPlanTest {
    private static final Address NIC = Address.of("0000:23:00.0");
    private static final Address OTHER_NIC = Address.of("0000:25:00.0");
    private static final Address GPU = Address.of("0000:24:00.0");
    private static final Address OTHER_GPU = Address.of("0000:26:00.0");
    private static final Address VF = Address.of("0000:23:00.1");

    // ---- Others below the same switch ------------------------------------------------------------------------------

    @Test
    void aDriveBesideTheNicKeepsItsWay() throws Exception {
        HostModel host = host("b300-nvme");
        Plan plan = plan(host, Goal.BARE_METAL_GPUDIRECT);
        assertFalse(plan.refused(), () -> plan.guards().toString());
        HostModel after = PortsAfter.steps(host, plan.toDo());
        for (PciFunction drive : Roles.targets(host.topology(), Roles.TargetKind.NVME)) {
            for (PciFunction gpu : Roles.targets(host.topology(), Roles.TargetKind.GPU)) {
                Outcome was = verdict(host, Scenario.BARE_METAL, drive.address(), gpu.address());
                Outcome is = verdict(after, Scenario.BARE_METAL, drive.address(), gpu.address());
                assertTrue(is.compareTo(was) <= 0, drive.address() + " " + gpu.address() + " " + was + " " + is);
                assertTrue(is != Outcome.BLOCKED);
            }
        }
        assertNearestInside(after, Scenario.BARE_METAL);
    }

    @Test
    void theOpenTwinHasNothingToDo() throws Exception {
        HostModel open = PortsAfter.steps(
                host("b300-nvme"),
                plan(host("b300-nvme"), Goal.BARE_METAL_GPUDIRECT).toDo());
        assertEquals(List.of(), plan(open, Goal.BARE_METAL_GPUDIRECT).toDo());
    }

    @Test
    void theNeighbourOfTheOnlyNicAskedForIsNotBlocked() throws Exception {
        HostModel host = host("bm-one-nic");
        Plan plan = Planner.plan(host, new PlanRequest(Goal.BARE_METAL_GPUDIRECT, List.of(NIC), 0));
        assertFalse(plan.refused(), () -> plan.guards().toString());
        HostModel after = PortsAfter.steps(host, plan.toDo());
        for (Address gpu : List.of(GPU, OTHER_GPU)) {
            assertEquals(Outcome.INSIDE_SWITCH, verdict(after, Scenario.BARE_METAL, NIC, gpu));
            assertEquals(
                    verdict(host, Scenario.BARE_METAL, OTHER_NIC, gpu),
                    verdict(after, Scenario.BARE_METAL, OTHER_NIC, gpu));
        }
    }

    @Test
    void aNicAloneIsNotIsolatedAtTheCostOfAnother() throws Exception {
        HostModel host = host("vm-one-nic");
        Plan alone = Planner.plan(host, new PlanRequest(Goal.VM_GPUDIRECT, List.of(NIC), 0));
        assertTrue(refusal(alone, GuardId.HARMS_OTHERS).functions().contains(OTHER_NIC), "whom it harms is named");
        Plan both = plan(host, Goal.VM_GPUDIRECT);
        assertFalse(both.refused(), () -> both.guards().toString());
        assertFalse(both.toDo().isEmpty());
    }

    // ---- No gain ---------------------------------------------------------------------------------------------------

    @Test
    void nothingIsOpenedWhileTheIommuTranslatesForHostDrivers() throws Exception {
        HostModel host = host("bm-dma-domain");
        refusal(plan(host, Goal.BARE_METAL_GPUDIRECT), GuardId.IOMMU_TRANSLATES);
        for (Scenario scenario : List.of(Scenario.AS_IS, Scenario.BARE_METAL)) {
            assertEquals(List.of(), commands(host, scenario), "no finding offers what the plan would not do");
        }
        HostModel twin = host("bm-one-nic");
        assertFalse(plan(twin, Goal.BARE_METAL_GPUDIRECT).refused());
        List<String> offered = commands(twin, Scenario.BARE_METAL);
        assertFalse(offered.isEmpty());
        List<String> planned = plan(twin, Goal.BARE_METAL_GPUDIRECT).toDo().stream()
                .flatMap(step -> step.operations().stream())
                .map(Operation::shell)
                .toList();
        assertTrue(planned.containsAll(offered), () -> offered + " " + planned);
    }

    // ---- Fences ----------------------------------------------------------------------------------------------------

    @Test
    void aFenceAroundAGuestsGpuStays() throws Exception {
        Plan plan = plan(host("ec-partition"), Goal.BARE_METAL_GPUDIRECT);
        assertTrue(refusal(plan, GuardId.ISOLATION_IN_USE).functions().contains(OTHER_GPU));
        HostModel twin = host("ec-partition", OTHER_GPU, driver("nvidia"));
        Plan asked = plan(twin, Goal.BARE_METAL_GPUDIRECT);
        assertFalse(asked.refused(), () -> asked.guards().toString());
        assertTrue(asked.asked().stream().anyMatch(guard -> guard.id() == GuardId.EGRESS_FENCE));
    }

    // ---- In use ----------------------------------------------------------------------------------------------------

    @Test
    void aContainersVirtualFunctionIsNotBound() throws Exception {
        HostModel host = host("vf-in-container");
        Plan plan = Planner.plan(host, new PlanRequest(Goal.BIND_VFS, List.of(NIC), 0));
        assertTrue(refusal(plan, GuardId.IN_USE).functions().contains(VF));
        assertTrue(plan.asked().stream().anyMatch(guard -> guard.id() == GuardId.IN_USE), "the other was not read");
        HostModel twin = withUsers(
                host("vf-in-container", VF, attributes -> {
                    attributes.keySet().removeIf(name -> name.startsWith("infiniband"));
                    attributes.put("driver", new Reading.Missing("test"));
                }),
                "net ens9v1 down - - -");
        Plan free = Planner.plan(twin, new PlanRequest(Goal.BIND_VFS, List.of(NIC), 0));
        assertFalse(
                free.guards().stream().anyMatch(guard -> guard.id() == GuardId.IN_USE),
                () -> free.guards().toString());
    }

    // ---- Left out --------------------------------------------------------------------------------------------------

    @Test
    void aNicAtARootPortIsLeftOut() throws Exception {
        HostModel host = host("north-south");
        Plan plan = plan(host, Goal.VM_GPUDIRECT);
        assertFalse(plan.refused(), () -> plan.guards().toString());
        assertFalse(plan.toDo().isEmpty());
        assertTrue(plan.leftOut().stream()
                .anyMatch(left -> left.functions().contains(Address.of("0000:41:00.0"))
                        && left.id() == GuardId.NO_SHARED_SWITCH));
        assertNearestInside(PortsAfter.steps(host, plan.toDo()), Scenario.VM);
        Plan named = Planner.plan(host, new PlanRequest(Goal.VM_GPUDIRECT, List.of(Address.of("0000:41:00.0")), 0));
        refusal(named, GuardId.NO_SHARED_SWITCH);
    }

    @Test
    void cardsThatManageSwitchesAreNeverTouched() throws Exception {
        Plan plan = plan(host("b200-swmng"), Goal.VM_GPUDIRECT);
        assertFalse(plan.refused(), () -> plan.guards().toString());
        assertTrue(
                plan.toDo().stream().noneMatch(step -> step.target().bus() == 0x41),
                () -> plan.toDo().toString());
    }

    /** The same cards without the words that make them managers of switches are NICs like others: left out, not unseen. */
    @Test
    void theSameCardsWithoutTheManagersWordsAreNics() throws Exception {
        HostModel managers = host("b200-swmng");
        HostModel twin = host("b200-swmng");
        for (PciFunction function : managers.topology().functions().values()) {
            if (function.address().bus() == 0x41) {
                twin = changed(twin, function.address(), attributes -> attributes.remove("vpd"));
            }
        }
        List<Address> seen = Roles.nics(twin.topology(), true).stream()
                .map(PciFunction::address)
                .filter(address -> address.bus() == 0x41)
                .toList();
        assertFalse(seen.isEmpty(), "without the data they are network cards");
        assertTrue(
                Roles.nics(managers.topology(), true).stream()
                        .noneMatch(nic -> nic.address().bus() == 0x41),
                "with it they are none");
        Plan plan = plan(twin, Goal.VM_GPUDIRECT);
        assertFalse(plan.refused(), () -> plan.guards().toString());
        assertTrue(plan.toDo().stream().noneMatch(step -> step.target().bus() == 0x41));
    }

    @Test
    void theOptionOfACardIsAskedAboutForItsOtherPort() throws Exception {
        HostModel host = host("dualport-noats");
        Plan one = Planner.plan(host, new PlanRequest(Goal.VM_GPUDIRECT, List.of(NIC), 0));
        Guard asks = one.asked().stream()
                .filter(guard -> guard.id() == GuardId.WHOLE_CARD)
                .findFirst()
                .orElseThrow();
        assertEquals(List.of(VF), asks.functions());
        Plan both = plan(host, Goal.VM_GPUDIRECT);
        assertTrue(both.guards().stream().noneMatch(guard -> guard.id() == GuardId.WHOLE_CARD));
        assertEquals(1, both.toDo().size(), "one card, one option");
    }

    // ---- What the hardware does ------------------------------------------------------------------------------------

    @Test
    void sourceValidationThatLinuxMasksAsBrokenIsNotTurnedOn() throws Exception {
        Plan plan = plan(host("idt-sv"), Goal.VM_GPUDIRECT);
        assertEquals(
                List.of(
                        "setpci -s 0000:22:00.0 ECAP_ACS+6.w=0040:0040",
                        "setpci -s 0000:22:02.0 ECAP_ACS+6.w=0040:0040"),
                plan.toDo().stream()
                        .flatMap(step -> step.operations().stream())
                        .map(Operation::shell)
                        .toList());
    }

    /** Another switch, whose Source Validation Linux trusts, gets it with the rest. */
    @Test
    void sourceValidationOfOtherSwitchesIsTurnedOn() throws Exception {
        HostModel twin = host("idt-sv");
        for (PciFunction function : twin.topology().functions().values()) {
            if (function.vendor().knownToBe(vendor -> vendor == 0x111d)) {
                twin = changed(twin, function.address(), attributes -> {
                    attributes.put("device", new Reading.Text("0x8099", "test"));
                    attributes.computeIfPresent("config", (name, config) -> as(config, 0x8099));
                });
            }
        }
        assertEquals(
                List.of(
                        "setpci -s 0000:22:00.0 ECAP_ACS+6.w=0041:0041",
                        "setpci -s 0000:22:02.0 ECAP_ACS+6.w=0041:0041"),
                plan(twin, Goal.VM_GPUDIRECT).toDo().stream()
                        .flatMap(step -> step.operations().stream())
                        .map(Operation::shell)
                        .filter(command -> command.contains("0040") || command.contains("0041"))
                        .toList());
    }

    /** The same configuration space under another device number (PCIe 7.5.1.1.2). */
    private static Reading as(Reading config, int device) {
        if (!(config instanceof Reading.Data(Bytes bytes, String source))) {
            return config;
        }
        byte[] copy = new byte[bytes.length()];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = (byte) bytes.at(i);
        }
        copy[2] = (byte) device;
        copy[3] = (byte) (device >> 8);
        return new Reading.Data(Bytes.copyOf(copy), source);
    }

    // ---- What lasts ------------------------------------------------------------------------------------------------

    @Test
    void kernelsThatMisreadTheParameterGetAUnit() throws Exception {
        HostModel early = host("keep-611");
        List<Keep> ways = plan(early, Goal.BARE_METAL_GPUDIRECT).keep();
        assertFalse(ways.isEmpty());
        assertTrue(ways.stream().allMatch(way -> way.id().equals("keep:acs:unit")), () -> ways.toString());
        HostModel later = withKernel(early, "6.15.2");
        assertTrue(plan(later, Goal.BARE_METAL_GPUDIRECT).keep().stream()
                .allMatch(way -> !way.id().equals("keep:acs:unit")));
    }

    // ---- Hosts -----------------------------------------------------------------------------------------------------

    private static Plan plan(HostModel host, Goal goal) {
        return Planner.plan(host, new PlanRequest(goal, List.of(), 0));
    }

    private static Guard refusal(Plan plan, GuardId id) {
        return plan.guards().stream()
                .filter(guard -> guard.id() == id && guard.answer() == Guard.Answer.REFUSES)
                .findFirst()
                .orElseThrow(() -> new AssertionError(id + " is not among " + plan.guards()));
    }

    private static Outcome verdict(HostModel host, Scenario scenario, Address requester, Address target) {
        return new PathJudge(host, scenario).judge(requester, target).verdict();
    }

    private static void assertNearestInside(HostModel host, Scenario scenario) {
        for (PathReport path : new PathJudge(host, scenario).judge(PathSelection.DEFAULT)) {
            if (path.nearest() && path.commonSwitch().isPresent()) {
                assertEquals(Outcome.INSIDE_SWITCH, path.verdict(), path.toString());
            }
        }
    }

    private static List<String> commands(HostModel host, Scenario scenario) {
        List<PathReport> paths = new PathJudge(host, scenario).judge(PathSelection.DEFAULT);
        return Findings.of(host, scenario, paths).stream()
                .map(Finding::commands)
                .flatMap(List::stream)
                .filter(command -> command.contains("ECAP_ACS"))
                .distinct()
                .toList();
    }

    private static HostModel host(String name) throws UnreadableSourceException {
        return HostModel.of(Cases.host("field/hosts/" + name));
    }

    private static HostModel host(String name, Address function, Consumer<SortedMap<String, Reading>> change)
            throws UnreadableSourceException {
        return changed(host(name), function, change);
    }

    private static HostModel changed(HostModel host, Address function, Consumer<SortedMap<String, Reading>> change) {
        Snapshot read = host.snapshot();
        TreeMap<Address, FunctionFacts> functions = new TreeMap<>(read.functions());
        functions.computeIfPresent(function, (address, facts) -> {
            TreeMap<String, Reading> attributes = new TreeMap<>(facts.attributes());
            change.accept(attributes);
            return new FunctionFacts(address, attributes, facts.lspciText(), facts.listed());
        });
        return HostModel.of(new Snapshot(read.origin(), read.host(), read.hostListed(), functions, read.notes()));
    }

    private static Consumer<SortedMap<String, Reading>> driver(String name) {
        return attributes -> attributes.put("driver", new Reading.Text(name, "test"));
    }

    private static HostModel withUsers(HostModel host, String lines) {
        return with(host, files -> {
            files.put(HostFiles.USERS, new Reading.Text(lines, "test"));
            return files;
        });
    }

    private static HostModel withKernel(HostModel host, String release) {
        return with(host, files -> {
            files.put(HostFiles.KERNEL_RELEASE, new Reading.Text(release, "test"));
            return files;
        });
    }

    private static HostModel with(HostModel host, UnaryOperator<SortedMap<String, Reading>> change) {
        Snapshot read = host.snapshot();
        return HostModel.of(new Snapshot(
                read.origin(),
                change.apply(new TreeMap<>(read.host())),
                read.hostListed(),
                read.functions(),
                read.notes()));
    }
}
