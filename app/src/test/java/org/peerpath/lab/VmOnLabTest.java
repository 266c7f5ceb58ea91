// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.host.Host;
import org.peerpath.host.SshHost;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.live.LiveReader;
import org.peerpath.vm.judge.Certainty;
import org.peerpath.vm.judge.VmAnswer;
import org.peerpath.vm.judge.VmFunction;
import org.peerpath.vm.judge.VmJudge;
import org.peerpath.vm.judge.VmPair;
import org.peerpath.vm.judge.VmVerdict;
import org.peerpath.vm.model.Backend;
import org.peerpath.vm.model.GuestBar;
import org.peerpath.vm.model.VmEvent;
import org.peerpath.vm.read.Monitors;
import org.peerpath.vm.read.RunningVms;

/**
 * A VM in a lab machine: an emulator there is given a GPU and a virtual function by a real kernel's VFIO. The program reads
 * it over SSH as a person would, at firmware and before, with its log and its monitor, and says what the log says.
 */
@Lab(value = "hgx", memory = 1024)
class VmOnLabTest {
    private static final String GPU = "0000:03:00.0";
    private static final String NIC = "0000:04:00.0";
    private static final String DEVICES = "/sys/bus/pci/devices/";
    private static final String LOG = "/var/log/libvirt/qemu/tenant7.log";
    private static final String SOCKET = "/run/tenant7.qmp";
    /** Each reading takes seconds, and SeaBIOS some ten in an emulator that is emulated. */
    private static final int READINGS = 30;

    @TempDir
    private Path folder;

    private String vf = "";
    private final LabHost lab;

    VmOnLabTest(LabHost host) {
        lab = host;
    }

    @BeforeEach
    void handOver() throws Exception {
        GuestQemu.install(lab, folder);
        lab.run("modprobe vfio-pci; echo 1 > " + DEVICES + NIC + "/sriov_numvfs");
        vf = lab.run("basename $(readlink " + DEVICES + NIC + "/virtfn0)");
        for (String function : List.of(vf, GPU)) {
            lab.run("cd " + DEVICES + function + "; echo vfio-pci > driver_override; [ ! -e driver ] || echo "
                    + function + " > driver/unbind; echo " + function + " > /sys/bus/pci/drivers_probe; [ -e driver ]");
        }
    }

    @AfterEach
    void end() {
        stop();
        lab.run("rm -f " + LOG);
    }

    private void stop() {
        // The process has gone when its devices can be opened again; the shell waits for what it did not start by
        // asking.
        lab.run("[ ! -e /run/tenant7.pid ] || { pid=$(cat /run/tenant7.pid); kill $pid; while [ -e /proc/$pid ]; do"
                + " usleep 100000; done; }; rm -f /run/tenant7.pid " + SOCKET);
    }

    /** Starts a VM as libvirt does: its log begins with a line about versions and goes on with what the VMM says. */
    private void start(String backend, String more) {
        String version = lab.run("/opt/vmm/run --version | sed -n '1s/.*version \\([0-9.]*\\).*/\\1/p'");
        String io = backend.isEmpty() ? "" : ",iommufd=iommufd0";
        lab.run(
                "mkdir -p /var/log/libvirt/qemu; echo \"2026-12-01 12:00:00.000+0000: starting up libvirt version: 12.2.0,"
                        + " qemu version: " + version + ", kernel: $(uname -r), hostname: lab\" > " + LOG
                        + "; /opt/vmm/run -name guest=tenant7,debug-threads=on -machine q35 -accel tcg,tb-size=32 -m 64 -L /opt/vmm"
                        + " -display none -nodefaults -no-user-config " + backend
                        + " -device pcie-root-port,id=rp1,bus=pcie.0,addr=2,chassis=1"
                        + " -device pcie-root-port,id=rp2,bus=pcie.0,addr=3,chassis=2"
                        + " -device vfio-pci,host=" + GPU + ",id=gpu,bus=rp1,addr=0,romfile=" + io
                        + " -device vfio-pci,host=" + vf + ",id=nic,bus=rp2,addr=0,romfile=" + io
                        + " -chardev socket,id=mon,path=" + SOCKET + ",server=on,wait=off -mon chardev=mon,mode=control"
                        + " -pidfile /run/tenant7.pid -msg timestamp=on " + more + " >> " + LOG + " 2>&1 < /dev/null &"
                        + " while [ ! -S " + SOCKET + " ] && kill -0 $! 2> /dev/null; do usleep 100000; done; [ -S "
                        + SOCKET
                        + " ]");
    }

    private VmAnswer answer(boolean monitors) throws Exception {
        try (SshHost ssh = lab.sshHost("root")) {
            Snapshot read = LiveReader.read(ssh, ssh.name(), LiveReader.Options.USUAL, Instant.now());
            Snapshot snapshot = monitors ? Monitors.ask(ssh, Host.Privilege.ROOT, read) : read;
            VmJudge.Answer answer = VmJudge.judge(
                    HostModel.of(snapshot), RunningVms.of(snapshot).asOptional().orElseThrow(), Optional.empty());
            assertEquals(1, answer.vms().size(), answer.vms()::toString);
            return answer.vms().getFirst();
        }
    }

