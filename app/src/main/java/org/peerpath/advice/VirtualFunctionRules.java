// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.advice.knowledge.KnownDevice;
import org.peerpath.path.Roles;
import org.peerpath.path.Scenario;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/** What limits the VFs of a NIC: their number, their interrupts, their memory space. */
final class VirtualFunctionRules implements FindingRule {
    private static final String VF_MSIX = "sriov_vf_total_msix";
    /** A mlx5 VF needs one vector for events and one for completions (drivers/net/ethernet/mellanox/mlx5/core/eq.c). */
    private static final int FEWEST_VECTORS = 2;

    @Override
    public void apply(Case asked, Sink out) {
        if (asked.scenario() == Scenario.BARE_METAL) {
            return;
        }
        count(asked, out);
        interrupts(asked, out);
        memory(asked, out);
    }

    private static void count(Case asked, Sink out) {
        asked.functions().filter(Roles::isRdmaNic).forEach(nic -> {
            Optional<Integer> total = out.known(FindingId.VF_LIMIT, offered(nic));
            Optional<Integer> enabled = attribute(nic, Attributes.SRIOV_NUMVFS);
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

    private static Optional<Integer> attribute(PciFunction function, String name) {
        return function.facts().text(name).asOptional().flatMap(VirtualFunctionRules::number);
    }

    private static void vf(
            Case asked,
            Sink out,
            PciFunction nic,
            Severity severity,
            String key,
            String attribute,
            int value,
            int limit) {
        out.add(Case.finding(
                FindingId.VF_LIMIT,
                severity,
                List.of(nic.address()),
                Message.of(key, asked.name(nic.address()), Integer.toString(limit)),
                List.of(asked.attribute(nic.address(), attribute, Integer.toString(value)))));
    }

    /** Absent where the function is no PF with SR-IOV. */
    private static Fact<Integer> offered(PciFunction nic) {
        return nic.facts()
                .text(Attributes.SRIOV_TOTALVFS)
                .flatMap(text -> number(text).<Fact<Integer>>map(Fact::known).orElseGet(Fact::absent));
    }

    /** The vectors that the device shares out among its VFs. */
    private static void interrupts(Case asked, Sink out) {
        asked.functions().filter(Roles::isRdmaNic).forEach(nic -> {
            Optional<Integer> enabled = attribute(nic, Attributes.SRIOV_NUMVFS).filter(n -> n > 0);
            if (enabled.isEmpty()) {
                out.known(FindingId.VF_INTERRUPTS_SHORT, nic.facts().text(Attributes.SRIOV_NUMVFS));
                return;
            }
            Optional<Integer> vectors = out.known(
                            FindingId.VF_INTERRUPTS_SHORT, nic.facts().text(VF_MSIX))
                    .flatMap(VirtualFunctionRules::number);
            if (vectors.isPresent() && vectors.get() < FEWEST_VECTORS * enabled.get()) {
                out.add(Case.finding(
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

    /** The windows of all VFs together, which the kernel lays out when it finds the PF, for every VF there may be. */
    private static void memory(Case asked, Sink out) {
        List<Address> nics = new ArrayList<>();
        List<Evidence> evidence = new ArrayList<>();
        asked.functions()
                .filter(Roles::isRdmaNic)
                .filter(nic -> out.known(FindingId.VF_MEMORY_SHORT, offered(nic)).stream()
                        .anyMatch(total -> total > 0))
                .forEach(nic -> out.known(FindingId.VF_MEMORY_SHORT, nic.facts().text(Attributes.RESOURCE))
                        .map(Resources::parse)
                        .filter(Resources::virtualUnassigned)
                        .ifPresent(resources -> {
                            nics.add(nic.address());
                            evidence.add(asked.attribute(nic.address(), Attributes.RESOURCE, "VF BAR 0"));
                        }));
        if (!nics.isEmpty()) {
            out.add(Case.finding(
                    FindingId.VF_MEMORY_SHORT,
                    Severity.WARNING,
                    nics,
                    Message.of("finding.vf-memory-short", asked.names(nics)),
                    evidence));
        }
    }

    private static Optional<Integer> number(String text) {
        String digits = text.strip();
        return digits.matches("\\d{1,6}") ? Optional.of(Integer.valueOf(digits)) : Optional.empty();
    }
}
