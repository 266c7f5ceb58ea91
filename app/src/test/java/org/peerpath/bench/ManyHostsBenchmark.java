// SPDX-License-Identifier: Apache-2.0
package org.peerpath.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.TableView;
import org.peerpath.host.HostException;
import org.peerpath.host.Prompter;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.testing.FortyHosts;
import org.peerpath.text.Message;
import org.peerpath.ui.RealSources;
import org.peerpath.ui.model.FleetPage;
import org.peerpath.ui.model.Overview;

/** How the page of all hosts feels with very many: while they are read, filtered, sorted and opened; and its memory. */
final class ManyHostsBenchmark {
    private static final int FORTY = 40;

    private ManyHostsBenchmark() {}

    /** Runs it with a multiple of forty hosts. */
    static void run(int hosts) throws InterruptedException, IOException, UnreadableSourceException {
        Path folder = Files.createTempDirectory("peerpath-hosts");
        for (int i = 0; i < hosts / FORTY; i++) {
            FortyHosts.write(folder, "rack%02d-".formatted(i));
        }
        WindowBenchmark.Opened opened =
                WindowBenchmark.open(new RealSources(Prompter.NOBODY, Clock.systemUTC(), (source, asked, stage) -> {
                    throw new HostException(HostException.Kind.UNREACHABLE, Message.of("read.access-denied"));
                }));
        WindowBenchmark.until(() -> opened.stage().isShowing());
        Thread.sleep(1000);
        Overview overview = opened.window().overview();
        WindowBenchmark.Probe reading = new WindowBenchmark.Probe();
        long start = System.nanoTime();
        WindowBenchmark.onWindow(() -> {
            opened.session().ask(Scenario.VM);
            opened.session().fleet().open(folder.toString());
        });
        WindowBenchmark.until(() -> overview.pageProperty().get().groups().hosts() == hosts && overview.toCome() == 0);
        reading.end();
        WindowBenchmark.say(
                "%d hosts: read and grouped after %.1f s, longest piece of work meanwhile %.1f ms; %d MiB resident",
                hosts, (System.nanoTime() - start) / 1e9, reading.longestWork(), WindowBenchmark.resident());
        List<String> filters = List.of("gpu", "gpu1", "gpu17", "broken", "40.50", "");
        WindowBenchmark.stalls(
                "filtering",
                opened,
                60,
                i -> overview.questionProperty()
                        .set(overview.questionProperty().get().filtered(filters.get(i % filters.size()))));
        WindowBenchmark.onWindow(() -> overview.questionProperty().set(FleetPage.Question.PLAIN));
        FleetPage.Column[] columns = FleetPage.Column.values();
        WindowBenchmark.stalls(
                "sorting",
                opened,
                40,
                i -> overview.questionProperty()
                        .set(overview.questionProperty()
                                .get()
                                .sorted(Optional.of(new FleetPage.Sort(columns[i % columns.length], i % 2 == 0)))));
        TableView<?> table = (TableView<?>) opened.stage().getScene().lookup("#fleet-table");
        WindowBenchmark.stalls(
                "scrolling",
                opened,
                60,
                i -> table.scrollTo(i * 37 % Math.max(1, table.getItems().size())));
        WindowBenchmark.stalls(
                "selecting",
                opened,
                40,
                i -> table.getSelectionModel().select(i % table.getItems().size()));
        Thread.sleep(10_000);
        WindowBenchmark.say("after ten quiet seconds: %d MiB resident", WindowBenchmark.resident());
    }
}
