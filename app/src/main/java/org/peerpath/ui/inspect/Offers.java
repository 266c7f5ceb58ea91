// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.iommu.AtsState;
import org.peerpath.model.AtsAssessment;
import org.peerpath.path.Deciding;
import org.peerpath.path.PathReport;
import org.peerpath.path.Scenario;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.PciFunction;
import org.peerpath.plan.Goal;
import org.peerpath.plan.run.Runs;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Texts;
import org.peerpath.ui.inspect.Inspection.Offer;
import org.peerpath.ui.inspect.Inspection.Part;
import org.peerpath.ui.model.Errand;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.PlanWish;
import org.peerpath.ui.model.PlanWishes;

/** Plans worth asking for about what is selected. Whether they may be carried out is for the plan's guards to say. */
final class Offers {
    private final HostView view;
    private final Texts texts;
    private final PlanWishes wishes;

    Offers(HostView view, Texts texts) {
        this.view = view;
        this.texts = texts;
        this.wishes = new PlanWishes(view);
    }

    /** For a path that could stay inside the switch and does not. */
    Optional<Part> of(PathReport report) {
        if (!Deciding.isWrong(report)) {
            return Optional.empty();
        }
        PlanWish wish = wishes.inside(report);
        boolean direct = wish.request().goal() == Goal.VM_GPUDIRECT
                && Deciding.bits(view.host(), report).contains(AcsBit.DT);
        boolean ats = report.scenario() != Scenario.BARE_METAL
                && wish.request().goal() == Goal.VM_GPUDIRECT
                && isOff(report.ats().state());
        String key = direct ? "ui.offer.direct" : ats ? "ui.offer.ats" : "ui.offer.inside";
        return part(List.of(new Offer(texts.say(key), wish)));
    }

    /** For a NIC: its virtual functions, and ATS where it is not there or off. */
    Optional<Part> of(PciFunction function) {
        Address nic =
                view.host().topology().physicalFunction(function.address()).orElse(function.address());
        Optional<PciFunction> physical = view.host().topology().find(nic).filter(wishes::hasVirtual);
        List<Offer> offers = new ArrayList<>();
        physical.ifPresent(found -> {
            boolean some = !view.host().topology().virtualFunctions(nic).isEmpty();
            offers.add(new Offer(
                    texts.say(some ? "ui.offer.bind" : "ui.offer.create"), wishes.of(Goal.BIND_VFS, List.of(nic))));
            if (isOff(new AtsAssessment(view.host()).of(function).state())) {
                offers.add(new Offer(texts.say("ui.offer.ats"), wishes.of(Goal.VM_GPUDIRECT, List.of(nic))));
            }
            if (Runs.unfitForTrial(view.read(), nic).isEmpty()) {
                offers.add(new Offer(texts.say("ui.offer.verify-firmware"), new Errand.Try(nic), Optional.empty()));
            }
            if (some) {
                offers.add(new Offer(texts.say("ui.offer.unbind"), wishes.of(Goal.UNBIND, List.of(nic))));
            }
        });
        return offers.isEmpty() ? Optional.empty() : part(offers);
    }

    private Optional<Part> part(List<Offer> offers) {
        return Optional.of(new Inspection.Offers("", texts.say("ui.offer.how"), offers));
    }

    private static boolean isOff(AtsState state) {
        return state == AtsState.OFF || state == AtsState.ABSENT;
    }
}
