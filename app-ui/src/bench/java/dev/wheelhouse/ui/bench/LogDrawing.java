package dev.wheelhouse.ui.bench;

import dev.wheelhouse.core.logs.document.DocumentOrigin;
import dev.wheelhouse.core.logs.document.FileDocument;
import dev.wheelhouse.core.logs.document.LineFormat;
import dev.wheelhouse.core.logs.document.LogDocument;
import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.log.LogView;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.logs.LogPane;
import dev.wheelhouse.ui.logs.LogsWiring;
import dev.wheelhouse.ui.logs.gateway.LinesWanted;
import dev.wheelhouse.ui.logs.gateway.LogChoice;
import dev.wheelhouse.ui.logs.gateway.LogGateway;
import dev.wheelhouse.ui.logs.gateway.LogTarget;
import dev.wheelhouse.ui.logs.gateway.OpenedLog;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.theme.Theme;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;

/**
 * Shows a log and prints how it is painted. With {@code first}: milliseconds until the first screen is painted, of the first
 * log that the process shows, the median and the longest of those after it, and what the window's thread works for it. With
 * {@code scroll}: median and p95 of a
 * page's scroll in milliseconds, p95 of the window's thread for it, p95 of a jump, the heap in MB. With {@code live}: p99 and
 * longest pause between two frames, p99 of the window's thread for a frame, how many lines were shown, how many were not yet,
 * and the heap in MB.
 */
public final class LogDrawing {

    /** How long the live log is followed. */
    static final String LIVE_SECONDS = "bench.live.seconds";

    private LogDrawing() {}

    /** Java starts no program from the class path whose main class is the application itself. */
    public static void main(String[] arguments) {
        Application.launch(Drawing.class, arguments);
    }

    /** A line as programs write them, with its end. */
    static String line(long number) {
        String level =
                number % 97 == 0 ? "\u001b[31mERROR\u001b[0m" : number % 23 == 0 ? "\u001b[33mWARN\u001b[0m" : "INFO";
        long seconds = number / 100;
        return String.format(
                Locale.ROOT,
                "2026-11-%02dT%02d:%02d:%02d.%03dZ %s request %d of client 10.0.%d.%d took %d ms, cache hit ratio"
                        + " 0.%d, \u001b[1mstatus %d\u001b[0m\n",
                1 + seconds / 86400 % 28,
                seconds / 3600 % 24,
                seconds / 60 % 60,
                seconds % 60,
                number * 10 % 1000,
                level,
                number,
                number % 200,
                number % 250,
                number % 900,
                number % 97,
                number % 41 == 0 ? 500 : 200);
    }

    /** The window with the log. */
    @SuppressWarnings("NullAway.Init") // The start fills the fields.
    public static final class Drawing extends Application {

        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
        private static final int WARM_UP = 60;
        private static final int PAGES = 300;
        private static final int JUMPS = 100;
        private static final long LIVE_NANOS = Long.getLong(LIVE_SECONDS, 15) * 1_000_000_000L;
        private static final long LIVE_WARM_UP_NANOS = 4_000_000_000L;
        private static final int A_TENTH = 1000;
        private static final int FIRST_SCREENS = 16;
        private static final int FIRST_WARM_UP = 6;
        private static final int PULSES_BETWEEN = 30;

        private final Random random = new Random(5);
        private final Workers workers = new Workers();
        private final StackPane place = new StackPane();
        private final List<Double> millis = new ArrayList<>();
        private final List<Double> worked = new ArrayList<>();
        private final List<Double> jumps = new ArrayList<>();
        private LogsWiring wiring;
        private LogPane pane;
        private Path file;
        private String kind;
        private boolean opened;
        private long heapBefore;
        private int turns;
        private int pulses;
        private int quietUntil;
        private boolean waiting;
        private long began;
        private long workedBefore;
        private long lastPulse;
        private long liveSince;
        private volatile long written;

        @Override
        public void start(Stage stage) {
            List<String> words = getParameters().getRaw();
            kind = words.getFirst();
            file = Path.of(words.get(1));
            Theme.loadFonts();
            Theme.use(false);
            Scene scene = new Scene(place, 1900, 1060);
            Theme.dress(scene, false);
            stage.setScene(scene);
            stage.show();
            FakeWorkbench workbench = new FakeWorkbench(new FxBackground());
            wiring = new LogsWiring(
                    new OneFile(), workbench, new ActionControls(_ -> {}), Clock.systemUTC(), ZoneOffset.UTC);
            scene.addPostLayoutPulseListener(() -> {
                pulse();
                Platform.requestNextPulse();
            });
            Platform.requestNextPulse();
        }

        private LogView view() {
            return (LogView) pane.root().lookup(".log-view");
        }

        private void pulse() {
            pulses++;
            if (pulses == 120) {
                System.gc();
                heapBefore = used();
                open();
                return;
            }
            if (!opened) {
                return;
            }
            switch (kind) {
                case "first" -> first();
                case "scroll" -> scroll();
                default -> live();
            }
        }

