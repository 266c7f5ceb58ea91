// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import java.util.Optional;
import org.peerpath.path.PathReport;
import org.peerpath.snapshot.Address;
import org.peerpath.vm.shape.NcclDistance;

/**
 * A NIC and a GPU of the kit.
 *
 * @param nic the NIC's function on the host
 * @param gpu the GPU's function on the host
 * @param report the host's verdict for a VM
 * @param before what NCCL calls them without the kit; empty where the tree is not known
 * @param after what it calls them with the kit's topology file; empty where a guest address is not known
 */
public record KitPair(
        Address nic, Address gpu, PathReport report, Optional<NcclDistance> before, Optional<NcclDistance> after) {}
