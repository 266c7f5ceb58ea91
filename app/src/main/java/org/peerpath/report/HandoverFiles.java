// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.peerpath.diagram.ExportFile;
import org.peerpath.handover.DomainXml;
import org.peerpath.handover.Kit;
import org.peerpath.handover.LineDiff;
import org.peerpath.handover.QemuArgs;
import org.peerpath.text.Texts;

/** The files of a kit, in a folder or an archive. The same kit gives the same bytes. */
public final class HandoverFiles {
    /** About the earliest time that an archive can say, as in case files. */
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

    private HandoverFiles() {}

    /** Returns the contents by name, the page to read first in front. */
    public static SequencedMap<String, String> of(Kit kit, Texts texts) {
        SequencedMap<String, String> files = new LinkedHashMap<>();
        List<String> names =
                new ArrayList<>(List.of("map.json", "map.md", "nccl-topo.xml", "domain.xml", "qemu.args", "README.md"));
        kit.before().ifPresent(change -> names.add(4, "domain.diff"));
        files.put("README.md", HandoverText.readme(kit, names, texts));
        files.put("map.json", Json.indented(HandoverJson.of(kit)) + "\n");
        files.put("map.md", HandoverText.map(kit, texts));
        files.put("nccl-topo.xml", kit.nccl().text());
        files.put("domain.xml", DomainXml.of(kit));
        kit.before()
                .ifPresent(change -> files.put(
                        "domain.diff", LineDiff.of("a/domain.xml", "b/domain.xml", change.before(), change.after())));
        files.put("qemu.args", QemuArgs.of(kit));
        return files;
    }

    /** Writes an archive; the stream is left open. */
    public static void zip(Map<String, String> files, OutputStream out) throws IOException {
        ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8);
        zip.setLevel(Deflater.BEST_COMPRESSION);
        for (Map.Entry<String, String> file : files.entrySet()) {
            ZipEntry header = new ZipEntry("peerpath-handover/" + file.getKey());
            header.setTimeLocal(NO_TIME);
            zip.putNextEntry(header);
            zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
            zip.closeEntry();
        }
        zip.finish();
        out.flush();
    }

    /**
     * Writes the files into a folder, which is made; other files in it stay.
     *
     * @throws FileAlreadyExistsException if one of them is there and may not be replaced; then none is written
     */
    public static void folder(Map<String, String> files, Path folder, boolean overwrite) throws IOException {
        for (String name : files.keySet()) {
            if (!overwrite && Files.exists(folder.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
                throw new FileAlreadyExistsException(folder.resolve(name).toString());
            }
        }
        Files.createDirectories(folder);
        for (Map.Entry<String, String> file : files.entrySet()) {
            ExportFile.write(
                    folder.resolve(file.getKey()),
                    overwrite,
                    out -> out.write(file.getValue().getBytes(StandardCharsets.UTF_8)));
        }
    }
}
