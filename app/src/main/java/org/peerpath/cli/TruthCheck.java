// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.peerpath.cli.Command.UsageException;
import org.peerpath.handover.HostTruth;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.report.Answer;
import org.peerpath.report.CheckJson;
import org.peerpath.report.HandoverJson;
import org.peerpath.report.HandoverText;
import org.peerpath.report.Json;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;
import tools.jackson.databind.node.ObjectNode;

/** {@code check --host-truth}: a guest judged by what its host knows. */
record TruthCheck(Terminal terminal, boolean json) {
    private static final int LARGEST = 16 << 20;

    ExitStatus run(List<SourceList.Entry> entries, String map, Scenario scenario, PathSelection selection)
            throws UnreadableSourceException, UsageException {
        if (entries.size() != 1) {
            throw new UsageException(Message.of("cli.host-truth-one"));
        }
        HostTruth truth = read(map);
        HostModel guest = HostModel.of(entries.getFirst().open());
        HostTruth.Answer answer = truth.judge(guest);
        if (json) {
            ObjectNode whole = CheckJson.of(Answer.of(guest, scenario, selection));
            whole.set("hostTruth", HandoverJson.of(answer));
            terminal.printLine(Json.indented(whole));
        } else {
            terminal.print(HandoverText.truth(answer, terminal.texts(), terminal.ink()));
        }
        return switch (answer.state()) {
            case BROKEN -> ExitStatus.WRONG;
            case UNKNOWN -> ExitStatus.UNKNOWN;
            case ATTENTION, OK -> ExitStatus.FINE;
        };
    }

    private static HostTruth read(String map) throws UnreadableSourceException {
        try (InputStream in = Files.newInputStream(Path.of(map))) {
            return HandoverJson.read(in.readNBytes(LARGEST))
                    .orElseThrow(() -> Unreadable.file(map, Message.of("cli.not-host-truth", Clean.line(map))));
        } catch (IOException e) {
            throw Unreadable.io(map, e);
        } catch (InvalidPathException e) {
            throw Unreadable.file(map, Message.of("read.no-such-file"), e);
        }
    }
}
