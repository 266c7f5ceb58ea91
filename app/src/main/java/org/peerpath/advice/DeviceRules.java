// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.peerpath.hardware.Vendors;
import org.peerpath.path.PathReport;
import org.peerpath.pci.Condition;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.PortType;
import org.peerpath.pci.Resources;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/** What was read of single functions on paths: windows, NUMA nodes, error counters, contained ports. */
final class DeviceRules implements FindingRule {
    private static final long SMALL_WINDOW = 256L * 1024 * 1024;
    private static final Pattern COUNTER = Pattern.compile("(\\w+) (\\d{1,18})");
    private static final List<String> COUNTERS = List.of("aer_dev_fatal", "aer_dev_nonfatal");

    @Override
    public void apply(RuleContext asked, Sink out) {
        windows(asked, out);
        numa(asked, out);
        errors(asked, out);
        contained(asked, out);
    }

    // ---- The window through which a NIC reaches GPU memory ---------------------------------------------------------

    private static void windows(RuleContext asked, Sink out) {
        TreeSet<Address> gpus = new TreeSet<>();
        List<Evidence> evidence = new ArrayList<>();
        for (PathReport report : asked.mayShare(r -> true)) {
            PciFunction gpu = asked.get(report.target());
            Optional<Resources> resource = out.known(FindingId.GPU_WINDOW_SMALL, Resources.of(gpu.facts()));
            if (resource.isEmpty() || !(gpu.isBy(Vendors.NVIDIA) || gpu.isBy(Vendors.AMD_GRAPHICS))) {
                continue;
            }
            // NVIDIA's second BAR is the window: region 1, or 2 where the first takes 64 bits. AMD's is the first, and
            // must
            // hold all memory (drivers/gpu/drm/amd/amdgpu/amdgpu_device.c amdgpu_device_is_peer_accessible).
            boolean first = gpu.isBy(Vendors.AMD_GRAPHICS);
            resource.get().bars().stream()
                    .skip(first ? 0 : 1)
                    .filter(region -> region.size() > 0)
                    .findFirst()
                    .filter(window -> window.size() <= SMALL_WINDOW || !window.wide())
                    .filter(window -> gpus.add(gpu.address()))
                    .ifPresent(window -> evidence.add(asked.attribute(
                            gpu.address(),
                            Attributes.RESOURCE,
                            (first ? "BAR0 " : "BAR1 ") + window.size() / (1024 * 1024) + " MiB, "
                                    + (window.wide() ? "64" : "32") + "-bit")));
        }
        if (!gpus.isEmpty()) {
            out.add(RuleContext.finding(
                    FindingId.GPU_WINDOW_SMALL,
                    Severity.WARNING,
                    gpus,
                    Message.of("finding.gpu-window-small", asked.names(gpus)),
                    evidence));
        }
    }

    // ---- NUMA ------------------------------------------------------------------------------------------------------

    private static void numa(RuleContext asked, Sink out) {
        List<PathReport> pairs = asked.nearest(report -> {
            Fact<Integer> from = node(asked, report.sender());
            Fact<Integer> to = node(asked, report.target());
            out.known(FindingId.NUMA_MISMATCH, from);
            out.known(FindingId.NUMA_MISMATCH, to);
            return from.isKnown() && to.isKnown() && !from.equals(to);
        });
        if (!pairs.isEmpty()) {
            out.add(RuleContext.finding(
                    FindingId.NUMA_MISMATCH,
                    Severity.INFO,
                    RuleContext.ends(pairs),
                    Message.of("finding.numa-mismatch", asked.pairs(pairs)),
                    RuleContext.ends(pairs).stream()
                            .distinct()
                            .limit(RuleContext.MOST_EVIDENCE)
                            .map(end -> asked.attribute(
                                    end,
                                    Attributes.NUMA_NODE,
                                    node(asked, end)
                                            .asOptional()
                                            .map(n -> Integer.toString(n))
                                            .orElse("-1")))
                            .toList()));
        }
    }

    /** Absent where the firmware does not say (-1). */
    private static Fact<Integer> node(RuleContext asked, Address function) {
        return asked.get(function)
                .facts()
                .text(Attributes.NUMA_NODE)
                .flatMap(text -> number(text).<Fact<Integer>>map(Fact::known).orElseGet(Fact::absent));
    }

