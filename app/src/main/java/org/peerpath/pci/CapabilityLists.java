// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/**
 * The two capability lists of a function, walked once. A list that loops, points outside or was not read to its end
 * gives what was found up to there, and "not in the list" is then unknown instead of absent.
 */
final class CapabilityLists {
    private static final int FIRST_CONVENTIONAL = 0x40;
    private static final int FIRST_EXTENDED = 0x100;
    private static final int CARDBUS_POINTER = 0x14;
    private static final int CARDBUS_HEADER = 2;

    private final List<Capability> found = new ArrayList<>(16);
    private final List<Message> notes = new ArrayList<>(0);
    private @Nullable Message conventionalOpen;
    private @Nullable Message extendedOpen;

    private CapabilityLists() {}

    static CapabilityLists of(ConfigSpace config) {
        CapabilityLists lists = new CapabilityLists();
        lists.conventionalOpen = lists.walkConventional(config);
        Capability express = lists.first(RegisterBlock.EXPRESS);
        boolean maybeExpress = express != null || lists.conventionalOpen != null;
        lists.extendedOpen = lists.walkExtended(config, maybeExpress);
        return lists;
    }

    List<Message> notes() {
        return notes;
    }

    /** All entries; unknown if nothing was found and a list was not read to its end. */
    Fact<List<Capability>> all() {
        Message open = conventionalOpen != null ? conventionalOpen : extendedOpen;
        return found.isEmpty() && open != null ? Fact.unknown(open) : Fact.known(List.copyOf(found));
    }

    /** The first entry of its kind, which is the one that counts. */
    @Nullable
    Capability first(RegisterBlock block) {
        for (Capability capability : found) {
            if (block.is(capability)) {
                return capability;
            }
        }
        return null;
    }

    /** Why a block that was not found may still be there; null if it is certainly not. */
    @Nullable
    Message whyNotAbsent(RegisterBlock block) {
        return block.extended() ? extendedOpen : conventionalOpen;
    }

    /** Absent, or unknown where the list was not read to its end. */
    <T> Fact<T> missing(RegisterBlock block) {
        Message why = whyNotAbsent(block);
        return why == null ? Fact.absent() : Fact.unknown(why);
    }

    private @Nullable Message walkConventional(ConfigSpace config) {
        if (config.knows(Register.STATUS.offset(), 2, Field.CAPABILITIES_LIST.mask())) {
            if (Field.CAPABILITIES_LIST.of(config.get(Register.STATUS.offset(), 2)) == 0) {
                return null;
            }
        } else if (!config.knows(Register.CAPABILITIES_POINTER.offset(), 1, 0xff)) {
            return config.whyUnknown();
        }
        int pointerAt = Register.CAPABILITIES_POINTER.offset();
        if (config.knows(Register.HEADER_TYPE.offset(), 1, 0x7f)
                && Field.HEADER_LAYOUT.of(config.get(Register.HEADER_TYPE.offset(), 1)) == CARDBUS_HEADER) {
            pointerAt = CARDBUS_POINTER;
        }
        long seen = 0;
        while (true) {
            if (!config.knows(pointerAt, 1, 0xfc)) {
                return config.whyUnknown();
            }
            int at = config.get(pointerAt, 1) & 0xfc;
            if (at == 0) {
                return null;
            }
            if (at < FIRST_CONVENTIONAL) {
                return broken("pci.list-broken", at);
            }
            if ((seen & (1L << (at >> 2))) != 0) {
                return broken("pci.list-loops", at);
            }
            seen |= 1L << (at >> 2);
            if (!config.knows(at, 1, 0xff)) {
                return config.whyUnknown();
            }
            int id = config.get(at, 1);
            if (id == 0xff) {
                return broken("pci.list-broken", at);
            }
            found.add(new Capability(false, id, 0, at));
            pointerAt = at + 1;
        }
    }

    private @Nullable Message walkExtended(ConfigSpace config, boolean maybeExpress) {
        if (!config.knows(FIRST_EXTENDED, 4, 0xffff)) {
            // Conventional PCI functions have 256 bytes and no more (PCIe 7.2.1), so nothing can be hidden there.
            return maybeExpress ? config.whyUnknown() : null;
        }
        int at = FIRST_EXTENDED;
        long[] seen = new long[ConfigSpace.SIZE / 4 / 64];
        while (true) {
            long bit = 1L << ((at >> 2) & 63);
            if ((seen[at >> 8] & bit) != 0) {
                return broken("pci.list-loops", at);
            }
            seen[at >> 8] |= bit;
            if (!config.knows(at, 4, 0xffff)) {
                return config.whyUnknown();
            }
            int header = config.get(at, 4);
            if (header == -1) {
                if (at != FIRST_EXTENDED) {
                    return broken("pci.list-broken", at);
                }
                // The kernel takes this as "extended space does not answer" (drivers/pci/probe.c,
                // pci_cfg_space_size_ext).
                return maybeExpress ? ConfigSpace.NO_EXTENDED : null;
            }
            if (header == 0 && config.knows(at, 4, -1)) {
                return null;
            }
            found.add(new Capability(true, header & 0xffff, (header >> 16) & 0xf, at));
            if (!config.knows(at, 4, 0xfff00000)) {
                return config.whyUnknown();
            }
            int next = (header >>> 20) & 0xffc;
            if (next == 0) {
                return null;
            }
            if (next < FIRST_EXTENDED) {
                return broken("pci.list-broken", next);
            }
            at = next;
        }
    }

    private Message broken(String key, int at) {
        notes.add(Message.of(key, Integer.toHexString(at)));
        return ConfigSpace.BROKEN;
    }
}
