// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Python in a guest, which like many a host has none: this machine's own, copied there over SSH. Both are of the same
 * release, since the guest is made of packages from this machine's sources. It takes some 35 MB of the guest's memory.
 */
final class GuestPython {
    private static final Path INTERPRETER = Path.of("/usr/bin/python3");
    private static final Path LIBRARIES = Path.of("/usr/lib/x86_64-linux-gnu");
    /** What neither Ansible's modules nor the tests need of it. What was compiled is needed: emulated, compiling takes long. */
    private static final List<String> LEFT_OUT = List.of(
            "ensurepip",
            "lib2to3",
            "idlelib",
            "test",
            "config-*",
            "turtledemo",
            "tkinter",
            "pydoc_data",
            "dist-packages",
            "*.opt-?.pyc");

    private GuestPython() {}

    /** Sees to it that {@code python3} is there; skips the test where this machine has none to lend. */
    static void install(LabHost host) throws IOException {
        assumeTrue(Files.isExecutable(INTERPRETER), "skipped: no Python here that the guest could be lent");
        if (host.tryRun("[ -x " + INTERPRETER + " ]").status() == 0) {
            return;
        }
        Path real = INTERPRETER.toRealPath();
        List<String> tar = new ArrayList<>(List.of("tar", "-C", "/", "-chzf", "-"));
        LEFT_OUT.forEach(name -> tar.add("--exclude=" + name));
        tar.add(real.toString().substring(1));
        tar.add("usr/lib/" + real.getFileName());
        for (String library : List.of("libexpat.so.1", "libz.so.1", "libffi.so.8", "libcrypto.so.3", "libssl.so.3")) {
            Path file = LIBRARIES.resolve(library);
            if (Files.exists(file) && host.tryRun("[ -e " + file + " ]").status() != 0) {
                tar.add(file.toString().substring(1));
            }
        }
        Process archive = new ProcessBuilder(tar)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        byte[] bytes = archive.getInputStream().readAllBytes();
        Output there = host.tryRun("tar -C / -xzf - && ln -sf " + real + " " + INTERPRETER, bytes);
        if (there.status() != 0) {
            throw new AssertionError(there.err());
        }
        host.run("python3 -c 'import fcntl, json'");
    }
}
