package dev.wheelhouse.ui.controls.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.Pictures;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javafx.event.Event;
import javafx.geometry.Point2D;
import javafx.scene.AccessibleAttribute;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.TilePane;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway.Init")
class MetricChartTest extends FxTest {

    private static final long GIB = 1 << 30;
    private static final long STEP = 10_000;
    private static final long NOW = Instant.parse("2026-03-14T09:26:50Z").toEpochMilli() / STEP * STEP;
    private static final TimeRange HOUR = new TimeRange(NOW - 3_600_000, NOW);
    private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

    private final ChartGroup group = new ChartGroup(HOUR);
    private final Random random = new Random(11);
    private final List<MetricChart> charts = new ArrayList<>();
    private Scene scene;

    @BeforeEach
    void open() {
        TilePane pane = onFx(() -> {
            TilePane tiles = new TilePane(16, 16);
            tiles.setStyle("-fx-padding: 16; -fx-background-color: -color-bg-default;");
            tiles.setPrefColumns(3);
            for (String name : List.of("CPU", "Memory", "Disk /", "Load", "Network", "Swap")) {
                MetricChart chart = new MetricChart(name, group, ZONE);
                chart.setPrefWidth(400);
                charts.add(chart);
                tiles.getChildren().add(chart);
            }
            return tiles;
        });
        scene = show(pane, 1280, 720);
        onFx(() -> {
            charts.get(0).show(cpu());
            charts.get(1)
                    .show(new ChartData(
                            ChartUnit.BYTES, List.of(line("Memory", 3.1 * GIB, 0.4 * GIB)), 8.0 * GIB, marks()));
            charts.get(2)
                    .show(new ChartData(
                            ChartUnit.BYTES, List.of(line("Disk", 366.0 * GIB, 2.0 * GIB)), 466.0 * GIB, List.of()));
            charts.get(3)
                    .show(new ChartData(
                            ChartUnit.HUNDREDTHS,
                            List.of(line("1 min", 140, 60), line("5 min", 110, 20), line("15 min", 90, 8)),
                            null,
                            List.of()));
            charts.get(4)
                    .show(new ChartData(
                            ChartUnit.BYTES_PER_SECOND,
                            List.of(ChartSeries.named("In").build()),
                            null,
                            List.of()));
            // Where things lie is known when they were laid out.
            scene.getRoot().applyCss();
            scene.getRoot().layout();
            return true;
        });
    }

    private static List<EventMark> marks() {
        return List.of(
                new EventMark(NOW - 2_400_000, "The server came back"),
                new EventMark(NOW - 2_399_000, "Disk over 90 %"),
                new EventMark(NOW - 900_000, "Restarted"));
    }

    private ChartData cpu() {
        return new ChartData(
                ChartUnit.PERCENT,
                List.of(line("CPU", 23, 12), line("I/O wait", 3, 2), line("Steal", 0, 0)),
                null,
                marks());
    }

    /** A walk around a value, with a gap of five minutes in the middle and a live tail of seconds. */
    private ChartSeries line(String name, double around, double noise) {
        ChartSeries.Builder line = ChartSeries.named(name);
        double value = around;
        for (long at = HOUR.from(); at < NOW - 60_000; at += STEP) {
            value = Math.max(0, value + (around - value) * 0.1 + (random.nextDouble() - 0.5) * noise);
            if (at < NOW - 1_800_000 || at >= NOW - 1_500_000) {
                line.add(at, STEP, value, value * 0.8, value * (1.1 + 0.3 * random.nextDouble()));
            }
        }
        for (long at = NOW - 60_000; at < NOW; at += 1_000) {
            line.add(at, 1_000, value, value, value);
        }
        return line.build();
    }

    private MetricChart chart(int index) {
        return charts.get(index);
    }

    private String spoken(int index) {
        return onFx(() -> String.valueOf(chart(index).queryAccessibleAttribute(AccessibleAttribute.TEXT)));
    }

    private void key(KeyCode code, boolean shift) {
        onFx(() -> {
            Event.fireEvent(chart(0), new KeyEvent(KeyEvent.KEY_PRESSED, "", "", code, shift, false, false, false));
            return true;
        });
    }

    private void mouse(javafx.event.EventType<MouseEvent> type, double x, int clicks) {
        onFx(() -> {
            // An event without a source has the coordinates of the scene.
            Point2D at = chart(0).plot().localToScene(x, 40);
            Event.fireEvent(
                    chart(0).plot(),
                    new MouseEvent(
                            type,
                            at.getX(),
                            at.getY(),
                            at.getX(),
                            at.getY(),
                            MouseButton.PRIMARY,
                            clicks,
                            false,
                            false,
                            false,
                            false,
                            true,
                            false,
                            false,
                            true,
                            false,
                            true,
                            null));
            return true;
        });
    }

    private @Nullable Long pointed() {
        return onFx(() -> group.crossHairProperty().get());
    }

    private TimeRange seen() {
        return onFx(() -> group.visibleProperty().get());
    }

    @Test
    void isPaintedAnewOnlyForOtherValues() {
        MetricChart chart = charts.getFirst();
        onFx(() -> {
            chart.show(half(0));
            scene.getRoot().layout();
            return true;
        });
        assertThat(needsLayoutAfter(chart, half(0))).isFalse();
        assertThat(needsLayoutAfter(chart, half(1))).isTrue();
    }

