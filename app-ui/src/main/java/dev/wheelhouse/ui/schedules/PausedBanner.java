package dev.wheelhouse.ui.schedules;

import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.schedules.list.ScheduleCommands;
import dev.wheelhouse.ui.schedules.list.ScheduleList;
import dev.wheelhouse.ui.words.Moments;
import java.time.Instant;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;

/** Stands above the list while all schedules are paused. */
final class PausedBanner extends HBox {

    private final Label text = Nodes.narrow("");

    PausedBanner(ScheduleList list, ScheduleCommands commands, ActionControls controls) {
        super(12);
        getStyleClass().add("paused-band");
        setAlignment(Pos.CENTER_LEFT);
        VBox.setMargin(this, new Insets(0, 0, 8, 0));
        Label title = Nodes.whole("All schedules paused", "h3");
        text.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(text, Priority.ALWAYS);
        Button resume = controls.button(commands.resumeAll());
        resume.setId("resume");
        resume.setMinWidth(Region.USE_PREF_SIZE);
        getChildren().setAll(new FontIcon("fth-pause-circle"), title, text, resume);
        managedProperty().bind(visibleProperty());
        list.pausedSinceProperty().addListener(_ -> show(list));
        show(list);
    }

    private void show(ScheduleList list) {
        Instant since = list.pausedSinceProperty().get();
        setVisible(since != null);
        if (since != null) {
            text.setText("Since " + Moments.onDay(since, list.clock().instant(), list.zone())
                    + " nothing becomes due. What ran then went on to its end; “Run now” still works.");
        }
    }
}
