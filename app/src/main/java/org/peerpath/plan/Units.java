// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.peerpath.model.HostIdentity;
import org.peerpath.text.Message;

/** Units of systemd that repeat a plan's own operations at every boot. */
final class Units {
    private static final Pattern BARE = Pattern.compile("[A-Za-z0-9_./:=,+-]+");
    private static final String FOLDER = "/etc/systemd/system/";

    private Units() {}

    /**
     * A unit that does these once after boot, and stops at the first that fails.
     *
     * @param identity who the host is, and which functions this is about: elsewhere the unit does nothing
     * @param order lines of its first section that say what it has to wait for and what for it
     */
    static Keep oneshot(
            String name,
            Keep.Group group,
            Message what,
            Message caution,
            HostIdentity identity,
            List<String> order,
            List<? extends Operation> operations) {
        StringBuilder text = new StringBuilder("[Unit]\nDescription=" + name + " (Peerpath)\n");
        order.forEach(line -> text.append(line).append('\n'));
        text.append("\n[Service]\nType=oneshot\nRemainAfterExit=yes\nTimeoutStartSec=120\n");
        IdentityCheck.commands(identity)
                .forEach(command -> text.append("ExecStartPre=/bin/sh -c ")
                        .append(word(command))
                        .append('\n'));
        operations.forEach(
                operation -> text.append("ExecStart=").append(start(operation)).append('\n'));
        text.append("\n[Install]\nWantedBy=multi-user.target\n");
        String id = "keep:" + group.id() + ":unit";
        return new Keep(
                id,
                group,
                what,
                Optional.of(new Keep.File(FOLDER + name, text.toString())),
                List.of(Keep.Command.of("systemctl", "daemon-reload"), Keep.Command.of("systemctl", "enable", name)),
                // The file is gone by then, and with it what enabling would look for.
                List.of(
                        Keep.Command.of("rm", "-f", FOLDER + "multi-user.target.wants/" + name),
                        Keep.Command.of("systemctl", "daemon-reload")),
                caution);
    }

    /** Only a shell redirects. */
    private static String start(Operation operation) {
        return switch (operation) {
            case Operation.Run(List<String> words) ->
                words.stream().map(Units::word).collect(Collectors.joining(" "));
            case Operation.Write write -> "/bin/sh -c " + word(write.shell());
        };
    }

    /** A word as systemd takes it: it unescapes within quotes, and expands specifiers and variables everywhere (systemd.service(5)). */
    static String word(String word) {
        return BARE.matcher(word).matches()
                ? word
                : "'"
                        + word.replace("\\", "\\\\")
                                .replace("'", "\\'")
                                .replace("%", "%%")
                                .replace("$", "$$")
                        + "'";
    }
}
