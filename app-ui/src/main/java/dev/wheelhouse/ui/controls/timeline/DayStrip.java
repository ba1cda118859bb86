package dev.wheelhouse.ui.controls.timeline;

import dev.wheelhouse.ui.controls.chart.TimeRange;
import dev.wheelhouse.ui.controls.chart.TimeTicks;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.Region;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of time to come as one lane with a mark for everything that is due; what lies too near becomes one mark with
 * a count. Left and Right go from mark to mark, Enter chooses. Belongs to the window's thread.
 */
public final class DayStrip extends Region {

    private static final PseudoClass SELECTED = PseudoClass.getPseudoClass("selected");
    private static final PseudoClass CURRENT = PseudoClass.getPseudoClass("current");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    private static final Duration SOON = Duration.millis(120);
    private static final double LANE = 28;
    private static final double HEIGHT = 48;
    private static final double MARK = 12;
    private static final double EDGE = 14;
    private static final double TICK_EVERY = 88;
    private static final int MOST_LINES = 10;

    private final ZoneId zone;
    private final Region lane = new Region();
    private final List<Label> nodes = new ArrayList<>();
    private final Tooltip keyTooltip = new Tooltip();
    private List<StripMark> marks = List.of();
    private List<StripCluster> clusters = List.of();
    private @Nullable TimeRange range;
    private @Nullable String selected;
    private Consumer<List<String>> chosen = _ -> {};
    private double drawnWidth;
    private int current = -1;
    private boolean isStale = true;

