// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * A virtual function that a program in the guest holds through VFIO, as a VM does, and that somebody else is taking away
 * meanwhile: a write to {@code sriov_numvfs} that waits for the holder and has the physical function's device lock
 * (drivers/pci/iov.c sriov_numvfs_store, drivers/vfio/vfio_main.c vfio_unregister_group_dev). Whatever needs that lock
 * sleeps in the kernel until then, where no signal reaches it.
 */
final class HeldFunction implements AutoCloseable {
    private static final String FOLDER = "/sys/bus/pci/devices/";
    /** VFIO_GROUP_SET_CONTAINER, VFIO_SET_IOMMU with type1v2 and VFIO_GROUP_GET_DEVICE_FD of include/uapi/linux/vfio.h. */
    private static final String HOLDER = """
            import fcntl, os, struct, sys, time
            function, group = sys.argv[1:]
            container = os.open("/dev/vfio/vfio", os.O_RDWR)
            group = os.open("/dev/vfio/" + group, os.O_RDWR)
            fcntl.ioctl(group, 0x3b68, struct.pack("i", container))
            fcntl.ioctl(container, 0x3b66, 3)
            fcntl.ioctl(group, 0x3b6a, bytearray(function.encode() + b"\\0"))
            print("held", flush=True)
            time.sleep(3600)
            """;

    private final LabHost host;
    private final Process holder;
    private final String writer;

    private HeldFunction(LabHost host, Process holder, String writer) {
        this.host = host;
        this.holder = holder;
        this.writer = writer;
    }

    /** Of this physical function: its first virtual one, which is made where there is none. */
    static HeldFunction takenAwayFrom(LabHost host, String nic) throws IOException {
        GuestPython.install(host);
        String files = FOLDER + nic + "/";
        String vf = host.run("modprobe vfio-pci; [ -e " + files + "virtfn0 ] || { echo 0 > " + files
                + "sriov_drivers_autoprobe; echo 1 > " + files + "sriov_numvfs; }; vf=$(basename $(readlink " + files
                + "virtfn0)); cd " + FOLDER + "$vf && echo vfio-pci > driver_override; [ ! -e driver ] || echo $vf >"
                + " driver/unbind; echo $vf > /sys/bus/pci/drivers_probe; echo $vf");
        String group = host.run("basename $(readlink " + FOLDER + vf + "/iommu_group)");
        host.write("/tmp/holder.py", HOLDER.getBytes(StandardCharsets.UTF_8));
        Process holder = host.start("exec python3 /tmp/holder.py " + vf + " " + group);
        String said = String.valueOf(holder.inputReader(StandardCharsets.UTF_8).readLine());
        if (!said.equals("held")) {
            throw new AssertionError("the function is not held: " + said);
        }
        String writer = host.run("sh -c 'echo 0 > " + files + "sriov_numvfs' > /dev/null 2>&1 < /dev/null & echo $!");
        awaitInGuest(host, "grep -q vfio_unregister_group_dev /proc/" + writer + "/wchan");
        return new HeldFunction(host, holder, writer);
    }

    /** The kernel function in which the write waits that has the lock. */
    String waitsIn() {
        return host.run("cat /proc/" + writer + "/wchan");
    }

    /** Waits for a condition in a guest; there, so that no connection is needed for each look. */
    static void awaitInGuest(LabHost host, String condition) {
        host.run("n=0; until " + condition + "; do n=$((n + 1)); [ $n -lt 1200 ] || exit 1; sleep 0.1; done");
    }

    /** The holder lets go; whatever waited ends. */
    @Override
    public void close() {
        host.tryRun("pkill -f '[h]older.py'");
        holder.destroy();
        awaitInGuest(host, "[ ! -e /proc/" + writer + " ]");
    }
}
