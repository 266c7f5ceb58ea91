// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.peerpath.hardware.Vendors;
import org.peerpath.path.PathReport;
import org.peerpath.path.Roles;
import org.peerpath.path.Scenario;
import org.peerpath.pci.NvSetting;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/** Cards that will start the next time with another ATS setting than they run with now. */
final class AtsSettingRules implements FindingRule {
    private static final FindingId ID = FindingId.ATS_CHANGES_AT_BOOT;

    @Override
    public void apply(RuleContext asked, Sink out) {
        TreeSet<Address> going = new TreeSet<>();
        TreeSet<Address> coming = new TreeSet<>();
        List<Address> used = asked.nearest(PathReport::leansOnAts).stream()
                .map(report -> asked.physical(report.decidingFunction()).address())
                .toList();
        asked.functions().filter(AtsSettingRules::isAdapter).forEach(card -> {
            Fact<Boolean> now = now(asked, card);
            Fact<Boolean> next = setting(asked, card).nextBoot().on();
            if (next.isUnknown() && !now.knownToBe(on -> !on)) {
                out.unchecked(ID, Message.of("finding.ats-changes-at-boot.unread"));
            } else if (next.isKnown()) {
                out.known(ID, now);
            }
            if (now.knownToBe(on -> on) && next.knownToBe(on -> !on)) {
                going.add(card.address());
            } else if (now.knownToBe(on -> !on) && next.knownToBe(on -> on)) {
                coming.add(card.address());
            }
        });
        // Where the firmware freezes the host, losing ATS is what one wants.
        boolean missed = going.stream()
                .anyMatch(card -> !FirmwareRules.freezesWithAts(asked, card)
                        && (asked.scenario() == Scenario.VM || used.contains(card)));
        report(asked, out, missed ? Severity.WARNING : Severity.INFO, "off", going);
        report(asked, out, Severity.INFO, "on", coming);
    }

    /** A PF of a ConnectX or BlueField: one setting serves all functions of the card. */
    private static boolean isAdapter(PciFunction function) {
        return Roles.isNetwork(function) && function.isBy(Vendors.MELLANOX);
    }

    private static NvSetting setting(RuleContext asked, PciFunction card) {
        return NvSetting.of(asked.host().topology(), card.address(), NvSetting.ATS_ENABLED);
    }

    /** The capability shows what the card started with; where it was not read, the tool may have been asked. */
    private static Fact<Boolean> now(RuleContext asked, PciFunction card) {
        Fact<Boolean> shown = card.ats().map(ats -> true);
        return shown.isAbsent()
                ? Fact.known(false)
                : shown.isUnknown() ? setting(asked, card).current().on() : shown;
    }

    private static void report(RuleContext asked, Sink out, Severity severity, String next, Set<Address> cards) {
        if (cards.isEmpty()) {
            return;
        }
        out.add(RuleContext.finding(
                ID,
                severity,
                cards,
                Message.of("finding.ats-changes-at-boot." + next, asked.names(cards)),
                cards.stream().flatMap(card -> evidence(asked, card)).toList(),
                next.equals("off") ? ID.remedy() : Message.of("finding.ats-changes-at-boot.on.remedy"),
                List.of()));
    }

    private static Stream<Evidence> evidence(RuleContext asked, Address card) {
        NvSetting.Reading next = setting(asked, asked.get(card)).nextBoot();
        Optional<Evidence> now =
                asked.get(card).ats().isUnknown() ? Optional.empty() : Optional.of(AtsRules.capability(asked, card));
        return Stream.concat(
                now.stream(),
                Stream.of(asked.attribute(next.function(), next.attribute(), next.isOn() ? "True(1)" : "False(0)")));
    }
}
