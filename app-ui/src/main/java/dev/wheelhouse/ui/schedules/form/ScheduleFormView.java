package dev.wheelhouse.ui.schedules.form;

import atlantafx.base.theme.Styles;
import dev.wheelhouse.core.schedules.MissedPolicy;
import dev.wheelhouse.core.schedules.Overlap;
import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.form.Problems;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.fx.FxmlViews;
import dev.wheelhouse.ui.schedules.list.ScheduleWords;
import dev.wheelhouse.ui.schedules.times.CronReading;
import dev.wheelhouse.ui.schedules.times.UpcomingPane;
import dev.wheelhouse.ui.schedules.times.ZoneChoice;
import dev.wheelhouse.ui.schedules.times.ZoneField;
import dev.wheelhouse.ui.servers.ServerPick;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import java.util.function.Consumer;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;

/** The form of a schedule, as a card over the window. */
public final class ScheduleFormView {

    private final ScheduleFormViewModel model;
    private final ScheduleFields fields;
    private final ActionControls controls;
    private final Ends ends;
    private final UpcomingPane times;
    private final TrialPane trialPane;
    private final Parent root;

    @FXML
    private Label title;

    @FXML
    private TextField name;

    @FXML
    private Label nameError;

    @FXML
    private ComboBox<ServerPick> server;

    @FXML
    private Label serverError;

    @FXML
    private TextArea command;

    @FXML
    private Label commandError;

    @FXML
    private TextField timeout;

    @FXML
    private Label timeoutError;

    @FXML
    private HBox overlaps;

    @FXML
    private Label overlapSentence;

    @FXML
    private HBox missed;

    @FXML
    private Label missedSentence;

    @FXML
    private TextField cron;

    @FXML
    private FlowPane usual;

    @FXML
    private Label words;

    @FXML
    private Label cronError;

    @FXML
    private StackPane timesPlace;

    @FXML
    private TextField zone;

    @FXML
    private Label zoneError;

    @FXML
    private CheckBox enabled;

    @FXML
    private StackPane trialPlace;

    @FXML
    private HBox outdatedLine;

    @FXML
    private Button loadTheirs;

    @FXML
    private Button saveAnyway;

    @FXML
    private Label trouble;

    @FXML
    private Button trial;

    @FXML
    private Button cancel;

    @FXML
    private Button save;

    /**
     * How the form ends.
     *
     * @param saved gets the stored schedule
     * @param cancelled runs when the form is given up
     */
    public record Ends(Consumer<Schedule> saved, Runnable cancelled) {}

