// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Finds where a QEMU process listens for QMP, on its command line (qemu-options.hx): {@code -qmp}, {@code -qmp-pretty},
 * {@code -mon} in mode {@code control} or an object {@code monitor-qmp}, with its {@code -chardev}. What is not a socket
 * with a plain absolute path that QEMU itself listens on is not asked.
 */
final class MonitorSockets {
    /** What {@code struct sockaddr_un} holds, without the NUL (unix(7)). */
    private static final int LONGEST = 107;

    private static final Pattern PLAIN = Pattern.compile("/[A-Za-z0-9_.,:@+=%/-]+");
    private static final String UNIX = "unix:";

    private final Map<String, Map<String, String>> channels = new HashMap<>();
    private final List<Found> found = new ArrayList<>();

    /** Where a monitor is. */
    sealed interface Found {
        /** A socket to ask. */
        record Socket(String path) implements Found {}

        /** A monitor that is not asked, with the word for the reason. */
        record Refused(String reason) implements Found {}
    }

    private MonitorSockets() {}

    /** Returns the monitors that the words of a command line name. */
    static List<Found> of(List<String> words) {
        MonitorSockets sockets = new MonitorSockets();
        sockets.channels(words);
        for (int i = 0; i + 1 < words.size(); i++) {
            String value = words.get(i + 1);
            switch (option(words.get(i))) {
                case "qmp", "qmp-pretty" -> sockets.qmp(value);
                case "mon" -> sockets.monitor(KeyValues.parse(value, "chardev"));
                case "object" -> sockets.object(KeyValues.parse(value, "qom-type"));
                default -> {}
            }
        }
        return List.copyOf(sockets.found);
    }

    private static String option(String word) {
        return word.startsWith("-") ? word.replaceFirst("^--?", "") : "";
    }

    private void channels(List<String> words) {
        for (int i = 0; i + 1 < words.size(); i++) {
            if (option(words.get(i)).equals("chardev")) {
                Map<String, String> channel = KeyValues.parse(words.get(i + 1), "backend");
                channels.put(channel.getOrDefault("id", ""), channel);
            }
        }
    }

    /** From QEMU 11.1 on monitors are objects, and {@code -mon} is deprecated. */
    private void object(Map<String, String> options) {
        if (options.getOrDefault("qom-type", "").equals("monitor-qmp")) {
            channel(options.getOrDefault("chardev", ""));
        }
    }

    private void monitor(Map<String, String> options) {
        if (options.getOrDefault("mode", "readline").equals("control")) {
            channel(options.getOrDefault("chardev", ""));
        }
    }

    /** A QMP channel, by the id of its character device. */
    private void channel(String id) {
        Map<String, String> channel = channels.getOrDefault(id, Map.of());
        if (channel.getOrDefault("backend", "").equals("socket")) {
            socket(channel.getOrDefault("path", ""), channel);
        }
    }

    private void qmp(String value) {
        if (value.startsWith(UNIX)) {
            Map<String, String> options = KeyValues.parse(value.substring(UNIX.length()), "path");
            socket(options.getOrDefault("path", ""), options);
        } else if (value.startsWith("chardev:")) {
            channel(value.substring("chardev:".length()));
        }
    }

    private void socket(String path, Map<String, String> options) {
        if (options.containsKey("fd") && path.isEmpty()) {
            found.add(new Found.Refused("descriptor"));
        } else if (!path.isEmpty() && KeyValues.on(options, "server")) {
            found.add(
                    isPlain(path) && !KeyValues.on(options, "abstract")
                            ? new Found.Socket(path)
                            : new Found.Refused("path"));
        }
    }

    /** Whether the path says where the socket is and nothing else: absolute, no step up, no sign that means something. */
    private static boolean isPlain(String path) {
        return path.length() <= LONGEST
                && PLAIN.matcher(path).matches()
                && !List.of(path.split("/")).contains("..");
    }
}
