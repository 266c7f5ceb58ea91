// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.peerpath.hardware.Knowledge;
import org.peerpath.iommu.KernelParameters;
import org.peerpath.iommu.Ownership;
import org.peerpath.model.HostModel;
import org.peerpath.path.Decision;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.path.Scenario;
import org.peerpath.pci.Acs;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.PortType;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/**
 * What findings are asked about, with the questions that several rules ask.
 *
 * @param host the host
 * @param scenario under which
 * @param reports the answers for its paths
 * @param knowledge what is known about its parts
 * @param labels what to call them
 * @param log what the kernel said, where the snapshot holds it
 */
record RuleContext(
        HostModel host,
        Scenario scenario,
        List<PathReport> reports,
        Knowledge knowledge,
        Labels labels,
        KernelLog log) {
    /** As many registers as one looks at; the functions concerned are all named anyway. */
    private static final int SHOWN = 8;

    /** Where evidence says the same of one function after the other, a few show it. */
    static final int MOST_EVIDENCE = 4;

    /** The paths that matter: those to a NIC's nearest targets. */
    List<PathReport> nearest(Predicate<PathReport> wanted) {
        return reports.stream().filter(PathReport::nearest).filter(wanted).toList();
    }

    /** The nearest paths whose ends share a switch. */
    List<PathReport> sharing(Predicate<PathReport> wanted) {
        return nearest(report -> report.commonSwitch().isPresent() && wanted.test(report));
    }

    /** The nearest paths whose ends share a switch, and those of which it was not read whether they do. */
    List<PathReport> mayShare(Predicate<PathReport> wanted) {
        return nearest(report ->
                (report.commonSwitch().isPresent() || report.untranslated().outcome() == Outcome.UNKNOWN)
                        && wanted.test(report));
    }

    PciFunction get(Address address) {
        return host.topology().get(address);
    }

    /** A VF's PF, else the function itself. */
    PciFunction physical(Address address) {
        return get(host.topology().physicalFunction(address).orElse(address));
    }

    List<PciFunction> above(Address address) {
        return host.topology().place(address).chain().stream().map(this::get).toList();
    }

    /** The root and downstream ports above one function or another, each once. */
    List<PciFunction> ports(PathReport report) {
        // Told apart by address: to compare functions is to compare all their bytes.
        return Stream.of(report.decidingFunction(), report.target())
                .flatMap(end -> host.topology().place(end).chain().stream())
                .distinct()
                .map(this::get)
                .filter(port -> port.portType().knownToBe(PortType::isDownstreamFacing))
                .toList();
    }

    Stream<PciFunction> functions() {
        return host.topology().functions().values().stream();
    }

    boolean heldByVfio(Address address) {
        return Ownership.heldByVfio(get(address).facts()).knownToBe(held -> held);
    }

    boolean anyHeldByVfio() {
        return functions().anyMatch(f -> heldByVfio(f.address()));
    }

    Fact<KernelParameters> parameters() {
        return host.iommu().parameters();
    }

    // ---- Words -----------------------------------------------------------------------------------------------------

    Message name(Address address) {
        return labels.shortName(address);
    }

    Message names(Collection<Address> addresses) {
        return Lists.of(addresses.stream().sorted().map(this::name).toList());
    }

    /** "mlx5_5 → GPU 5". */
    Message pair(PathReport report) {
        return Message.of("finding.pair", labels.requester(report), name(report.target()));
    }

    Message pairs(Collection<PathReport> pairs) {
        return Lists.of(pairs.stream().map(this::pair).toList());
    }

    static List<Address> ends(Collection<PathReport> pairs) {
        return pairs.stream()
                .flatMap(pair -> Stream.of(pair.requester(), pair.target()))
                .toList();
    }

    // ---- Evidence --------------------------------------------------------------------------------------------------

    Evidence acsControl(Address port) {
        Fact<Acs> acs = get(port).acs();
        if (acs.isAbsent()) {
            return Evidence.derived("ACS", Message.of("evidence.no-capability"), port);
        }
        Optional<Integer> control = acs.flatMap(Acs::control).asOptional();
        return control.map(value -> register(port, Decision.REGISTER, value))
                .orElseGet(() -> Evidence.derived(Decision.REGISTER, Message.of("evidence.unread"), port));
    }

    Evidence register(Address function, String register, int value) {
        return Evidence.register(host.snapshot(), function, register, String.format("0x%04x", value));
    }

    Evidence attribute(Address function, String attribute, String value) {
        return Evidence.attribute(host.snapshot(), function, attribute, value);
    }

    List<Evidence> acsControls(Collection<Address> ports) {
        return ports.stream()
                .distinct()
                .sorted()
                .limit(SHOWN)
                .map(this::acsControl)
                .toList();
    }

    // ---- Findings --------------------------------------------------------------------------------------------------

    static Finding finding(
            FindingId id, Severity severity, Collection<Address> functions, Message message, List<Evidence> evidence) {
        return finding(id, severity, functions, message, evidence, id.remedy(), List.of());
    }

    static Finding finding(
            FindingId id,
            Severity severity,
            Collection<Address> functions,
            Message message,
            List<Evidence> evidence,
            Message remedy,
            List<String> commands) {
        return new Finding(id, severity, List.copyOf(functions), message, evidence, remedy, commands, id.source());
    }
}
