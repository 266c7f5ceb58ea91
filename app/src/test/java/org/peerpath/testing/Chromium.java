// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import java.awt.image.BufferedImage;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.imageio.ImageIO;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * A headless Chromium with one page, spoken to through the DevTools protocol: what a reader's browser draws. It has a
 * profile of its own and asks nothing of the network by itself.
 */
public final class Chromium implements AutoCloseable {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    private static final int SECONDS = 60;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final WebSocket socket;
    private final HttpClient client;
    private final AtomicInteger next = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final List<JsonNode> events = new CopyOnWriteArrayList<>();
    private volatile CompletableFuture<JsonNode> loaded = new CompletableFuture<>();
    private String session = "";

    private Chromium(Process process, URI address) throws IOException, InterruptedException {
        this.process = process;
        this.client = HttpClient.newHttpClient();
        this.socket =
                client.newWebSocketBuilder().buildAsync(address, new Answers()).join();
        String target = call("Target.createTarget", Map.of("url", "about:blank"))
                .get("targetId")
                .asString();
        session = call("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .get("sessionId")
                .asString();
        for (String domain : List.of("Page", "Runtime", "Network", "Log")) {
            call(domain + ".enable", Map.of());
        }
    }

    /** The program's file, if it is installed. */
    public static Optional<Path> program() {
        for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
            for (String name : NAMES) {
                Path file = Path.of(folder, name);
                if (Files.isExecutable(file)) {
                    return Optional.of(file);
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Starts it.
     *
     * @param profile a new folder, which it fills with its own files
     */
    public static Chromium start(Path profile) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                program().orElseThrow().toString(),
                "--headless",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "--no-first-run",
                "--disable-gpu",
                "--disable-quic",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-lcd-text",
                "--hide-scrollbars",
                "--force-color-profile=srgb",
                "--font-render-hinting=none"));
        if ("root".equals(System.getProperty("user.name"))) {
            command.add("--no-sandbox");
        }
        Process process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        StringBuilder said = new StringBuilder();
        BufferedReader errors = process.errorReader(StandardCharsets.UTF_8);
        String line = errors.readLine();
        while (line != null && !line.startsWith("DevTools listening on ")) {
            said.append(line).append('\n');
            line = errors.readLine();
        }
        if (line == null) {
            throw new IOException("Chromium did not start: " + said);
        }
        Thread.ofVirtual().start(() -> drain(errors));
        return new Chromium(process, URI.create(line.substring("DevTools listening on ".length())));
    }

    private static void drain(BufferedReader errors) {
        try {
            errors.transferTo(Writer.nullWriter());
        } catch (IOException ended) {
            // It was closed with the process.
        }
    }

    /** Opens an address in a window of this size; returns when it is loaded. What was noticed before is forgotten. */
    public void open(URI address, int width, int height, double scale) throws IOException, InterruptedException {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", scale, "mobile", false));
        events.clear();
        loaded = new CompletableFuture<>();
        JsonNode answer = call("Page.navigate", Map.of("url", address.toString()));
        if (answer.has("errorText")) {
            throw new IOException(address + ": " + answer.get("errorText").asString());
        }
        await(loaded);
    }

    /** The value of an expression in the page; a promise is waited for. */
    public JsonNode evaluate(String expression) throws IOException, InterruptedException {
        JsonNode answer =
                call("Runtime.evaluate", Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
        if (answer.has("exceptionDetails")) {
            throw new IOException(answer.get("exceptionDetails").toString());
        }
        return answer.get("result").path("value");
    }

    /** What the window shows. */
    public BufferedImage screenshot() throws IOException, InterruptedException {
        return ImageIO.read(new ByteArrayInputStream(capture(false)));
    }

    /** All of the page, beyond the window's edges too, as a PNG file. */
    public byte[] wholePage() throws IOException, InterruptedException {
        return capture(true);
    }

    private byte[] capture(boolean whole) throws IOException, InterruptedException {
        return Base64.getDecoder()
                .decode(call("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", whole))
                        .get("data")
                        .asString());
    }

    /** Shows pages as on {@code screen} or as on paper ({@code print}). */
    public void medium(String medium) throws IOException, InterruptedException {
        call("Emulation.setEmulatedMedia", Map.of("media", medium));
    }

    /** Whether pages may run scripts of their own. */
    public void scripts(boolean allowed) throws IOException, InterruptedException {
        call("Emulation.setScriptExecutionDisabled", Map.of("value", !allowed));
    }

    /** The addresses that the page asked for, beside its own and those that hold their data themselves. */
    public List<String> fetched() {
        return events.stream()
                .filter(e -> e.get("method").asString().equals("Network.requestWillBeSent"))
                .map(e -> e.at("/params/request/url").asString())
                .filter(url -> !url.startsWith("data:"))
                .skip(1)
                .toList();
    }

    /** What the browser complained about: exceptions, refused contents, markup it did not understand. */
    public List<String> complaints() {
        return events.stream()
                .filter(e -> List.of("Runtime.exceptionThrown", "Log.entryAdded")
                        .contains(e.get("method").asString()))
                .map(e -> e.get("params").toString())
                .toList();
    }

    private JsonNode call(String method, Map<String, Object> parameters) throws IOException, InterruptedException {
        int id = next.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        Map<String, Object> message = new LinkedHashMap<>(Map.of("id", id, "method", method));
        message.put("params", parameters);
        if (!session.isEmpty()) {
            message.put("sessionId", session);
        }
        socket.sendText(JSON.writeValueAsString(message), true).join();
        JsonNode said = await(answer);
        if (said.has("error")) {
            throw new IOException(method + ": " + said.get("error"));
        }
        return said.get("result");
    }

    private static JsonNode await(CompletableFuture<JsonNode> answer) throws IOException, InterruptedException {
        try {
            return answer.get(SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("no answer from Chromium", e);
        }
    }

    @Override
    public void close() {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        client.close();
    }

    /** Puts messages together and hands them to who waits. */
    private final class Answers implements WebSocket.Listener {
        private final StringBuilder part = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            part.append(data);
            if (last) {
                take(JSON.readTree(part.toString()));
                part.setLength(0);
            }
            from.request(1);
            return CompletableFuture.completedStage(null);
        }

        private void take(JsonNode message) {
            if (message.has("id")) {
                Optional.ofNullable(answers.remove(message.get("id").asInt()))
                        .ifPresent(answer -> answer.complete(message));
            } else {
                events.add(message);
                if (message.get("method").asString().equals("Page.loadEventFired")) {
                    loaded.complete(message);
                }
            }
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            answers.values().forEach(answer -> answer.completeExceptionally(error));
            loaded.completeExceptionally(error);
        }
    }
}
