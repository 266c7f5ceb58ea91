// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.peerpath.snapshot.live.LiveReader;
import org.peerpath.text.ShellWords;

/**
 * The script that reads a host: shown to the user on request, copied for hosts that cannot be reached, and run by
 * {@link LiveReader}.
 */
public final class CollectorScript {
    private static final String RESOURCE = "/org/peerpath/collector/collect.sh";

    private CollectorScript() {}

    /** The script as shipped. */
    public static String text() {
        try (InputStream in = CollectorScript.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The script for standard input of {@code sh -s}, with its settings in front: nothing then has to pass through the
     * command line or the environment of sudo or of a remote login shell.
     *
     * @param root the recorded tree to read in place of the machine; empty for the machine
     * @param vitalProductData whether to read vital product data of every function
     * @param secondsPerRead when a read that hangs is given up
     */
    public static String withSettings(String root, boolean vitalProductData, int secondsPerRead) {
        return "PEERPATH_WATCH=1 PEERPATH_MARK= PEERPATH_ROOT=" + ShellWords.quoted(root) + " PEERPATH_VPD="
                + (vitalProductData ? "1" : "") + " PEERPATH_LIMIT=" + secondsPerRead + "\n" + text();
    }
}
