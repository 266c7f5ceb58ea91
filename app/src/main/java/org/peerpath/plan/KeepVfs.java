// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.model.HostIdentity;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.text.Message;

/**
 * Keeps virtual functions: a unit that repeats the plan's own steps, or a rule of udev for their number together with
 * driverctl for their driver.
 */
final class KeepVfs {
    private static final String UNIT = "peerpath-vfs.service";
    private static final String RULE = "/etc/udev/rules.d/90-peerpath-vfs.rules";

    private final HostModel host;
    private final List<Wanted> all;

    /**
     * What a NIC is to have.
     *
     * @param nic its physical function
     * @param virtual its VFs
     * @param steps those that make and bind them where there are none
     */
    record Wanted(Address nic, List<Address> virtual, List<Step> steps) {
        Wanted {
            virtual = List.copyOf(virtual);
            steps = List.copyOf(steps);
        }
    }

    KeepVfs(HostModel host, List<Wanted> all) {
        this.host = host;
        this.all = all.stream().filter(wanted -> !wanted.virtual().isEmpty()).toList();
    }

    List<Keep> plan() {
        return all.isEmpty() ? List.of() : List.of(unit(), rule());
    }

    private Keep unit() {
        List<Operation> operations = new ArrayList<>();
        operations.add(Operation.Run.of("modprobe", "vfio-pci"));
        all.forEach(wanted -> wanted.steps().forEach(step -> operations.addAll(step.operations())));
        return Units.oneshot(
                UNIT,
                Keep.Group.VFS,
                Message.of("keep.vfs.unit"),
                Message.of("keep.vfs.unit-caution"),
                HostIdentity.of(host, all.stream().map(Wanted::nic).toList()),
                List.of(
                        "Wants=systemd-udev-settle.service",
                        "After=systemd-udev-settle.service openibd.service",
                        "Before=libvirtd.service virtqemud.service libvirt-guests.service"),
                operations);
    }

    /** The event "bind" comes when the NIC's driver has it, without which there are no VFs to be had. */
    private Keep rule() {
        StringBuilder text = new StringBuilder();
        List<Keep.Command> commands = new ArrayList<>();
        List<Keep.Command> undo = new ArrayList<>();
        commands.add(Keep.Command.of("udevadm", "control", "--reload"));
        undo.add(Keep.Command.of("udevadm", "control", "--reload"));
        boolean driverctl = driverctl();
        for (Wanted wanted : all) {
            text.append("ACTION==\"bind\", SUBSYSTEM==\"pci\", KERNEL==\"")
                    .append(wanted.nic())
                    .append("\", ATTR{sriov_drivers_autoprobe}=\"0\", ATTR{")
                    .append(Attributes.SRIOV_NUMVFS)
                    .append("}=\"")
                    .append(wanted.virtual().size())
                    .append("\"\n");
            if (driverctl) {
                wanted.virtual().forEach(vf -> {
                    commands.add(Keep.Command.of("driverctl", "set-override", vf.toString(), "vfio-pci"));
                    undo.add(Keep.Command.of("driverctl", "unset-override", vf.toString()));
                });
            }
        }
        return new Keep(
                "keep:vfs:udev",
                Keep.Group.VFS,
                Message.of(driverctl ? "keep.vfs.udev-driverctl" : "keep.vfs.udev"),
                Optional.of(new Keep.File(RULE, text.toString())),
                commands,
                undo,
                Message.of("keep.vfs.udev-caution"));
    }

    /** True also where it was not read. */
    private boolean driverctl() {
        var tools = host.snapshot().hostText(HostFiles.TOOLS);
        return !tools.isKnown() || tools.knownToBe(text -> text.lines().anyMatch("driverctl"::equals));
    }
}
