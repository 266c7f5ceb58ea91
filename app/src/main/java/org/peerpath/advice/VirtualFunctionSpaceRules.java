// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.advice.log.EventKind;
import org.peerpath.advice.log.LogEvent;
import org.peerpath.path.Roles;
import org.peerpath.path.Scenario;
import org.peerpath.pci.BusRange;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Resources;
import org.peerpath.pci.Sriov;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/**
 * Whether the platform has room for a NIC's VFs: memory space, bus numbers, interrupts. The kernel checks it when VFs are
 * made (drivers/pci/iov.c sriov_enable) and then says in its log what is short.
 */
final class VirtualFunctionSpaceRules implements FindingRule {
    @Override
    public void apply(RuleContext asked, Sink out) {
        if (asked.scenario() == Scenario.BARE_METAL) {
            return;
        }
        memory(asked, out);
        asked.functions().filter(Roles::isRdmaNic).forEach(nic -> {
            buses(asked, out, nic);
            interrupts(asked, out, nic);
        });
    }

    /** The windows of all VFs together, which the kernel lays out when it finds the PF, for every VF there may be. */
    private static void memory(RuleContext asked, Sink out) {
        List<Address> nics = new ArrayList<>();
        List<Evidence> evidence = new ArrayList<>();
        asked.functions()
                .filter(Roles::isRdmaNic)
                .forEach(nic -> shortOfMemory(asked, out, nic).ifPresent(why -> {
                    nics.add(nic.address());
                    evidence.add(why);
                }));
        if (!nics.isEmpty()) {
            out.add(RuleContext.finding(
                    FindingId.VF_MEMORY_SHORT,
                    Severity.WARNING,
                    nics,
                    Message.of("finding.vf-memory-short", asked.names(nics)),
                    evidence));
        }
    }

    /**
     * By where the windows lie now; where that was not read, by what the kernel said. That it said nothing is no proof while
     * nobody made VFs.
     */
    private static Optional<Evidence> shortOfMemory(RuleContext asked, Sink out, PciFunction nic) {
        FindingId id = FindingId.VF_MEMORY_SHORT;
        Fact<Resources> regions = Resources.of(nic.facts());
        Fact<Integer> offered = VirtualFunctionRules.offered(nic);
        Optional<Boolean> assigned = regions.asOptional().flatMap(Resources::virtualAssigned);
        if (assigned.isPresent() && !assigned.get()) {
            return out.known(id, offered)
                    .filter(total -> total > 0)
                    .map(total -> asked.attribute(nic.address(), Attributes.RESOURCE, "VF BAR 0"));
        }
        if (assigned.isPresent() || made(nic)) {
            return Optional.empty();
        }
        Fact<LogEvent> said = asked.log().said(EventKind.SRIOV_NO_MEMORY, nic.address());
        if (!said.isKnown() && mayOffer(out, id, offered)) {
            out.known(id, regions);
            out.known(id, said);
        }
        return said.asOptional().map(Evidence::log);
    }

    /** Whether there may be VFs, as far as that was read; that it was not is noted. */
    private static boolean mayOffer(Sink out, FindingId id, Fact<Integer> offered) {
        return out.known(id, offered).map(total -> total > 0).orElse(offered.isUnknown());
    }

    /** VFs that are there had room. */
    private static boolean made(PciFunction nic) {
        return VirtualFunctionRules.attribute(nic, Attributes.SRIOV_NUMVFS)
                .filter(n -> n > 0)
                .isPresent();
    }

    /** As many as there may be had room too. */
    private static boolean allMade(PciFunction nic, Fact<Integer> offered) {
        return VirtualFunctionRules.attribute(nic, Attributes.SRIOV_NUMVFS)
                .filter(made -> offered.knownToBe(total -> made >= total))
                .isPresent();
    }

    /** VFs take the routing ids after their PF's, which may run on into buses that the port above does not have. */
    private static void buses(RuleContext asked, Sink out, PciFunction nic) {
        FindingId id = FindingId.VF_BUSES_SHORT;
        Fact<LogEvent> said = asked.log().said(EventKind.SRIOV_NO_BUSES, nic.address());
        Optional<PciFunction> port = asked.above(nic.address()).stream().findFirst();
        Fact<Sriov> sriov = nic.sriov();
        Fact<Integer> last =
                port.map(PciFunction::bridge).orElseGet(Fact::absent).map(BusRange::subordinate);
        Optional<Integer> fitting = last.asOptional()
                .flatMap(bus -> sriov.asOptional().flatMap(capability -> fitting(nic.address(), capability, bus)));
        Fact<Integer> total = VirtualFunctionRules.offered(nic);
        boolean few = fitting.isPresent() && total.knownToBe(n -> n > fitting.get());
        List<Evidence> evidence = new ArrayList<>();
        if (few) {
            port.ifPresent(above -> evidence.add(Evidence.register(
                    asked.host().snapshot(),
                    above.address(),
                    "Subordinate Bus Number",
                    last.asOptional().map(bus -> String.format("0x%02x", bus)).orElseThrow())));
        }
        said.asOptional().map(Evidence::log).ifPresent(evidence::add);
        if (few || said.isKnown()) {
            out.add(RuleContext.finding(
                    id,
                    Severity.WARNING,
                    List.of(nic.address()),
                    few
                            ? Message.of(
                                    "finding.vf-buses-short",
                                    asked.name(nic.address()),
                                    fitting.get().toString(),
                                    total.asOptional().orElseThrow().toString())
                            : Message.of("finding.vf-buses-short.said", asked.name(nic.address())),
                    evidence));
        } else if (fitting.isEmpty() && !allMade(nic, total) && mayOffer(out, id, total)) {
            out.known(id, sriov);
            out.known(id, last);
            out.known(id, said);
        }
    }

    /** How many VFs have their routing ids on buses up to the last one; empty while the registers do not tell. */
    private static Optional<Integer> fitting(Address nic, Sriov sriov, int lastBus) {
        if (sriov.firstVfOffset() == 0 || (sriov.totalVfs() > 1 && sriov.vfStride() == 0)) {
            return Optional.empty();
        }
        int room = (lastBus << 8 | 0xff) - nic.routingId() - sriov.firstVfOffset();
        int stride = Math.max(1, sriov.vfStride());
        return Optional.of(room < 0 ? 0 : Math.min(sriov.totalVfs(), room / stride + 1));
    }

    /** A driver that found too few vectors makes no VFs and says so; where there are some, it found enough. */
    private static void interrupts(RuleContext asked, Sink out, PciFunction nic) {
        FindingId id = FindingId.VF_INTERRUPTS_SHORT;
        if (made(nic)) {
            return;
        }
        Fact<LogEvent> said = asked.log().said(EventKind.SRIOV_NO_INTERRUPTS, nic.address());
        said.asOptional()
                .ifPresent(event -> out.add(RuleContext.finding(
                        id,
                        Severity.WARNING,
                        List.of(nic.address()),
                        Message.of("finding.vf-interrupts-short.said", asked.name(nic.address())),
                        List.of(Evidence.log(event)))));
        if (nic.facts().text(Attributes.DRIVER).knownToBe("ice"::equals)) {
            out.known(id, said);
        }
    }
}
