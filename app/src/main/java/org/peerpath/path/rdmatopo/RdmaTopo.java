// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path.rdmatopo;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.peerpath.model.HostModel;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/**
 * The answer of {@code rdma_topo check} (rdma-core kernel-boot/rdma_topo 691953d8, 20 August 2026), worked out from the
 * same facts. It knows three shapes of NVIDIA's and judges by fixed values of ACS, by groups and by whether a NIC shows
 * ATS; it looks neither at Translation Blocking nor at Egress Control.
 *
 * @param shape which of its shapes the host has
 * @param lines what it prints, first the ports by address, then the complexes
 * @param complexes what belongs together; empty where it stopped before
 * @param stopped why it stopped; empty where it went through
 * @param fails whether it calls the reason to stop a failure
 */
public record RdmaTopo(
        Shape shape, List<Line> lines, List<Complex> complexes, Optional<Message> stopped, boolean fails) {
    public RdmaTopo {
        lines = List.copyOf(lines);
        complexes = List.copyOf(complexes);
    }

    /** How it ends for a pair or a host. */
    public enum Result {
        OK("ok"),
        FAIL("fail"),
        NOT_APPLICABLE("not-applicable");

        private final String id;

        Result(String id) {
            this.id = id;
        }

        /** Returns the word used in JSON. */
        public String id() {
            return id;
        }
    }

    /**
     * Returns what it would say; empty where the host has none of its shapes.
     *
     * @param scenario {@code vm} stands for its option {@code --virt}, {@code bare-metal} for {@code --no-virt}; as-is it
     *     decides itself, by whether the NICs show ATS
     */
    public static Optional<RdmaTopo> of(HostModel host, Scenario scenario) {
        TopoDevices devices = new TopoDevices(host);
        return new Complexes(devices).shape().map(shape -> {
            try {
                return check(devices, shape, scenario);
            } catch (NoAnswerException e) {
                return new RdmaTopo(shape, List.of(), List.of(), Optional.of(e.reason()), e.fails());
            }
        });
    }

    private static RdmaTopo check(TopoDevices devices, Shape shape, Scenario scenario) throws NoAnswerException {
        Complexes finder = new Complexes(devices);
        boolean virt = scenario == Scenario.VM;
        List<Complex> complexes = finder.of(shape, virt);
        if (shape == Shape.INLINE && scenario == Scenario.AS_IS) {
            virt = showAts(devices, complexes);
            complexes = finder.of(shape, virt);
        }
        List<Line> lines = new ArrayList<>();
        for (Map.Entry<Address, AcsMask> port :
                ports(devices, shape, virt, complexes).entrySet()) {
            lines.add(acs(devices, port.getKey(), port.getValue()));
        }
        for (Complex complex : complexes) {
            switch (shape) {
                case DMA -> lines.add(oneGroup(devices, complex));
                case INLINE -> inline(devices, complex, virt, lines);
                case NUMA -> numa(devices, complex, lines);
            }
        }
        return new RdmaTopo(shape, lines, complexes, Optional.empty(), false);
    }

    private static boolean showAts(TopoDevices devices, List<Complex> complexes) throws NoAnswerException {
        Set<Boolean> shown = new HashSet<>();
        for (Complex complex : complexes) {
            shown.add(devices.hasAts(complex.id()));
        }
        if (shown.size() != 1) {
            throw NoAnswerException.notSupported("rdmatopo.ats-differs");
        }
        return shown.contains(true);
    }

    /** The ports of the complexes, and all other switch ports and root ports of Grace and Vera that have ACS. */
    private static Map<Address, AcsMask> ports(TopoDevices devices, Shape shape, boolean virt, List<Complex> complexes)
            throws NoAnswerException {
        Map<Address, AcsMask> ports = new TreeMap<>();
        for (Map.Entry<Address, String> device : devices.types().entrySet()) {
            String type = device.getValue();
            boolean known = type.contains("switch") || type.equals(TopoDevices.GRACE) || type.equals(TopoDevices.VERA);
            if (known && devices.acsControl(device.getKey()).isPresent()) {
                AcsMask isolated = type.equals(TopoDevices.VERA) ? AcsMask.ISOLATED_WITHOUT_CR : AcsMask.ISOLATED;
                ports.put(device.getKey(), shape == Shape.INLINE && !virt ? AcsMask.OPEN : isolated);
            }
        }
        complexes.forEach(complex -> ports.putAll(complex.ports()));
        return ports;
    }

    // ---- Lines -----------------------------------------------------------------------------------------------------

    private static Line acs(TopoDevices devices, Address port, AcsMask mask) throws NoAnswerException {
        int control = devices.acsControl(port).orElseThrow(() -> NoAnswerException.unexpected("rdmatopo.no-acs", port));
        boolean holds = mask.holds(control);
        return line(
                holds,
                holds ? "rdmatopo.acs.ok" : "rdmatopo.acs.fail",
                List.of(port),
                port,
                AcsMask.bits(control),
                mask.text());
    }

    private static Line line(boolean ok, String key, List<Address> functions, Object... arguments) {
        return new Line(ok, Message.of(key, arguments), functions);
    }

    private static Line oneGroup(TopoDevices devices, Complex complex) throws NoAnswerException {
        Address sender = complex.senders().getFirst();
        Address gpu = complex.gpus().iterator().next();
        Optional<String> one = devices.group(sender);
        Optional<String> other = devices.group(gpu);
        boolean ok = one.isPresent() && one.equals(other);
        return line(ok, ok ? "rdmatopo.group.one" : "rdmatopo.group.apart", List.of(sender, gpu), sender, gpu);
    }

    private static void inline(TopoDevices devices, Complex complex, boolean virt, List<Line> lines)
            throws NoAnswerException {
        Address nic = complex.id();
        Address gpu = complex.gpus().iterator().next();
        boolean ats = devices.hasAts(nic);
        lines.add(line(ats == virt, ats ? "rdmatopo.ats.shown" : "rdmatopo.ats.none", List.of(nic), nic));
        Optional<String> one = devices.group(nic);
        Optional<String> other = devices.group(gpu);
        boolean missing = one.isEmpty() || other.isEmpty();
        boolean same = one.equals(other);
        boolean ok = virt ? !missing && !same : same;
        String key = missing ? "rdmatopo.group.missing" : same ? "rdmatopo.group.one" : "rdmatopo.group.apart";
        lines.add(line(ok, key, List.of(nic, gpu), nic, gpu));
    }

    private static void numa(TopoDevices devices, Complex complex, List<Line> lines) throws NoAnswerException {
        for (Address nic : complex.nics().stream().sorted().toList()) {
            boolean ats = devices.hasAts(nic);
            lines.add(line(!ats, ats ? "rdmatopo.ats.shown" : "rdmatopo.ats.none", List.of(nic), nic));
        }
        List<Address> all = Stream.concat(complex.nics().stream(), complex.gpus().stream())
                .sorted()
                .toList();
        List<String> groups = new ArrayList<>();
        List<Address> without = new ArrayList<>();
        for (Address function : all) {
            devices.group(function).ifPresentOrElse(groups::add, () -> without.add(function));
        }
        boolean unique = Set.copyOf(groups).size() == groups.size();
        String key = !without.isEmpty()
                ? "rdmatopo.node-group.missing"
                : unique ? "rdmatopo.node-group.unique" : "rdmatopo.node-group.shared";
        lines.add(line(without.isEmpty() && unique, key, all, complex.id()));
    }

    // ---- One pair --------------------------------------------------------------------------------------------------

    /** Returns how it ends as a whole: its exit status 0 or 100. */
    public Result result() {
        if (stopped.isPresent()) {
            return fails ? Result.FAIL : Result.NOT_APPLICABLE;
        }
        return lines.stream().allMatch(Line::ok) ? Result.OK : Result.FAIL;
    }

    /** Returns the complex of a pair; empty where NIC and GPU belong to none together. */
    public Optional<Complex> complexOf(Address nic, Address gpu) {
        return complexes.stream().filter(complex -> complex.holds(nic, gpu)).findFirst();
    }

    /** Returns the complex of a GPU. */
    public Optional<Complex> complexOf(Address gpu) {
        return complexes.stream()
                .filter(complex -> complex.gpus().contains(gpu))
                .findFirst();
    }

    /**
     * Returns the line that settles a pair: the first that fails among those about its functions and the ports above
     * them, else the last of them; empty where the pair is no complex.
     */
    public Optional<Line> lineFor(HostModel host, Address nic, Address gpu) {
        return complexOf(nic, gpu).map(complex -> {
            Set<Address> concerned = new HashSet<>();
            Stream.of(Set.of(nic, gpu), complex.senders(), complex.ports().keySet())
                    .flatMap(java.util.Collection::stream)
                    .forEach(function -> {
                        concerned.add(function);
                        concerned.addAll(host.topology().place(function).chain());
                    });
            List<Line> about = lines.stream()
                    .filter(line -> line.functions().stream().anyMatch(concerned::contains))
                    .toList();
            return about.stream().filter(line -> !line.ok()).findFirst().orElseGet(about::getLast);
        });
    }

    /** Returns how it ends for one pair. */
    public Result result(HostModel host, Address nic, Address gpu) {
        if (stopped.isPresent()) {
            return result();
        }
        return lineFor(host, nic, gpu)
                .map(line -> line.ok() ? Result.OK : Result.FAIL)
                .orElse(Result.NOT_APPLICABLE);
    }
}
