package dev.wheelhouse.ui.schedules;

import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.timeline.TimeStrip;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.schedules.list.DayAhead;
import dev.wheelhouse.ui.schedules.list.ScheduleLine;
import dev.wheelhouse.ui.schedules.list.ScheduleList;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import javafx.collections.ListChangeListener;
import javafx.geometry.Pos;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The next 24 hours above the list: a mark for each time, and in words those that are due all the time. */
final class DayPane extends VBox {

    private static final int MOST_NAMED = 3;

    private final ListModel<ScheduleLine> model;
    private final ScheduleList list;
    private final TimeStrip strip;
    private final Label title = Nodes.whole("Next 24 hours", "dim", "small");
    private final HBox often = new HBox(4);
    private @Nullable Seen lastSeen;

    /** What the day ahead follows from. */
    private record Seen(Instant minute, boolean paused, List<String> schedules) {}

    DayPane(ListModel<ScheduleLine> model, ScheduleList list) {
        super(6);
        this.model = model;
        this.list = list;
        this.strip = new TimeStrip(list.zone(), "HH:mm");
        getStyleClass().add("day-pane");
        often.setAlignment(Pos.CENTER_LEFT);
        often.setMinWidth(0);
        HBox head = Nodes.line(16, title, often);
        getChildren().setAll(head, strip);
        strip.setOnChosen(this::choose);
        managedProperty().bind(visibleProperty());
        model.shown().addListener((ListChangeListener<LiveRow<ScheduleLine>>) _ -> lookAhead());
        list.rows().addListener((ListChangeListener<LiveRow<ScheduleLine>>) _ -> lookAhead());
        model.selectedProperty().addListener((_, _, id) -> strip.select(id));
        lookAhead();
    }

    /** Only when it could be another: each row that changes comes by here. */
    private void lookAhead() {
        setVisible(!list.rows().isEmpty());
        List<ScheduleLine> lines = model.shown().stream().map(LiveRow::line).toList();
        Instant now = list.clock().instant();
        boolean paused = list.pausedSinceProperty().get() != null;
        Seen seen = new Seen(
                now.truncatedTo(ChronoUnit.MINUTES),
                paused,
                lines.stream()
                        .map(each -> each.id() + each.schedule().revision() + (each.next() != null))
                        .toList());
        if (!seen.equals(lastSeen)) {
            lastSeen = seen;
            show(DayAhead.of(lines, now), paused);
        }
    }

    /** Of those behind a mark the one after the selected one: one click after the other goes through all of them. */
    private void choose(List<String> ids) {
        int now = ids.indexOf(model.selectedProperty().get());
        model.selectedProperty().set(ids.get((now + 1) % ids.size()));
    }

    private void show(DayAhead day, boolean paused) {
        strip.show(day.range(), day.marks(), List.of());
        strip.select(model.selectedProperty().get());
        title.setText(paused ? "Next 24 hours: nothing, all are paused" : titleWords(day));
        often.getChildren().clear();
        List<DayAhead.Often> all = day.often();
        if (all.isEmpty()) {
            return;
        }
        often.getChildren().add(Nodes.whole("All day:", "dim", "small"));
        all.stream().limit(MOST_NAMED).forEach(each -> often.getChildren().add(link(each)));
        if (all.size() > MOST_NAMED) {
            Label more = Nodes.whole("and " + (all.size() - MOST_NAMED) + " more", "dim", "small");
            more.setTooltip(new Tooltip(String.join(
                    "\n",
                    all.stream()
                            .skip(MOST_NAMED)
                            .map(each -> each.name() + ", " + each.words())
                            .toList())));
            often.getChildren().add(more);
        }
    }

    private static String titleWords(DayAhead day) {
        int times = day.marks().size();
        if (times == 0) {
            return day.often().isEmpty() ? "Next 24 hours: nothing is due" : "Next 24 hours";
        }
        return "Next 24 hours: " + (times == 1 ? "one run" : times + " runs");
    }

    private Hyperlink link(DayAhead.Often each) {
        Hyperlink link = new Hyperlink(each.name());
        link.getStyleClass().add("small");
        link.setTooltip(new Tooltip(each.name() + ", " + each.words()));
        link.setOnAction(_ -> {
            link.setVisited(false);
            choose(List.of(each.id()));
        });
        link.setMinWidth(0);
        return link;
    }
}