    /** @param zone in which its times are shown */
    public DayStrip(ZoneId zone) {
        this.zone = zone;
        getStyleClass().add("day-strip");
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.SLIDER);
        lane.getStyleClass().add("day-lane");
        addEventHandler(KeyEvent.KEY_PRESSED, this::step);
        focusedProperty().addListener((_, _, focused) -> {
            if (!focused) {
                pointTo(-1);
            }
        });
    }

    /** @param ascending in time */
    public void show(TimeRange over, List<StripMark> ascending) {
        if (!over.equals(range) || !ascending.equals(marks)) {
            range = over;
            marks = List.copyOf(ascending);
            isStale = true;
            requestLayout();
        }
    }

    /** Lifts the marks of one thing; null for none. */
    public void select(@Nullable String id) {
        selected = id;
        showSelected();
    }

    /** @param onChosen gets the ids behind a mark that was clicked, in the order of their times */
    public void setOnChosen(Consumer<List<String>> onChosen) {
        chosen = onChosen;
    }

    private void step(KeyEvent event) {
        switch (event.getCode()) {
            case LEFT -> pointTo(Math.max(0, current - 1));
            case RIGHT -> pointTo(Math.min(clusters.size() - 1, current + 1));
            case ENTER, SPACE -> choose(current);
            default -> {
                return;
            }
        }
        event.consume();
    }

    private void choose(int cluster) {
        if (cluster >= 0 && cluster < clusters.size()) {
            chosen.accept(clusters.get(cluster).ids());
        }
    }

    private void pointTo(int cluster) {
        current = cluster;
        for (int i = 0; i < nodes.size(); i++) {
            nodes.get(i).pseudoClassStateChanged(CURRENT, i == cluster);
        }
        keyTooltip.hide();
        if (cluster >= 0 && cluster < nodes.size() && getScene() != null) {
            Label node = nodes.get(cluster);
            keyTooltip.setText(words(clusters.get(cluster)));
            setAccessibleText(keyTooltip.getText());
            var place = node.localToScreen(0, node.getHeight() + 4);
            if (place != null) {
                keyTooltip.show(this, place.getX(), place.getY());
            }
        }
    }

    @Override
    protected void layoutChildren() {
        if (isStale || drawnWidth != getWidth()) {
            isStale = false;
            drawnWidth = getWidth();
            draw();
        }
    }

    private void draw() {
        keyTooltip.hide();
        current = -1;
        nodes.clear();
        getChildren().setAll(lane);
        lane.resizeRelocate(0, 0, getWidth(), LANE);
        TimeRange shown = range;
        if (shown == null || getWidth() < 4 * EDGE) {
            clusters = List.of();
            return;
        }
        drawTicks(shown);
        clusters = StripCluster.of(
                marks, marks.stream().map(each -> x(shown, each.at())).toList());
        for (int i = 0; i < clusters.size(); i++) {
            nodes.add(mark(i));
        }
        getChildren().addAll(nodes);
        setAccessibleText(marks.isEmpty() ? "Nothing is due" : marks.size() == 1 ? "1 time" : marks.size() + " times");
        showSelected();
    }

    private double x(TimeRange shown, long at) {
        double share = (double) (at - shown.from()) / (double) shown.span();
        return EDGE + share * (getWidth() - 2 * EDGE);
    }

    private void drawTicks(TimeRange shown) {
        int most = (int) Math.max(1, (getWidth() - 2 * EDGE) / TICK_EVERY);
        for (TimeTicks.Tick tick : TimeTicks.of(shown, zone, most)) {
            double x = Math.rint(x(shown, tick.at()));
            Region line = new Region();
            line.getStyleClass().add("day-tick");
            line.resizeRelocate(x, 0, 1, LANE);
            Label text = new Label(tick.text());
            text.getStyleClass().add("day-time");
            place(text, x, (LANE + HEIGHT) / 2 + 1);
            getChildren().addAll(line, text);
        }
    }

    private Label mark(int index) {
        StripCluster cluster = clusters.get(index);
        int count = cluster.marks().size();
        Label mark = new Label(count == 1 ? "" : count > 99 ? "99+" : Integer.toString(count));
        mark.getStyleClass().add("day-mark");
        mark.setAlignment(Pos.CENTER);
        double width = count == 1 ? MARK : StripCluster.WIDTH;
        double height = count == 1 ? MARK : MARK + 6;
        mark.setMinSize(width, height);
        mark.setPrefSize(width, height);
        mark.setAccessibleText(words(cluster));
        Tooltip tooltip = new Tooltip(words(cluster));
        tooltip.setShowDelay(SOON);
        mark.setTooltip(tooltip);
        mark.setOnMouseClicked(event -> {
            if (event.getButton() == MouseButton.PRIMARY) {
                choose(index);
            }
        });
        place(mark, cluster.x(), LANE / 2);
        return mark;
    }

    private void place(Label node, double middle, double centre) {
        getChildren().add(node);
        node.applyCss();
        node.autosize();
        getChildren().remove(node);
        double most = Math.max(0, getWidth() - node.getWidth());
        node.relocate(
                Math.rint(Math.clamp(middle - node.getWidth() / 2, 0, most)), Math.rint(centre - node.getHeight() / 2));
    }

    private void showSelected() {
        for (int i = 0; i < nodes.size(); i++) {
            boolean lifted = selected != null && clusters.get(i).ids().contains(selected);
            nodes.get(i).pseudoClassStateChanged(SELECTED, lifted);
        }
        nodes.stream()
                .filter(each -> each.getPseudoClassStates().contains(SELECTED))
                .toList()
                .forEach(Node::toFront);
    }

    private String words(StripCluster cluster) {
        List<String> lines = cluster.marks().stream()
                .limit(MOST_LINES)
                .map(each -> TIME.format(Instant.ofEpochMilli(each.at()).atZone(zone)) + "  " + each.name())
                .collect(Collectors.toCollection(ArrayList::new));
        int more = cluster.marks().size() - lines.size();
        if (more > 0) {
            lines.add("and " + more + " more");
        }
        return String.join("\n", lines);
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
    protected double computeMinWidth(double height) {
        return 0;
    }

    @Override
    public String getUserAgentStylesheet() {
        return Objects.requireNonNull(DayStrip.class.getResource("timeline.css"))
                .toExternalForm();
    }
}
