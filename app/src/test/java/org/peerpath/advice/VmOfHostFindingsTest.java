// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.report.Answer;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Severity;
import org.peerpath.text.Texts;

/** A host is as well as the VMs that were read with it. */
class VmOfHostFindingsTest extends FindingExamples {
    /** A running QEMU as the collector writes it down, with the VF and the GPU of the small host. */
    private static String running(String name, String gpu, String nic) {
        String command = "/usr/bin/qemu-system-x86_64 -name guest=" + name + " -machine q35 "
                + "-object iommufd,id=iommufd0 "
                + "-device pcie-root-port,id=rp1,bus=pcie.0,addr=2,chassis=1 "
                + "-device pcie-root-port,id=rp2,bus=pcie.0,addr=3,chassis=2 "
                + "-device vfio-pci,host=" + FaultyHost.GPU + ",id=gpu,bus=rp1,addr=0" + gpu
                + " -device vfio-pci,host=" + FaultyHost.VF + ",id=nic,bus=rp2,addr=0" + nic;
        return Arrays.stream(command.split(" "))
                .map(word -> "arg " + word)
                .collect(Collectors.joining("\n", "vm 4711\ncomm qemu-system-x86\n", "\n"));
    }

    private static HostBuilder with(HostBuilder host, String vms) {
        host.get(FaultyHost.VF).group(91);
        host.get(FaultyHost.GPU).group(92);
        return host.text(HostFiles.VMS, vms);
    }

    private static final String GROUPS = "fd /dev/vfio/vfio\nfd /dev/vfio/91\nfd /dev/vfio/92\n";
    private static final String DEVICES = "fd /dev/iommu\nfd /dev/vfio/devices/vfio0\nfd /dev/vfio/devices/vfio1\n";

    private static final String WELL = running("tenant7", "", "") + GROUPS;
    private static final String CLAIMED = running("tenant7", ",x-no-mmap=on", "");
    private static final String HIDDEN = CLAIMED + GROUPS;
    private static final String NEWER = running("tenant7", ",iommufd=iommufd0", ",iommufd=iommufd0") + DEVICES;

    static Stream<Example> examples() {
        return Stream.of(
                vm(FindingId.VM_BROKEN, Severity.ERROR, h -> with(h, HIDDEN)),
                asIs(FindingId.VM_BROKEN, Severity.ERROR, h -> with(h, HIDDEN)),
                vm(FindingId.VM_UNKNOWN, Severity.WARNING, h -> with(h, NEWER)),
                vm(FindingId.VM_ATTENTION, Severity.WARNING, h -> with(h, WELL)));
    }

    static Stream<Twin> unread() {
        return Stream.of(unread(FindingId.VM_BROKEN, h -> h.file(HostFiles.VMS, UNREAD)));
    }

    private static Answer answer(HostBuilder host, Scenario scenario) {
        return Answer.of(HostModel.of(host.build()), scenario, PathSelection.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource({"well, ATTENTION", "hidden, BROKEN", "newer, UNKNOWN", "none, OK"})
    void theStateIsThatOfTheWorst(String vm, HostState.Level level) {
        String vms = switch (vm) {
            case "well" -> WELL;
            case "hidden" -> HIDDEN;
            case "newer" -> NEWER;
            default -> "";
        };
        HostState state = answer(with(FaultyHost.vm(), vms), Scenario.VM).state();
        assertEquals(level, state.level());
        assertEquals(!vm.equals("none"), Texts.ENGLISH.say(state.sentence()).contains("VM tenant7: "));
        HostState bare = answer(with(FaultyHost.vm(), vms), Scenario.BARE_METAL).state();
        assertFalse(Texts.ENGLISH.say(bare.sentence()).contains("tenant7"), "no VM runs there");
    }

    /** Any user can start a process that names the host's functions; it holds none of them, and is said to be open. */
    @Test
    void aProcessThatOnlyCallsItselfAVmChangesNoState() {
        Answer well = answer(with(FaultyHost.vm(), WELL), Scenario.VM);
        for (String vms : List.of(CLAIMED, WELL + CLAIMED.replace("vm 4711", "vm 666"))) {
            Answer claimed = answer(with(FaultyHost.vm(), vms), Scenario.VM);
            HostState expected = vms.equals(CLAIMED)
                    ? answer(with(FaultyHost.vm(), ""), Scenario.VM).state()
                    : well.state();
            assertEquals(expected.level(), claimed.state().level());
            assertEquals(
                    Texts.ENGLISH.say(expected.sentence()),
                    Texts.ENGLISH.say(claimed.state().sentence()));
            assertTrue(claimed.findings().stream()
                    .filter(finding -> finding.id() == FindingId.NOT_CHECKED)
                    .anyMatch(finding -> Texts.ENGLISH.say(finding.message()).contains("holds none")));
        }
    }

    /** Where nothing can be in a VM it is no gap that nobody looked for VMs. */
    @ParameterizedTest
    @ValueSource(strings = {"vfio-pci", "mlx5_core", "not read"})
    void unreadVmsAreAGapOnlyWhereFunctionsAreGivenAway(String driver) {
        HostBuilder host = FaultyHost.vm().file(HostFiles.VMS, UNREAD);
        host.get(FaultyHost.VF).driver(driver);
        host.get(FaultyHost.GPU).driver(driver.equals("vfio-pci") ? driver : "nvidia");
        if (driver.equals("not read")) {
            host.get(FaultyHost.VF).attribute("driver", UNREAD);
        }
        boolean said = answer(host, Scenario.AS_IS).findings().stream()
                .filter(finding -> finding.id() == FindingId.NOT_CHECKED)
                .anyMatch(finding -> Texts.ENGLISH.say(finding.message()).contains("vm-broken"));
        assertEquals(!driver.equals("mlx5_core"), said);
    }

    @Test
    void eachVmIsNamedWithWhatItsLogSays() {
        HostBuilder host = with(FaultyHost.vm(), NEWER)
                .text(
                        HostFiles.VM_LOGS,
                        "log var/log/libvirt/qemu/tenant7.log\nline qemu-system-x86_64: warning: "
                                + "IOMMU_IOAS_MAP failed: Bad address, PCI BAR?\n");
        Finding finding = answer(host, Scenario.VM).findings().getFirst();
        assertEquals(FindingId.VM_BROKEN, finding.id());
        assertTrue(
                finding.evidence().stream()
                        .anyMatch(line -> Texts.ENGLISH.say(line.text()).contains("PCI BAR?")),
                finding.toString());
        assertEquals(2, finding.functions().size());
    }
}
