// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.peerpath.text.Message;

/** A second channel to a host: its pulse, and its kernel's log from the moment the watch began. */
public interface HostChannel extends AutoCloseable {
    /** How long ago the host was last heard. */
    Duration silence();

    /** Whether this run holds the host's lock: not while the channel is broken. */
    boolean locked();

    /** The newest lines of the kernel's log since the watch began, oldest first; cleaned. */
    List<String> log();

    /** The first thing in the kernel's log since the watch began that must stop a run; empty if there was none. */
    Optional<Message> alarm();

    @Override
    void close();
}
