package dev.wheelhouse.ui.controls.timeline;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import javafx.geometry.Point2D;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import javafx.scene.shape.ClosePath;
import javafx.scene.shape.HLineTo;
import javafx.scene.shape.MoveTo;
import javafx.scene.shape.Path;
import javafx.scene.shape.Rectangle;
import javafx.scene.shape.VLineTo;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;

/** The newest runs of something as a row of bars: height is duration, colour is outcome. Belongs to the window's thread. */
public final class RunBars extends Region {

    private static final double EDGE = 2;
    private static final Duration SOON = Duration.millis(120);

    private final Map<BarKind, Path> paths = new EnumMap<>(BarKind.class);
    private final Path ground = new Path();
    private final Rectangle frame = new Rectangle();
    private final Tooltip tooltip = new Tooltip();
    private final int places;
    private final double height;
    private List<RunBar> bars = List.of();
    private BarLayout layout = BarLayout.of(List.of(), 1, 0, 0);
    private @Nullable String selected;
    private @Nullable Consumer<String> chosen;

    /**
     * @param places how many bars there is room for
     * @param height preferred, in pixels
     */
    public RunBars(int places, double height) {
        this.places = places;
        this.height = height;
        getStyleClass().add("run-bars");
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        ground.getStyleClass().add("run-bars-ground");
        frame.getStyleClass().add("run-bars-frame");
        frame.setVisible(false);
        getChildren().addAll(frame, ground);
        for (BarKind kind : BarKind.values()) {
            Path path = new Path();
            path.getStyleClass().addAll("run-bar", kind.style());
            paths.put(kind, path);
            getChildren().add(path);
        }
        getChildren().forEach(each -> {
            each.setManaged(false);
            each.setMouseTransparent(true);
        });
        setPickOnBounds(true);
        tooltip.setShowDelay(SOON);
        tooltip.setHideDelay(Duration.ZERO);
        Tooltip.install(this, tooltip);
        setOnMouseMoved(this::pointAt);
        setOnMouseExited(_ -> tooltip.hide());
        setOnMouseClicked(event -> {
            RunBar bar = barAt(event.getX());
            if (chosen != null && bar != null && event.getButton() == MouseButton.PRIMARY) {
                chosen.accept(bar.id());
            }
        });
    }

    /**
     * @param shown oldest first
     * @param words what they say together, for screen readers
     */
    public void show(List<RunBar> shown, String words) {
        setAccessibleText(words);
        if (!shown.equals(bars)) {
            bars = List.copyOf(shown);
            requestLayout();
        }
    }

    /** Marks the bar of an id; null for none. */
    public void select(@Nullable String id) {
        selected = id;
        requestLayout();
    }

    /** @param onChosen gets the id of a bar that was clicked */
    public void setOnChosen(Consumer<String> onChosen) {
        chosen = onChosen;
        getStyleClass().add("clickable");
    }

    private void pointAt(MouseEvent event) {
        RunBar bar = barAt(event.getX());
        if (bar == null) {
            tooltip.hide();
            tooltip.setText("");
            return;
        }
        if (!bar.words().equals(tooltip.getText())) {
            tooltip.setText(bar.words());
            if (tooltip.isShowing()) {
                // It follows the pointer from bar to bar.
                Point2D below = localToScreen(event.getX(), getHeight());
                tooltip.setX(below.getX());
                tooltip.setY(below.getY());
            }
        }
    }

    /** The bar at a place across; null where there is none. */
    @Nullable
    RunBar barAt(double x) {
        int bar = layout.at(x);
        return bar < 0 ? null : layout.bars().get(bar);
    }

    @Override
    protected void layoutChildren() {
        layout = BarLayout.of(bars, places, getWidth(), getHeight());
        paths.values().forEach(each -> each.getElements().clear());
        frame.setVisible(false);
        for (int i = 0; i < layout.bars().size(); i++) {
            draw(i);
        }
        ground.getElements()
                .setAll(new MoveTo(0, layout.ground() + 0.5), new HLineTo(Math.max(0, Math.floor(getWidth()))));
    }

    private void draw(int i) {
        RunBar bar = layout.bars().get(i);
        Path path = Objects.requireNonNull(paths.get(bar.kind()));
        double x = layout.x(i);
        box(path, x, layout.ground() - layout.height(i), layout.height(i));
        if (bar.kind().isFooted()) {
            box(path, x, layout.ground() + 1, BarLayout.FOOT - 1);
        }
        if (bar.id().equals(selected)) {
            frame.setX(x - EDGE);
            frame.setY(0);
            frame.setWidth(layout.barWidth() + 2 * EDGE);
            frame.setHeight(getHeight());
            frame.setVisible(true);
        }
    }

    private void box(Path path, double x, double top, double high) {
        path.getElements()
                .addAll(
                        new MoveTo(x, top),
                        new HLineTo(x + layout.barWidth()),
                        new VLineTo(top + high),
                        new HLineTo(x),
                        new ClosePath());
    }

    @Override
    protected double computePrefWidth(double wanted) {
        return 5 * places;
    }

    @Override
    protected double computePrefHeight(double width) {
        return height;
    }

    @Override
    protected double computeMinHeight(double width) {
        return height;
    }

    @Override
    public String getUserAgentStylesheet() {
        return Objects.requireNonNull(RunBars.class.getResource("timeline.css")).toExternalForm();
    }
}
