// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.time.Duration;
import java.util.Optional;
import org.peerpath.iommu.AtsState;
import org.peerpath.model.AtsAssessment;
import org.peerpath.model.HostModel;
import org.peerpath.pci.Firmware;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.text.Message;

/** What a trial of a firmware is about, and where one would prove nothing. */
final class Trials {
    private Trials() {}

    /** Why this NIC cannot be tried; empty if it can. */
    static Optional<Message> unfit(HostModel host, Address nic) {
        Optional<PciFunction> function = host.topology().find(nic);
        if (function.isEmpty()) {
            return Optional.of(Message.of("whatif.no-function", nic));
        }
        if (!host.topology().virtualFunctions(nic).isEmpty()) {
            return Optional.of(Message.of("run.trial-needs-no-vfs", nic));
        }
        AtsState ats = new AtsAssessment(host).of(function.get()).state();
        return ats == AtsState.ABSENT ? Optional.of(Message.of("run.trial-needs-ats", nic)) : Optional.empty();
    }

    static FirmwareTrial.Setting setting(HostModel host, Address nic, Duration hold) {
        PciFunction function = host.topology().get(nic);
        return new FirmwareTrial.Setting(
                nic,
                said(Firmware.version(function).map(Object::toString)),
                new AtsAssessment(host).of(function).state().id(),
                said(host.snapshot().hostText(HostFiles.KERNEL_RELEASE)),
                said(host.snapshot().hostText(HostFiles.CMDLINE)),
                hold.toSeconds());
    }

    private static String said(Fact<String> fact) {
        return switch (fact) {
            case Fact.Known<String>(String value) -> value.strip();
            case Fact.Absent<String>() -> "–";
            case Fact.Unknown<String> unread -> "?";
        };
    }
}
