// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What one run of a perftest program told about itself, and its rows; they become figures when the run is over. */
final class PerftestRun {
    private final int number;
    private final Map<Integer, BusId> gpus = new HashMap<>();
    private final List<PerftestTable.Row> rows = new ArrayList<>();
    final PerftestTable table = new PerftestTable();
    Optional<DataCheck> check = Optional.empty();
    Optional<Integer> mtu = Optional.empty();
    Optional<String> linkType = Optional.empty();
    Optional<Boolean> relaxedOrdering = Optional.empty();
    boolean broken;
    private Optional<End> gpu = Optional.empty();
    private Optional<Invocation> asked = Optional.empty();
    /** Whether that stood before another run. */
    private boolean inherited;

    private Optional<String> device = Optional.empty();
    private String test = "";
    private boolean both;
    private boolean titledLatency;
    private final Set<String> localAddresses = new HashSet<>();
    private final Set<String> remoteAddresses = new HashSet<>();
    private boolean lastLocal;

    PerftestRun(int number) {
        this.number = number;
    }

    /** Takes over what a command line asked for: server and client of one test often follow it. */
    void inherit(PerftestRun before) {
        asked = before.asked;
        inherited = true;
    }

    /** A command line was for another test, or another device, than this run says it is. */
    private void forget(boolean other) {
        if (inherited && other) {
            asked = Optional.empty();
        }
    }

    void titled(String verb, boolean duplex, boolean latency) {
        String action = verb.replace("RDMA_", "").replace("_imm", "").toLowerCase(Locale.ROOT);
        test = "ib_" + action + (latency ? "_lat" : "_bw");
        forget(asked.filter(it -> !it.test().equals(test)).isPresent());
        both = duplex;
        titledLatency = latency;
    }

    void asked(Invocation invocation) {
        asked = Optional.of(invocation);
        if (test.isEmpty()) {
            test = invocation.test();
        }
    }

    void listed(int index, Optional<BusId> bus) {
        bus.ifPresent(address -> gpus.put(index, address));
        if (gpu.isEmpty()) {
            gpu = Optional.of(new End.Gpu(Optional.empty(), Optional.empty()));
        }
    }

    void picked(int index) {
        // A run that was told a bus id prints a meaningless number here.
        boolean known = gpu.isPresent()
                && gpu.get() instanceof End.Gpu(Optional<Integer> i, Optional<BusId> bus)
                && bus.isPresent();
        if (!known) {
            gpu = Optional.of(new End.Gpu(Optional.of(index), Optional.ofNullable(gpus.get(index))));
        }
    }

    void gpu(Optional<BusId> bus) {
        gpu = Optional.of(new End.Gpu(Optional.empty(), bus));
    }

    void device(String name) {
        device = Optional.of(name);
        forget(asked.flatMap(Invocation::device).filter(it -> !it.equals(name)).isPresent());
    }

    void lid(boolean local, String lid) {
        lastLocal = local;
        address(local, lid.matches("0x0*|0+") ? "" : lid);
    }

    void gid(String gid) {
        address(lastLocal, gid);
    }

    private void address(boolean local, String text) {
        if (!text.isEmpty()) {
            (local ? localAddresses : remoteAddresses).add(text);
        }
    }

    /** Both ends have the same address: the adapter talks to itself. */
    private boolean isLoopback() {
        return !localAddresses.isEmpty() && localAddresses.equals(remoteAddresses);
    }

    String test() {
        return test;
    }

    void row(PerftestTable.Row row) {
        rows.add(row);
    }

    void finish(Collected out) {
        if (titledLatency) {
            return;
        }
        Set<Trait> traits = EnumSet.noneOf(Trait.class);
        if (broken) {
            traits.add(Trait.BROKEN_OFF);
        }
        if (isLoopback()) {
            traits.add(Trait.LOOPBACK);
        }
        for (PerftestTable.Row row : rows) {
            Set<Trait> own = EnumSet.copyOf(traits.isEmpty() ? EnumSet.noneOf(Trait.class) : traits);
            if (!row.consistent()) {
                own.add(Trait.INCONSISTENT);
            }
            out.add(new Figure(
                    Tool.PERFTEST,
                    test,
                    requester(),
                    memory(),
                    both,
                    row.gigabytesPerSecond(),
                    Optional.of(row.bytes()),
                    verified(),
                    own,
                    new Figure.Printed(row.average(), row.unit(), row.line(), number),
                    new Figure.Network(linkType, mtu, relaxedOrdering)));
        }
        rows.clear();
    }

    private End requester() {
        return device.or(() -> asked.flatMap(Invocation::device))
                .<End>map(End.RdmaDevice::new)
                .orElse(End.UNSAID);
    }

    /** Lines about GPU memory prove it; a command line asks for it; without either nobody can tell. */
    private End memory() {
        return gpu.or(() -> asked.filter(Invocation::whole).map(Invocation::memory))
                .orElse(End.UNSAID);
    }

    /** Only the side that receives says what it found; a client that asked for the check cannot tell. */
    private DataCheck verified() {
        return check.orElseGet(
                () -> asked.filter(Invocation::dataValidation).isPresent() ? DataCheck.UNSAID : DataCheck.NOT_MADE);
    }
}
