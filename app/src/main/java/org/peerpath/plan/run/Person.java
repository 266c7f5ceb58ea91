// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Who carries out runs, for journals and locks. */
public final class Person {
    private Person() {}

    /** The one at this machine: {@code user@workstation}. */
    public static String here() {
        String machine;
        try {
            machine = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            machine = "localhost";
        }
        return System.getProperty("user.name", "–") + "@" + machine;
    }
}
