package dev.wheelhouse.ui.schedules.form;

import dev.wheelhouse.core.schedules.MissedPolicy;
import dev.wheelhouse.core.schedules.Overlap;
import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.schedules.list.ScheduleLabels;
import dev.wheelhouse.ui.schedules.times.CronRows;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.servers.ServerPick;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import java.util.function.Function;
import javafx.beans.property.ObjectProperty;
import javafx.geometry.Pos;
import javafx.geometry.VPos;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;

/** The form of a schedule, as a card over the window. */
public final class ScheduleFormView implements Form {

    private static final double WIDTH = 1000;
    private static final double LABELS = 72;
    private static final double SHORT_LABELS = 48;
    private static final double BETWEEN = 32;
    private static final double SENTENCE_HEIGHT = 32;

    private final ScheduleFormViewModel model;
    private final ScheduleFields fields;
    private final ActionControls controls;
    private final TrialPane trialPane;
    private final FormFrame<Schedule> frame;
    private final ComboBox<ServerPick> server = new ComboBox<>();
    private final TextField name;
    private final TextField timeout = new TextField();
    private final Button trial = new Button();

    public ScheduleFormView(
            ScheduleFormViewModel model, Workbench workbench, ActionControls controls, FormFrame.Ends<Schedule> ends) {
        this.model = model;
        this.fields = model.fields;
        this.controls = controls;
        this.trialPane = new TrialPane(workbench, model.list.zone());
        FieldGrid what = new FieldGrid(LABELS, model.form);
        this.name = what.text("Name", fields.name, "backup-shop");
        fillWhat(what);
        FieldGrid when = new FieldGrid(SHORT_LABELS, model.form);
        fillWhen(when);
        this.frame = new FormFrame<>(
                model.form, "schedule", model.mode.title("a schedule", Schedule::name), WIDTH, beside(what, when));
        bindTrial();
        trial.setMinWidth(Region.USE_PREF_SIZE);
        frame.end(
                new FormFrame.Foot(List.of(trialPane), List.of(), List.of(trial)),
                model.mode.isEdit() ? "Save" : "Add",
                model::saveCall,
                ends,
                controls);
        frame.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ENTER && event.isShortcutDown()) {
                trial.fire();
                event.consume();
            }
        });
    }

    private static GridPane beside(FieldGrid what, FieldGrid when) {
        GridPane body = new GridPane(BETWEEN, 0);
        ColumnConstraints half = new ColumnConstraints();
        half.setPercentWidth(50);
        body.getColumnConstraints().setAll(half, half);
        body.addRow(0, what, when);
        GridPane.setValignment(what, VPos.TOP);
        GridPane.setValignment(when, VPos.TOP);
        return body;
    }

    @Override
    public Parent root() {
        return frame;
    }

    @Override
    public void focus() {
        Focus.give(name);
    }

    /** A run on trial ends with it. */
    @Override
    public void close() {
        model.close();
    }

    private void fillWhat(FieldGrid grid) {
        server.setId("server");
        server.setPromptText("Choose a server");
        server.setMaxWidth(Double.MAX_VALUE);
        ServerPick.fill(server, model.list.servers().rows(), fields.serverId);
        grid.row("Server", server, server, "serverId");
        TextArea command =
                FieldGrid.field(new TextArea(), "command", fields.command, "pg_dump shop | gzip > /srv/backup/shop.gz");
        command.setPrefRowCount(5);
        command.setWrapText(true);
        command.getStyleClass().addAll("mono", "small");
        command.addEventFilter(KeyEvent.KEY_PRESSED, this::leaveCommand);
        grid.row("Command", command, command, "command");
        FieldGrid.field(timeout, "timeout", fields.timeout, "");
        timeout.setPrefColumnCount(9);
        Label then = Nodes.narrow("then the run is stopped", "dim", "small");
        HBox line = Nodes.line(8, timeout, then);
        grid.row("Time-out", timeout, line, "timeoutSeconds");
        choice(
                grid,
                "Overlap",
                List.of(Overlap.values()),
                fields.overlap,
                ScheduleLabels::overlap,
                ScheduleLabels::overlapSentence);
        choice(
                grid,
                "Missed",
                List.of(MissedPolicy.values()),
                fields.missed,
                ScheduleLabels::missed,
                ScheduleLabels::missedSentence);
    }

    private static <T> void choice(
            FieldGrid grid,
            String label,
            List<T> values,
            ObjectProperty<T> chosen,
            Function<T, String> words,
            Function<T, String> sentences) {
        HBox segments = new HBox();
        Segments.fill(segments, values, chosen, words);
        Label sentence = new Label();
        sentence.getStyleClass().addAll("dim", "small");
        sentence.setWrapText(true);
        sentence.setMinHeight(SENTENCE_HEIGHT);
        sentence.setAlignment(Pos.TOP_LEFT);
        sentence.textProperty().bind(chosen.map(sentences));
        grid.place(label, segments, sentence);
    }

    /** Tab goes on to the next field, as everywhere; a command needs none, and Ctrl+Tab still makes one. */
    private void leaveCommand(KeyEvent event) {
        if (event.getCode() == KeyCode.TAB && !event.isControlDown()) {
            (event.isShiftDown() ? server : timeout).requestFocus();
            event.consume();
        }
    }

    private void fillWhen(FieldGrid grid) {
        CronRows.add(grid, "When", fields.times);
        CheckBox enabled = new CheckBox("Enabled");
        enabled.setId("enabled");
        enabled.selectedProperty().bindBidirectional(fields.enabled);
        grid.place("", enabled);
    }

    private void bindTrial() {
        trial.setId("trial");
        Action tries = Action.of("schedule.trial", "Test run", "fth-play", model::runTrial)
                .withShortcut("Shortcut+Enter")
                .withCurl(model::trialCall);
        Action stops = Action.of("schedule.trial-cancel", "Cancel test run", "fth-square", model::cancelTrial)
                .withShortcut("Shortcut+Enter");
        model.trialProperty().addListener((_, before, now) -> {
            trialPane.show(now);
            if (before.isUnderWay() != now.isUnderWay()) {
                fill(now.isUnderWay() ? stops : tries);
            }
        });
        fill(tries);
    }

    private void fill(Action action) {
        controls.fill(trial, action);
        trial.setText(action.title());
    }
}
