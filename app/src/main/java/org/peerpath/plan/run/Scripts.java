// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.peerpath.plan.AllowedOperation;
import org.peerpath.plan.Operation;

/** The two scripts that run on a host while a plan is carried out there, with their settings in front. */
final class Scripts {
    private Scripts() {}

    /**
     * Runs one operation under supervision; lines that begin with the mark are the script's own. Of a question only the
     * answer counts, not what the program complains about.
     */
    static String supervise(String mark, Operation operation, Duration limit) {
        String quiet = AllowedOperation.isRead(operation) ? " 2> /dev/null" : "";
        return whole(
                "mark=" + mark + " limit=" + Math.max(1, limit.toSeconds()) + "\noperation() { " + operation.shell()
                        + quiet + "; }\n",
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
