// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.util.Optional;

/**
 * Asks the person: a dialog in the window, the terminal for the command line. Called on threads of the runs that need an
 * answer, which wait; it may be asked by several hosts at once and must keep the questions apart itself.
 */
public interface Prompter {
    /** What is asked for. */
    enum Kind {
        PASSWORD,
        KEY_PASSPHRASE,
        /** A one-time code, or anything else a server asks for. */
        OTHER,
        /** The user's own password, for sudo on the host. */
        SUDO_PASSWORD
    }

    /**
     * A question.
     *
     * @param host what the user called it
     * @param text as ssh put it, cleaned
     * @param refused how often the same was asked and answered before in this login: the answers were not taken
     */
    record Question(String host, Kind kind, String text, int refused) {
        /** One that is asked for the first time. */
        public Question(String host, Kind kind, String text) {
            this(host, kind, text, 0);
        }
    }

    /**
     * A host whose key is not known yet.
     *
     * @param host what the user called it
     * @param keyType {@code ED25519}, {@code ECDSA}, …
     * @param fingerprint {@code SHA256:…}, to compare with what the host's keeper says
     * @param text the whole question as ssh put it, cleaned
     */
    record UnknownKey(String host, String keyType, String fingerprint, String text) {}

    /** Asks nobody: every question is refused. */
    Prompter NOBODY = new Prompter() {
        @Override
        public Optional<Secret> ask(Question question) {
            return Optional.empty();
        }

        @Override
        public boolean vouchFor(UnknownKey key) {
            return false;
        }
    };

    /** The answer; empty if the person declines. Whoever gets it wipes it. */
    Optional<Secret> ask(Question question) throws InterruptedException;

    /** Whether the person has made sure that the key is the host's. */
    boolean vouchFor(UnknownKey key) throws InterruptedException;

    /** Something to do without an answer, such as touching a security key. */
    default void tell(Question notice) {}
}
