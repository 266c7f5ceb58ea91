// SPDX-License-Identifier: Apache-2.0
package org.peerpath.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.report.Answer;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.testing.Cases;

/** The questions of docs/fleet.md, asked of DuckDB over three days of two hosts. */
class HistoryTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void threeDays() throws Exception {
        day("2026-11-28", "b300-vm-good", "b300-vm-good");
        day("2026-11-29", "b300-vm-no-dt", "b300-vm-good");
        day("2026-11-30", "b300-vm-no-dt", "b300-fw-bad");
    }

    private void day(String date, String gpu17, String gpu18) throws Exception {
        Path part = folder.resolve("hosts/date=" + date + "/part.jsonl.gz");
        Files.createDirectories(part.getParent());
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(part))) {
            out.write(line("gpu17", gpu17).getBytes(StandardCharsets.UTF_8));
            out.write(line("gpu18", gpu18).getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String line(String name, String example) throws Exception {
        Snapshot snapshot = Cases.host(example);
        Origin origin = snapshot.origin();
        HostModel host =
                HostModel.of(snapshot.withOrigin(new Origin(origin.source(), origin.kind(), name, origin.readAt())));
        return FleetFormat.jsonLine(HostRecords.of(Answer.of(host, Scenario.VM, PathSelection.DEFAULT), Policy.NONE));
    }

    /** The questions as the page has them, in its order. */
    private static List<String> questions() throws IOException {
        List<String> found = new ArrayList<>();
        String page = Files.readString(Path.of("..", "docs", "fleet.md"));
        for (int at = page.indexOf("```sql\n"); at >= 0; at = page.indexOf("```sql\n", at + 1)) {
            found.add(page.substring(at + 7, page.indexOf("```", at + 7)));
        }
        return found;
    }

    private List<String> ask(int question) throws IOException, SQLException {
        String sql = questions().get(question).replace("'hosts/", "'" + folder + "/hosts/");
        List<String> rows = new ArrayList<>();
        try (Connection database = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = database.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                List<String> cells = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    cells.add(String.valueOf(result.getString(i)));
                }
                rows.add(String.join(" ", cells));
            }
        }
        return rows;
    }

    @Test
    void sinceWhenAHostIsBroken() throws Exception {
        assertEquals(List.of("gpu17 2026-11-29"), ask(0));
    }

    @Test
    void whichFirmwareFreezes() throws Exception {
        List<String> rows = ask(1);
        assertEquals(1, rows.size(), rows.toString());
        assertTrue(rows.getFirst().startsWith("gpu18") && rows.getFirst().contains("40.47.2526"), rows.toString());
    }

    @Test
    void whichHostsChangedTheirGroup() throws Exception {
        List<String> rows = ask(2);
        assertEquals(2, rows.size(), rows.toString());
        assertTrue(rows.get(0).startsWith("gpu17 2026-11-29"), rows.toString());
        assertTrue(rows.get(1).startsWith("gpu18 2026-11-30"), rows.toString());
    }

    @Test
    void statesByDay() throws Exception {
        List<String> rows = ask(3);
        assertEquals(
                "2026-11-29 broken 1",
                rows.stream()
                        .filter(row -> row.startsWith("2026-11-29 b"))
                        .findFirst()
                        .orElseThrow());
        assertEquals("2026-11-30 broken 2", rows.getLast());
    }
}
