// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.collections.ListChangeListener;
import org.peerpath.host.Hosts;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.ui.base.Settings;

/** Remembers which files are open, and opens them again at the next start if the person wants that. */
public final class Sitting {
    private final Settings settings;
    /** Those of last time; what is open now takes their place in the settings at once. */
    private final List<String> earlier;

    /** Follows a fleet from now on. */
    public Sitting(Fleet fleet, Settings settings) {
        this.settings = settings;
        this.earlier = List.copyOf(settings.open());
        fleet.entries().addListener((ListChangeListener<HostEntry>) change -> settings.open()
                .setAll(fleet.entries().stream()
                        .map(HostEntry::openedAs)
                        .filter(source -> source.startsWith("/"))
                        .distinct()
                        .toList()));
    }

    /**
     * What to open at the start.
     *
     * @param named on the command line; files among them are remembered as opened lately
     */
    public List<String> sources(List<String> named) {
        named.reversed().forEach(source -> file(source).ifPresent(settings::remember));
        return named.isEmpty() && settings.restoreProperty().get() ? earlier : named;
    }

    private static Optional<String> file(String source) {
        if (Hosts.isHost(source) || source.startsWith(Samples.PREFIX)) {
            return Optional.empty();
        }
        try {
            Path path = Path.of(source).toAbsolutePath().normalize();
            return Files.exists(path) ? Optional.of(path.toString()) : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}
