// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.peerpath.snapshot.Address;

/**
 * How a NIC's firmware stood the three steps that froze hosts: one VF created and bound, held, unbound and removed. Several
 * of them, of one host, are the table of before and after that a vendor needs.
 *
 * @param run the run that tells it all
 * @param setting what it was tried with
 * @param verdict what came of it
 * @param step the step in which the host stopped answering
 */
public record FirmwareTrial(String run, Instant at, Setting setting, Verdict verdict, Optional<String> step) {
    /**
     * What matters about a host for such a trial; a question mark where it was not read.
     *
     * @param nic the physical function
     * @param firmware its firmware's version
     * @param ats the state of ATS, as {@code check} names it
     * @param kernel the kernel's release
     * @param commandLine the kernel's command line
     * @param seconds how long the VF is to be held and watched
     */
    public record Setting(Address nic, String firmware, String ats, String kernel, String commandLine, long seconds) {}

    /** What came of it. */
    public enum Verdict {
        /** Created, bound, held for the whole time, unbound and removed, without a word of trouble in the kernel's log. */
        HELD,
        /** The host stopped answering, for good or for a while. */
        HUNG,
        /** The kernel's log told of trouble. */
        TROUBLE,
        /** It was broken off, or failed for other reasons: nothing is known. */
        BROKEN_OFF;

        /** The word in messages and JSON: {@code broken-off}. */
        public String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** What a run's journal tells of a trial; empty for other runs. */
    static Optional<FirmwareTrial> of(String run, List<Entry> entries) {
        return entries.stream()
                .filter(Entry.Verifying.class::isInstance)
                .map(Entry.Verifying.class::cast)
                .findFirst()
                .map(begun -> new FirmwareTrial(run, begun.at(), begun.setting(), verdict(entries), silent(entries)));
    }

    /** A host that was silent has not held, whatever it did afterwards. */
    private static Verdict verdict(List<Entry> entries) {
        if (silent(entries).isPresent() || ended(entries, RunState.HOST_STOPPED) || ended(entries, RunState.REBOOTED)) {
            return Verdict.HUNG;
        } else if (ended(entries, RunState.ALARM)) {
            return Verdict.TROUBLE;
        }
        return entries.stream().anyMatch(Entry.Held.class::isInstance) ? Verdict.HELD : Verdict.BROKEN_OFF;
    }

    private static boolean ended(List<Entry> entries, RunState how) {
        return entries.stream().anyMatch(entry -> entry instanceof Entry.Closed closed && closed.state() == how);
    }

    private static Optional<String> silent(List<Entry> entries) {
        return entries.stream()
                .filter(Entry.Silent.class::isInstance)
                .map(entry -> ((Entry.Silent) entry).step())
                .findFirst();
    }
}
