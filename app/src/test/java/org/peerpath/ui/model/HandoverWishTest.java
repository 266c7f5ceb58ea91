// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peerpath.diagram.PathKey;
import org.peerpath.handover.Kit;
import org.peerpath.handover.KitMachine;
import org.peerpath.handover.KitMaker;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.file.Samples;

/** What is pointed at in the window becomes the pairs of a kit, and every kit of them can be made. */
class HandoverWishTest {
    private static final Address NIC = Address.of("0000:18:00.0");
    private static final Address VIRTUAL = Address.of("0000:18:00.1");
    private static final Address GPU = Address.of("0000:1b:00.0");
    private final HostModel host;

    HandoverWishTest() throws Exception {
        host = HostModel.of(Samples.open("hgx-b300-vm"));
    }

    @Test
    void aPathIsItsPairWithTheFirstVirtualFunction() {
        assertEquals(
                List.of(new KitMaker.Wanted(VIRTUAL, GPU)), HandoverWish.of(host, Selection.of(new PathKey(NIC, GPU))));
    }

    @Test
    void aFunctionIsItsNearestPair() {
        List<KitMaker.Wanted> pair = List.of(new KitMaker.Wanted(VIRTUAL, GPU));
        assertEquals(pair, HandoverWish.of(host, Selection.of(NIC)));
        assertEquals(pair, HandoverWish.of(host, Selection.of(VIRTUAL)));
        assertEquals(pair, HandoverWish.of(host, Selection.of(GPU)));
        assertEquals(pair, HandoverWish.of(host, List.of(NIC)));
    }

    @Test
    void nothingIsEveryNearestPairOnce() throws Exception {
        List<KitMaker.Wanted> all = HandoverWish.of(host, Selection.nothing());
        assertEquals(8, all.size());
        assertEquals(8, new HashSet<>(all.stream().map(KitMaker.Wanted::gpu).toList()).size());
        Kit kit = new KitMaker(host, KitMachine.DEFAULT, Optional.empty()).ofPairs(all);
        assertEquals(16, kit.functions().size());
    }
}