    @SuppressWarnings("NullAway.Init") // The loader fills the fields.
    public ScheduleFormView(ScheduleFormViewModel model, Workbench workbench, ActionControls controls, Ends ends) {
        this.model = model;
        this.trialPane = new TrialPane(workbench, model.zone());
        this.fields = model.fields();
        this.controls = controls;
        this.ends = ends;
        this.times = new UpcomingPane(model.zone());
        this.root = FxmlViews.load(this);
        root.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ENTER && event.isShortcutDown()) {
                trial.fire();
                event.consume();
            }
        });
    }

    public Parent root() {
        return root;
    }

    /** Where the keyboard should be first. */
    public void focus() {
        Focus.give(name);
    }

    @FXML
    void initialize() {
        title.setText(model.mode().title());
        name.textProperty().bindBidirectional(fields.nameProperty());
        ServerPick.fill(server, model.servers().items(), fields.serverIdProperty());
        command.textProperty().bindBidirectional(fields.commandProperty());
        command.addEventFilter(KeyEvent.KEY_PRESSED, this::leaveCommand);
        timeout.textProperty().bindBidirectional(fields.timeoutProperty());
        enabled.selectedProperty().bindBidirectional(fields.enabledProperty());
        Segments.fill(overlaps, List.of(Overlap.values()), fields.overlapProperty(), ScheduleWords::overlap);
        overlapSentence.textProperty().bind(fields.overlapProperty().map(ScheduleWords::overlapSentence));
        Segments.fill(missed, List.of(MissedPolicy.values()), fields.missedProperty(), ScheduleWords::missed);
        missedSentence.textProperty().bind(fields.missedProperty().map(ScheduleWords::missedSentence));
        bindTimes();
        bindProblems();
        bindTrial();
        bindEnd();
    }

    /** Tab goes on to the next field, as everywhere; a command needs none, and Ctrl+Tab still makes one. */
    private void leaveCommand(KeyEvent event) {
        if (event.getCode() == KeyCode.TAB && !event.isControlDown()) {
            (event.isShiftDown() ? server : timeout).requestFocus();
            event.consume();
        }
    }

    private void bindTimes() {
        cron.textProperty().bindBidirectional(fields.cronProperty());
        for (UsualTimes each : UsualTimes.values()) {
            Button button = new Button(each.words());
            button.getStyleClass().add("small-button");
            button.setMinWidth(Region.USE_PREF_SIZE);
            button.setOnAction(_ -> model.choose(each));
            usual.getChildren().add(button);
        }
        zone.textProperty().bindBidirectional(fields.timeZoneProperty());
        zone.focusedProperty().addListener((_, _, focused) -> {
            if (!focused) {
                fields.zone().ifPresent(each -> zone.setText(each.getId()));
            }
        });
        new ZoneField(zone, ZoneChoice.all(model.zone(), model.now()));
        timesPlace.getChildren().setAll(times);
        model.readingProperty().addListener(_ -> showTimes());
        showTimes();
    }

    private void showTimes() {
        switch (model.readingProperty().get()) {
            case CronReading.Blank _ -> {
                words.setText("Minute, hour, day, month, day of the week; * is any.");
                words.getStyleClass().setAll("label", "dim");
                times.show(List.of(), null);
                cron.pseudoClassStateChanged(Styles.STATE_DANGER, false);
            }
            case CronReading.Wrong(String problem) -> {
                words.setText(problem);
                words.getStyleClass().setAll("label", "field-error");
                times.show(List.of(), null);
                cron.pseudoClassStateChanged(Styles.STATE_DANGER, true);
            }
            case CronReading.Right right -> {
                words.setText(right.words() + ".");
                words.getStyleClass().setAll("label", "cron-words");
                times.show(right.times(), right.zone());
                cron.pseudoClassStateChanged(Styles.STATE_DANGER, false);
            }
        }
    }

    private void bindProblems() {
        Problems problems = new Problems(model.problems());
        problems.tell(nameError, name, "name");
        problems.tell(serverError, server, "serverId");
        problems.tell(commandError, command, "command");
        problems.tell(cronError, cron, "cron");
        problems.tell(zoneError, zone, "timeZone");
        problems.tell(timeoutError, timeout, "timeoutSeconds");
        Shown.whenNotEmpty(trouble, model.troubleProperty());
        Shown.when(outdatedLine, model.outdatedProperty());
    }

    private void bindTrial() {
        trialPlace.getChildren().setAll(trialPane);
        trialPlace.managedProperty().bind(trialPane.visibleProperty());
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

    private void bindEnd() {
        Action saves = Action.of(
                        "schedule.save",
                        model.mode() instanceof ScheduleFormMode.Edit ? "Save" : "Add",
                        "fth-check",
                        () -> model.save(ends.saved()))
                .withCurl(model::saveCall);
        saves.enabledProperty().bind(model.saveRunningProperty().not());
        controls.fill(save, saves);
        save.setText(saves.title());
        save.setDefaultButton(true);
        cancel.setOnAction(_ -> ends.cancelled().run());
        // What is on its way cannot be taken back.
        cancel.disableProperty().bind(model.saveRunningProperty());
        loadTheirs.setOnAction(_ -> model.loadTheirs());
        saveAnyway.setOnAction(_ -> model.saveAnyway(ends.saved()));
    }
}
