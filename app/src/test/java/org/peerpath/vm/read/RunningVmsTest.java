// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.text.Message;
import org.peerpath.vm.model.VmDescription;

class RunningVmsTest {
    private static final String NIC = "0000:b8:00.1";

    /** Any user may call a process like a VM and name any function: what it holds is said beside it, nothing is hidden. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {"/dev/vfio/GROUP, -", "/dev/vfio/noiommu-3, -", "-, 1", "/dev/vfio/99999, 1", "/dev/vfio/vfio, 1"})
    void whatAProcessNamesAndDoesNotHoldIsSaid(@Nullable String descriptor, @Nullable Integer noted) throws Exception {
        Snapshot sample = Samples.open("hgx-b300-one-bad");
        String group = Objects.requireNonNull(sample.functions().get(Address.of(NIC)))
                .text(Attributes.IOMMU_GROUP)
                .asOptional()
                .orElseThrow();
        TreeMap<String, Reading> files = new TreeMap<>(sample.host());
        String held = descriptor == null ? "" : "fd " + descriptor.replace("GROUP", group) + "\n";
        String vm =
                "vm 4711\ncomm qemu-system-x86\narg qemu-system-x86_64\narg -device\narg vfio-pci,host=" + NIC + "\n";
        files.put(HostFiles.VMS, new Reading.Text(vm + held, "test"));
        List<VmDescription> found = RunningVms.of(
                        new Snapshot(sample.origin(), files, sample.hostListed(), sample.functions(), sample.notes()))
                .asOptional()
                .orElseThrow();
        assertEquals(1, found.getFirst().functions().size());
        List<Message> said =
                found.getFirst().notes().stream().map(note -> note.what()).toList();
        assertEquals(noted == null ? List.of() : List.of(Message.of("note.vm.not-held", (long) noted, "4711")), said);
    }
}
