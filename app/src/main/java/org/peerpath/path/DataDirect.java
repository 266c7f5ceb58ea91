// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.List;
import java.util.Optional;
import org.peerpath.hardware.DeviceKind;
import org.peerpath.hardware.Vendors;
import org.peerpath.pci.FunctionKind;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;
import org.peerpath.pci.Vpd;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/**
 * Finds the function that sends a NIC's requests where it is not the NIC itself: on GB200 and GB300 a second function of
 * the ConnectX, the Data Direct Interface, sits beside the GPU in another segment. The two are told to belong together by
 * their vital product data: keyword V3, the card's unique id (rdma-core kernel-boot/rdma_topo), or VU (Linux
 * drivers/infiniband/hw/mlx5/data_direct.c).
 */
public final class DataDirect {
    private static final String CARD = "V3";
    private static final String FUNCTION = "VU";

    private final List<PciFunction> interfaces;

    /** Looks among the functions of one host. */
    public DataDirect(Topology topology) {
        this.interfaces =
                topology.functions().values().stream().filter(DataDirect::is).toList();
    }

    /** Whether a function is such an interface. */
    public static boolean is(PciFunction function) {
        return function.kind() == FunctionKind.ENDPOINT
                && function.knownKind()
                        .filter(kind -> kind == DeviceKind.DATA_DIRECT)
                        .isPresent();
    }

    /**
     * The function that sends this NIC's requests: absent where that is the NIC itself, unknown where vital product data
     * that would tell were not read.
     */
    public Fact<Address> of(PciFunction nic) {
        if (interfaces.isEmpty() || !nic.isBy(Vendors.MELLANOX) || is(nic) || !Roles.isRdmaNic(nic)) {
            return Fact.absent();
        }
        Fact<Vpd> own = vpd(nic);
        if (!own.isKnown()) {
            return unread(nic.address(), own);
        }
        List<PciFunction> paired = interfaces.stream()
                .filter(candidate -> same(own, candidate, CARD) || same(own, candidate, FUNCTION))
                .toList();
        if (paired.size() > 1) {
            List<PciFunction> exact =
                    paired.stream().filter(p -> same(own, p, FUNCTION)).toList();
            return exact.size() == 1
                    ? Fact.known(exact.getFirst().address())
                    : Fact.unknown(Message.of("unknown.data-direct.several", nic.address()));
        }
        if (paired.size() == 1) {
            return Fact.known(paired.getFirst().address());
        }
        Optional<PciFunction> unread =
                interfaces.stream().filter(i -> !vpd(i).isKnown()).findFirst();
        return unread.map(i -> unread(i.address(), vpd(i))).orElseGet(Fact::absent);
    }

    private static boolean same(Fact<Vpd> nic, PciFunction candidate, String keyword) {
        Optional<String> value =
                nic.asOptional().flatMap(vpd -> vpd.field(keyword)).filter(v -> !v.isBlank());
        return value.isPresent() && value.equals(vpd(candidate).asOptional().flatMap(vpd -> vpd.field(keyword)));
    }

    private static Fact<Vpd> vpd(PciFunction function) {
        return function.facts().bytes(Attributes.VPD).map(Vpd::parse);
    }

    /** No file of vital product data in a listed directory leaves the pairing as open as one that was not read. */
    private static Fact<Address> unread(Address whose, Fact<Vpd> vpd) {
        return Fact.unknown(vpd.whyUnknown()
                .map(why -> Message.of("unknown.data-direct", whose, why))
                .orElseGet(() -> Message.of("unknown.data-direct.no-vpd", whose)));
    }
}
