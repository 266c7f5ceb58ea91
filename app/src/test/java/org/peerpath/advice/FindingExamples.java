// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Reading;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

/**
 * A family of findings by examples: each is made when it should be, not on the healthy twin, and not ruled out by a fact
 * nobody read. A family has two methods, {@code examples()} and {@code unread()}.
 */
abstract class FindingExamples {
    static final Reading UNREAD = new Reading.Failed(Message.of("unknown.not-in-source", "this"), "sysfs");

    /** A healthy host made ill. */
    record Example(FindingId id, Severity severity, Scenario scenario, boolean metal, Consumer<HostBuilder> ill) {
        HostBuilder healthy() {
            return metal ? Ill.bareMetal() : Ill.vm();
        }

        @Override
        public String toString() {
            return id + " " + severity.id() + " " + scenario.id();
        }
    }

    /** A healthy host of which a fact was not read. */
    record Unread(FindingId id, Scenario scenario, boolean metal, Consumer<HostBuilder> without) {
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

    static Unread unread(FindingId id, Consumer<HostBuilder> without) {
        return new Unread(id, Scenario.VM, false, without);
    }

    static Unread unreadMetal(FindingId id, Consumer<HostBuilder> without) {
        return new Unread(id, Scenario.BARE_METAL, true, without);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void isMadeWhenItShouldBe(Example example) {
        List<Finding> found = Ill.findings(Ill.with(example.healthy(), example.ill()), example.scenario());
        assertTrue(
                found.stream().anyMatch(f -> f.id() == example.id() && f.severity() == example.severity()),
                () -> text(found));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void isNotMadeOnTheHealthyTwin(Example example) {
        List<Finding> found = Ill.findings(example.healthy(), example.scenario());
        assertTrue(
                found.stream().noneMatch(f -> f.id() == example.id() && f.severity() == example.severity()),
                () -> text(found));
    }

    @ParameterizedTest
    @MethodSource("unread")
    void isNotRuledOutByAFactNobodyRead(Unread unread) {
        HostBuilder host = unread.metal() ? Ill.bareMetal() : Ill.vm();
        List<Finding> found = Ill.findings(Ill.with(host, unread.without()), unread.scenario());
        assertTrue(found.stream().anyMatch(f -> admits(f, unread.id())), () -> text(found));
    }

    /** Says that it could not be checked: itself, by an unknown path, or by unknown firmware. */
    private static boolean admits(Finding finding, FindingId id) {
        return switch (finding.id()) {
            case NOT_CHECKED -> Texts.ENGLISH.say(finding.message()).contains(id.id());
            case PATH_UNKNOWN -> id.needs() == Need.CONFIG || id == FindingId.ATS_OFF;
            case FIRMWARE_UNKNOWN -> id == FindingId.FIRMWARE_FREEZES_HOST;
            default -> false;
        };
    }

    // ---- For tests of single findings ------------------------------------------------------------------------------

    static Optional<Finding> find(HostBuilder host, Scenario scenario, FindingId id) {
        return Ill.findings(host, scenario).stream().filter(f -> f.id() == id).findFirst();
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
