// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peerpath.advice.FieldHosts.acsControl;
import static org.peerpath.advice.FieldHosts.config;
import static org.peerpath.advice.FieldHosts.extended;
import static org.peerpath.advice.FieldHosts.host;
import static org.peerpath.advice.FieldHosts.ids;
import static org.peerpath.advice.FieldHosts.level;
import static org.peerpath.advice.FieldHosts.paths;
import static org.peerpath.advice.FieldHosts.verdicts;

import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.path.Outcome;
import org.peerpath.path.Scenario;
import org.peerpath.path.UnusableCause;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.testing.Changed;

/**
 * Field cases with dead or unusable hardware: each says what is right (field/README.md); its twin, which differs in that one
 * thing only, says none of it.
 */
class DeadHostsTest {
    private static final String NIC = "0000:18:00.0";
    private static final String NIC_PORT = "0000:17:00.0";
    private static final String GPU_PORT = "0000:1a:00.0";
    private static final String GPU = "0000:1b:00.0";
    private static final int COMMAND = 0x04;
    private static final int MEMORY = 2;
    private static final int BUS_MASTER = 4;
    private static final int BASE_OF_SECOND_BAR = 0x1c;
    private static final String NO_LINE = "0x0000000000000000 0x0000000000000000 0x0000000000000000";

    /**
     * @param finding what it says of its own
     * @param cause that the paths name; empty for what is asleep
     * @param inGuests whether it is so for virtual machines, too
     * @param heal makes the twin
     */
    record Dead(
            String host,
            FindingId finding,
            List<String> cause,
            HostState.Level level,
            boolean inGuests,
            UnaryOperator<Snapshot> heal) {
        @Override
        public String toString() {
            return host;
        }
    }

    private static Dead dead(
            String host,
            FindingId finding,
            UnusableCause cause,
            String function,
            boolean inGuests,
            UnaryOperator<Snapshot> heal) {
        return new Dead(host, finding, List.of(cause + " " + function), HostState.Level.BROKEN, inGuests, heal);
    }

    static Stream<Dead> dead() {
        return Stream.of(
                dead("gpu-ff", FindingId.DEVICE_NO_ANSWER, UnusableCause.NO_ANSWER, GPU, true, like("link-down", GPU)),
                dead(
                        "gpu-mem-off",
                        FindingId.PATH_UNUSABLE,
                        UnusableCause.NO_MEMORY_SPACE,
                        GPU,
                        false,
                        h -> Changed.word(h, GPU, COMMAND, MEMORY, MEMORY)),
                dead(
                        "nic-bme-off",
                        FindingId.PATH_UNUSABLE,
                        UnusableCause.NO_BUS_MASTER,
                        NIC,
                        false,
                        h -> Changed.word(h, NIC, COMMAND, BUS_MASTER, BUS_MASTER)),
                dead(
                        "dsp-bme-off",
                        FindingId.PATH_UNUSABLE,
                        UnusableCause.NO_BUS_MASTER,
                        NIC_PORT,
                        true,
                        h -> Changed.word(h, NIC_PORT, COMMAND, BUS_MASTER, BUS_MASTER)),
                new Dead(
                        "gpu-d3hot",
                        FindingId.ASLEEP,
                        List.of(),
                        HostState.Level.ATTENTION,
                        true,
                        like("link-down", GPU)),
                dead(
                        "link-down",
                        FindingId.PATH_UNUSABLE,
                        UnusableCause.NO_LINK,
                        GPU_PORT,
                        true,
                        like("gpu-ff", GPU_PORT)),
                dead(
                        "link-disable",
                        FindingId.PATH_UNUSABLE,
                        UnusableCause.LINK_DISABLED,
                        GPU_PORT,
                        true,
                        like("gpu-ff", GPU_PORT)),
                dead(
                        "gpu-bar-unassigned",
                        FindingId.PATH_UNUSABLE,
                        UnusableCause.NO_ADDRESS,
                        GPU,
                        true,
                        like("link-down", GPU)),
                dead(
                        "dpc",
                        FindingId.PORT_CONTAINED,
                        UnusableCause.CONTAINED,
                        "0000:22:01.0",
                        true,
                        DeadHostsTest::releasePort));
    }

