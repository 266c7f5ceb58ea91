// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.Optional;
import org.peerpath.text.Message;

/** Units of systemd that repeat a plan's own operations at every boot. */
final class Units {
    private static final String FOLDER = "/etc/systemd/system/";

    private Units() {}

    /**
     * A unit that does these once after boot, and stops at the first that fails.
     *
     * @param order lines of its first section that say what it has to wait for and what for it
     */
    static Keep oneshot(
            String name,
            Keep.Group group,
            Message what,
            Message caution,
            List<String> order,
            List<? extends Operation> operations) {
        StringBuilder text = new StringBuilder("[Unit]\nDescription=" + name + " (Peerpath)\n");
        order.forEach(line -> text.append(line).append('\n'));
        text.append("\n[Service]\nType=oneshot\nRemainAfterExit=yes\nTimeoutStartSec=120\n");
        operations.forEach(
                operation -> text.append("ExecStart=").append(start(operation)).append('\n'));
        text.append("\n[Install]\nWantedBy=multi-user.target\n");
        String id = "keep:" + group.id() + ":unit";
        return new Keep(
                id,
                group,
                what,
                Optional.of(new Keep.File(FOLDER + name, text.toString())),
                List.of(Operation.Run.of("systemctl", "daemon-reload"), Operation.Run.of("systemctl", "enable", name)),
                // The file is gone by then, and with it what enabling would look for.
                List.of(
                        Operation.Run.of("rm", "-f", FOLDER + "multi-user.target.wants/" + name),
                        Operation.Run.of("systemctl", "daemon-reload")),
                caution);
    }

    /** Only a shell redirects. Nothing that is allowed holds a quote, a dollar or a percent sign, which systemd reads. */
    private static String start(Operation operation) {
        return switch (operation) {
            case Operation.Run run -> run.shell();
            case Operation.Write write -> "/bin/sh -c '" + write.shell().replace("'", "\"") + "'";
        };
    }
}
