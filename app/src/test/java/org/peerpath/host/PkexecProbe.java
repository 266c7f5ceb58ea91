// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.time.Duration;
import java.util.List;
import org.peerpath.host.Host.Privilege;

/** Runs as an ordinary user: who the program is on this machine, and as whom its commands run once it has asked for root. */
final class PkexecProbe {
    private PkexecProbe() {}

    /** Prints both, or what was refused. */
    public static void main(String[] arguments) throws InterruptedException {
        Duration limit = Duration.ofMinutes(2);
        List<String> who = List.of("id", "-u");
        try (RootChannels here = new RootChannels(new LocalHost(LocalHost.Elevation.PKEXEC))) {
            System.out.println(
                    "user " + here.run(who, Privilege.USER, limit).output().strip());
            System.out.println(
                    "root " + here.run(who, Privilege.ROOT, limit).output().strip());
            System.out.println(
                    "again " + here.run(who, Privilege.ROOT, limit).output().strip());
        } catch (HostException e) {
            System.out.println("refused " + e.kind() + " " + e.reason().args());
        }
        System.exit(0);
    }
}
