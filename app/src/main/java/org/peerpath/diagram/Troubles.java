// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerpath.advice.Finding;
import org.peerpath.advice.FindingId;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathReport;
import org.peerpath.path.Unusable;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/** What is wrong with single devices, for their boxes: the keys of short words. */
final class Troubles {
    private static final String KEY = "diagram.trouble.";

    private final Map<Address, Trouble> words = new HashMap<>();

    /**
     * One device's.
     *
     * @param key of the short word for it
     * @param why in a sentence
     */
    record Trouble(String key, Message why) {}

    private Troubles() {}

    /**
     * Finds them.
     *
     * @param reports the answers for the host's paths, all of one scenario
     * @param findings what is said about the host in that scenario
     */
    static Troubles of(HostModel host, List<PathReport> reports, List<Finding> findings) {
        Troubles troubles = new Troubles();
        for (Finding finding : findings) {
            if (finding.id() == FindingId.FIRMWARE_FREEZES_HOST && finding.severity() == Severity.ERROR) {
                finding.functions().forEach(function -> troubles.put(function, "firmware", finding.message()));
            }
            if (finding.id() == FindingId.DEVICE_NO_ANSWER) {
                finding.functions().forEach(function -> troubles.put(function, "no-answer", finding.message()));
            }
        }
        for (PathReport report : reports) {
            report.unusable()
                    .ifPresent(unusable -> troubles.put(
                            end(host, report, unusable), unusable.cause().id(), why(unusable)));
        }
        return troubles;
    }

    private void put(Address function, String word, Message why) {
        words.put(function, new Trouble(KEY + word, why));
    }

    private static Message why(Unusable unusable) {
        return Message.of("ui.why.unusable", unusable.function().toString(), unusable.reason());
    }

    /** The end of a path on whose side it is that something does not work. */
    private static Address end(HostModel host, PathReport report, Unusable unusable) {
        List<Address> above = host.topology().place(report.target()).chain();
        boolean targets = report.target().equals(unusable.function()) || above.contains(unusable.function());
        return targets ? report.target() : report.requester();
    }

    /** What is wrong with a device; empty where nothing is. */
    Optional<Trouble> of(Address address) {
        return Optional.ofNullable(words.get(address));
    }
}
