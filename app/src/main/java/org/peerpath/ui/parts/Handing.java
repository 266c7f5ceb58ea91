// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.parts;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.peerpath.handover.Kit;
import org.peerpath.handover.KitMachine;
import org.peerpath.handover.KitMaker;
import org.peerpath.handover.KitRefusedException;
import org.peerpath.model.HostModel;
import org.peerpath.report.HandoverFiles;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

/** Makes handover kits and writes them into an archive that a person names, or says why there is none. */
public final class Handing {
    private Handing() {}

    /** What a kit is made of. */
    @FunctionalInterface
    public interface Making {
        /** Makes it; refuses what would be untrue. */
        Kit by(KitMaker maker) throws KitRefusedException;
    }

    /**
     * Makes one for a new VM around pairs.
     *
     * @param pairs called away from the window's thread, for all paths of the host may have to be judged to tell
     */
    public static void over(
            AppContext context, HostModel host, Supplier<List<KitMaker.Wanted>> pairs, String suggested) {
        make(context, host, Optional.empty(), maker -> around(maker, pairs.get()), suggested);
    }

    /** Makes the kit of a new VM; refuses where there is no pair to make it around. */
    public static Kit around(KitMaker maker, List<KitMaker.Wanted> pairs) throws KitRefusedException {
        if (pairs.isEmpty()) {
            throw new KitRefusedException(Message.of("ui.handover.no-pairs"));
        }
        return maker.ofPairs(pairs);
    }

    /**
     * Makes it away from the window's thread, then asks where to.
     *
     * @param guest what was read in the guest; empty before it has run
     */
    public static void make(
            AppContext context, HostModel host, Optional<HostModel> guest, Making making, String suggested) {
        Texts texts = context.language().texts();
        context.executor()
                .<Kit>run(
                        () -> making.by(new KitMaker(host, KitMachine.DEFAULT, guest)),
                        kit -> Saving.ask(
                                context, suggested, out -> HandoverFiles.zip(HandoverFiles.of(kit, texts), out)),
                        problem -> context.dialogs()
                                .problem(
                                        Message.of("ui.handover.failed"),
                                        problem instanceof KitRefusedException refused
                                                ? refused.reason()
                                                : Message.of("ui.host.unexpected")));
    }
}
