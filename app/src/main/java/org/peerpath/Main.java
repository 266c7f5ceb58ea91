// SPDX-License-Identifier: Apache-2.0
package org.peerpath;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.peerpath.cli.Program;

/** The one way in: the window when called without arguments, the command line otherwise. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        try (PrintWriter out = writer(FileDescriptor.out);
                PrintWriter err = writer(FileDescriptor.err)) {
            int status = Program.run(List.of(args), out, err);
            out.flush();
            err.flush();
            System.exit(status);
        }
    }

    /** UTF-8 whatever the locale: data must be the same bytes everywhere. */
    private static PrintWriter writer(FileDescriptor stream) {
        return new PrintWriter(new FileOutputStream(stream), false, StandardCharsets.UTF_8);
    }
}
