// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.peerpath.measured.read.Readouts.read;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.snapshot.UnreadableSourceException;

/** Files of outputs: several in one, behind prefixes, in other encodings, with secrets, or none at all. */
class OutputFilesTest {
    /** Neither the environment nor the command line of a report comes out again. */
    @Test
    void secretsStayBehind() {
        String shell = "export WANDB_API_KEY=k33p; sshpass -p pa55 ssh root@node ib_write_bw -d mlx5_1 --use_cuda=0 "
                + "--comment tok3n 192.0.2.1\n"
                + Outputs.perftest(Outputs.GBITS, " 65536 5000 390.50 390.50 0.744820\n", "");
        String all = read(Outputs.NCCL_JSON).toString() + read(shell);
        for (String secret : List.of("hunter2", "hf_secret", "abc123", "k33p", "pa55", "tok3n", "root@node")) {
            assertFalse(all.contains(secret), secret);
        }
    }

    /** Several outputs in one file, one of them behind a launcher's prefixes. */
    @Test
    void mixedFilesGiveEveryFigure() {
        StringBuilder all = new StringBuilder();
        int figures = 0;
        for (String text : Outputs.all().values()) {
            all.append("$ some command\n").append(text).append('\n');
            figures += read(text).figures().size();
        }
        assertEquals(figures, read(all.toString()).figures().size());
    }

    @ParameterizedTest
    @CsvSource({
        "'[1,0]<stdout>:'",
        "'0: '",
        "'node01: '",
        "'> '",
        "'[pod/nccl-0/main] '",
        "'2026-11-03T09:00:00.1Z stdout F '"
    })
    void launchersPrefixesAreNoPartOfTheOutput(String prefix) {
        for (String name : List.of("perftest", "nccl", "nvbandwidth", "gdrcopy", "p2p")) {
            String text = Objects.requireNonNull(Outputs.all().get(name));
            String tagged = text.lines().map(line -> prefix + line).collect(Collectors.joining("\n", "", "\n"));
            assertEquals(
                    read(text).figures().stream()
                            .map(Figure::gigabytesPerSecond)
                            .toList(),
                    read(tagged).figures().stream()
                            .map(Figure::gigabytesPerSecond)
                            .toList(),
                    name);
        }
    }

    @Test
    void windowsWritesUtf16() throws UnreadableSourceException {
        byte[] bytes = Outputs.NCCL.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_16);
        assertEquals(
                5,
                MeasurementReader.read(new ByteArrayInputStream(bytes), "x")
                        .figures()
                        .size());
    }

    @Test
    void aTextThatIsNoneNamesItselfAndItsLength() {
        byte[] bytes = "hello\n1 2 3 4 5\n{\"a\": 1}\n".getBytes(StandardCharsets.UTF_8);
        UnreadableSourceException e = assertThrows(
                UnreadableSourceException.class,
                () -> MeasurementReader.read(new ByteArrayInputStream(bytes), "notes.txt"));
        assertEquals(List.of("notes.txt", "3"), e.reason().args());
    }

    @ParameterizedTest
    @CsvSource({"82:00, '', 82, 00", "0000:06:00.0, 0000, 06, 00", "00000009:01:00, 0009, 01, 00"})
    void busIds(String text, String domain, String bus, String device) {
        BusId id = BusId.parse(text).orElseThrow();
        assertEquals((domain.isEmpty() ? "" : domain + ":") + bus + ":" + device, id.toString());
    }
}
