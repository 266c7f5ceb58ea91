// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.peerpath.host.HostException;
import org.peerpath.host.SshHost;
import org.peerpath.model.HostModel;
import org.peerpath.pci.FunctionKind;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Sriov;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.live.LiveReader;

/** The collector in a real kernel: every fact it reads is what the guest's own tools say, before and after changes. */
@Lab("hgx")
class CollectorOnLabTest {
    private static final String DEVICES = "/sys/bus/pci/devices/";
    private static final String GPU = "0000:03:00.0";
    private static final String GPU_PORT = "0000:02:00.0";
    private static final String NIC = "0000:04:00.0";
    private static final String NIC_PORT = "0000:02:01.0";

    @Test
    void everyFactIsTrueBeforeAndAfterChanges(LabHost host) throws Exception {
        assertEquals(List.of(), CollectorOnLab.differences(host), "after boot");

        host.run("setpci -s " + NIC_PORT + " ECAP_ACS+6.w=005d; setpci -s " + GPU_PORT + " ECAP_ACS+6.w=0000");
        assertEquals(List.of(), CollectorOnLab.differences(host), "with other ACS");

        host.run("echo 2 > " + DEVICES + NIC + "/sriov_numvfs");
        assertEquals(List.of(), CollectorOnLab.differences(host), "with VFs");

        String vf = host.run("basename $(readlink " + DEVICES + NIC + "/virtfn1)");
        host.run("modprobe vfio-pci");
        for (String function : List.of(vf, GPU)) {
            String directory = DEVICES + function;
            host.run("echo vfio-pci > " + directory + "/driver_override"
                    + "; [ ! -e " + directory + "/driver ] || echo " + function + " > " + directory + "/driver/unbind"
                    + "; echo " + function + " > /sys/bus/pci/drivers_probe");
        }
        assertEquals(List.of(), CollectorOnLab.differences(host), "with functions bound to vfio-pci");
        seesTheChanges(CollectorOnLab.read(host), vf);
        for (String function : List.of(vf, GPU)) {
            String status = host.run("cat " + DEVICES + function + "/power/runtime_status");
            assertEquals("suspended", status, "vfio-pci lets it sleep, and reading does not wake it");
        }
    }

    private static void seesTheChanges(Snapshot snapshot, String vf) {
        HostModel model = HostModel.of(snapshot);
        assertEquals(Fact.known(0x5d), function(model, NIC_PORT).acs().flatMap(acs -> acs.control()));
        assertEquals(Fact.known(0), function(model, GPU_PORT).acs().flatMap(acs -> acs.control()));
        assertEquals(Fact.known(2), function(model, NIC).sriov().map(Sriov::numVfs));
        PciFunction virtual = function(model, vf);
        assertEquals(FunctionKind.VIRTUAL_FUNCTION, virtual.kind());
        assertEquals(Fact.known(0x8086), virtual.vendor());
        assertEquals(Fact.known("vfio-pci"), virtual.facts().text(Attributes.DRIVER));
        String group = virtual.facts().text(Attributes.IOMMU_GROUP).asOptional().orElse("none");
        assertTrue(snapshot.hostEntries("dev/vfio").knownToBe(nodes -> nodes.contains(group)), "/dev/vfio/" + group);
        assertEquals(Fact.known("vfio-pci"), function(model, GPU).facts().text(Attributes.DRIVER));
    }

    @Test
    @Lab(value = "flat", userland = "busybox")
    void everyFactIsTrueOnBusyboxWithoutSwitches(LabHost host) throws Exception {
        assertEquals(List.of(), CollectorOnLab.differences(host));
    }

    @Test
    @Lab(value = "numa", userland = "busybox")
    void everyFactIsTrueOnTwoNodes(LabHost host) throws Exception {
        assertEquals(List.of(), CollectorOnLab.differences(host));
    }

    /** As an ordinary user what lies beyond the header is unknown, never off. */
    @Test
    void withoutRootRegistersAreUnknown(LabHost host) throws Exception {
        Snapshot snapshot = CollectorOnLab.readAs("user", host);
        assertEquals(Fact.known("1001"), snapshot.hostText(HostFiles.EFFECTIVE_USER));
        HostModel ordinary = HostModel.of(snapshot);
        int withRegisters = 0;
        for (PciFunction seenByRoot :
                HostModel.of(CollectorOnLab.read(host)).topology().functions().values()) {
            PciFunction function = ordinary.topology().get(seenByRoot.address());
            if (seenByRoot.acs().isKnown()) {
                withRegisters++;
                assertTrue(function.acs().isUnknown(), function.address() + " ACS " + function.acs());
            }
            if (seenByRoot.ats().isKnown()) {
                withRegisters++;
                assertTrue(function.ats().isUnknown(), function.address() + " ATS " + function.ats());
            }
        }
        assertEquals(8 + 3, withRegisters, "ports with ACS, functions with ATS");
    }

    @Test
    void whoMaySudoReadsAsRoot(LabHost host) throws Exception {
        Snapshot snapshot = CollectorOnLab.readAs("admin", host);
        assertEquals(Fact.known("0"), snapshot.hostText(HostFiles.EFFECTIVE_USER));
        assertEquals(
                Fact.known(0x1d),
                function(HostModel.of(snapshot), NIC_PORT).acs().flatMap(acs -> acs.control()));
    }

    /** The program neither waits for a host that hangs nor keeps a grudge against it. */
    @Test
    void aFrozenHostIsReported(LabHost host) throws Exception {
        try (SshHost ssh = host.sshHost("root")) {
            LiveReader.read(ssh, ssh.name(), LiveReader.Options.USUAL, Instant.now());
            host.freeze();
            assertThrows(
                    HostException.class,
                    () -> LiveReader.read(ssh, ssh.name(), LiveReader.Options.USUAL, Instant.now()));
            host.resume();
            Snapshot again = LiveReader.read(ssh, ssh.name(), LiveReader.Options.USUAL, Instant.now());
            assertEquals(Fact.known(host.bootId()), again.hostText(HostFiles.BOOT_ID));
        }
    }

    private static PciFunction function(HostModel model, String address) {
        return model.topology().get(Address.of(address));
    }
}
