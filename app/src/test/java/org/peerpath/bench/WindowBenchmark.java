// SPDX-License-Identifier: Apache-2.0
package org.peerpath.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import javafx.animation.AnimationTimer;
import javafx.application.Platform;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.input.ScrollEvent;
import javafx.stage.Stage;
import org.peerpath.diagram.Fonts;
import org.peerpath.diagram.Layout;
import org.peerpath.diagram.LayoutOptions;
import org.peerpath.diagram.Names;
import org.peerpath.diagram.PathKey;
import org.peerpath.model.HostModel;
import org.peerpath.path.Change;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.testing.LargeHosts;
import org.peerpath.text.Texts;
import org.peerpath.ui.base.FxTaskExecutor;
import org.peerpath.ui.base.Settings;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.model.Sources;
import org.peerpath.ui.view.FileChoosers;
import org.peerpath.ui.view.FxPrompter;
import org.peerpath.ui.view.PeerpathWindow;
import org.peerpath.ui.wizard.NoTools;

/**
 * How the window feels: the longest time its thread is held up at first show, selecting, pointing and what-if; frames while
 * panning and zooming; memory with many hosts open. Not JMH: a window has one thread and one screen.
 */
public final class WindowBenchmark {
    private static final Map<String, Snapshot> SOURCES = new ConcurrentHashMap<>();

    private WindowBenchmark() {}

    public static void main(String[] args) throws Exception {
        CountDownLatch up = new CountDownLatch(1);
        Platform.startup(up::countDown);
        up.await();
        Platform.setImplicitExit(false);
        if (args.length > 0 && args[0].equals("memory")) {
            memory(args.length > 1 ? Integer.parseInt(args[1]) : 40);
        } else if (args.length > 0 && args[0].equals("fleet")) {
            ManyHostsBenchmark.run(args.length > 1 ? Integer.parseInt(args[1]) : 1000);
        } else {
            for (int functions : args.length > 0 ? List.of(Integer.parseInt(args[0])) : List.of(300, 2000)) {
                feel(functions);
            }
        }
        System.exit(0);
    }

    static void say(String format, Object... values) {
        System.out.printf(Locale.ROOT, format + "%n", values);
    }

    /**
     * Posts to the window's thread without pause and remembers how long it took to answer, and how much the thread itself
     * worked in between: the second does not depend on what else the computer does.
     */
    static final class Probe {
        private final List<Long> waits = new ArrayList<>();
        private final List<Long> work = new ArrayList<>();
        private final Thread thread;
        private volatile boolean over;

