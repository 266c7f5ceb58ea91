// SPDX-License-Identifier: Apache-2.0
package org.peerpath;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Set;
import org.peerpath.cli.Program;
import org.peerpath.hardware.KnowledgeFiles;
import org.peerpath.ui.Window;

/** The one way in: the window when called without a command, the command line otherwise. */
public final class Main {
    private static final String WINDOW = "window";
    private static final Set<String> HELP = Set.of("-h", "--help");

    private Main() {}

    public static void main(String[] args) throws IOException {
        List<String> words = List.of(args);
        KnowledgeFiles.useThoseOfTheUser(System.getenv());
        if (words.isEmpty()) {
            window(words);
        } else if (words.getFirst().equals(WINDOW) && words.stream().noneMatch(HELP::contains)) {
            window(words.subList(1, words.size()));
        } else {
            System.exit(commandLine(words));
        }
    }

    private static void window(List<String> sources) throws IOException {
        if (hasDisplay()) {
            Window.open(sources);
        } else {
            // The command line says it in the user's language.
            System.exit(commandLine(List.of(WINDOW)));
        }
    }

    /** On other systems there always is one. */
    private static boolean hasDisplay() {
        boolean linux = System.getProperty("os.name", "").equals("Linux");
        boolean headless = System.getProperty("glass.platform", "").equals("Headless");
        return !linux || headless || isSet("DISPLAY") || isSet("WAYLAND_DISPLAY");
    }

    private static boolean isSet(String variable) {
        String value = System.getenv(variable);
        return value != null && !value.isEmpty();
    }

    private static int commandLine(List<String> words) throws IOException {
        try (OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
                OutputStream err = new FileOutputStream(FileDescriptor.err)) {
            return Program.run(words, out, err);
        }
    }
}
