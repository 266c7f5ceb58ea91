// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.text.Texts;

class TouchedVmsTest {
    private static final String TENANT = """
            vm 4711
            comm qemu-system-x86
            arg qemu-system-x86_64
            arg -name
            arg guest=tenant7
            arg -device
            arg vfio-pci,host=0000:b8:00.1
            arg -device
            arg vfio-pci,host=0000:bb:00.0
            """;

    private static HostModel host(String vms) throws Exception {
        Snapshot sample = Samples.open("hgx-b300-one-bad");
        TreeMap<String, Reading> files = new TreeMap<>(sample.host());
        files.put(HostFiles.VMS, new Reading.Text(vms, "test"));
        return HostModel.of(
                new Snapshot(sample.origin(), files, sample.hostListed(), sample.functions(), sample.notes()));
    }

    private static String said(HostModel host) {
        Plan plan = Planner.plan(host, new PlanRequest(Goal.VM_GPUDIRECT, List.of(), 0), List.of());
        return Texts.ENGLISH.say(new TouchedVms(host).of(plan.toDo().getFirst()));
    }

    /** The port above both its functions: the VM keeps them, and its traffic takes another way. */
    @Test
    void aPortTouchesTheVmsBelowIt() throws Exception {
        assertEquals(
                "Before: tenant7 (0000:b8:00.1). After: the same, its functions stay where they are.",
                said(host(TENANT)));
    }

    @Test
    void aVmElsewhereIsNotTouched() throws Exception {
        assertEquals(
                "No VM uses what this step changes.",
                said(host(TENANT.replace("0000:b8", "0000:18").replace("bb:", "1b:"))));
    }
}
