// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.util.List;
import org.peerpath.host.Hosts;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.vm.model.VmDescription;

/** The VMs of a host, wherever its source tells of them. */
public final class FoundVms {
    private FoundVms() {}

    /**
     * Returns what a gathered folder or archive describes, else what runs on the host; unknown where the host was not read
     * so far.
     *
     * @param source what the snapshot was read from
     * @throws UnreadableSourceException if the folder or archive cannot be read
     */
    public static Fact<List<VmDescription>> of(Snapshot snapshot, String source) throws UnreadableSourceException {
        List<VmDescription> gathered = Hosts.isHost(source) ? List.of() : GatheredVms.of(source);
        return gathered.isEmpty() ? RunningVms.of(snapshot) : Fact.known(gathered);
    }
}
