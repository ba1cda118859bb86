package dev.wheelhouse.ui.controls.chart;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import javafx.beans.value.ChangeListener;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.scene.shape.Circle;
import javafx.scene.shape.Line;
import javafx.scene.shape.Rectangle;
import org.jspecify.annotations.Nullable;

/** The drawing of one chart: a canvas, and above it what follows the pointer, which is moved and never repainted. */
final class Plot extends Region {

    private static final double HEIGHT = 148;
    private static final double WIDTH = 320;
    private static final double DOT_RADIUS = 3.5;

    private final ChartGroup group;
    private final ZoneId zone;
    private final ChartReadout readout;
    private final ChartPalette palette = new ChartPalette(this);
    private final PlotPainter painter = new PlotPainter(palette);
    private final Canvas canvas = new Canvas();
    private final Line crossHair = new Line();
    private final List<Circle> dots = new ArrayList<>();
    private final Rectangle selection = new Rectangle();
    private final Label badge = new Label();
    private final Label message = new Label();
    private final Label markText = new Label();
    // Held, so that a group that outlives this plot is left when the plot leaves its window.
    private final ChangeListener<Object> onView = (_, _, _) -> requestPaint();
    private final ChangeListener<Object> onCrossHair = (_, _, _) -> placeCrossHair();
    private @Nullable ChartData data;
    private @Nullable PlotFrame frame;
    private boolean isStale = true;

    Plot(ChartGroup group, ZoneId zone) {
        this.group = group;
        this.zone = zone;
        this.readout = new ChartReadout(zone);
        getStyleClass().add("chart-plot");
        crossHair.getStyleClass().add("chart-cross-hair");
        selection.getStyleClass().add("chart-selection");
        badge.getStyleClass().add("chart-badge");
        message.getStyleClass().add("chart-message");
        markText.getStyleClass().add("chart-mark-text");
        getChildren().addAll(canvas, selection, crossHair);
        for (int i = 0; i < ChartPalette.LINES; i++) {
            Circle dot = new Circle(DOT_RADIUS);
            dot.getStyleClass().addAll("chart-dot", "line-" + (i + 1));
            dots.add(dot);
            getChildren().add(dot);
        }
        getChildren().addAll(badge, markText, message);
        getChildren().stream().filter(each -> !each.equals(canvas)).forEach(each -> {
            each.setManaged(false);
            each.setVisible(false);
            each.setMouseTransparent(true);
        });
        canvas.setManaged(false);
        palette.onChange(this::requestPaint);
        sceneProperty().addListener((_, before, now) -> {
            if (before == null && now != null) {
                group.visibleProperty().addListener(onView);
                group.crossHairProperty().addListener(onCrossHair);
                requestPaint();
            } else if (before != null && now == null) {
                group.visibleProperty().removeListener(onView);
                group.crossHairProperty().removeListener(onCrossHair);
            }
        });
    }

    /** @param told what stands in the place of the lines where there are none; null shows nothing */
    void show(@Nullable ChartData shown, @Nullable String told) {
        data = shown;
        message.setText(told == null ? "" : told);
        requestPaint();
    }

    private void requestPaint() {
        isStale = true;
        requestLayout();
    }

    @Override
    protected void layoutChildren() {
        double width = getWidth();
        double height = getHeight();
        if (canvas.getWidth() != width || canvas.getHeight() != height) {
            canvas.setWidth(width);
            canvas.setHeight(height);
            isStale = true;
        }
        if (isStale) {
            isStale = false;
            paint(width, height);
        }
        placeMessage(width, height);
        placeCrossHair();
    }

    private void paint(double width, double height) {
        canvas.getGraphicsContext2D().clearRect(0, 0, width, height);
        frame = data == null ? null : PlotFrame.of(data, group.visibleProperty().get(), width, height, zone);
        if (frame != null) {
            painter.paint(canvas.getGraphicsContext2D(), frame);
        }
    }

    private void placeMessage(double width, double height) {
        boolean seen = !message.getText().isEmpty()
                && (data == null || !data.hasBucketsIn(group.visibleProperty().get()));
        message.setVisible(seen);
        if (seen) {
            message.autosize();
            double left = PlotFrame.LEFT;
            message.relocate(
                    Math.rint(left + (width - left - message.getWidth()) / 2),
                    Math.rint((height - message.getHeight()) / 2 - DOT_RADIUS));
        }
    }

