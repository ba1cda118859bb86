package dev.wheelhouse.ui.apps.page;

import dev.wheelhouse.core.apps.AppEvent;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.apps.list.AppLabels;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.databases.history.HistoryLabels;
import dev.wheelhouse.ui.logs.LogsWiring;
import dev.wheelhouse.ui.words.Moments;
import java.time.Clock;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** What happened to an app, newest first; the last lines of a crash unfold. */
final class EventRows extends ScrollPane {

    private final String appId;
    private final @Nullable LogsWiring logs;
    private final Clock clock;
    private final ActionControls controls;
    private final VBox rows = new VBox();
    private final Set<String> unfolded = new HashSet<>();
    private List<AppEvent> shown = List.of();

    EventRows(String appId, @Nullable LogsWiring logs, Clock clock, ActionControls controls) {
        this.appId = appId;
        this.logs = logs;
        this.clock = clock;
        this.controls = controls;
        rows.getStyleClass().add("events");
        setContent(rows);
        setFitToWidth(true);
        setHbarPolicy(ScrollBarPolicy.NEVER);
        getStyleClass().add("edge-to-edge");
        show(List.of());
    }

    void show(List<AppEvent> events) {
        shown = events;
        if (events.isEmpty()) {
            Label nothing = Nodes.label("Nothing has happened in the last 30 days.", "dim");
            HBox row = new HBox(nothing);
            row.getStyleClass().add("overview-row");
            rows.getChildren().setAll(row);
            return;
        }
        rows.getChildren().setAll(events.stream().map(this::row).toList());
    }

    private Node row(AppEvent event) {
        boolean folds = !event.lines().isEmpty();
        FontIcon fold = new FontIcon(unfolded.contains(event.id()) ? "fth-chevron-down" : "fth-chevron-right");
        fold.setVisible(folds);
        FontIcon icon = Nodes.icon(icon(event.kind()), iconStyle(event.kind()));
        Label what = Nodes.whole(AppLabels.event(event.kind()));
        Label more = Nodes.narrow(more(event), "dim");
        more.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(more, Priority.ALWAYS);
        Label when = Nodes.whole(
                Moments.ago(event.at(), clock.instant()) + "  ·  "
                        + HistoryLabels.moment(event.at(), ZoneId.systemDefault()),
                "dim",
                "small");
        HBox head = new HBox(12, fold, icon, what, more, when);
        LogsWiring target = logs;
        if (target != null) {
            head.getChildren()
                    .add(controls.iconButton(Action.of(
                            "apps.log-at",
                            "Open the log at that time",
                            "fth-file-text",
                            () -> target.openApp(appId, event.at()))));
        }
        head.setAlignment(Pos.CENTER_LEFT);
        head.getStyleClass().add("overview-row");
        if (!folds) {
            return head;
        }
        head.getStyleClass().add("clickable");
        head.setFocusTraversable(true);
        head.setAccessibleText(what.getText() + " " + more.getText() + ", its last lines unfold");
        head.setOnMouseClicked(click -> {
            if (click.getButton() == MouseButton.PRIMARY) {
                turn(event);
            }
        });
        head.setOnKeyPressed(key -> {
            if ((key.getCode() == KeyCode.ENTER || key.getCode() == KeyCode.SPACE) && head.equals(key.getTarget())) {
                turn(event);
                key.consume();
            }
        });
        return unfolded.contains(event.id()) ? new VBox(head, LastLines.of(event.lines())) : head;
    }

    private void turn(AppEvent event) {
        if (!unfolded.remove(event.id())) {
            unfolded.add(event.id());
        }
        int index = shown.indexOf(event);
        show(shown);
        Node again = rows.getChildren().get(index);
        (again instanceof VBox both ? both.getChildren().getFirst() : again).requestFocus();
    }

    private static String more(AppEvent event) {
        return AppLabels.joined(AppLabels.exit(event.exitCode()), event.detail());
    }

    private static String icon(String kind) {
        return switch (kind) {
            case "app.started" -> "fth-play";
            case "app.stopped" -> "fth-square";
            case AppEvent.CRASHED -> "fth-x-octagon";
            case "app.recovered" -> "fth-check-circle";
            case "app.created" -> "fth-plus";
            case "app.changed" -> "fth-edit-2";
            case "deploy.succeeded", "deploy.failed", "deploy.cancelled" -> "fth-upload-cloud";
            default -> "fth-circle";
        };
    }

    private static String iconStyle(String kind) {
        return switch (kind) {
            case AppEvent.CRASHED, "deploy.failed" -> "danger-icon";
            case "app.recovered", "app.started", "deploy.succeeded" -> "success-icon";
            default -> "muted-icon";
        };
    }
}
