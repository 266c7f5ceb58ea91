// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.peerpath.plan.Operation;

/** The two scripts that run on a host while a plan is carried out there, with their settings in front. */
final class Scripts {
    private Scripts() {}

    /**
     * Runs one operation under supervision; lines that begin with the mark are the script's own. Of a question only the
     * answer counts, not what the program complains about.
     *
     * @param boot the boot of the host in which it may run; empty for any
     */
    static String supervise(String mark, String boot, Operation operation, Duration limit) {
        return supervise(mark, boot, operation.shell() + (operation.changesNothing() ? " 2> /dev/null" : ""), limit);
    }

    static String supervise(String mark, String boot, String command, Duration limit) {
        String plain = boot.matches("[0-9A-Za-z-]{1,64}") ? boot : "";
        return whole(
                "mark=" + mark + " boot=" + plain + " limit=" + Math.max(1, limit.toSeconds()) + "\noperation() { "
                        + command + "; }\n",
                "supervise.sh");
    }

    /** Locks and watches the host. */
    static String watch(String mark, String owner) {
        String plain = owner.replaceAll("[^A-Za-z0-9@._-]+", "-");
        return whole("mark=" + mark + " owner='" + plain + "'\n", "watch.sh");
    }

    /** In braces, so that the shell has read all of it before it begins. */
    private static String whole(String settings, String name) {
        return "{\n" + settings + text(name) + "}\n";
    }

    private static String text(String name) {
        String resource = "/org/peerpath/plan/" + name;
        try (InputStream in = Scripts.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
