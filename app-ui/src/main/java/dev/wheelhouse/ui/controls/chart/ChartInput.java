package dev.wheelhouse.ui.controls.chart;

import java.util.function.Supplier;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import org.jspecify.annotations.Nullable;

/** Pointer and keys of one chart: the cross-hair, drawing a range to zoom into, and the way back. */
final class ChartInput {

    private static final double SHORTEST_DRAG = 5;
    private static final int LARGE_STEP = 10;
    private static final double NEARER = 0.5;
    private static final double FURTHER = 2;

    private final ChartGroup group;
    private final Plot plot;
    private final Supplier<@Nullable ChartData> data;
    private @Nullable Double pressedAt;

    ChartInput(ChartGroup group, Plot plot, Supplier<@Nullable ChartData> data) {
        this.group = group;
        this.plot = plot;
        this.data = data;
    }

    void listenTo(MetricChart chart) {
        plot.setOnMouseMoved(event -> point(event.getX()));
        plot.setOnMouseExited(_ -> {
            if (pressedAt == null) {
                group.crossHairProperty().set(null);
                plot.showMarkNear(null);
            }
        });
        plot.setOnMousePressed(event -> {
            chart.requestFocus();
            press(event);
        });
        plot.setOnMouseDragged(this::drag);
        plot.setOnMouseReleased(this::release);
        chart.setOnKeyPressed(event -> {
            if (isKeyTaken(event)) {
                event.consume();
            }
        });
    }

    private void point(double x) {
        if (!plot.isInside(x)) {
            group.crossHairProperty().set(null);
            plot.showMarkNear(null);
            return;
        }
        group.crossHairProperty().set(snapped(plot.timeAt(x)));
        plot.showMarkNear(x);
    }

    /** The middle of the bucket under the pointer, where there is one. */
    private @Nullable Long snapped(@Nullable Long time) {
        ChartData shown = data.get();
        if (time == null || shown == null) {
            return time;
        }
        int bucket = shown.first().bucketAt(time);
        return bucket < 0 ? time : Long.valueOf(shown.first().middle(bucket));
    }

    private void press(MouseEvent event) {
        if (event.getButton() != MouseButton.PRIMARY) {
            return;
        }
        if (event.getClickCount() == 2) {
            group.back();
        } else if (plot.isInside(event.getX())) {
            pressedAt = event.getX();
        }
    }

    private void drag(MouseEvent event) {
        Double from = pressedAt;
        if (from == null) {
            return;
        }
        group.crossHairProperty().set(snapped(plot.timeAt(event.getX())));
        plot.showSelection(Math.abs(event.getX() - from) < SHORTEST_DRAG ? null : from, event.getX());
    }

    private void release(MouseEvent event) {
        Double from = pressedAt;
        pressedAt = null;
        plot.showSelection(null, 0);
        if (from == null || Math.abs(event.getX() - from) < SHORTEST_DRAG) {
            return;
        }
        Long begin = plot.timeAt(Math.min(from, event.getX()));
        Long end = plot.timeAt(Math.max(from, event.getX()));
        if (begin != null && end != null && begin < end) {
            group.zoomTo(new TimeRange(begin, end));
        }
    }

    private boolean isKeyTaken(KeyEvent event) {
        if (event.isShortcutDown() || event.isAltDown()) {
            return false;
        }
        int step = event.isShiftDown() ? LARGE_STEP : 1;
        return switch (event.getCode()) {
            case LEFT -> step(-step);
            case RIGHT -> step(step);
            case HOME -> toEnd(true);
            case END -> toEnd(false);
            case PLUS, EQUALS, ADD -> zoom(NEARER);
            case MINUS, SUBTRACT -> zoom(FURTHER);
            case ESCAPE, BACK_SPACE -> leave();
            default -> false;
        };
    }

    private boolean zoom(double factor) {
        group.zoomBy(factor);
        return true;
    }

    /** Out of what was begun last: a selection, a zoom, the cross-hair; the key goes on when there is none of them. */
    private boolean leave() {
        if (pressedAt != null) {
            pressedAt = null;
            plot.showSelection(null, 0);
            return true;
        }
        if (group.back()) {
            return true;
        }
        boolean pointed = group.crossHairProperty().get() != null;
        group.crossHairProperty().set(null);
        return pointed;
    }

    private boolean step(int buckets) {
        ChartData shown = data.get();
        if (shown == null || shown.first().isEmpty()) {
            return false;
        }
        ChartSeries line = shown.first();
        TimeRange visible = group.visibleProperty().get();
        Long at = group.crossHairProperty().get();
        int now = at == null ? ChartReadout.newest(line, visible) : line.nearest(at);
        if (now < 0) {
            return true;
        }
        int next = at == null ? now : Math.clamp((long) now + buckets, 0, line.size() - 1);
        go(line, next, visible);
        return true;
    }

    private boolean toEnd(boolean first) {
        ChartData shown = data.get();
        if (shown == null || shown.first().isEmpty()) {
            return false;
        }
        ChartSeries line = shown.first();
        TimeRange visible = group.visibleProperty().get();
        int bucket = ChartReadout.newest(line, visible);
        if (first) {
            bucket = Math.max(0, line.lastStartingBy(visible.from()));
            if (!visible.contains(line.middle(bucket)) && bucket + 1 < line.size()) {
                bucket++;
            }
        }
        if (bucket >= 0) {
            go(line, bucket, visible);
        }
        return true;
    }

    private void go(ChartSeries line, int bucket, TimeRange visible) {
        // Half of the outermost buckets may lie outside; they are pointed at by the part that is seen.
        long at = Math.clamp(line.middle(bucket), visible.from(), visible.to() - 1);
        if (line.bucketAt(at) == bucket) {
            group.crossHairProperty().set(at);
        }
    }
}
