// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerpath.cli.Program;
import org.peerpath.diagram.LayoutOptions.Paths;
import org.peerpath.diagram.PathKey;
import org.peerpath.diagram.Theme;
import org.peerpath.model.HostModel;
import org.peerpath.path.Change;
import org.peerpath.path.Scenario;
import org.peerpath.report.ExportKind;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.file.Samples;

/** The command that the window shows writes the file that the window writes, to the byte. */
class ExportWishTest {
    private static final PathKey BAD = new PathKey(Address.of("0000:b8:00.0"), Address.of("0000:bb:00.0"));
    private static final List<Change> CHANGES = List.of(
            new Change.AcsControl(Address.of("0000:b7:00.0"), 0x5d),
            new Change.AtsEnable(Address.of("0000:b8:00.0"), false));

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(ExportKind.class)
    void theCommandWritesTheSame(ExportKind kind) throws Exception {
        List<ExportWish> wishes = List.of(
                new ExportWish(
                        kind,
                        Scenario.VM,
                        Theme.DARK,
                        Locale.KOREAN,
                        Paths.NEAREST,
                        Optional.of(BAD),
                        false,
                        true,
                        true,
                        1),
                new ExportWish(
                        kind,
                        Scenario.AS_IS,
                        Theme.PRINT,
                        Locale.ENGLISH,
                        Paths.SELECTED,
                        Optional.of(BAD),
                        false,
                        false,
                        false,
                        2),
                new ExportWish(
                        kind,
                        Scenario.BARE_METAL,
                        Theme.LIGHT,
                        Locale.ENGLISH,
                        Paths.ALL,
                        Optional.empty(),
                        true,
                        false,
                        false,
                        2));
        HostModel host = HostModel.of(Samples.open("hgx-b300-one-bad"));
        for (List<Change> changes : List.of(List.<Change>of(), CHANGES)) {
            HostView view = HostView.of(host, new HostView.Question(Scenario.VM, changes));
            for (ExportWish wish : wishes) {
                ByteArrayOutputStream shown = new ByteArrayOutputStream();
                wish.write(view, shown);
                Path file = folder.resolve("host." + kind.ending());
                List<String> words = wish.command("sample:hgx-b300-one-bad", changes, file.toString());
                ByteArrayOutputStream said = new ByteArrayOutputStream();
                assertEquals(
                        0,
                        Program.run(words.subList(1, words.size()), said, said),
                        () -> words + ": " + said.toString(StandardCharsets.UTF_8));
                assertArrayEquals(shown.toByteArray(), Files.readAllBytes(file), () -> String.join(" ", words));
                Files.delete(file);
            }
        }
    }
}
