// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerpath.model.HostModel;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.testing.Breakage;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.RandomHosts;

/** Whatever breaks on random hosts, by a second opinion that reads raw bytes; {@code -Dpeerpath.faults=10000} tries more. */
class UsabilityAgainstWalkTest {
    private static final int RANDOM = Integer.getInteger("peerpath.faults", 120);

    /**
     * Whatever breaks wherever on whatever host, every pair of its functions is judged as a packet would fare; and what broke
     * on a pair's way is found there.
     */
    @ParameterizedTest
    @EnumSource(Scenario.class)
    void everyPairFaresAsAPacketWould(Scenario scenario) {
        Set<UnusableCause> seen = EnumSet.noneOf(UnusableCause.class);
        int arrived = 0;
        for (long seed = 0; seed < Math.max(240, 2 * RANDOM); seed++) {
            Random random = new Random(seed * 31 + scenario.id().hashCode());
            HostBuilder ill = RandomHosts.placed(seed);
            List<Address> ends = ends(HostModel.of(ill.build()));
            for (int faults = random.nextInt(5); faults > 0 && !ends.isEmpty(); faults--) {
                FunctionBuilder sender = ill.get(any(ends, random));
                FunctionBuilder target = ill.get(any(ends, random));
                if (!sender.address().sameDevice(target.address())) {
                    somethingOf(Breakage.values(), random).into(sender, target, random);
                }
                doze(ill.get(any(ends, random)), random);
            }
            Snapshot snapshot = ill.build();
            PathJudge judge = new PathJudge(HostModel.of(snapshot), scenario);
            PacketLoss packets = new PacketLoss(snapshot);
            for (Address from : ends) {
                for (Address to : ends) {
                    if (from.sameDevice(to)) {
                        continue;
                    }
                    PathReport report = judge.judge(from, to);
                    Set<String> expected = packets
                            .losses(
                                    report.decidingFunction(),
                                    to,
                                    scenario == Scenario.VM,
                                    Set.of(Outcome.DETOUR, Outcome.ROOT_COMPLEX).contains(report.routed()))
                            .stream()
                            .map(PacketLoss.Loss::toString)
                            .collect(Collectors.toSet());
                    Optional<String> found =
                            report.unusable().map(unusable -> unusable.cause().id() + " " + unusable.function());
                    String what = "host " + seed + ", " + from + " > " + to + ": " + found + ", a packet: " + expected;
                    assertTrue(found.map(expected::contains).orElseGet(expected::isEmpty), what);
                    assertEquals(found.isPresent(), report.verdict() == Outcome.UNUSABLE, what);
                    report.unusable().map(Unusable::cause).ifPresent(seen::add);
                    arrived += expected.isEmpty() ? 1 : 0;
                }
            }
        }
        assertEquals(EnumSet.allOf(UnusableCause.class), seen);
        assertTrue(arrived > RANDOM, arrived + " arrived");
    }

    /** What only looks broken, or is broken for another reason: asleep, suspended, off with its VFs. */
    private static void doze(FunctionBuilder function, Random random) {
        FunctionBuilder bridge =
                function.above().get(random.nextInt(function.above().size()));
        FunctionBuilder one = random.nextBoolean() ? function : bridge;
        switch (random.nextInt(9)) {
            case 0 -> one.readable(4096).power(3);
            case 1 -> one.gone().attribute("power/runtime_status", "suspended").attribute("power_state", "D3cold");
            case 2 -> one.attribute("power_state", "D3cold").attribute("power/runtime_status", "active");
            case 3, 4 ->
                function.readable(4096).config(c -> {
                    int sriov = c.findExtended(0x0010);
                    if (sriov != 0) {
                        c.change16(sriov + 0x08, 0x0009, random.nextInt(2));
                    }
                });
            default -> {}
        }
    }

    private static List<Address> ends(HostModel host) {
        return host.topology().functions().values().stream()
                .filter(function -> !function.kind().isBridge())
                .map(PciFunction::address)
                .toList();
    }

    private static String any(List<Address> all, Random random) {
        return all.get(random.nextInt(all.size())).toString();
    }

    private static Breakage somethingOf(Breakage[] all, Random random) {
        return all[random.nextInt(all.length)];
    }

    /** Whatever breaks on a nearest path of whatever host, that path is not said to work. */
    @Test
    void noRandomFaultIsGreen() {
        int tried = 0;
        for (long seed = 0; seed < RANDOM; seed++) {
            HostBuilder host = RandomHosts.placed(seed);
            List<PathReport> nearest = new PathJudge(HostModel.of(host.build()), Scenario.BARE_METAL)
                    .judge(PathSelection.DEFAULT).stream()
                            .filter(PathReport::nearest)
                            .toList();
            if (nearest.isEmpty()) {
                continue;
            }
            Random random = new Random(seed);
            PathReport pair = nearest.get(random.nextInt(nearest.size()));
            Breakage breakage = somethingOf(Breakage.values(), random);
            assertTrue(breakage.into(
                    host.get(pair.requester().toString()),
                    host.get(pair.target().toString()),
                    random));
            PathReport after = new PathJudge(HostModel.of(host.build()), Scenario.BARE_METAL)
                    .judge(pair.requester(), pair.target());
            assertEquals(
                    Outcome.UNUSABLE,
                    after.verdict(),
                    "host " + seed + " " + breakage + " " + pair.requester() + " " + pair.target());
            tried++;
        }
        assertTrue(tried > RANDOM / 4, tried + " tried");
    }
}
