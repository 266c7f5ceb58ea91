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
import org.peerpath.advice.knowledge.KnownDevice;
import org.peerpath.path.PathReport;
import org.peerpath.path.Roles;
import org.peerpath.path.Scenario;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Message;

/** What sysfs says about single functions: windows, NUMA nodes, VFs, error counters, the driver for GPU memory. */
final class DeviceRules implements FindingRule {
    private static final int NVIDIA = 0x10de;
    private static final long SMALL_WINDOW = 256L * 1024 * 1024;
    private static final int MEMORY_64 = 0x00100000;
    private static final Pattern REGION = Pattern.compile("0x([0-9a-f]{16}) 0x([0-9a-f]{16}) 0x([0-9a-f]{16})");
    private static final Pattern COUNTER = Pattern.compile("(\\w+) (\\d{1,18})");
    private static final List<String> COUNTERS = List.of("aer_dev_fatal", "aer_dev_nonfatal");
    private static final String MODULES = "sys/module/";
    private static final String PEERMEM = "sys/module/nvidia_peermem";

    @Override
    public void apply(Case asked, Sink out) {
        windows(asked, out);
        numa(asked, out);
        virtualFunctions(asked, out);
        errors(asked, out);
        peermem(asked, out);
    }

    // ---- The window through which a NIC reaches GPU memory ---------------------------------------------------------

    private static void windows(Case asked, Sink out) {
        TreeSet<Address> gpus = new TreeSet<>();
        List<Evidence> evidence = new ArrayList<>();
        for (PathReport report : asked.sharing(r -> true)) {
            PciFunction gpu = asked.get(report.target());
            Optional<String> resource =
                    out.known(FindingId.GPU_WINDOW_SMALL, gpu.facts().text(Attributes.RESOURCE));
            if (resource.isEmpty() || !gpu.vendor().knownToBe(v -> v == NVIDIA)) {
                continue;
            }
            // BAR 1 of NVIDIA GPUs is the window; the second line of the file.
            resource.get()
                    .lines()
                    .skip(1)
                    .findFirst()
                    .map(REGION::matcher)
                    .filter(Matcher::matches)
                    .ifPresent(m -> {
                        long start = Long.parseUnsignedLong(m.group(1), 16);
                        long end = Long.parseUnsignedLong(m.group(2), 16);
                        long size = end == 0 ? 0 : end - start + 1;
                        boolean narrow = (Long.parseUnsignedLong(m.group(3), 16) & MEMORY_64) == 0;
                        if (size > 0 && (size <= SMALL_WINDOW || narrow) && gpus.add(gpu.address())) {
                            evidence.add(asked.attribute(
                                    gpu.address(),
                                    Attributes.RESOURCE,
                                    "BAR1 " + size / (1024 * 1024) + " MiB, " + (narrow ? "32" : "64") + "-bit"));
                        }
                    });
        }
        if (!gpus.isEmpty()) {
            out.add(Case.finding(
                    FindingId.GPU_WINDOW_SMALL,
                    Severity.WARNING,
                    gpus,
                    Message.of("finding.gpu-window-small", asked.names(gpus)),
                    evidence));
        }
    }

    // ---- NUMA ------------------------------------------------------------------------------------------------------

    private static void numa(Case asked, Sink out) {
        List<PathReport> pairs = asked.nearest(report -> {
            Fact<Integer> from = node(asked, report.requester());
            Fact<Integer> to = node(asked, report.target());
            out.known(FindingId.NUMA_MISMATCH, from);
            out.known(FindingId.NUMA_MISMATCH, to);
            return from.isKnown() && to.isKnown() && !from.equals(to);
        });
        if (!pairs.isEmpty()) {
            out.add(Case.finding(
                    FindingId.NUMA_MISMATCH,
                    Severity.INFO,
                    Case.ends(pairs),
                    Message.of("finding.numa-mismatch", asked.pairs(pairs)),
                    Case.ends(pairs).stream()
                            .distinct()
                            .limit(4)
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
    private static Fact<Integer> node(Case asked, Address function) {
        return asked.get(function)
                .facts()
                .text(Attributes.NUMA_NODE)
                .flatMap(text -> number(text).<Fact<Integer>>map(Fact::known).orElseGet(Fact::absent));
    }

    private static Optional<Integer> number(String text) {
        String digits = text.strip();
        return digits.matches("\\d{1,6}") ? Optional.of(Integer.valueOf(digits)) : Optional.empty();
    }

    // ---- Virtual functions -----------------------------------------------------------------------------------------

    private static void virtualFunctions(Case asked, Sink out) {
        if (asked.scenario() == Scenario.BARE_METAL) {
            return;
        }
        asked.functions().filter(Roles::isRdmaNic).forEach(nic -> {
            Optional<Integer> total = attribute(nic, Attributes.SRIOV_TOTALVFS);
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
        return function.facts().text(name).asOptional().flatMap(DeviceRules::number);
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

    // ---- Errors counted since boot ---------------------------------------------------------------------------------

    private static void errors(Case asked, Sink out) {
        TreeSet<Address> onPaths = new TreeSet<>();
        for (PathReport report : asked.nearest(r -> true)) {
            Stream.of(report.requester(), report.decidingFunction(), report.target())
                    .forEach(end -> {
                        onPaths.add(end);
                        asked.above(end).forEach(bridge -> onPaths.add(bridge.address()));
                    });
        }
        TreeSet<Address> functions = new TreeSet<>();
        TreeSet<String> kinds = new TreeSet<>();
        List<Evidence> evidence = new ArrayList<>();
        for (Address function : onPaths) {
            for (String name : COUNTERS) {
                String counted = nonZero(
                        asked.get(function).facts().text(name).asOptional().orElse(""), kinds);
                if (!counted.isEmpty()) {
                    functions.add(function);
                    evidence.add(asked.attribute(function, name, counted));
                }
            }
        }
        if (!functions.isEmpty()) {
            boolean acs = kinds.contains("ACSViol");
            out.add(Case.finding(
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

    // ---- GPUDirect RDMA for host drivers ---------------------------------------------------------------------------

    private static void peermem(Case asked, Sink out) {
        Snapshot snapshot = asked.host().snapshot();
        boolean listed = snapshot.hostListed() && isThere(snapshot, MODULES);
        boolean loaded = isThere(snapshot, PEERMEM);
        List<PathReport> pairs = asked.nearest(report ->
                asked.get(report.target()).facts().text(Attributes.DRIVER).knownToBe("nvidia"::equals));
        if (asked.scenario() == Scenario.VM || pairs.isEmpty() || loaded) {
            return;
        }
        if (!listed) {
            out.unchecked(FindingId.PEERMEM_MISSING, Message.of("unknown.not-in-source", PEERMEM));
            return;
        }
        out.add(Case.finding(
                FindingId.PEERMEM_MISSING,
                Severity.INFO,
                pairs.stream().map(PathReport::target).toList(),
                Message.of("finding.peermem-missing"),
                List.of(Evidence.file(PEERMEM, "-")),
                FindingId.PEERMEM_MISSING.remedy(),
                List.of("modprobe nvidia-peermem")));
    }

    private static boolean isThere(Snapshot snapshot, String beginning) {
        return snapshot.host().entrySet().stream()
                .anyMatch(file -> file.getKey().startsWith(beginning) && !(file.getValue() instanceof Reading.Missing));
    }
}
