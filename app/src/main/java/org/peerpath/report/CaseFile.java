// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.peerpath.diagram.ExportOptions;
import org.peerpath.diagram.Exporter;
import org.peerpath.diagram.Format;
import org.peerpath.diagram.LayoutOptions;
import org.peerpath.diagram.Theme;
import org.peerpath.snapshot.file.SnapshotFile;
import org.peerpath.text.Texts;

/**
 * What a vendor needs to work on a case, in one archive: what was read, the settings and firmware that matter, what the log
 * says, the shortest way to make it happen again, the findings and the picture. The same input gives the same bytes.
 */
public final class CaseFile {
    /**
     * About the earliest time that the format can say: the archive tells nothing about when it was made. Not the very
     * earliest, which ZipEntry takes for one before 1980 and keeps in the local time zone.
     */
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

    private final Map<String, byte[]> entries = new LinkedHashMap<>();
    private final Texts texts;

    private CaseFile(Texts texts) {
        this.texts = texts;
    }

    /**
     * Writes the archive; the stream is left open.
     *
     * @param answer the host's, made from what may be given away
     * @param log what its kernel log tells
     * @param trials what its NICs' firmware has been tried with, as a table
     * @param redacted whether names, addresses and serial numbers were replaced
     */
    public static void write(
            Answer answer, Optional<CaseLog> log, String trials, boolean redacted, Texts texts, OutputStream out)
            throws IOException {
        CaseFile file = new CaseFile(texts);
        CaseTables tables = new CaseTables(answer, texts);
        file.text("README.md", CaseReadme.of(answer, log, redacted, texts));
        file.text("findings.txt", CheckText.of(answer, texts, Ink.PLAIN));
        file.text("check.json", Json.indented(CheckJson.of(answer)) + "\n");
        file.text("settings.md", tables.settings());
        file.text("firmware.md", tables.firmware());
        log.ifPresent(l -> {
            file.text("log.txt", l.diagnosis());
            file.text("stacks.txt", l.stacks());
        });
        file.text("reproducer.md", new CaseReproducer(answer, log.flatMap(CaseLog::suspect), texts).write());
        file.text("before-after.md", tables.beforeAndAfter(trials));
        file.picture(answer, Format.SVG);
        file.picture(answer, Format.PNG);
        ByteArrayOutputStream snapshot = new ByteArrayOutputStream();
        SnapshotFile.write(answer.host().snapshot(), snapshot, false);
        file.entries.put("snapshot.json", snapshot.toByteArray());
        file.zip(out);
    }

    private void text(String name, String content) {
        entries.put(name, content.getBytes(StandardCharsets.UTF_8));
    }

    private void picture(Answer answer, Format format) throws IOException {
        ByteArrayOutputStream picture = new ByteArrayOutputStream();
        ExportOptions options = MeasuredNotes.in(answer, new ExportOptions(LayoutOptions.FILE, Theme.LIGHT, texts, 2));
        Exporter.write(format, answer.host(), answer.paths(), options, picture);
        entries.put("diagram." + format.ending(), picture.toByteArray());
    }

    private void zip(OutputStream out) throws IOException {
        ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8);
        zip.setLevel(Deflater.BEST_COMPRESSION);
        for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
            ZipEntry header = new ZipEntry("peerpath-case/" + entry.getKey());
            header.setTimeLocal(NO_TIME);
            zip.putNextEntry(header);
            zip.write(entry.getValue());
            zip.closeEntry();
        }
        zip.finish();
        out.flush();
    }
}
