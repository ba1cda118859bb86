package dev.wheelhouse.ui.controls.chart;

import java.util.List;
import javafx.geometry.Insets;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.layout.Region;

/** Charts beside and below each other, all of one size, in as many columns as there is room for. */
public final class ChartGrid extends Region {

    private static final double GAP = 12;
    private static final double LEAST_WIDTH = 400;
    private static final double HEIGHT = 192;
    private static final int MOST_COLUMNS = 3;

    /** Shows these charts instead of those before. */
    public void show(List<? extends Node> charts) {
        getChildren().setAll(charts);
    }

    private int columns(double width) {
        int most = Math.clamp(getManagedChildren().size(), 1, MOST_COLUMNS);
        return (int) Math.clamp(Math.floor((width + GAP) / (LEAST_WIDTH + GAP)), 1, most);
    }

    @Override
    protected void layoutChildren() {
        Insets insets = getInsets();
        double inner = getWidth() - insets.getLeft() - insets.getRight();
        int columns = columns(inner);
        // Whole pixels, so that thin lines are as sharp in every column.
        double width = Math.floor((inner - (columns - 1) * GAP) / columns);
        List<Node> charts = getManagedChildren();
        for (int i = 0; i < charts.size(); i++) {
            int column = i % columns;
            int row = i / columns;
            double x = insets.getLeft() + column * (width + GAP);
            double y = insets.getTop() + row * (HEIGHT + GAP);
            charts.get(i).resizeRelocate(x, y, width, HEIGHT);
        }
    }

    @Override
    protected double computePrefHeight(double width) {
        Insets insets = getInsets();
        double inner = (width < 0 ? getWidth() : width) - insets.getLeft() - insets.getRight();
        int rows = Math.ceilDiv(getManagedChildren().size(), columns(inner));
        return insets.getTop() + insets.getBottom() + Math.max(0, rows * (HEIGHT + GAP) - GAP);
    }

    @Override
    protected double computePrefWidth(double height) {
        return LEAST_WIDTH;
    }

    @Override
    protected double computeMinWidth(double height) {
        return 0;
    }

    @Override
    public Orientation getContentBias() {
        return Orientation.HORIZONTAL;
    }
}
