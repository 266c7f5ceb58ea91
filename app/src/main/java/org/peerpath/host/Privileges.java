// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * As whom this program runs here.
 *
 * @param effectiveUser geteuid(2)
 * @param capabilities the effective set as in {@code CapEff} of /proc/self/status (capabilities(7)); empty if not read
 */
public record Privileges(int effectiveUser, OptionalLong capabilities) {
    /** Bit 21: reads beyond the first 64 bytes of configuration space need it (drivers/pci/pci-sysfs.c). */
    private static final int CAP_SYS_ADMIN = 21;

    /** Asks the C library and the kernel. */
    public static Privileges read() {
        return new Privileges(Native.effectiveUser(), effectiveCapabilities());
    }

    /** Whether configuration space can be read beyond its first 64 bytes. */
    public boolean readsWholeConfigurationSpace() {
        return capabilities.isPresent() ? (capabilities.getAsLong() >> CAP_SYS_ADMIN & 1) != 0 : effectiveUser == 0;
    }

    private static OptionalLong effectiveCapabilities() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith("CapEff:")) {
                    return OptionalLong.of(
                            Long.parseUnsignedLong(line.substring(7).strip(), 16));
                }
            }
        } catch (IOException | NumberFormatException e) {
            return OptionalLong.empty();
        }
        return OptionalLong.empty();
    }
}
