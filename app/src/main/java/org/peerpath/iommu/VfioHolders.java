// SPDX-License-Identifier: Apache-2.0
package org.peerpath.iommu;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;

/**
 * The processes that hold VFIO devices open, as the collector found them in the descriptors of all processes: a held group can
 * neither be unbound nor rerouted without its user noticing.
 *
 * @param all by process
 */
public record VfioHolders(List<Holder> all) {
    private static final String GROUPS = "/dev/vfio/";
    private static final String DEVICES = "/dev/vfio/devices/";
    private static final String VFIO_DEVICE = "vfio-dev";
    private static final String UNNAMED = "/dev/vfio/?";

    public VfioHolders {
        all = List.copyOf(all);
    }

    /**
     * One open device.
     *
     * @param process process id
     * @param device {@code /dev/vfio/12} (a group), {@code /dev/vfio/devices/vfio3} or {@code /dev/iommu}
     * @param command the process's name
     * @param guest the VM's name, if the command line tells it
     */
    public record Holder(String process, String device, String command, Optional<String> guest) {}

    /** Unknown without root. */
    public static Fact<VfioHolders> of(Snapshot snapshot) {
        return snapshot.hostText(HostFiles.VFIO_HOLDERS).map(VfioHolders::parse);
    }

    private static VfioHolders parse(String lines) {
        List<Holder> holders = new ArrayList<>();
        for (String line : lines.lines().toList()) {
            String[] words = line.strip().split(" +", 4);
            if (words.length >= 3) {
                holders.add(new Holder(
                        words[0], words[1], words[2], words.length > 3 ? Optional.of(words[3]) : Optional.empty()));
            }
        }
        return new VfioHolders(holders);
    }

    /** The running virtual machine that has the function, as libvirt's own description of it says. */
    public static Optional<String> guestOf(PciFunction function) {
        return function.facts().text(Attributes.GUEST).asOptional();
    }

    /** Returns whether somebody holds a device of which it could not be told which it is. */
    public boolean anyUnnamed() {
        return all.stream().anyMatch(holder -> holder.device().equals(UNNAMED));
    }

    /** Whoever holds a function, through its group or its own device. */
    public Optional<Holder> holderOf(PciFunction function) {
        Optional<String> group =
                function.facts().text(Attributes.IOMMU_GROUP).asOptional().map(name -> GROUPS + name);
        List<String> devices = function.facts().entries(VFIO_DEVICE).asOptional().orElse(List.of()).stream()
                .map(name -> DEVICES + name)
                .toList();
        return all.stream()
                .filter(holder ->
                        group.filter(holder.device()::equals).isPresent() || devices.contains(holder.device()))
                .findFirst();
    }
}
