// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.base;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import javafx.beans.Observable;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.ObservableList;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;
import org.peerpath.ui.base.TaskExecutor.Running;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Keeps {@link Settings} in a JSON file: written one second after the last change, to a new file that then takes the old
 * one's place, so that a crash leaves one or the other whole. Fields of later versions are kept. A file that cannot be
 * understood is set aside, not overwritten.
 */
public final class SettingsFile {
    private static final Duration QUIET = Duration.ofSeconds(1);
    private static final int VERSION = 1;

    private final Path file;
    private final TaskExecutor executor;
    private final ObjectMapper json =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    private final Settings settings = new Settings();
    private ObjectNode kept = json.createObjectNode();
    private Running waiting = Running.NONE;
    private final ReadOnlyObjectWrapper<Optional<Message>> trouble = new ReadOnlyObjectWrapper<>(Optional.empty());

    public SettingsFile(Path file, TaskExecutor executor) {
        this.file = file;
        this.executor = executor;
    }

    /** Reads the file, if there is one, and writes every later change back. */
    public Settings load() {
        if (Files.exists(file)) {
            try {
                take(json.readTree(Files.readString(file)));
            } catch (IOException | JacksonException | IllegalArgumentException e) {
                setAside();
            }
        }
        List<Observable> watched = List.of(
                settings.themeProperty(),
                settings.languageProperty(),
                settings.textScaleProperty(),
                settings.placeProperty(),
                settings.sidebarWidthProperty(),
                settings.inspectorWidthProperty(),
                settings.sidebarShownProperty(),
                settings.inspectorShownProperty(),
                settings.restoreProperty(),
                settings.open(),
                settings.recent(),
                settings.hosts(),
                settings.names());
        watched.forEach(value -> value.addListener(changed -> changed()));
        return settings;
    }

    /** What went wrong with the file last; it stays the same while the same goes wrong again, so that it is told once. */
    public ReadOnlyObjectProperty<Optional<Message>> troubleProperty() {
        return trouble.getReadOnlyProperty();
    }

    /** Writes at once what is waiting to be written. */
    public void flush() {
        waiting.cancel();
        try {
            write(text());
        } catch (IOException e) {
            notWritten();
        }
    }

    private void changed() {
        waiting.cancel();
        waiting = executor.after(QUIET, () -> {
            String text = text();
            executor.run(
                    () -> {
                        write(text);
                        return text;
                    },
                    done -> {},
                    problem -> notWritten());
        });
    }

    private void notWritten() {
        trouble.set(Optional.of(Message.of("ui.settings.not-written", file.toString())));
    }

    private synchronized void write(String text) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null) {
            throw new IOException(file.toString());
        }
        Files.createDirectories(folder);
        // It names hosts and files, which is nobody else's business: temporary files are readable by their owner only.
        Path next = Files.createTempFile(folder, file.getFileName().toString(), ".new");
        try {
            Files.writeString(next, text);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(next);
        }
    }

    private void setAside() {
        Path aside = file.resolveSibling(file.getFileName() + ".unreadable");
        try {
            Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
            trouble.set(Optional.of(Message.of("ui.settings.set-aside", aside.toString())));
        } catch (IOException e) {
            trouble.set(Optional.of(Message.of("ui.settings.not-read", file.toString())));
        }
    }

    private void take(JsonNode read) {
        if (!(read instanceof ObjectNode object)) {
            throw new IllegalArgumentException("no object");
        }
        kept = object;
        settings.themeProperty().set(choice(object, "theme", Settings.ThemeChoice.SYSTEM));
        settings.languageProperty().set(choice(object, "language", Settings.LanguageChoice.SYSTEM));
        settings.textScaleProperty()
                .set(Math.clamp(object.path("textScale").asDouble(1), Settings.SMALLEST, Settings.LARGEST));
        JsonNode place = object.path("window");
        settings.placeProperty()
                .set(new Settings.Place(
                        place.path("x").asDouble(Double.NaN),
                        place.path("y").asDouble(Double.NaN),
                        Math.max(640, place.path("width").asDouble(Settings.Place.FIRST.width())),
                        Math.max(400, place.path("height").asDouble(Settings.Place.FIRST.height())),
                        place.path("maximized").asBoolean(false)));
        settings.sidebarWidthProperty().set(object.path("sidebarWidth").asDouble(224));
        settings.inspectorWidthProperty().set(object.path("inspectorWidth").asDouble(336));
        settings.sidebarShownProperty().set(object.path("sidebarShown").asBoolean(true));
        settings.inspectorShownProperty().set(object.path("inspectorShown").asBoolean(true));
        settings.restoreProperty().set(object.path("restore").asBoolean(false));
        settings.open().setAll(strings(object.path("open")));
        settings.recent().setAll(strings(object.path("recent")));
        settings.hosts().setAll(strings(object.path("hosts")));
        settings.names().clear();
        object.path("names").properties().forEach(name -> {
            String given = Clean.line(name.getValue().asString("")).strip();
            if (!given.isEmpty()) {
                settings.names().put(name.getKey(), given);
            }
        });
    }

    private String text() {
        kept.put("version", VERSION);
        kept.put("theme", word(settings.themeProperty().get()));
        kept.put("language", word(settings.languageProperty().get()));
        kept.put("textScale", settings.textScaleProperty().get());
        Settings.Place place = settings.placeProperty().get();
        ObjectNode window = kept.putObject("window");
        if (Double.isFinite(place.x()) && Double.isFinite(place.y())) {
            window.put("x", place.x()).put("y", place.y());
        }
        window.put("width", place.width()).put("height", place.height()).put("maximized", place.maximized());
        kept.put("sidebarWidth", settings.sidebarWidthProperty().get());
        kept.put("inspectorWidth", settings.inspectorWidthProperty().get());
        kept.put("sidebarShown", settings.sidebarShownProperty().get());
        kept.put("inspectorShown", settings.inspectorShownProperty().get());
        kept.put("restore", settings.restoreProperty().get());
        put("open", settings.open());
        put("recent", settings.recent());
        put("hosts", settings.hosts());
        ObjectNode names = kept.putObject("names");
        new TreeMap<>(settings.names()).forEach(names::put);
        return json.writeValueAsString(kept);
    }

    private void put(String field, ObservableList<String> values) {
        ArrayNode array = kept.putArray(field);
        values.forEach(array::add);
    }

    private static List<String> strings(JsonNode array) {
        List<String> strings = new ArrayList<>();
        array.forEach(element -> strings.add(element.asString("")));
        strings.removeIf(String::isBlank);
        return strings;
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static <E extends Enum<E>> E choice(ObjectNode object, String field, E otherwise) {
        String word = object.path(field).asString("").toUpperCase(Locale.ROOT);
        for (E value : otherwise.getDeclaringClass().getEnumConstants()) {
            if (value.name().equals(word)) {
                return value;
            }
        }
        return otherwise;
    }
}
