// SPDX-License-Identifier: Apache-2.0
package org.peerpath;

/** The one way in: the window when called without arguments, the command line otherwise. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(0);
    }
}