        private void open() {
            opened = true;
            waiting = true;
            began = System.nanoTime();
            workedBefore = THREADS.getCurrentThreadCpuTime();
            pane = wiring.pane("app_1");
            place.getChildren().setAll(pane.root());
            pane.onShow();
        }

        private void first() {
            if (waiting && isComplete()) {
                waiting = false;
                millis.add((System.nanoTime() - began) / 1e6);
                worked.add((THREADS.getCurrentThreadCpuTime() - workedBefore) / 1e6);
                quietUntil = pulses + PULSES_BETWEEN;
            }
            if (waiting || pulses < quietUntil) {
                return;
            }
            if (millis.size() == FIRST_SCREENS) {
                List<Double> later = millis.subList(FIRST_WARM_UP, FIRST_SCREENS);
                print(
                        millis.getFirst(),
                        median(later),
                        at(later, 100),
                        median(worked.subList(FIRST_WARM_UP, FIRST_SCREENS)));
            }
            pane.dispose();
            open();
        }

        private boolean isComplete() {
            LogView view = view();
            if (view == null || view.lines().end() == 0) {
                return false;
            }
            long last = Math.min(view.lines().end() - 1, view.topRow() + 50);
            return view.lines().line(view.topRow()) != null && view.lines().line(last) != null;
        }

        private void scroll() {
            if (!isComplete() || view().lines().end() < 1_000_000) {
                // Not here, or not counted yet.
                return;
            }
            if (waiting) {
                waiting = false;
                double took = (System.nanoTime() - began) / 1e6;
                if (turns > WARM_UP && turns <= WARM_UP + PAGES) {
                    millis.add(took);
                    worked.add((THREADS.getCurrentThreadCpuTime() - workedBefore) / 1e6);
                } else if (turns > WARM_UP + PAGES) {
                    jumps.add(took);
                }
                if (turns == WARM_UP + PAGES + JUMPS) {
                    System.gc();
                    double heap = (used() - heapBefore) / 1e6;
                    print(median(millis), at(millis, 95), at(worked, 95), at(jumps, 95), heap);
                }
                return;
            }
            turns++;
            waiting = true;
            began = System.nanoTime();
            workedBefore = THREADS.getCurrentThreadCpuTime();
            LogView view = view();
            long lines = view.lines().end();
            view.reveal(turns > WARM_UP + PAGES ? random.nextLong(lines) : 500_000 + turns * 50L);
        }

        private void live() {
            long now = System.nanoTime();
            if (liveSince == 0) {
                liveSince = now;
                Thread.ofPlatform().daemon(true).start(this::write);
                return;
            }
            long cpu = THREADS.getCurrentThreadCpuTime();
            if (now - liveSince > LIVE_WARM_UP_NANOS) {
                if (lastPulse > 0) {
                    millis.add((now - lastPulse) / 1e6);
                    worked.add((cpu - workedBefore) / 1e6);
                }
                lastPulse = now;
                workedBefore = cpu;
            }
            if (now - liveSince > LIVE_WARM_UP_NANOS + LIVE_NANOS) {
                long shown = view().lines().end();
                long behind = written - shown;
                System.gc();
                print(at(millis, 99), at(millis, 100), at(worked, 99), (double) shown, (double) behind, used() / 1e6);
            }
        }

        private void write() {
            try (Writer out = Files.newBufferedWriter(file, StandardOpenOption.APPEND)) {
                long begunAt = System.nanoTime();
                for (long number = 0; ; ) {
                    for (int i = 0; i < A_TENTH; i++) {
                        out.write(line(number++));
                    }
                    out.flush();
                    written = number;
                    LockSupport.parkNanos(begunAt + number * 100_000 - System.nanoTime());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static long used() {
            return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        }

        private static void print(double... figures) {
            StringBuilder words = new StringBuilder("drawn");
            for (double figure : figures) {
                words.append(String.format(Locale.ROOT, " %.1f", figure));
            }
            System.out.println(words);
            System.out.flush();
            System.exit(0);
        }

        private static double median(List<Double> values) {
            return at(values, 50);
        }

        private static double at(List<Double> values, int percent) {
            List<Double> sorted = new ArrayList<>(values);
            Collections.sort(sorted);
            return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
        }

        /** The file, whatever is asked for. */
        private final class OneFile implements LogGateway {

            @Override
            public OpenedLog open(LogTarget target) {
                FileDocument document = FileDocument.open(
                        
                                "bench",
                                file,
                                LineFormat.RAW,
                                DocumentOrigin.FILE,
                                new LineTimes(ZoneOffset.UTC, Clock.systemUTC()),
                        workers);
                return new OpenedLog(document, "bench", "bench", List.of());
            }

            @Override
            public List<LogChoice> apps() {
                return List.of();
            }

            @Override
            public List<LogChoice> servers() {
                return List.of();
            }

            @Override
            public void export(LogDocument document, LinesWanted wanted, Path to, String subject, Runnable ended) {
                throw new UnsupportedOperationException("Not measured");
            }
        }
    }
}
