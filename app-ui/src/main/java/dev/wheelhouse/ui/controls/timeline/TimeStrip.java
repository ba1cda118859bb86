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
import java.util.function.Function;
import java.util.function.LongConsumer;
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
 * A stretch of time as one lane, with a mark for everything that happens at a moment and a colour for what lasts; marks too
 * near to each other become one with a count. Left and Right go from mark to mark, Enter chooses. Belongs to the window's
 * thread.
 */
public final class TimeStrip extends Region {

    private static final PseudoClass SELECTED = PseudoClass.getPseudoClass("selected");
    private static final PseudoClass CURRENT = PseudoClass.getPseudoClass("current");
    private static final Duration SOON = Duration.millis(120);
    private static final double LANE = 28;
    private static final double HEIGHT = 48;
    private static final double MARK = 12;
    private static final double LEAST_SPAN = 2;
    private static final double EDGE = 14;
    private static final double TICK_EVERY = 88;
    private static final int MOST_LINES = 10;

    private final ZoneId zone;
    private final DateTimeFormatter times;
    private final Region lane = new Region();
    private final Tooltip laneTooltip = new Tooltip();
    private final List<Label> nodes = new ArrayList<>();
    private final Tooltip keyTooltip = new Tooltip();
    private List<StripMark> marks = List.of();
    private List<StripSpan> spans = List.of();
    private List<StripCluster> clusters = List.of();
    private @Nullable TimeRange range;
    private @Nullable String selected;
    private Consumer<List<String>> chosen = _ -> {};
    private Function<List<StripMark>, String> summary =
            all -> all.isEmpty() ? "No times" : all.size() == 1 ? "1 time" : all.size() + " times";
    private double drawnWidth;
    private int current = -1;
    private boolean isStale = true;

    /**
     * @param zone in which its times are shown
     * @param pattern of the time of a mark, such as {@code HH:mm}
     */
    public TimeStrip(ZoneId zone, String pattern) {
        this.zone = zone;
        this.times = DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH);
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

    /**
     * @param ascending in time
     * @param lasting below the marks, the later above the earlier
     */
    public void show(TimeRange over, List<StripMark> ascending, List<StripSpan> lasting) {
        if (!over.equals(range) || !ascending.equals(marks) || !lasting.equals(spans)) {
            range = over;
            marks = List.copyOf(ascending);
            spans = List.copyOf(lasting);
            isStale = true;
            requestLayout();
        }
    }

    /** Lifts the marks of one thing; null for none. */
    public void select(@Nullable String id) {
        selected = id;
        showSelected();
    }

    /** @param words of all that it shows, for screen readers */
    public void setSummary(Function<List<StripMark>, String> words) {
        summary = words;
    }

    /** @param onChosen gets the ids behind a mark that was clicked, in the order of their times */
    public void setOnChosen(Consumer<List<String>> onChosen) {
        chosen = onChosen;
    }

    /** @param onTime gets the moment of a click on the lane beside its marks, milliseconds since the epoch */
    public void setOnTime(LongConsumer onTime) {
        lane.getStyleClass().add("clickable");
        laneTooltip.setShowDelay(SOON);
        Tooltip.install(lane, laneTooltip);
        // The lane begins where the strip does; marks lie above it and are not its children.
        lane.setOnMouseMoved(event -> laneTooltip.setText(words(event.getX())));
        lane.setOnMouseClicked(event -> {
            if (range != null && event.getButton() == MouseButton.PRIMARY) {
                onTime.accept(timeAt(range, event.getX()));
            }
        });
    }

    private long timeAt(TimeRange shown, double x) {
        double share = Math.clamp((x - EDGE) / (getWidth() - 2 * EDGE), 0, 1);
        return shown.from() + (long) (share * shown.span());
    }

    private String words(double x) {
        TimeRange shown = range;
        if (shown == null) {
            return "";
        }
        long at = timeAt(shown, x);
        String time = times.format(Instant.ofEpochMilli(at).atZone(zone));
        return spans.reversed().stream()
                .filter(each -> each.from() <= at && at < each.to())
                .findFirst()
                .map(each -> time + "\n" + each.words())
                .orElse(time);
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
        boolean pointed = keyTooltip.isShowing();
        keyTooltip.hide();
        String before = current < 0 || current >= clusters.size()
                ? null
                : clusters.get(current).marks().getFirst().id();
        current = -1;
        nodes.clear();
        getChildren().setAll(lane);
        lane.resizeRelocate(0, 0, getWidth(), LANE);
        TimeRange shown = range;
        if (shown == null || getWidth() < 4 * EDGE) {
            clusters = List.of();
            return;
        }
        spans.forEach(each -> drawSpan(shown, each));
        drawTicks(shown);
        clusters = StripCluster.of(
                marks, marks.stream().map(each -> x(shown, each.at())).toList());
        for (int i = 0; i < clusters.size(); i++) {
            nodes.add(mark(i));
        }
        getChildren().addAll(nodes);
        setAccessibleText(summary.apply(marks));
        showSelected();
        if (before != null) {
            keepPlace(before, pointed);
        }
    }

    /** The keys go on where they were. */
    private void keepPlace(String id, boolean pointed) {
        for (int i = 0; i < clusters.size(); i++) {
            if (clusters.get(i).ids().contains(id)) {
                current = i;
                nodes.get(i).pseudoClassStateChanged(CURRENT, true);
                if (pointed) {
                    pointTo(i);
                }
                return;
            }
        }
    }

    private double x(TimeRange shown, long at) {
        double share = (double) (at - shown.from()) / (double) shown.span();
        return EDGE + share * (getWidth() - 2 * EDGE);
    }

    private void drawSpan(TimeRange shown, StripSpan span) {
        double from = Math.floor(x(shown, Math.max(span.from(), shown.from())));
        double to = Math.ceil(x(shown, Math.min(span.to(), shown.to())));
        Region colour = new Region();
        colour.getStyleClass().add(span.style());
        colour.setMouseTransparent(true);
        colour.resizeRelocate(from, 1, Math.max(LEAST_SPAN, to - from), LANE - 2);
        getChildren().add(colour);
    }

    private void drawTicks(TimeRange shown) {
        int most = (int) Math.max(1, (getWidth() - 2 * EDGE) / TICK_EVERY);
        for (TimeTicks.Tick tick : TimeTicks.of(shown, zone, most)) {
            double x = Math.rint(x(shown, tick.at()));
            Region line = new Region();
            line.getStyleClass().add("day-tick");
            line.setMouseTransparent(true);
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
                .map(each -> times.format(Instant.ofEpochMilli(each.at()).atZone(zone)) + "  " + each.name())
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
        return Objects.requireNonNull(TimeStrip.class.getResource("timeline.css"))
                .toExternalForm();
    }
}
