package dev.wheelhouse.ui.schedules.times;

import java.time.ZoneId;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

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
        if (times.equals(shown) && java.util.Objects.equals(zone, shownZone)) {
            return;
        }
        shown = times;
        shownZone = zone;
        getChildren().clear();
        boolean both = times.stream().anyMatch(each -> !each.here().isEmpty());
        int row = 0;
        if (both && zone != null) {
            add(head(zone.getId()), 0, row);
            add(head("Here, " + own.getId()), 1, row);
            row++;
        }
        for (UpcomingRun each : times) {
            add(time(each.there()), 0, row);
            if (both) {
                add(time(each.here().isEmpty() ? each.there() : each.here()), 1, row);
            }
            Label in = new Label(each.in());
            in.getStyleClass().addAll("dim", "small");
            add(in, both ? 2 : 1, row);
            row++;
            if (!each.note().isEmpty()) {
                add(note(each.note()), 0, row, COLUMNS, 1);
                row++;
            }
        }
    }

    private static Label head(String text) {
        Label label = new Label(text);
        label.getStyleClass().addAll("dim", "small");
        return label;
    }

    private static Label time(String text) {
        Label label = new Label(text);
        label.getStyleClass().add("figures");
        label.setMinWidth(0);
        return label;
    }

    private static Label note(String text) {
        FontIcon icon = new FontIcon("fth-info");
        icon.getStyleClass().add("warning-icon");
        Label label = new Label(text, icon);
        label.getStyleClass().addAll("small", "warning-text");
        label.setWrapText(true);
        label.setMinHeight(Region.USE_PREF_SIZE);
        label.setAlignment(Pos.TOP_LEFT);
        return label;
    }
}
