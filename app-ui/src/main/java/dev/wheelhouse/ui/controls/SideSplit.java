package dev.wheelhouse.ui.controls;

import javafx.beans.property.DoubleProperty;
import javafx.beans.property.SimpleDoubleProperty;
import javafx.scene.AccessibleRole;
import javafx.scene.Cursor;
import javafx.scene.Node;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;

/**
 * A narrow part at one side that keeps its width in pixels, and the rest. Where there is no room for it the narrow part
 * gives way, and has its width again as soon as there is. Belongs to the window's thread.
 */
public final class SideSplit extends Region {

    public static final double NARROWEST = 180;
    private static final double REST = 320;
    private static final double BAR = 5;
    private static final double STEP = 16;

    private final DoubleProperty sideWidth = new SimpleDoubleProperty(this, "sideWidth", 300);
    private final Region bar = new Region();
    private final Node side;
    private final Node rest;
    private final boolean atRight;
    private double pressedX;
    private double widthBefore;

    /** With the narrow part at the left. */
    public SideSplit(Node side, Node rest) {
        this(side, rest, false);
    }

    private SideSplit(Node side, Node rest, boolean atRight) {
        this.side = side;
        this.rest = rest;
        this.atRight = atRight;
        getStyleClass().add("side-split");
        bar.getStyleClass().add("side-split-bar");
        bar.setCursor(Cursor.H_RESIZE);
        bar.setFocusTraversable(true);
        bar.setAccessibleRole(AccessibleRole.SLIDER);
        bar.setAccessibleText("Width of the " + (atRight ? "right" : "left") + " part");
        bar.addEventHandler(MouseEvent.MOUSE_PRESSED, this::press);
        bar.addEventHandler(
                MouseEvent.MOUSE_DRAGGED, event -> widen(widthBefore + outwards(event.getSceneX() - pressedX)));
        bar.addEventHandler(KeyEvent.KEY_PRESSED, this::step);
        sideWidth.addListener((changed, before, now) -> requestLayout());
        getChildren().setAll(side, rest, bar);
    }

    /** With the narrow part at the right. */
    public static SideSplit atRight(Node side, Node rest) {
        return new SideSplit(side, rest, true);
    }

    /** How much wider the narrow part is when the bar moves so far to the right. */
    private double outwards(double distance) {
        return atRight ? -distance : distance;
    }

    /** The width that is wanted, in pixels; what is shown may be less. */
    public DoubleProperty sideWidthProperty() {
        return sideWidth;
    }

    private void press(MouseEvent event) {
        pressedX = event.getSceneX();
        widthBefore = shownWidth();
    }

    private void step(KeyEvent event) {
        if (event.getCode() == KeyCode.LEFT || event.getCode() == KeyCode.RIGHT) {
            widen(shownWidth() + outwards(event.getCode() == KeyCode.LEFT ? -STEP : STEP));
            event.consume();
        }
    }

    private void widen(double wanted) {
        sideWidth.set(Math.rint(Math.clamp(wanted, NARROWEST, Math.max(NARROWEST, getWidth() - REST))));
    }

    private double shownWidth() {
        double most = Math.max(NARROWEST, getWidth() - REST - BAR);
        return Math.clamp(sideWidth.get(), NARROWEST, most);
    }

    @Override
    protected void layoutChildren() {
        double narrow = snapSizeX(shownWidth());
        double wide = Math.max(0, getWidth() - narrow - BAR);
        side.resizeRelocate(atRight ? wide + BAR : 0, 0, narrow, getHeight());
        bar.resizeRelocate(atRight ? wide : narrow, 0, BAR, getHeight());
        rest.resizeRelocate(atRight ? 0 : narrow + BAR, 0, wide, getHeight());
    }

    @Override
    protected double computePrefWidth(double height) {
        return sideWidth.get() + BAR + rest.prefWidth(-1);
    }

    @Override
    protected double computePrefHeight(double width) {
        return Math.max(side.prefHeight(-1), rest.prefHeight(-1));
    }

    @Override
    protected double computeMinWidth(double height) {
        return NARROWEST + BAR + REST;
    }

    @Override
    protected double computeMinHeight(double width) {
        return 0;
    }
}
