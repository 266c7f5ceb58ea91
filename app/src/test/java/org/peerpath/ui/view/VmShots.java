// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;
import javafx.scene.control.ToggleButton;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.vm.model.VmDescription;
import org.peerpath.vm.read.VmReader;

/** Two VMs of a host: one whose hypervisor maps nothing, one that works but for the guest's shape. And pictures of them. */
final class VmShots {
    static final String HOST = "sample:hgx-b300-vm";

    private VmShots() {}

    static void take(Gallery gallery, Predicate<String> wanted) {
        if (!wanted.test("vms")) {
            return;
        }
        Stages stages = Stages.open(new SampleSources(), 1280, 800, gallery.dress()::put, HOST);
        stages.settled();
        try {
            describe(stages);
        } catch (UnreadableSourceException e) {
            throw new IllegalStateException(e);
        }
        Stages.until("the picture", () -> stages.stage.getScene().lookup("#vm-picture") != null);
        Stages.frames(8);
        gallery.picture(stages, "vms");
        stages.close();
    }

    /** Tells the window of the two, and opens their page. */
    static void describe(Stages stages) throws UnreadableSourceException {
        List<VmDescription> first = vm("tenant7", "iommufd", "0000:18:00.1", "0000:1b:00.0");
        List<VmDescription> second = vm("tenant8", "type1", "0000:38:00.1", "0000:3b:00.0");
        HostEntry entry = stages.window.session().fleet().find(HOST).orElseThrow();
        Stages.onWindow(() -> {
            entry.describe(first);
            entry.describe(second);
        });
        Stages.until(
                "two VMs",
                () -> stages.window.session().vms().foundProperty().get().stream()
                        .anyMatch(found -> found.answer().vms().size() == 2));
        ToggleButton tab = stages.find(ToggleButton.class, "#tab-vms");
        Stages.onWindow(tab::fire);
        stages.find("#vm");
    }

    /** A QEMU with a NIC's function and a GPU on root ports of their own. */
    private static List<VmDescription> vm(String name, String backend, String nic, String gpu)
            throws UnreadableSourceException {
        String iommufd = backend.equals("iommufd") ? ",iommufd=iommufd0" : "";
        String command = "qemu-system-x86_64 -name guest=" + name + " -machine q35"
                + (iommufd.isEmpty() ? "" : " -object iommufd,id=iommufd0")
                + " -device pcie-root-port,id=rp1,bus=pcie.0,addr=0x2"
                + " -device pcie-root-port,id=rp2,bus=pcie.0,addr=0x3"
                + " -device vfio-pci,host=" + gpu + ",id=hostdev0,bus=rp1,addr=0x0" + iommufd
                + " -device vfio-pci,host=" + nic + ",id=hostdev1,bus=rp2,addr=0x0" + iommufd;
        return List.of(VmReader.read(command.getBytes(StandardCharsets.UTF_8), "command of " + name));
    }
}
