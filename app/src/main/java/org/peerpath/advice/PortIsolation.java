// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.ArrayList;
import java.util.List;
import org.peerpath.pci.Acs;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.PortType;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/**
 * Whether one root or downstream port keeps what is below it apart, and which bits are missing: the flags the kernel asks
 * for before it gives a function a group of its own (drivers/iommu/iommu.c REQ_ACS_FLAGS), a control without its
 * capability bit counting as hard-wired on.
 */
final class PortIsolation {
    private static final List<AcsBit> NEEDED = List.of(AcsBit.SV, AcsBit.RR, AcsBit.CR, AcsBit.UF);

    private PortIsolation() {}

    /** What lets peers through here; an empty list where nothing does. */
    static Fact<List<String>> missing(PciFunction port) {
        Fact<Acs> acs = port.acs();
        if (acs.isAbsent()) {
            return Fact.known(List.of("ACS"));
        }
        return acs.flatMap(a -> {
            List<String> missing = new ArrayList<>();
            Fact<Boolean> egress = a.on(AcsBit.EC);
            Fact<List<String>> unread = whyUnread(egress);
            if (egress.knownToBe(on -> on)) {
                missing.add("EC+");
            }
            for (AcsBit bit : NEEDED) {
                Fact<Boolean> holds = a.implemented(bit).flatMap(i -> i ? a.on(bit) : Fact.known(true));
                if (holds.knownToBe(h -> !h)) {
                    missing.add(bit.name() + "-");
                } else if (holds.isUnknown()) {
                    unread = whyUnread(holds);
                }
            }
            return missing.isEmpty() && unread.isUnknown() ? unread : Fact.known(List.copyOf(missing));
        });
    }

    private static Fact<List<String>> whyUnread(Fact<Boolean> bit) {
        return bit.map(b -> List.of());
    }

    /** Whether it keeps them apart. */
    static Fact<Boolean> holds(PciFunction port) {
        return missing(port).map(List::isEmpty);
    }

    /**
     * Whether the kernel may know better than the registers: a port without ACS that isolates all the same
     * (drivers/pci/quirks.c pci_dev_acs_enabled).
     */
    static boolean mayBeQuirk(PciFunction port) {
        return port.acs().isAbsent()
                && port.portType()
                        .knownToBe(type -> type.isDownstreamFacing()
                                && port.acsBehavior()
                                        .isolates()
                                        .contains(type == PortType.ROOT_PORT ? "root-port" : "downstream-port"));
    }

    /** The missing bits as the words of a sentence: "SV-, RR-", or "no ACS". */
    static Message words(List<String> missing) {
        return missing.equals(List.of("ACS"))
                ? Message.of("evidence.no-capability")
                : Labels.plain(String.join(" ", missing));
    }
}
