// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Reading;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Severity;
import org.peerpath.text.Texts;

/**
 * A family of findings by examples: each is made when it should be, not on the healthy twin, and not ruled out by a fact
 * nobody read. A family has two methods, {@code examples()} and {@code unread()}.
 */
abstract class FindingExamples {
    static final Reading UNREAD = Unread.READING;

    /** A healthy host made ill. */
    record Example(FindingId id, Severity severity, Scenario scenario, boolean metal, Consumer<HostBuilder> ill) {
        HostBuilder healthy() {
            return metal ? FaultyHost.bareMetal() : FaultyHost.vm();
        }

        HostBuilder made() {
            return FaultyHost.with(healthy(), ill);
        }

        @Override
        public String toString() {
            return id + " " + severity.id() + " " + scenario.id();
        }
    }

    /** A healthy host of which a fact was not read. */
    record Twin(FindingId id, Scenario scenario, boolean metal, Consumer<HostBuilder> without) {
        @Override
        public String toString() {
            return id.id();
        }
    }

    static Example vm(FindingId id, Severity severity, Consumer<HostBuilder> ill) {
        return new Example(id, severity, Scenario.VM, false, ill);
    }

    static Example asIs(FindingId id, Severity severity, Consumer<HostBuilder> ill) {
        return new Example(id, severity, Scenario.AS_IS, false, ill);
    }

    static Example metal(FindingId id, Severity severity, Consumer<HostBuilder> ill) {
        return new Example(id, severity, Scenario.BARE_METAL, true, ill);
    }

    static Twin unread(FindingId id, Consumer<HostBuilder> without) {
        return new Twin(id, Scenario.VM, false, without);
    }

    static Twin unreadAsIs(FindingId id, Consumer<HostBuilder> without) {
        return new Twin(id, Scenario.AS_IS, false, without);
    }

    static Twin unreadMetal(FindingId id, Consumer<HostBuilder> without) {
        return new Twin(id, Scenario.BARE_METAL, true, without);
    }

    @ParameterizedTest
    @MethodSource("unread")
    void isNotRuledOutByAFactNobodyRead(Twin unread) {
        HostBuilder host = unread.metal() ? FaultyHost.bareMetal() : FaultyHost.vm();
        List<Finding> found = FaultyHost.findings(FaultyHost.with(host, unread.without()), unread.scenario());
        assertTrue(found.stream().anyMatch(f -> admits(f, unread.id())), () -> text(found));
    }

    /** What an unknown path leaves open: where its requests and answers go, and whether ATS would change it. */
    private static final Set<FindingId> OF_ROUTES = EnumSet.of(
            FindingId.P2P_REDIRECTED,
            FindingId.TRANSLATION_BLOCKED,
            FindingId.EGRESS_BLOCKED,
            FindingId.FORWARDING_OFF,
            FindingId.SOURCE_VALIDATION_BLOCKED,
            FindingId.PORT_WITHOUT_ACS,
            FindingId.NO_SHARED_SWITCH,
            FindingId.ATS_OFF,
            FindingId.ATS_NOT_YET_ON,
            FindingId.ATS_IS_PER_KEY,
            FindingId.READS_NEED_RELAXED_ORDERING,
            FindingId.READS_NEED_STRICT_ORDERING,
            FindingId.MIXED_REDIRECT,
            FindingId.READS_BLOCKED,
            FindingId.UNCLAIMED_REFUSED);

    /** Says that it could not be checked: itself, by an unknown path, or by unknown firmware. */
    static boolean admits(Finding finding, FindingId id) {
        return switch (finding.id()) {
            case NOT_CHECKED ->
                finding.evidence().stream()
                        .flatMap(e -> List.of(e.what().split(", ")).stream())
                        .anyMatch(id.id()::equals);
            case PATH_UNKNOWN -> OF_ROUTES.contains(id);
            case FIRMWARE_UNKNOWN -> id == FindingId.FIRMWARE_FREEZES_HOST || id == FindingId.FIRMWARE_UNKNOWN;
            default -> false;
        };
    }

    // ---- For tests of single findings ------------------------------------------------------------------------------

    static Optional<Finding> find(HostBuilder host, Scenario scenario, FindingId id) {
        return FaultyHost.findings(host, scenario).stream()
                .filter(f -> f.id() == id)
                .findFirst();
    }

    static boolean made(HostBuilder host, Scenario scenario, FindingId id) {
        return find(host, scenario, id).isPresent();
    }

    static String said(HostBuilder host, Scenario scenario, FindingId id) {
        return Texts.ENGLISH.say(find(host, scenario, id).orElseThrow().message());
    }

    /** Its evidence as it is printed, a line each. */
    static List<String> evidence(Finding finding) {
        return finding.evidence().stream().map(e -> Texts.ENGLISH.say(e.text())).toList();
    }

    static String text(List<Finding> findings) {
        return findings.stream()
                .map(f -> "\n" + f.severity().id() + " " + f.id() + ": " + Texts.ENGLISH.say(f.message()))
                .collect(Collectors.joining());
    }
}