    private static UnaryOperator<Snapshot> like(String other, String function) {
        return host -> Changed.functionOf(host, function, host(other));
    }

    /** The port lets its link come up again, and the device below it answers like the one beside it. */
    private static Snapshot releasePort(Snapshot host) {
        Snapshot released = Changed.config(host, "0000:22:01.0", config -> {
            int at = extended(config, 0x001d) + 0x08;
            return config.withWord(at, config.word(at) & ~1);
        });
        Bytes beside = config(released, "0000:26:00.0").withWord(0x14, 0x300).withWord(BASE_OF_SECOND_BAR, 0x320);
        return Changed.function(
                released, "0000:24:00.0", attributes -> attributes.put("config", new Reading.Data(beside, "test")));
    }

    @ParameterizedTest
    @MethodSource("dead")
    void whatIsDeadIsSaidAndItsTwinSaysNothing(Dead dead) {
        for (Scenario scenario : Scenario.values()) {
            Snapshot ill = host(dead.host());
            Snapshot well = dead.heal().apply(ill);
            boolean so = scenario != Scenario.VM || dead.inGuests();
            assertEquals(so, ids(ill, scenario).contains(dead.finding().id()), scenario.id());
            assertEquals(
                    so ? Set.copyOf(dead.cause()) : Set.of(),
                    paths(ill, scenario).stream()
                            .flatMap(path -> path.unusable().stream())
                            .map(unusable -> unusable.cause() + " " + unusable.function())
                            .collect(Collectors.toSet()),
                    scenario.id());
            if (scenario != Scenario.VM) {
                assertEquals(dead.level(), level(ill, scenario), scenario.id());
                // Groups are formed at boot, so what happened since is another matter.
                boolean stale = ids(ill, scenario).contains("groups-stale") && scenario == Scenario.AS_IS;
                assertEquals(
                        stale ? HostState.Level.ATTENTION : HostState.Level.OK,
                        level(well, scenario),
                        () -> ids(well, scenario).toString());
            }
            Set<String> none = Set.of("device-no-answer", "path-unusable", "asleep", "port-contained");
            assertTrue(
                    ids(well, scenario).stream().noneMatch(none::contains),
                    () -> ids(well, scenario).toString());
            assertTrue(paths(well, scenario).stream()
                    .allMatch(path ->
                            path.verdict() != Outcome.UNUSABLE && path.asleep().isEmpty()));
        }
    }

    /** An older kernel shows nothing of a BAR that it gave up; only what is known of the device tells that there is one. */
    @Test
    void aLineOfZerosIsALostBarWhereTheDeviceHasOne() {
        Snapshot host = Changed.attribute(
                like("link-down", GPU).apply(host("gpu-bar-unassigned")), GPU, "resource", (NO_LINE + "\n").repeat(13));
        Snapshot zeros = Changed.config(
                host,
                GPU,
                config -> config.withWord(0x18, 0)
                        .withWord(0x1a, 0)
                        .withWord(BASE_OF_SECOND_BAR, 0)
                        .withWord(0x1e, 0));
        Snapshot first = Changed.config(
                zeros, GPU, config -> config.withWord(0x10, 0x000c).withWord(0x14, 0x0380));
        assertTrue(paths(first, Scenario.AS_IS).stream()
                .anyMatch(path -> path.unusable()
                        .map(unusable -> unusable.cause() == UnusableCause.NO_ADDRESS)
                        .orElse(false)));
    }

    @Test
    void aFunctionOnABusThatItsPortDoesNotOwnIsBlockedBySourceValidation() {
        Snapshot ill = host("vfbus-sv");
        Snapshot wide = Changed.word(ill, "0000:17:00.0", 0x1a, 0xff, 0x19);
        assertEquals(Set.of(Outcome.BLOCKED), verdicts(ill));
        assertTrue(
                !verdicts(wide).contains(Outcome.BLOCKED), () -> verdicts(wide).toString());
        assertTrue(ids(ill, Scenario.VM).contains("source-validation-blocked"));
        assertTrue(!ids(wide, Scenario.VM).contains("source-validation-blocked"));
        Snapshot unchecked = Changed.word(ill, "0000:17:00.0", acsControl(ill, "0000:17:00.0"), 1, 0);
        assertTrue(!verdicts(unchecked).contains(Outcome.BLOCKED));
    }
}
