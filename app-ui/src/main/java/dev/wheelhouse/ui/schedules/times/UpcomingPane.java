package dev.wheelhouse.ui.schedules.times;

import dev.wheelhouse.ui.controls.Nodes;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import org.jspecify.annotations.Nullable;

/** The next times below each other, on the clocks there and, where they differ, on those here. */
public final class UpcomingPane extends GridPane {

    private static final int COLUMNS = 3;

    private final ZoneId own;
    private List<UpcomingRun> shown = List.of();
    private @Nullable ZoneId shownZone;

    /** @param own the window's zone */
    public UpcomingPane(ZoneId own) {
        this.own = own;
        getStyleClass().add("upcoming");
        setHgap(16);
        setVgap(4);
        ColumnConstraints last = new ColumnConstraints();
        last.setHgrow(Priority.ALWAYS);
        getColumnConstraints().setAll(new ColumnConstraints(), new ColumnConstraints(), last);
        getColumnConstraints().forEach(each -> each.setMinWidth(0));
    }

    /** @param zone of the schedule; null while it is not known */
    public void show(List<UpcomingRun> times, @Nullable ZoneId zone) {
        if (times.equals(shown) && Objects.equals(zone, shownZone)) {
            return;
        }
        shown = times;
        shownZone = zone;
        getChildren().clear();
        boolean both = times.stream().anyMatch(each -> !each.here().isEmpty());
        int row = 0;
        if (both && zone != null) {
            add(Nodes.label(zone.getId(), "dim", "small"), 0, row);
            add(Nodes.label("Here, " + own.getId(), "dim", "small"), 1, row);
            row++;
        }
        for (UpcomingRun each : times) {
            add(Nodes.narrow(each.there(), "figures"), 0, row);
            if (both) {
                add(Nodes.narrow(each.here().isEmpty() ? each.there() : each.here(), "figures"), 1, row);
            }
            add(Nodes.label(each.in(), "dim", "small"), both ? 2 : 1, row);
            row++;
            if (!each.note().isEmpty()) {
                add(note(each.note()), 0, row, COLUMNS, 1);
                row++;
            }
        }
    }

    private static Label note(String text) {
        Label label = Nodes.wrapped(text, "small", "warning-text");
        label.setGraphic(Nodes.icon("fth-info", "warning-icon"));
        label.setAlignment(Pos.TOP_LEFT);
        return label;
    }
}
