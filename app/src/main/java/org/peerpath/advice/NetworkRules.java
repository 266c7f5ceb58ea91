// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.List;
import org.peerpath.path.PathReport;
import org.peerpath.path.Roles;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/** Network functions that no path was asked about: they are named, so that none vanishes unseen. */
final class NetworkRules implements FindingRule {
    @Override
    public void apply(RuleContext asked, Sink out) {
        List<Address> judged =
                asked.reports().stream().map(PathReport::requester).distinct().toList();
        List<Address> left = asked.functions()
                .filter(Roles::isNetwork)
                .map(PciFunction::address)
                .filter(function -> !judged.contains(function))
                .toList();
        if (judged.isEmpty() || left.isEmpty()) {
            asked.functions()
                    .filter(Roles::isNetwork)
                    .forEach(function -> out.known(
                            FindingId.NETWORK_LEFT_OUT, function.facts().entries(Attributes.INFINIBAND)));
            return;
        }
        out.add(RuleContext.finding(
                FindingId.NETWORK_LEFT_OUT,
                Severity.INFO,
                left,
                Message.of("finding.network-left-out", left.size(), asked.names(left)),
                List.of()));
    }
}
