package dev.wheelhouse.ui.controls.editor;

import javafx.geometry.Orientation;
import javafx.scene.Scene;
import javafx.scene.control.ScrollBar;
import javafx.scene.layout.Region;
import org.fxmisc.richtext.CodeArea;

/**
 * A text area between its scroll bars. They read how large the text is once a frame: the area estimates it from all the
 * lines that it knows, and a listener, as Flowless' own scroll pane has it, asks for that many times for each key.
 */
final class ScrolledArea extends Region {

    private static final double LINE = 16;

    private final CodeArea area;
    private final ScrollBar across = new ScrollBar();
    private final ScrollBar down = new ScrollBar();
    private final Runnable everyFrame = this::read;
    private boolean reading;

    ScrolledArea(CodeArea area) {
        this.area = area;
        getStyleClass().add("scrolled-area");
        across.setOrientation(Orientation.HORIZONTAL);
        down.setOrientation(Orientation.VERTICAL);
        across.setVisible(false);
        down.setVisible(false);
        across.valueProperty().addListener((_, _, value) -> {
            if (!reading) {
                area.scrollXToPixel(value.doubleValue());
            }
        });
        down.valueProperty().addListener((_, _, value) -> {
            if (!reading) {
                area.scrollYToPixel(value.doubleValue());
            }
        });
        sceneProperty().addListener((_, before, now) -> follow(before, now));
        getChildren().addAll(area, across, down);
    }

    private void follow(Scene before, Scene now) {
        if (before != null) {
            before.removePostLayoutPulseListener(everyFrame);
        }
        if (now != null) {
            now.addPostLayoutPulseListener(everyFrame);
        }
    }

    private void read() {
        reading = true;
        boolean changed =
                read(down, area.totalHeightEstimateProperty().getOrElse(0.0), area.getHeight(), scrolledDown());
        changed |= read(across, area.totalWidthEstimateProperty().getOrElse(0.0), area.getWidth(), scrolledAcross());
        reading = false;
        if (changed) {
            requestLayout();
        }
    }

    private double scrolledDown() {
        return area.estimatedScrollYProperty().getOrElse(0.0);
    }

    private double scrolledAcross() {
        return area.estimatedScrollXProperty().getOrElse(0.0);
    }

    /**
     * The value of a bar is the first pixel seen, its greatest one the last that can be the first.
     *
     * @return whether the bar came or went
     */
    private static boolean read(ScrollBar bar, double content, double seen, double scrolled) {
        double most = Math.max(0, content - seen);
        bar.setMax(most);
        bar.setValue(Math.clamp(scrolled, 0, most));
        // A thumb is as long beside its track as what is seen beside the whole.
        bar.setVisibleAmount(content <= 0 ? 0 : most * seen / content);
        bar.setBlockIncrement(seen);
        bar.setUnitIncrement(LINE);
        boolean needed = most > 0.5;
        boolean changed = bar.isVisible() != needed;
        bar.setVisible(needed);
        return changed;
    }

    @Override
    protected double computePrefWidth(double height) {
        return area.prefWidth(height);
    }

    @Override
    protected double computePrefHeight(double width) {
        return area.prefHeight(width);
    }

    @Override
    protected void layoutChildren() {
        double downWidth = down.isVisible() ? snapSizeX(down.prefWidth(-1)) : 0;
        double acrossHeight = across.isVisible() ? snapSizeY(across.prefHeight(-1)) : 0;
        double width = Math.max(0, getWidth() - downWidth);
        double height = Math.max(0, getHeight() - acrossHeight);
        area.resizeRelocate(0, 0, width, height);
        down.resizeRelocate(width, 0, downWidth, height);
        across.resizeRelocate(0, height, width, acrossHeight);
    }
}