    private void placeCrossHair() {
        Long at = group.crossHairProperty().get();
        PlotFrame seen = frame;
        boolean shown = at != null && seen != null && seen.times().range().contains(at);
        crossHair.setVisible(shown);
        badge.setVisible(shown);
        for (int i = 0; i < dots.size(); i++) {
            placeDot(i, shown ? at : null);
        }
        if (!shown || at == null || seen == null) {
            paintTimes(0, 0);
            return;
        }
        double x = Math.floor(seen.times().x(at)) + 0.5;
        crossHair.setStartX(x);
        crossHair.setEndX(x);
        crossHair.setStartY(seen.top());
        crossHair.setEndY(seen.bottom());
        ChartSeries first = seen.data().first();
        int bucket = first.bucketAt(at);
        long length = bucket < 0 ? 0 : first.length(bucket);
        badge.setText(readout.moment(
                bucket < 0 ? at : first.start(bucket), length, seen.times().range()));
        badge.autosize();
        double most = Math.max(0, getWidth() - badge.getWidth());
        badge.relocate(Math.rint(Math.clamp(x - badge.getWidth() / 2, 0, most)), seen.bottom() + 2);
        paintTimes(badge.getLayoutX(), badge.getLayoutX() + badge.getWidth());
    }

    /** Half a word beside the badge would read as another time. */
    private void paintTimes(double coveredFrom, double coveredTo) {
        if (frame != null) {
            painter.paintTimes(canvas.getGraphicsContext2D(), frame, coveredFrom, coveredTo);
        }
    }

    private void placeDot(int index, @Nullable Long at) {
        Circle dot = dots.get(index);
        PlotFrame seen = frame;
        dot.setVisible(false);
        if (at == null || seen == null || index >= seen.data().lines().size()) {
            return;
        }
        ChartSeries line = seen.data().lines().get(index);
        int bucket = line.bucketAt(at);
        if (bucket < 0) {
            return;
        }
        double x = seen.times().x(line.middle(bucket));
        if (x >= seen.left() && x <= seen.right()) {
            dot.setCenterX(x);
            dot.setCenterY(seen.y(line.average(bucket)));
            dot.setVisible(true);
        }
    }

    /** @param from pixel, as of the pointer; null takes the selection away */
    void showSelection(@Nullable Double from, double to) {
        PlotFrame seen = frame;
        selection.setVisible(from != null && seen != null);
        if (from == null || seen == null) {
            return;
        }
        double left = Math.clamp(Math.min(from, to), seen.left(), seen.right());
        double right = Math.clamp(Math.max(from, to), seen.left(), seen.right());
        selection.setX(left);
        selection.setY(seen.top());
        selection.setWidth(right - left);
        selection.setHeight(seen.bottom() - seen.top());
    }

    /** Says what happened where the pointer is, or nothing. */
    void showMarkNear(@Nullable Double x) {
        PlotFrame.PlacedMark mark = (x == null || frame == null) ? null : frame.markNear(x);
        markText.setVisible(mark != null);
        if (mark == null || frame == null) {
            return;
        }
        markText.setText(mark.text());
        markText.autosize();
        double most = Math.max(0, getWidth() - markText.getWidth());
        markText.relocate(
                Math.rint(Math.clamp(mark.x() - markText.getWidth() / 2, 0, most)),
                Math.rint(frame.bottom() - markText.getHeight() - 3 * DOT_RADIUS));
    }

    /** The time under a pixel; null where there is no plot. */
    @Nullable
    Long timeAt(double x) {
        return frame == null ? null : frame.times().time(x);
    }

    /** Where the pointer means a time: not over the names of the axis. */
    boolean isInside(double x) {
        return frame != null && x >= frame.left() && x <= frame.right();
    }

    ChartPalette palette() {
        return palette;
    }

    @Override
    protected double computePrefHeight(double width) {
        return HEIGHT;
    }

    @Override
    protected double computePrefWidth(double height) {
        return WIDTH;
    }

    @Override
    protected double computeMinWidth(double height) {
        return 0;
    }

    @Override
    public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
        return ChartPalette.cssMetaData();
    }
}
