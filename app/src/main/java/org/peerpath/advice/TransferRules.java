// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.pci.DeviceControl;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/** Packet sizes of the two ends of a path. */
final class TransferRules implements FindingRule {
    private static final int SMALLEST_PAYLOAD = 128;
    private static final int SMALL_READ_REQUEST = 256;

    @Override
    public void apply(RuleContext asked, Sink out) {
        List<PathReport> mismatched = new ArrayList<>();
        List<PathReport> small = new ArrayList<>();
        TreeSet<Address> smallReads = new TreeSet<>();
        for (PathReport report : asked.mayShare(r -> true)) {
            PciFunction nic = asked.physical(report.decidingFunction());
            PciFunction gpu = asked.get(report.target());
            Optional<Integer> sent = payload(out, nic);
            Optional<Integer> taken = payload(out, gpu);
            if (sent.isPresent() && taken.isPresent()) {
                if (sent.get() > taken.get() && report.verdict() == Outcome.UNKNOWN) {
                    out.unchecked(FindingId.PAYLOAD_MISMATCH, RouteRules.reason(report));
                } else if (sent.get() > taken.get() && report.verdict() == Outcome.INSIDE_SWITCH) {
                    mismatched.add(report);
                } else if (sent.get() == SMALLEST_PAYLOAD
                        && supported(nic) > SMALLEST_PAYLOAD
                        && supported(gpu) > SMALLEST_PAYLOAD) {
                    small.add(report);
                }
            }
            size(out, FindingId.READ_REQUEST_SMALL, nic, DeviceControl::maxReadRequest)
                    .filter(bytes -> bytes <= SMALL_READ_REQUEST)
                    .ifPresent(bytes -> smallReads.add(nic.address()));
        }
        add(asked, out, FindingId.PAYLOAD_MISMATCH, Severity.WARNING, mismatched);
        add(asked, out, FindingId.PAYLOAD_SMALL, Severity.INFO, small);
        if (!smallReads.isEmpty()) {
            out.add(RuleContext.finding(
                    FindingId.READ_REQUEST_SMALL,
                    Severity.INFO,
                    smallReads,
                    Message.of("finding.read-request-small", asked.names(smallReads)),
                    smallReads.stream()
                            .limit(RuleContext.MOST_EVIDENCE)
                            .map(nic -> sizes(asked, nic))
                            .toList()));
        }
    }

    private static void add(RuleContext asked, Sink out, FindingId id, Severity severity, List<PathReport> pairs) {
        if (!pairs.isEmpty()) {
            out.add(RuleContext.finding(
                    id,
                    severity,
                    RuleContext.ends(pairs),
                    Message.of("finding." + id.id(), asked.pairs(pairs)),
                    RuleContext.ends(pairs).stream()
                            .distinct()
                            .limit(RuleContext.MOST_EVIDENCE)
                            .map(end -> sizes(asked, end))
                            .toList()));
        }
    }

    private static Evidence sizes(RuleContext asked, Address function) {
        Fact<DeviceControl> control = asked.get(function).deviceControl();
        String payload = text(control.flatMap(DeviceControl::maxPayload));
        String read = text(control.flatMap(DeviceControl::maxReadRequest));
        return Evidence.register(
                asked.host().snapshot(), function, "DevCtl", "MaxPayload " + payload + ", MaxReadReq " + read);
    }

    private static String text(Fact<Integer> bytes) {
        return bytes.asOptional().map(b -> Integer.toString(b)).orElse("?");
    }

    private interface Field {
        Fact<Integer> of(DeviceControl control);
    }

    private static Optional<Integer> size(Sink out, FindingId id, PciFunction function, Field field) {
        return out.known(id, function.deviceControl().flatMap(field::of));
    }

    private static Optional<Integer> payload(Sink out, PciFunction function) {
        size(out, FindingId.PAYLOAD_SMALL, function, DeviceControl::maxPayload);
        return size(out, FindingId.PAYLOAD_MISMATCH, function, DeviceControl::maxPayload);
    }

    private static int supported(PciFunction function) {
        return function.deviceControl()
                .flatMap(DeviceControl::maxPayloadSupported)
                .asOptional()
                .orElse(0);
    }
}
