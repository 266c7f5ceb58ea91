// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.peerpath.iommu.Ownership;
import org.peerpath.model.HostModel;
import org.peerpath.pci.Acs;
import org.peerpath.pci.FunctionKind;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.text.Message;

/**
 * Steps that a journal tells of, before they are carried out or taken back. A journal is a file, and may have been edited:
 * of its steps only the commands count. How dangerous they are is told from them, and guards look at what they do on the
 * host as it is now.
 */
public final class JournaledSteps {
    private static final Pattern FILE = Pattern.compile("/sys/bus/pci/devices/([^/]+)/(.+)");
    private static final Pattern UNBIND = Pattern.compile("/sys/bus/pci/drivers/[^/]+/unbind");
    private static final Pattern ACS = Pattern.compile("ECAP_ACS\\+[68]\\.[wl]=([0-9a-f]+):([0-9a-f]+)");
    /** SV, RR, CR and UF: the bits that keep functions apart (PCIe 6.12.1.1). */
    private static final int ISOLATION = 0x1d;

    private static final String PROBE = "/sys/bus/pci/drivers_probe";

    private final HostModel host;
    private final Guards guards;
    private final HostGuards hostGuards;
    private final Set<Address> released = new HashSet<>();
    /** Interfaces that steps have switched off by then. */
    private final Set<String> freed = new HashSet<>();

    private JournaledSteps(HostModel host) {
        this.host = host;
        this.guards = new Guards(host);
        this.hostGuards = new HostGuards(host, guards);
    }

    /** Returns steps as a plan for the host as it is now, with what its guards say of them. */
    public static Plan forward(HostModel host, PlanRequest request, String source, List<Step> steps) {
        JournaledSteps journaled = new JournaledSteps(host);
        steps.forEach(journaled::look);
        return new Plan(request, source, host.snapshot().origin().host(), steps, journaled.guards.found());
    }

    /**
     * Returns the way back from these steps, the last first, as {@link #forward} does. A port may have been open above a
     * function of VFIO before the run; whether it was, only the journal tells, so a person is asked.
     */
    public static Plan back(HostModel host, PlanRequest request, String source, List<Step> steps) {
        Plan plan = forward(
                host,
                request,
                source,
                steps.reversed().stream()
                        .filter(step -> !step.undo().isEmpty())
                        .map(Inverse::of)
                        .toList());
        return new Plan(
                plan.request(),
                plan.source(),
                plan.host(),
                plan.steps(),
                plan.guards().stream()
                        .map(guard -> guard.id() == GuardId.ISOLATION_IN_USE ? guard.asking() : guard)
                        .toList());
    }

    /** Returns a step with the danger that its commands have, where it claims less. */
    public static Step judged(Step step) {
        Step.Danger danger = step.danger();
        for (Operation operation : step.operations()) {
            Step.Danger of = danger(operation);
            danger = of.compareTo(danger) > 0 ? of : danger;
        }
        return danger == step.danger() ? step : step.as(danger);
    }

    private static Step.Danger danger(Operation operation) {
        return switch (operation) {
            case Operation.Write(String path, String value) -> {
                if (path.endsWith("/" + Attributes.SRIOV_NUMVFS)) {
                    yield Step.Danger.HIGH;
                }
                if (NetworkStep.isOf(operation)) {
                    yield Step.Danger.MEDIUM;
                }
                boolean gives = path.endsWith("/" + Attributes.DRIVER_OVERRIDE) && Ownership.isVfio(value);
                boolean moves = path.equals(PROBE) || path.endsWith("/unbind");
                yield gives ? Step.Danger.HIGH : moves ? Step.Danger.MEDIUM : Step.Danger.LOW;
            }
            case Operation.Run run when run.changesNothing() -> Step.Danger.LOW;
            case Operation.Run(List<String> words) ->
                switch (words.getFirst()) {
                    case "mlxconfig", "mstconfig" -> Step.Danger.HIGH;
                    case "setpci", AllowedTest.TIMEOUT -> Step.Danger.MEDIUM;
                    default -> Step.Danger.LOW;
                };
        };
    }