    private static boolean needsLayoutAfter(MetricChart chart, ChartData shown) {
        return onFx(() -> {
            chart.show(shown);
            return chart.lookupAll("*").stream().anyMatch(each -> each instanceof Plot plot && plot.isNeedsLayout());
        });
    }

    private static ChartData half(double more) {
        ChartSeries line = ChartSeries.named("CPU")
                .add(NOW - STEP, STEP, 50 + more, 40, 60)
                .build();
        return new ChartData(ChartUnit.PERCENT, List.of(line), null, List.of());
    }

    @Test
    void drawsLinesBandsLimitsGapsAndMarks() {
        onFx(() -> {
            group.crossHairProperty().set(NOW - 1_200_000 + 5_000);
            return true;
        });
        Pictures.take(scene, "charts");

        assertThat(onFx(() -> scene.getRoot().lookupAll(".chart-message").stream()
                        .filter(each -> each.isVisible())
                        .map(each -> ((Label) each).getText())
                        .toList()))
                .containsExactlyInAnyOrder("No data in this range", "Loading…");
    }

    @Test
    void pointsAtTheSameTimeInAllChartsAndTellsTheValues() {
        mouse(MouseEvent.MOUSE_MOVED, 200, 0);

        assertThat(pointed()).isNotNull();
        String time = spoken(1).replaceAll(".*, at ([0-9:]+):.*", "$1");
        assertThat(time).matches("\\d\\d:\\d\\d:\\d\\d");
        assertThat(spoken(0)).startsWith("CPU, at " + time + ": CPU ").contains("I/O wait ", "Steal 0 %");
        assertThat(spoken(1)).contains(", from ", ", limit 8.0 GiB");
        assertThat(spoken(4)).isEqualTo("Network: no data in this range");
        assertThat(spoken(5)).isEqualTo("Swap: loading");
        assertThat(onFx(() -> scene.getRoot().lookupAll(".chart-cross-hair").stream()
                        .filter(each -> each.isVisible())
                        .count()))
                .isEqualTo(5);

        mouse(MouseEvent.MOUSE_EXITED, -5, 0);
        assertThat(pointed()).isNull();
        assertThat(spoken(0)).startsWith("CPU, now: ");
    }

    @Test
    void saysThereIsNoDataInAGap() {
        onFx(() -> {
            group.crossHairProperty().set(NOW - 1_700_000);
            return true;
        });

        assertThat(spoken(1)).contains("no data");
        assertThat(onFx(() -> chart(1).lookupAll(".chart-value").stream()
                        .map(each -> ((Label) each).getText())
                        .toList()))
                .containsExactly("—");
    }

    @Test
    void zoomsIntoWhatIsDrawnAndOutByADoubleClick() {
        mouse(MouseEvent.MOUSE_PRESSED, 150, 1);
        mouse(MouseEvent.MOUSE_DRAGGED, 250, 1);
        Pictures.take(scene, "charts-selection");
        mouse(MouseEvent.MOUSE_RELEASED, 250, 1);

        assertThat(seen().span()).isLessThan(HOUR.span()).isGreaterThan(600_000);
        Pictures.take(scene, "charts-zoomed");
        mouse(MouseEvent.MOUSE_PRESSED, 200, 2);
        assertThat(seen()).isEqualTo(HOUR);
    }

    @Test
    void worksByTheKeyboardAlone() {
        key(KeyCode.END, false);
        Long end = pointed();
        assertThat(end).isEqualTo(NOW - 500);
        key(KeyCode.LEFT, false);
        assertThat(pointed()).isEqualTo(NOW - 1_500);
        key(KeyCode.LEFT, true);
        assertThat(pointed()).isEqualTo(NOW - 11_500);
        key(KeyCode.RIGHT, false);
        assertThat(pointed()).isEqualTo(NOW - 10_500);
        key(KeyCode.HOME, false);
        assertThat(pointed()).isEqualTo(HOUR.from() + STEP / 2);

        key(KeyCode.PLUS, false);
        assertThat(seen()).isEqualTo(new TimeRange(HOUR.from(), HOUR.from() + HOUR.span() / 2));
        key(KeyCode.PLUS, false);
        key(KeyCode.MINUS, false);
        assertThat(seen().span()).isEqualTo(HOUR.span() / 2);
        key(KeyCode.ESCAPE, false);
        key(KeyCode.ESCAPE, false);
        key(KeyCode.ESCAPE, false);
        assertThat(seen()).isEqualTo(HOUR);
        key(KeyCode.ESCAPE, false);
        assertThat(pointed()).isNull();
    }

    @Test
    void tellsWhatHappenedWhereThePointerIs() {
        double share = (HOUR.span() - 2_400_000.0) / HOUR.span();
        double width = onFx(() -> chart(0).plot().getLayoutBounds().getWidth());
        mouse(MouseEvent.MOUSE_MOVED, PlotFrame.LEFT + share * (width - PlotFrame.LEFT - 8), 0);

        assertThat(onFx(() -> ((Label) chart(0).lookup(".chart-mark-text")).getText()))
                .isEqualTo("The server came back\nDisk over 90 %");
        assertThat(onFx(() -> chart(0).lookup(".chart-mark-text").isVisible())).isTrue();
    }

    @Test
    void letsGoOfItsGroupWhenItLeavesTheWindow() {
        onFx(() -> {
            ((TilePane) scene.getRoot()).getChildren().clear();
            return true;
        });
        String before = spoken(0);
        onFx(() -> {
            group.crossHairProperty().set(NOW - 1_000_000);
            return true;
        });

        assertThat(spoken(0)).isEqualTo(before);
    }
}