        Probe() {
            thread = Thread.ofPlatform().daemon().start(() -> {
                try {
                    long[] worked = {-1};
                    while (!over) {
                        long start = System.nanoTime();
                        CountDownLatch answered = new CountDownLatch(1);
                        Platform.runLater(() -> {
                            long now = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                            if (worked[0] >= 0) {
                                work.add(now - worked[0]);
                            }
                            worked[0] = now;
                            answered.countDown();
                        });
                        answered.await();
                        waits.add(System.nanoTime() - start);
                        Thread.sleep(1);
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }

        void end() throws InterruptedException {
            over = true;
            thread.join();
        }

        double longest() {
            return waits.stream().mapToLong(Long::longValue).max().orElse(0) / 1e6;
        }

        /** Of the thread's own work without a break, in milliseconds. */
        double longestWork() {
            return work.stream().mapToLong(Long::longValue).max().orElse(0) / 1e6;
        }

        double share(double milliseconds) {
            return 100.0
                    * waits.stream().filter(wait -> wait / 1e6 <= milliseconds).count()
                    / waits.size();
        }
    }

    static void onWindow(Runnable run) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        Platform.runLater(() -> {
            run.run();
            done.countDown();
        });
        done.await();
    }

    static void until(BooleanSupplier holds) throws InterruptedException {
        boolean[] now = {false};
        while (!now[0]) {
            onWindow(() -> now[0] = holds.getAsBoolean());
            Thread.sleep(2);
        }
    }

    record Opened(Stage stage, PeerpathWindow window, Session session) {}

    static Opened open(Sources reader, String... sources) throws InterruptedException {
        Opened[] opened = new Opened[1];
        onWindow(() -> {
            Settings settings = new Settings();
            settings.themeProperty().set(Settings.ThemeChoice.LIGHT);
            settings.placeProperty().set(new Settings.Place(0, 0, 1280, 800, false));
            Stage stage = new Stage();
            PeerpathWindow window = new PeerpathWindow(
                    stage,
                    new PeerpathWindow.Parts(
                            reader,
                            new FxPrompter(),
                            settings,
                            new FxTaskExecutor(),
                            Clock.systemUTC(),
                            Locale.ENGLISH,
                            NoTools.TOOLS,
                            FileChoosers.SYSTEM));
            window.show(List.of(sources));
            opened[0] = new Opened(stage, window, window.session());
        });
        return opened[0];
    }

    private static Opened open() throws InterruptedException {
        return open(source -> Objects.requireNonNull(SOURCES.get(source), source));
    }

    private static boolean drawn(Opened opened) {
        return opened.stage().getScene().lookup("#background") != null;
    }

    private static void feel(int functions) throws InterruptedException {
        String name = "bench-" + functions + ".json";
        Snapshot snapshot = LargeHosts.of(functions > 1000 ? 32 : 8, functions).build();
        SOURCES.put(name, snapshot);
        say("%d functions", snapshot.functions().size());
        say("  layout, median of 9: %.1f ms", layout(HostModel.of(snapshot)));
        Opened opened = open();
        until(() -> opened.stage().isShowing());
        Thread.sleep(1000);
        Probe probe = new Probe();
        long start = System.nanoTime();
        onWindow(() -> opened.session().fleet().open(name));
        until(() -> drawn(opened));
        say("  opened to drawn: %.0f ms", (System.nanoTime() - start) / 1e6);
        Thread.sleep(800);
        probe.end();
        say("  first show, longest stall: %.1f ms, %.1f ms of them work", probe.longest(), probe.longestWork());
        HostView view = opened.session().viewProperty().get().orElseThrow();
        List<PathKey> paths = view.nearest().stream().map(PathKey::of).toList();
        stalls("selecting", opened, 60, i -> opened.session().select(Selection.of(paths.get(i % paths.size()))));
        stalls(
                "pointing",
                opened,
                200,
                i -> opened.session().hoverProperty().set(Selection.of(paths.get(i % paths.size()))));
        Address port = view.host()
                .topology()
                .place(paths.getFirst().requester())
                .chain()
                .getFirst();
        stalls(
                "what-if",
                opened,
                20,
                i -> opened.session().change(new Change.AcsControl(port, i % 2 == 0 ? 0x5d : 0x1d)));
        frames("pan", opened, pane -> scroll(pane, true));
        frames("zoom", opened, pane -> scroll(pane, false));
        onWindow(opened.stage()::close);
    }

    private static double layout(HostModel host) {
        List<PathReport> reports = new PathJudge(host, Scenario.VM).judge(PathSelection.DEFAULT);
        Names names = new Names() {
            @Override
            public String shortName(Address function) {
                return function.toString();
            }

            @Override
            public String model(Address function) {
                return "";
            }
        };
        double[] times = IntStream.range(0, 19)
                .mapToDouble(i -> {
                    long start = System.nanoTime();
                    Layout.lay(host, reports, LayoutOptions.WINDOW, Texts.ENGLISH, Fonts.shipped(), names);
                    return (System.nanoTime() - start) / 1e6;
                })
                .skip(10)
                .sorted()
                .toArray();
        return times[times.length / 2];
    }

    interface Action {
        void on(int number);
    }

    static void stalls(String what, Opened opened, int times, Action deed) throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            int number = i;
            onWindow(() -> deed.on(number));
            Thread.sleep(60);
        }
        Probe probe = new Probe();
        long before = busy();
        long painted = rendering();
        for (int i = 0; i < times; i++) {
            int number = i;
            onWindow(() -> deed.on(number));
            Thread.sleep(100);
        }
        double each = (busy() - before) / 1e6 / times;
        double painting = (rendering() - painted) / 1e6 / times;
        probe.end();
        say(
                "  %s %d times: %.1f ms of work and %.1f ms of painting each, longest piece %.1f ms; longest stall %.1f ms,"
                        + " %.1f %% at most 16 ms",
                what, times, each, painting, probe.longestWork(), probe.longest(), probe.share(16));
        if (!opened.stage().isShowing()) {
            throw new IllegalStateException("the window is gone");
        }
    }

