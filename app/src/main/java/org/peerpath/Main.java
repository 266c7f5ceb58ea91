// SPDX-License-Identifier: Apache-2.0
package org.peerpath;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.peerpath.cli.Program;

/** The one way in: the window when called without arguments, the command line otherwise. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws IOException {
        int status;
        try (OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
                OutputStream err = new FileOutputStream(FileDescriptor.err)) {
            status = Program.run(List.of(args), out, err);
        }
        System.exit(status);
    }
}
