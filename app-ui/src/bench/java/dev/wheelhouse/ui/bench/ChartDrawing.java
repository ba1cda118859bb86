package dev.wheelhouse.ui.bench;

import dev.wheelhouse.ui.controls.chart.ChartData;
import dev.wheelhouse.ui.controls.chart.ChartGroup;
import dev.wheelhouse.ui.controls.chart.ChartSeries;
import dev.wheelhouse.ui.controls.chart.ChartUnit;
import dev.wheelhouse.ui.controls.chart.MetricChart;
import dev.wheelhouse.ui.controls.chart.TimeRange;
import dev.wheelhouse.ui.theme.Theme;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.layout.TilePane;
import javafx.stage.Stage;

/**
 * Shows twelve charts and prints how long a change takes to be painted: {@code median p95} in milliseconds, then median and
 * p95 of the processor time that the window's thread took for it, and the same of the thread that renders. The argument is {@code redraw} (new values in all of
 * them) or {@code cross-hair}. To be run with {@code -Djavafx.animation.fullspeed=true}, so that no frame waits for the
 * screen.
 */
public final class ChartDrawing {

    private ChartDrawing() {}

    /** Java starts no program from the class path whose main class is the application itself. */
    public static void main(String[] arguments) {
        Application.launch(Drawing.class, arguments);
    }

    /** The window with the charts. */
    public static final class Drawing extends Application {

        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
        private static final int CHARTS = 12;
        private static final int POINTS = 366;
        private static final long STEP = 10_000;
        private static final int WARM_UP = 100;
        private static final int TURNS = 300;
        private static final int FIRST_PULSES = 200;

        private final Random random = new Random(5);
        private final List<Double> millis = new ArrayList<>();
        private final List<Double> worked = new ArrayList<>();
        private final List<MetricChart> charts = new ArrayList<>();
        private final ChartGroup group = new ChartGroup(new TimeRange(0, POINTS * STEP));
        private List<ChartData> values = List.of();
        private int pulses = -FIRST_PULSES;
        private int turns;
        private final List<Double> rendered = new ArrayList<>();
        private long renderedBefore;
        private long began;
        private long workedBefore;

        @Override
        public void start(Stage stage) {
            Theme.loadFonts();
            Theme.use(false);
            TilePane tiles = new TilePane(16, 16);
            tiles.setPrefColumns(3);
            for (int i = 0; i < CHARTS; i++) {
                MetricChart chart = new MetricChart("Chart " + i, group, ZoneId.systemDefault());
                chart.setPrefSize(600, 240);
                charts.add(chart);
                tiles.getChildren().add(chart);
            }
            Scene scene = new Scene(tiles, 1900, 1060);
            Theme.dress(scene, false);
            stage.setScene(scene);
            stage.show();
            boolean redraw = getParameters().getRaw().getFirst().equals("redraw");
            values = values();
            show();
            scene.addPostLayoutPulseListener(() -> {
                pulse(redraw);
                Platform.requestNextPulse();
            });
            Platform.requestNextPulse();
        }

        private List<ChartData> values() {
            List<ChartData> made = new ArrayList<>();
            for (int i = 0; i < CHARTS; i++) {
                ChartSeries.Builder line = ChartSeries.named("Value");
                double value = 40;
                for (int at = 0; at < POINTS; at++) {
                    value = Math.clamp(value + random.nextDouble(-8, 8), 0, 90);
                    line.add(at * STEP, STEP, value, value * 0.7, value * 1.1);
                }
                made.add(new ChartData(ChartUnit.PERCENT, List.of(line.build()), i % 2 == 0 ? 95.0 : null, List.of()));
            }
            return made;
        }

        private void show() {
            for (int i = 0; i < CHARTS; i++) {
                charts.get(i).show(values.get(i));
            }
        }

        /** A change is made between two frames; the frame behind the next one says that it was painted. */
        private void pulse(boolean redraw) {
            pulses++;
            if (pulses < 0) {
                return;
            }
            if (pulses % 3 == 2) {
                if (turns > WARM_UP) {
                    millis.add((System.nanoTime() - began) / 1e6);
                    worked.add((THREADS.getCurrentThreadCpuTime() - workedBefore) / 1e6);
                    rendered.add((renderTime() - renderedBefore) / 1e6);
                }
                if (turns == WARM_UP + TURNS) {
                    end();
                }
                values = values();
            } else if (pulses % 3 == 0) {
                Platform.runLater(() -> {
                    turns++;
                    began = System.nanoTime();
                    workedBefore = THREADS.getCurrentThreadCpuTime();
                    renderedBefore = renderTime();
                    if (redraw) {
                        show();
                    } else {
                        group.crossHairProperty().set(turns % POINTS * STEP + STEP / 2);
                    }
                });
            }
        }

        private void end() {
            Collections.sort(millis);
            Collections.sort(worked);
            Collections.sort(rendered);
            System.out.println("drawn %.1f %.1f %.1f %.1f %.1f %.1f"
                    .formatted(
                            median(millis),
                            most(millis),
                            median(worked),
                            most(worked),
                            median(rendered),
                            most(rendered)));
            System.out.flush();
            System.exit(0);
        }

        /** Processor time of the thread that renders, nanoseconds. */
        private static long renderTime() {
            for (long id : THREADS.getAllThreadIds()) {
                ThreadInfo thread = THREADS.getThreadInfo(id);
                if (thread != null && thread.getThreadName().startsWith("QuantumRenderer")) {
                    return THREADS.getThreadCpuTime(id);
                }
            }
            throw new IllegalStateException("JavaFX renders on no thread that is known");
        }

        private static double median(List<Double> sorted) {
            return sorted.get(sorted.size() / 2);
        }

        private static double most(List<Double> sorted) {
            return sorted.get(sorted.size() * 95 / 100);
        }
    }
}
