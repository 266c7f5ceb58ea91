// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Bytes;

/** What {@code cat}, {@code readlink} and {@code ls} say in a guest, one path at a time. */
final class GuestTruth {
    /** One path. */
    sealed interface Seen {
        /** A file's text without trailing line breaks. */
        record Text(String value) implements Seen {}

        record Data(Bytes bytes) implements Seen {}

        /** The whole target, relative as it stands. */
        record Link(String target) implements Seen {}

        record Directory(List<String> entries) implements Seen {}

        /** There, but cat fails. */
        record Failing() implements Seen {}

        record Nothing() implements Seen {}
    }

    private static final String MARK = "==peerpath==";
    private static final Pattern ENTRY = Pattern.compile(MARK + "(.) (\\S+)\n(.*?)\n(?=" + MARK + ")", Pattern.DOTALL);

    private static final String SCRIPT = """
            say() { printf '%s%s %s\\n%s\\n' '$MARK' "$1" "$p" "$2"; }
            look() {
                p=$1
                if [ -L "$p" ] && [ ! -f "$p" ]; then say L "$(readlink "$p")"
                elif [ -d "$p" ]; then say D "$(ls -A "$p")"
                elif [ ! -e "$p" ]; then say N ''
                elif [ "$2" = b ]; then say B "$(base64 "$p")"
                elif text=$(cat "$p" 2>/dev/null); then say T "$text"
                else say F ''; fi
            }
            """.replace("$MARK", MARK);

    private final Map<String, Seen> seen = new HashMap<>();

    private GuestTruth() {}

    /** Looks at these absolute paths; those in {@code binary} as bytes. */
    static GuestTruth of(LabHost host, Collection<String> paths, Collection<String> binary) {
        StringBuilder script = new StringBuilder(SCRIPT);
        for (String path : paths) {
            script.append("look '").append(path).append(binary.contains(path) ? "' b\n" : "' t\n");
        }
        script.append("printf '").append(MARK).append("'\n");
        Output output = host.tryRun("sh -s", script.toString().getBytes(StandardCharsets.UTF_8));
        if (output.status() != 0) {
            throw new AssertionError(output.err());
        }
        GuestTruth truth = new GuestTruth();
        Matcher entry = ENTRY.matcher(output.out());
        while (entry.find()) {
            truth.seen.put(entry.group(2), seen(entry.group(1), entry.group(3)));
        }
        return truth;
    }

    private static Seen seen(String kind, String content) {
        return switch (kind) {
            case "T" -> new Seen.Text(content.replaceAll("\n+$", ""));
            case "B" -> new Seen.Data(Bytes.copyOf(Base64.getMimeDecoder().decode(content)));
            case "L" -> new Seen.Link(content);
            case "D" -> new Seen.Directory(content.lines().sorted().toList());
            case "F" -> new Seen.Failing();
            case "N" -> new Seen.Nothing();
            default -> throw new IllegalStateException(kind);
        };
    }

    Seen at(String path) {
        Seen found = seen.get(path);
        if (found == null) {
            throw new AssertionError("the guest did not say what " + path + " is");
        }
        return found;
    }
}
