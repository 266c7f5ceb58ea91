// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.util.function.Consumer;

/** From what a user types to a host. */
public final class Hosts {
    private Hosts() {}

    /**
     * The host that {@code local}, {@code ssh://[user@]host[:port]}, {@code user@host} or an alias names.
     *
     * @param elevation how to become root on this machine, if that is the host
     * @param prompter asked what ssh and sudo ask
     * @param stage told what the host is busy with
     * @throws HostException if it is no name of a host
     */
    public static Host of(String source, LocalHost.Elevation elevation, Prompter prompter, Consumer<HostStage> stage)
            throws HostException {
        return source.equals("local")
                ? new LocalHost(elevation)
                : new SshHost(SshName.parse(source), SshSettings.ofUser(), prompter, stage);
    }
}