    /** Reads until firmware has numbered the buses and placed the BARs. */
    private VmAnswer atFirmware() throws Exception {
        for (int i = 0; i < READINGS; i++) {
            VmAnswer answer = answer(true);
            if (answer.vm().functions().stream().allMatch(f -> f.bars().stream().anyMatch(GuestBar::placed))) {
                return answer;
            }
        }
        throw new AssertionError("firmware does not place the BARs: " + lab.run("cat " + LOG));
    }

    private VmFunction function(VmAnswer answer, String host) {
        return answer.vm().functions().stream()
                .filter(f -> f.host().equals(Optional.of(Address.of(host))))
                .findFirst()
                .orElseThrow(() ->
                        new AssertionError(host + " is not in " + answer.vm().functions()));
    }

    private VmPair nicToGpu(VmAnswer answer) {
        return answer.pairs().stream().filter(VmPair::isNicToGpu).findFirst().orElseThrow();
    }

    /** What the process holds, its command line and its name agree with sysfs. */
    private void heldAs(VmAnswer answer, Backend backend) {
        assertEquals("tenant7", answer.name());
        assertEquals(Optional.of(true), answer.vm().description().running());
        Set<String> held = new TreeSet<>();
        for (String function : List.of(GPU, vf)) {
            assertEquals(backend, function(answer, function).assigned().backend());
            held.add(
                    backend == Backend.TYPE1
                            ? "/dev/vfio/" + lab.run("basename $(readlink " + DEVICES + function + "/iommu_group)")
                            : "/dev/vfio/devices/" + lab.run("ls " + DEVICES + function + "/vfio-dev"));
        }
        assertTrue(
                answer.vm().description().descriptors().containsAll(held),
                () -> held + " in " + answer.vm().description().descriptors());
        assertEquals(List.of(), answer.vm().description().notes());
    }

    /** Before firmware has run no bus has a number and no BAR an address: nothing is made up. */
    private void pausedSaysNoAddress(Backend backend) throws Exception {
        VmAnswer paused = answer(true);
        heldAs(paused, backend);
        for (String function : List.of(GPU, vf)) {
            assertEquals(Optional.empty(), function(paused, function).guest());
            assertTrue(function(paused, function).bars().stream().noneMatch(GuestBar::placed));
        }
        assertEquals(List.of(), paused.vm().description().events(), "nothing was mapped, nothing failed");
        assertTrue(paused.vm().description().kinds().contains("query-pci"));
    }

    /** Where firmware puts the functions is what the tree foretold. */
    private void placedAsPredicted(VmAnswer placed) throws Exception {
        VmAnswer without = answer(false);
        for (String function : List.of(GPU, vf)) {
            assertNotEquals(Optional.empty(), function(placed, function).guest());
            assertEquals(
                    function(placed, function).guest(),
                    function(without, function).predicted());
            assertEquals(Optional.empty(), function(without, function).guest());
        }
    }

    @Test
    void type1MapsAndItsLogIsSilent() throws Exception {
        start("", "-S");
        pausedSaysNoAddress(Backend.TYPE1);
        stop();

        start("", "");
        VmAnswer running = atFirmware();
        heldAs(running, Backend.TYPE1);
        placedAsPredicted(running);
        assertEquals(List.of(), running.vm().description().events());
        VmPair pair = nicToGpu(running);
        assertTrue(pair.verdict() != VmVerdict.NOT_MAPPED && pair.verdict() != VmVerdict.UNKNOWN, pair::toString);
        assertEquals("mapped", pair.mapped().id());
    }

    /** Where the kernel offers iommufd; whether BARs are mapped there is for the log to say, and for versions before it. */
    @Test
    void iommufdIsWhatItsLogSays() throws Exception {
        assumeTrue(
                lab.tryRun("modprobe iommufd 2> /dev/null; [ -e /dev/iommu ] && [ -e " + DEVICES + GPU + "/vfio-dev ]")
                                .status()
                        == 0,
                "skipped: the lab's kernel has no iommufd");
        start("-object iommufd,id=iommufd0", "-S");
        pausedSaysNoAddress(Backend.IOMMUFD);
        stop();

        start("-object iommufd,id=iommufd0", "");
        VmAnswer running = atFirmware();
        heldAs(running, Backend.IOMMUFD);
        placedAsPredicted(running);
        List<VmEvent> failed = running.vm().description().events().stream()
                .filter(event -> event.kind() == VmEvent.Kind.MAP_FAILED)
                .toList();
        boolean silent = lab.run("cat " + LOG).lines().noneMatch(line -> line.contains("IOMMU_IOAS_MAP failed"));
        assertEquals(silent, failed.isEmpty());
        VmPair pair = nicToGpu(running);
        if (silent) {
            assertNotEquals(Certainty.CERTAIN, pair.certainty());
            return;
        }
        assertEquals(VmVerdict.NOT_MAPPED, pair.verdict());
        assertEquals(Certainty.CERTAIN, pair.certainty());
        // The log's address and the monitor's are of one BAR of the function that the log names.
        Set<Long> bars =
                function(running, GPU).bars().stream().map(GuestBar::address).collect(Collectors.toSet());
        assertTrue(bars.contains(failed.getFirst().address().orElseThrow()), () -> bars + " " + failed);
        assertFalse(pair.evidence().isEmpty());
        // Without the monitor the line that names the function says as much.
        assertEquals(Certainty.CERTAIN, nicToGpu(answer(false)).certainty());
    }
}
