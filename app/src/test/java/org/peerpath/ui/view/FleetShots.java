// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.peerpath.host.HostException;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.testing.FortyHosts;
import org.peerpath.text.Message;
import org.peerpath.ui.RealSources;
import org.peerpath.ui.model.FleetPage;

/** Pictures of the page of all hosts: forty mixed ones, compared with themselves in health. */
final class FleetShots {
    private FleetShots() {}

    static void take(Gallery gallery, Predicate<String> wanted) {
        if (List.of("fleet", "fleet-since").stream().noneMatch(wanted)) {
            return;
        }
        Path folder = hosts();
        Stages stages = open(gallery, folder);
        if (wanted.test("fleet")) {
            gallery.picture(stages, "fleet");
        }
        if (wanted.test("fleet-since")) {
            since(stages, folder);
            gallery.picture(stages, "fleet-since");
        }
        stages.close();
    }

    private static Stages open(Gallery gallery, Path folder) {
        Stages stages = Stages.openAsking(
                prompter -> new RealSources(prompter, Clock.systemUTC(), (source, asked, stage) -> {
                    throw new HostException(HostException.Kind.UNREACHABLE, Message.of("read.access-denied"));
                }),
                1280,
                800,
                gallery.dress()::put,
                folder.resolve("hosts").toString());
        Stages.onWindow(() -> stages.window.session().ask(Scenario.VM));
        read(stages);
        return stages;
    }

    private static void read(Stages stages) {
        Stages.within(Duration.ofMinutes(3), "forty hosts in the scenario of now", () -> {
            FleetPage page = stages.window.overview().pageProperty().get();
            return page.groups().hosts() == 40
                    && page.groups().groups().stream()
                            .flatMap(group -> group.hosts().stream())
                            .allMatch(host -> host.scenario() == Scenario.VM);
        });
        Stages.frames(8);
    }

    /** Compared with the week before, and one group opened. */
    private static void since(Stages stages, Path folder) {
        Stages.onWindow(() ->
                stages.window.overview().compareWith(folder.resolve("before").toString(), "23 Nov"));
        Stages.within(
                Duration.ofMinutes(3),
                "the comparison",
                () -> stages.window.overview().pageProperty().get().groups().groups().stream()
                        .flatMap(group -> group.hosts().stream())
                        .anyMatch(host -> !host.changed().isEmpty()));
        read(stages);
        FleetTable table = stages.find(FleetTable.class, "#fleet-table");
        Stages.onWindow(() -> {
            table.toggle(table.getItems().getLast());
        });
        Stages.frames(8);
    }

    private static Path hosts() {
        try {
            // Its name is in the pictures, so it is the same each time.
            Path folder = Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir"), "fleet"));
            FortyHosts.write(Files.createDirectories(folder.resolve("hosts")));
            FortyHosts.writeHealthy(Files.createDirectories(folder.resolve("before")));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (UnreadableSourceException e) {
            throw new IllegalStateException(e);
        }
    }
}
