// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the kernel's VFIO container offers (include/uapi/linux/vfio.h). Only {@code /dev/vfio/vfio} is opened: opening a
 * group would keep a virtual machine from it.
 *
 * @param apiVersion VFIO_GET_API_VERSION; 0 in every kernel so far
 */
public record VfioContainer(int apiVersion, Set<Extension> extensions) {
    /** Numbers of VFIO_CHECK_EXTENSION. */
    public enum Extension {
        TYPE1(1),
        TYPE1_V2(3),
        NESTING(6),
        NO_IOMMU(8),
        UNMAP_ALL(9),
        UPDATE_VADDR(10);

        private final int number;

        Extension(int number) {
            this.number = number;
        }
    }

    /** In one line: {@code API version 0: TYPE1 TYPE1_V2}. */
    @Override
    public String toString() {
        return "API version " + apiVersion + ": "
                + extensions.stream().sorted().map(Extension::name).collect(Collectors.joining(" "));
    }

    private static final Path NODE = Path.of("/dev/vfio/vfio");
    /** _IO(';', 100) and _IO(';', 101). */
    private static final long GET_API_VERSION = 0x3b64;

    private static final long CHECK_EXTENSION = 0x3b65;

    /**
     * Asks the container.
     *
     * @return empty if the module is not loaded: opening the node would load it, and reading changes nothing
     * @throws IOException if the node cannot be opened; the message says why
     */
    public static Optional<VfioContainer> read() throws IOException {
        if (!Files.isDirectory(Path.of("/sys/module/vfio")) || !Files.exists(NODE)) {
            return Optional.empty();
        }
        int file = Native.openReadWrite(NODE.toString());
        try {
            int version = Native.ioctl(file, GET_API_VERSION, 0);
            Set<Extension> found = EnumSet.noneOf(Extension.class);
            for (Extension extension : Extension.values()) {
                if (Native.ioctl(file, CHECK_EXTENSION, extension.number) > 0) {
                    found.add(extension);
                }
            }
            return Optional.of(new VfioContainer(version, found));
        } finally {
            Native.close(file);
        }
    }
}