    /** What the window's thread has worked so far, in nanoseconds: independent of what else the computer does. */
    private static long busy() throws InterruptedException {
        long[] nanos = new long[1];
        onWindow(() -> nanos[0] = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
        return nanos[0];
    }

    /** What the thread that paints has worked so far, in nanoseconds; where there is no graphics card it does it all. */
    private static long rendering() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(info -> info != null && info.getThreadName().startsWith("QuantumRenderer"))
                .mapToLong(info -> threads.getThreadCpuTime(info.getThreadId()))
                .sum();
    }

    private interface Gesture {
        void at(Node pane);
    }

    private static int steps;

    private static void scroll(Node pane, boolean shift) {
        steps++;
        double by = steps / 30 % 2 == 0 ? 20 : -20;
        Event.fireEvent(
                pane,
                new ScrollEvent(
                        ScrollEvent.SCROLL,
                        300,
                        300,
                        300,
                        300,
                        shift,
                        false,
                        false,
                        false,
                        false,
                        false,
                        0,
                        by,
                        0,
                        by,
                        ScrollEvent.HorizontalTextScrollUnits.NONE,
                        0,
                        ScrollEvent.VerticalTextScrollUnits.NONE,
                        0,
                        0,
                        null));
    }

    private static void frames(String what, Opened opened, Gesture gesture) throws InterruptedException {
        List<Double> times = new ArrayList<>();
        CountDownLatch done = new CountDownLatch(1);
        onWindow(() -> {
            Node pane = opened.stage().getScene().lookup("#diagram-pane");
            new AnimationTimer() {
                private long before;
                private int frame;

                @Override
                public void handle(long now) {
                    if (frame > 30) {
                        times.add((now - before) / 1e6);
                    }
                    before = now;
                    gesture.at(pane);
                    if (++frame > 330) {
                        stop();
                        done.countDown();
                    }
                }
            }.start();
        });
        done.await();
        double[] sorted =
                times.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        double mean = times.stream().mapToDouble(Double::doubleValue).average().orElse(0);
        say(
                "  %s, 300 frames: %.1f a second; median %.1f ms, 95 %% within %.1f ms, longest %.1f ms",
                what,
                1000 / mean,
                sorted[sorted.length / 2],
                sorted[(int) (sorted.length * 0.95)],
                sorted[sorted.length - 1]);
    }

    private static void memory(int hosts) throws InterruptedException, IOException {
        Opened opened = open();
        say("empty window: %d MiB resident", resident());
        for (int i = 0; i < hosts; i++) {
            String name = "bench-" + i + ".json";
            SOURCES.put(name, LargeHosts.of(8, 300 + i).build());
            onWindow(() -> opened.session().fleet().open(name));
            until(() -> opened.session()
                    .fleet()
                    .find(name)
                    .filter(entry -> entry.summaryProperty().get().isPresent())
                    .isPresent());
            until(() -> drawn(opened));
            if ((i + 1) % 10 == 0) {
                Thread.sleep(500);
                say("%d hosts: %d MiB resident", i + 1, resident());
            }
        }
        Thread.sleep(10_000);
        say("after ten quiet seconds: %d MiB resident", resident());
        for (int round = 1; round <= 3; round++) {
            onWindow(() ->
                    opened.session().fleet().entries().forEach(opened.session().fleet()::read));
            Thread.sleep(12_000);
            say("all read again, round %d: %d MiB resident", round, resident());
        }
    }

    static long resident() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                        .filter(line -> line.startsWith("VmRSS"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                        .findFirst()
                        .orElse(0)
                / 1024;
    }
}