    /** Every command must be about the step's own function, and must not take what the host stands on. */
    private void look(Step step) {
        List<Operation> all = new ArrayList<>(step.operations());
        all.addAll(step.undo());
        for (Operation operation : all) {
            if (!isAbout(operation, step.target())) {
                guards.refuse(
                        GuardId.NOT_ALLOWED, List.of(step.target()), Message.of("guard.operation", operation.shell()));
            }
        }
        step.operations().forEach(operation -> look(operation, step.target()));
        step.operations().forEach(operation -> follow(operation, step.target()));
    }

    /** What VFIO has lost by then needs no isolation any more. */
    private void follow(Operation operation, Address target) {
        NetworkStep.switchedOff(operation).ifPresent(freed::add);
        if (operation instanceof Operation.Write(String path, String value)) {
            if (path.endsWith("/" + Attributes.SRIOV_NUMVFS)) {
                released.addAll(host.topology().virtualFunctions(target));
            } else if (path.endsWith("/unbind")) {
                released.add(target);
            } else if (path.equals(PROBE)) {
                released.remove(target);
            }
        }
    }

    private boolean isAbout(Operation operation, Address target) {
        return switch (operation) {
            case Operation.Write(String path, String value) -> {
                Matcher file = FILE.matcher(path);
                String named = file.matches() ? file.group(1) : value;
                yield named.equals(target.toString())
                        || (path.contains("/" + IdentitySteps.SRIOV + "/") && isOfPhysical(named, target));
            }
            case Operation.Run(List<String> words) ->
                switch (words.getFirst()) {
                    case "setpci", "mlxconfig", "mstconfig" -> words.get(2).equals(target.toString());
                    case "ip" ->
                        isInterfaceOf(words.get(4), target) || words.get(1).equals("show");
                    default -> true;
                };
        };
    }

    private boolean isOfPhysical(String physical, Address virtual) {
        return host.topology().physicalFunction(virtual).stream()
                        .anyMatch(nic -> nic.toString().equals(physical))
                || host.topology().find(virtual).isEmpty();
    }

    /** The interface of a NIC, or of the NIC that a virtual function is of; of one that is not there yet nobody can tell. */
    private boolean isInterfaceOf(String name, Address target) {
        Optional<PciFunction> function =
                host.topology().find(host.topology().physicalFunction(target).orElse(target));
        return function.isEmpty()
                || function.get().facts().entries(Attributes.NET).knownToBe(names -> names.contains(name));
    }

    private void look(Operation operation, Address target) {
        Optional<PciFunction> function = host.topology().find(target);
        if (function.isEmpty()) {
            return;
        }
        switch (operation) {
            case Operation.Write(String path, String value) -> {
                boolean moves = path.equals(PROBE)
                        || UNBIND.matcher(path).matches()
                        || path.endsWith("/driver/unbind")
                        || path.endsWith("/" + Attributes.DRIVER_OVERRIDE);
                boolean frees = NetworkStep.switchedOff(operation).isPresent();
                if ((moves || frees) && function.get().kind() != FunctionKind.VIRTUAL_FUNCTION) {
                    guards.refuse(GuardId.PHYSICAL_FUNCTION, List.of(target));
                } else if (frees) {
                    // As the plan that frees one would have it: on, and nothing more.
                    hostGuards.taken(
                            function.get(),
                            NetworkStep.free(host, function.get()).isPresent()
                                    ? NetworkStep.switchedOff(operation).stream()
                                            .collect(Collectors.toSet())
                                    : Set.of());
                } else if (moves) {
                    hostGuards.taken(function.get(), freed);
                } else if (path.endsWith("/" + Attributes.SRIOV_NUMVFS)) {
                    host.topology()
                            .virtualFunctions(target)
                            .forEach(vf -> hostGuards.taken(host.topology().get(vf)));
                }
            }
            case Operation.Run(List<String> words) -> {
                Matcher acs = ACS.matcher(words.getLast());
                if (words.getFirst().equals("setpci") && acs.matches()) {
                    int value = Integer.parseUnsignedInt(acs.group(1), 16);
                    int mask = Integer.parseUnsignedInt(acs.group(2), 16);
                    boolean opens = function.get()
                            .acs()
                            .flatMap(Acs::control)
                            .asOptional()
                            .map(now -> (now & mask & ~value & ISOLATION) != 0)
                            .orElse((mask & ~value & ISOLATION) != 0);
                    if (opens) {
                        guards.functions().isolationInUse(List.of(target), released);
                    }
                }
            }
        }
    }
}
