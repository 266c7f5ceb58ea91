// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.List;
import java.util.Optional;
import org.peerpath.hardware.KnownDevice;
import org.peerpath.path.Roles;
import org.peerpath.path.Scenario;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Sriov;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/** What limits the VFs of a NIC by its own settings: their number and their interrupts. */
final class VirtualFunctionRules implements FindingRule {
    private static final String VF_MSIX = "sriov_vf_total_msix";
    /** A mlx5 VF needs one vector for events and one for completions (drivers/net/ethernet/mellanox/mlx5/core/eq.c). */
    private static final int FEWEST_VECTORS = 2;

    @Override
    public void apply(RuleContext asked, Sink out) {
        if (asked.scenario() == Scenario.BARE_METAL) {
            return;
        }
        count(asked, out);
        interrupts(asked, out);
    }

    private static void count(RuleContext asked, Sink out) {
        asked.functions().filter(Roles::isRdmaNic).forEach(nic -> {
            Optional<Integer> total = out.known(FindingId.VF_LIMIT, offered(nic));
            Optional<Integer> enabled = out.known(
                            FindingId.VF_LIMIT, nic.facts().text(Attributes.SRIOV_NUMVFS))
                    .flatMap(VirtualFunctionRules::number);
            Optional<Integer> limit = asked.labels().device(nic).flatMap(KnownDevice::virtualFunctionLimit);
            if (total.isPresent() && total.get() == 0 && asked.scenario() == Scenario.VM) {
                vf(asked, out, nic, Severity.WARNING, "finding.vf-limit.none", Attributes.SRIOV_TOTALVFS, 0, 0);
            } else if (enabled.isPresent() && limit.isPresent() && enabled.get() > limit.get()) {
                vf(
                        asked,
                        out,
                        nic,
                        Severity.WARNING,
                        "finding.vf-limit",
                        Attributes.SRIOV_NUMVFS,
                        enabled.get(),
                        limit.get());
            } else if (enabled.isPresent()
                    && total.isPresent()
                    && enabled.get() > 0
                    && enabled.get().equals(total.get())) {
                vf(
                        asked,
                        out,
                        nic,
                        Severity.INFO,
                        "finding.vf-limit.full",
                        Attributes.SRIOV_NUMVFS,
                        enabled.get(),
                        total.get());
            }
        });
    }

    static Optional<Integer> attribute(PciFunction function, String name) {
        return function.facts().text(name).asOptional().flatMap(VirtualFunctionRules::number);
    }

    private static void vf(
            RuleContext asked,
            Sink out,
            PciFunction nic,
            Severity severity,
            String key,
            String attribute,
            int value,
            int limit) {
        out.add(RuleContext.finding(
                FindingId.VF_LIMIT,
                severity,
                List.of(nic.address()),
                Message.of(key, asked.name(nic.address()), Integer.toString(limit)),
                List.of(asked.attribute(nic.address(), attribute, Integer.toString(value))),
                limit == 0 ? Message.of("finding.vf-limit.none.remedy") : FindingId.VF_LIMIT.remedy(),
                List.of()));
    }

    /** How many there may be, by sysfs or, where that was not read, by the capability; absent where there are none. */
    static Fact<Integer> offered(PciFunction nic) {
        Fact<Integer> bySysfs = nic.facts()
                .text(Attributes.SRIOV_TOTALVFS)
                .flatMap(text -> number(text).<Fact<Integer>>map(Fact::known).orElseGet(Fact::absent));
        return bySysfs.isUnknown() && !nic.sriov().isUnknown() ? nic.sriov().map(Sriov::totalVfs) : bySysfs;
    }

    /** The vectors that the device shares out among its VFs. */
    private static void interrupts(RuleContext asked, Sink out) {
        asked.functions().filter(Roles::isRdmaNic).forEach(nic -> {
            Optional<Integer> enabled = attribute(nic, Attributes.SRIOV_NUMVFS).filter(n -> n > 0);
            if (enabled.isEmpty()) {
                out.known(FindingId.VF_INTERRUPTS_SHORT, nic.facts().text(Attributes.SRIOV_NUMVFS));
                return;
            }
            Optional<Integer> vectors = out.known(
                            FindingId.VF_INTERRUPTS_SHORT, nic.facts().text(VF_MSIX))
                    .flatMap(VirtualFunctionRules::number);
            // Zero says that the driver does not let vectors be counted (drivers/pci/iov.c sriov_vf_total_msix_show).
            if (vectors.isPresent() && vectors.get() > 0 && vectors.get() < FEWEST_VECTORS * enabled.get()) {
                out.add(RuleContext.finding(
                        FindingId.VF_INTERRUPTS_SHORT,
                        Severity.WARNING,
                        List.of(nic.address()),
                        Message.of(
                                "finding.vf-interrupts-short",
                                asked.name(nic.address()),
                                Integer.toString(vectors.get()),
                                Integer.toString(enabled.get())),
                        List.of(asked.attribute(nic.address(), VF_MSIX, Integer.toString(vectors.get())))));
            }
        });
    }

    private static Optional<Integer> number(String text) {
        String digits = text.strip();
        return digits.matches("\\d{1,6}") ? Optional.of(Integer.valueOf(digits)) : Optional.empty();
    }
}
