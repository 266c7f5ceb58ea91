// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lab's emulator, brought into a lab machine, so that a VM runs there: the same program with its libraries and SeaBIOS,
 * and Perl's core, with which a host's monitors can be asked. It takes some 70 MB of the machine's memory.
 */
final class GuestQemu {
    private static final Pattern LIBRARY = Pattern.compile("(\\S+) => (/\\S+)");
    /** Those of the guest itself, which is of the same release. */
    private static final Pattern OF_THE_GUEST = Pattern.compile("(?:libc|libm|libdl|libpthread|ld-linux[^/]*)\\.so.*");

    private static final Path LIBRARIES = Path.of("usr", "lib", "x86_64-linux-gnu");
    private static final String PERL = "usr/bin/perl";
    private static final String PERL_BASE = "usr/lib/x86_64-linux-gnu/perl-base";

    private GuestQemu() {}

    /** Sees to it that {@code /opt/vmm/run WORD...} starts an emulator there. */
    static void install(LabHost host, Path folder) throws Exception {
        if (host.tryRun("[ -x /opt/vmm/run ]").status() == 0) {
            return;
        }
        Path emulator = host.emulator();
        Path root = folder.resolve("root");
        Path vmm = Files.createDirectories(root.resolve("opt/vmm"));
        Path program = emulator.resolve("usr/bin/qemu-system-x86_64");
        Files.copy(program, vmm.resolve("qemu-system-x86_64"));
        for (String firmware : List.of("seabios/bios-256k.bin", "qemu/kvmvapic.bin")) {
            Path file = emulator.resolve("usr/share").resolve(firmware);
            Files.copy(file, vmm.resolve(file.getFileName().toString()));
        }
        for (Path library : libraries(emulator, program)) {
            Files.copy(
                    library,
                    Files.createDirectories(vmm.resolve("lib"))
                            .resolve(library.getFileName().toString()));
        }
        Path run = vmm.resolve("run");
        Files.writeString(run, "#!/bin/sh\nLD_LIBRARY_PATH=/opt/vmm/lib exec /opt/vmm/qemu-system-x86_64 \"$@\"\n");
        List<String> tar = new ArrayList<>(List.of("tar", "-czhf", "-", "-C", root.toString(), "opt"));
        assumeTrue(Files.isDirectory(Path.of("/", PERL_BASE)), "skipped: no Perl here that the guest could be lent");
        tar.addAll(List.of(
                "-C", "/", PERL, PERL_BASE, LIBRARIES.resolve("libcrypt.so.1").toString()));
        Output there = host.tryRun(
                "tar -C / -xzf - --keep-directory-symlink && chmod +x /opt/vmm/run;" + " /opt/vmm/run --version",
                output(tar));
        if (there.status() != 0) {
            throw new AssertionError(there.err());
        }
    }

    /** As the loader resolves them; by name, so that what they are called is what the loader looks for. */
    private static List<Path> libraries(Path emulator, Path program) throws Exception {
        ProcessBuilder ldd = new ProcessBuilder("ldd", program.toString());
        ldd.environment()
                .put(
                        "LD_LIBRARY_PATH",
                        emulator.resolve(LIBRARIES) + ":"
                                + emulator.resolve("lib").resolve("x86_64-linux-gnu"));
        Process process = ldd.start();
        Matcher m = LIBRARY.matcher(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        List<Path> found = new ArrayList<>();
        while (m.find()) {
            if (!OF_THE_GUEST.matcher(m.group(1)).matches()) {
                found.add(Path.of(m.group(2)));
            }
        }
        process.waitFor();
        return found;
    }

    private static byte[] output(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.getInputStream().readAllBytes();
    }
}
