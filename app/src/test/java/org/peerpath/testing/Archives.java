// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorOutputStream;

/** Files of one case, in the ways in which people hand them over. */
public final class Archives {
    private Archives() {}

    /** How they are packed. */
    public enum Form {
        TAR,
        TAR_GZ,
        TAR_XZ,
        ZIP,
        FOLDER
    }

    /** Writes the files; the name says nothing of what it is. */
    public static Path write(Path below, Form form, Map<String, String> files) throws IOException {
        Path made = below.resolve("case-" + form.name());
        if (form == Form.FOLDER) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                Path path = made.resolve(file.getKey());
                Files.createDirectories(path.getParent());
                Files.writeString(path, file.getValue());
            }
            return made;
        }
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(made));
        if (form == Form.ZIP) {
            try (ZipOutputStream zip = new ZipOutputStream(out)) {
                for (Map.Entry<String, String> file : files.entrySet()) {
                    zip.putNextEntry(new ZipEntry(file.getKey()));
                    zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
                    zip.closeEntry();
                }
            }
            return made;
        }
        OutputStream packed = switch (form) {
            case TAR_GZ -> new GzipCompressorOutputStream(out);
            case TAR_XZ -> new XZCompressorOutputStream(out);
            default -> out;
        };
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(packed, StandardCharsets.UTF_8.name())) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            for (Map.Entry<String, String> file : files.entrySet()) {
                byte[] content = file.getValue().getBytes(StandardCharsets.UTF_8);
                TarArchiveEntry entry = new TarArchiveEntry(file.getKey());
                entry.setSize(content.length);
                tar.putArchiveEntry(entry);
                tar.write(content);
                tar.closeArchiveEntry();
            }
        }
        return made;
    }
}
