package dev.wheelhouse.ui.controls.chart;

import java.util.Objects;
import javafx.scene.layout.Region;
import javafx.scene.shape.ClosePath;
import javafx.scene.shape.LineTo;
import javafx.scene.shape.MoveTo;
import javafx.scene.shape.Path;
import org.jspecify.annotations.Nullable;

/** A line of a few words' size, without axes; gaps stay gaps. Says nothing to screen readers: its value stands beside it. */
public final class Sparkline extends Region {

    private static final double WIDTH = 120;
    private static final double HEIGHT = 28;
    private static final double EDGE = 1;

    private final Path line = new Path();
    private final Path area = new Path();
    private @Nullable ChartSeries series;
    private @Nullable TimeRange range;
    private double top = 1;

    public Sparkline() {
        getStyleClass().add("sparkline");
        line.getStyleClass().add("sparkline-line");
        area.getStyleClass().add("sparkline-area");
        line.setManaged(false);
        area.setManaged(false);
        setMouseTransparent(true);
        getChildren().addAll(area, line);
    }

    /** @param most the value at the upper edge, above 0 */
    public void show(ChartSeries shown, TimeRange over, double most) {
        series = shown;
        range = over;
        top = most;
        requestLayout();
    }

    @Override
    protected void layoutChildren() {
        line.getElements().clear();
        area.getElements().clear();
        if (series == null || range == null || getWidth() < 1) {
            return;
        }
        double bottom = getHeight() - EDGE;
        LinePath path = LinePath.of(series, new TimeScale(range, 0, getWidth()), (int) getWidth());
        for (LinePath.Run run : path.runs()) {
            area.getElements().add(new MoveTo(run.x(0), bottom));
            for (int i = 0; i < run.size(); i++) {
                double x = run.x(i);
                double y = bottom - (bottom - EDGE) * Math.clamp(run.average(i) / top, 0, 1);
                line.getElements().add(i == 0 ? new MoveTo(x, y) : new LineTo(x, y));
                area.getElements().add(new LineTo(x, y));
            }
            area.getElements().addAll(new LineTo(run.x(run.size() - 1), bottom), new ClosePath());
        }
    }

    @Override
    protected double computePrefWidth(double height) {
        return WIDTH;
    }

    @Override
    protected double computePrefHeight(double width) {
        return HEIGHT;
    }

    @Override
    protected double computeMinHeight(double width) {
        return HEIGHT;
    }

    @Override
    public String getUserAgentStylesheet() {
        return Objects.requireNonNull(Sparkline.class.getResource("chart.css")).toExternalForm();
    }
}