    private static Optional<Integer> number(String text) {
        String digits = text.strip();
        return digits.matches("\\d{1,6}") ? Optional.of(Integer.valueOf(digits)) : Optional.empty();
    }

    // ---- Errors counted since boot ---------------------------------------------------------------------------------

    /** The ends of the nearest paths and every bridge above them. */
    private static Set<Address> onPaths(RuleContext asked) {
        TreeSet<Address> onPaths = new TreeSet<>();
        for (PathReport report : asked.nearest(r -> true)) {
            Stream.of(report.sender(), report.decidingFunction(), report.target())
                    .forEach(end -> {
                        onPaths.add(end);
                        asked.above(end).forEach(bridge -> onPaths.add(bridge.address()));
                    });
        }
        return onPaths;
    }

    private static void errors(RuleContext asked, Sink out) {
        TreeSet<Address> functions = new TreeSet<>();
        TreeSet<String> kinds = new TreeSet<>();
        List<Evidence> evidence = new ArrayList<>();
        for (Address function : onPaths(asked)) {
            for (String name : COUNTERS) {
                Fact<String> counters = asked.get(function).facts().text(name);
                String counted =
                        nonZero(out.known(FindingId.ERRORS_COUNTED, counters).orElse(""), kinds);
                if (!counted.isEmpty()) {
                    functions.add(function);
                    evidence.add(asked.attribute(function, name, counted));
                }
            }
        }
        if (!functions.isEmpty()) {
            boolean acs = kinds.contains("ACSViol");
            out.add(RuleContext.finding(
                    FindingId.ERRORS_COUNTED,
                    Severity.WARNING,
                    functions,
                    Message.of(
                            acs ? "finding.errors-counted.acs" : "finding.errors-counted",
                            asked.names(functions),
                            String.join(", ", kinds)),
                    evidence));
        }
    }

    private static String nonZero(String counters, Set<String> kinds) {
        List<String> counted = new ArrayList<>();
        counters.lines().map(COUNTER::matcher).filter(Matcher::matches).forEach(m -> {
            if (!m.group(1).startsWith("TOTAL_") && !m.group(2).matches("0+")) {
                counted.add(m.group(1) + " " + m.group(2));
                kinds.add(m.group(1));
            }
        });
        return String.join(", ", counted);
    }

    // ---- Downstream Port Containment -------------------------------------------------------------------------------

    /**
     * A port that caught an error and took its link down until something releases it. What was below one on no path may
     * be gone altogether: the kernel removes what it cannot recover.
     */
    private static void contained(RuleContext asked, Sink out) {
        Set<Address> onPaths = onPaths(asked);
        asked.functions().filter(function -> function.kind().isBridge()).forEach(port -> {
            if (port.portType().knownToBe(PortType::isDownstreamFacing)) {
                out.known(FindingId.PORT_CONTAINED, Condition.of(port).contained());
            } else {
                out.known(FindingId.PORT_CONTAINED, port.portType());
            }
        });
        List<Address> ports = asked.functions()
                .filter(port -> port.portType().knownToBe(PortType::isDownstreamFacing))
                .filter(port -> Condition.of(port).contained().knownToBe(is -> is))
                .map(PciFunction::address)
                .toList();
        contained(
                asked,
                out,
                Severity.ERROR,
                ports.stream().filter(onPaths::contains).toList());
        contained(
                asked,
                out,
                Severity.WARNING,
                ports.stream().filter(port -> !onPaths.contains(port)).toList());
    }

    private static void contained(RuleContext asked, Sink out, Severity severity, List<Address> ports) {
        if (!ports.isEmpty()) {
            out.add(RuleContext.finding(
                    FindingId.PORT_CONTAINED,
                    severity,
                    ports,
                    Message.of("finding.port-contained", asked.names(ports)),
                    ports.stream()
                            .limit(RuleContext.MOST_EVIDENCE)
                            .map(port -> Evidence.register(asked.host().snapshot(), port, "DPC Status", "Triggered"))
                            .toList()));
        }
    }
}
