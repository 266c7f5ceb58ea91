// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui;

import java.time.Clock;
import org.peerpath.host.Host;
import org.peerpath.host.HostException;
import org.peerpath.host.Hosts;
import org.peerpath.host.LocalHost;
import org.peerpath.host.Prompter;
import org.peerpath.snapshot.LiveReader;
import org.peerpath.snapshot.Recognizer;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.ui.model.Sources;

/** Samples, files and folders by their content, this machine, hosts over SSH. */
final class RealSources implements Sources {
    private final Prompter prompter;
    private final Clock clock;

    RealSources(Prompter prompter, Clock clock) {
        this.prompter = prompter;
        this.clock = clock;
    }

    @Override
    public Snapshot read(String source) throws UnreadableSourceException, InterruptedException {
        return Hosts.isHost(source) ? live(source, Host.Privilege.ROOT_IF_POSSIBLE) : Recognizer.open(source);
    }

    @Override
    public Snapshot readAsAdministrator(String source) throws UnreadableSourceException, InterruptedException {
        return Hosts.isHost(source) ? live(source, Host.Privilege.ROOT) : Recognizer.open(source);
    }

    /** Only when root is asked for does the desktop ask for a password; the first reading must ask nothing. */
    private Snapshot live(String source, Host.Privilege privilege)
            throws UnreadableSourceException, InterruptedException {
        LocalHost.Elevation elevation =
                privilege == Host.Privilege.ROOT ? LocalHost.Elevation.PKEXEC : LocalHost.Elevation.SUDO_WITHOUT_ASKING;
        try {
            Host host = Hosts.of(source, elevation, prompter, stage -> {});
            return LiveReader.read(host, source, LiveReader.Options.USUAL.as(privilege), clock.instant());
        } catch (HostException e) {
            throw new UnreadableSourceException(e.reason(), e);
        }
    }
}
