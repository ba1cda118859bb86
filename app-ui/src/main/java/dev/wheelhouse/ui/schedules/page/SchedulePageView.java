package dev.wheelhouse.ui.schedules.page;

import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.core.schedules.ScheduleRun;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.controls.timeline.RunBars;
import dev.wheelhouse.ui.error.ErrorPresenter;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.fx.FxmlViews;
import dev.wheelhouse.ui.list.StaleLine;
import dev.wheelhouse.ui.schedules.list.ScheduleCalls;
import dev.wheelhouse.ui.schedules.list.ScheduleCommands;
import dev.wheelhouse.ui.schedules.list.ScheduleForms;
import dev.wheelhouse.ui.schedules.list.ScheduleLine;
import dev.wheelhouse.ui.schedules.list.ScheduleWords;
import dev.wheelhouse.ui.schedules.times.UpcomingPane;
import dev.wheelhouse.ui.screen.Page;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javafx.collections.ListChangeListener;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextArea;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;

/** The page of one schedule: when, what and where it runs, and how its runs went. */
public final class SchedulePageView implements Page {

    private static final int BARS = 60;
    private static final double BARS_HEIGHT = 40;
    private static final double TABLE_SHARE = 0.62;
    private static final Set<String> WITH_WORDS =
            Set.of("schedules.run", "schedules.cancel", "schedules.toggle", "schedules.edit");

    private final SchedulePageViewModel model;
    private final Parts parts;
    private final Workbench workbench;
    private final ActionControls controls;
    private final StatePane state;
    private final StaleLine stale;
    private final RunTable table;
    private final OutputPane output;
    private final UpcomingPane times;
    private final RunBars bars = new RunBars(BARS, BARS_HEIGHT);
    private final SplitPane split = new SplitPane();
    private final Action goesBack;
    private final Action refreshes;
    private final Parent root;
    private List<String> shownTools = List.of();

    @FXML
    private Button back;

    @FXML
    private Label name;

    @FXML
    private Label stateWord;

    @FXML
    private FontIcon stateIcon;

    @FXML
    private Label facts;

    @FXML
    private HBox tools;

    @FXML
    private Label words;

    @FXML
    private Label expression;

    @FXML
    private StackPane timesPlace;

    @FXML
    private Label where;

    @FXML
    private TextArea command;

    @FXML
    private Label rules;

    @FXML
    private Label barWords;

    @FXML
    private StackPane barsPlace;

    @FXML
    private VBox page;

    @FXML
    private StackPane place;

    /**
     * What the page leads to and speaks through.
     *
     * @param back leaves for the list
     */
    public record Parts(
            ScheduleCommands commands,
            ScheduleForms forms,
            Runnable back,
            Workbench workbench,
            ActionControls controls) {}

    @SuppressWarnings("NullAway.Init") // The loader fills the fields.
    public SchedulePageView(SchedulePageViewModel model, Parts parts) {
        this.model = model;
        this.parts = parts;
        this.workbench = parts.workbench();
        this.controls = parts.controls();
        this.state = new StatePane(workbench.background());
        this.stale = new StaleLine(model.list().clock(), model.list().zone(), List.of(model, model.list()));
        this.table = new RunTable(model);
        this.output = new OutputPane(model, controls, workbench);
        this.times = new UpcomingPane(model.list().zone());
        this.goesBack = Action.of("schedules.back", "All schedules", "fth-arrow-left", parts.back())
                .withShortcut("Alt+Left")
                .withCurl(ScheduleCalls::list);
        this.refreshes = Action.of("schedules.refresh-runs", "Refresh runs", "fth-refresh-cw", model::refresh)
                .withCurl(() -> ScheduleCalls.runs(model.scheduleId()));
        this.root = FxmlViews.load(this);
    }

    @FXML
    void initialize() {
        controls.fill(back, goesBack);
        page.getChildren().add(page.getChildren().indexOf(place), stale);
        timesPlace.getChildren().setAll(times);
        barsPlace.getChildren().setAll(bars);
        bars.setOnChosen(model::select);
        place.getChildren().setAll(state);
        split.getStyleClass().add("schedule-split");
        split.getItems().setAll(table.root(), output);
        split.setDividerPositions(TABLE_SHARE);
        SplitPane.setResizableWithParent(output, true);
        HBox.setHgrow(barsPlace, Priority.ALWAYS);
        model.lineProperty().addListener(_ -> showSchedule());
        model.upcomingProperty().addListener(_ -> showTimes());
        model.runs().addListener((ListChangeListener<ScheduleRun>) _ -> showRuns());
        model.knownProperty().addListener(_ -> showRuns());
        model.failureProperty().addListener(_ -> showRuns());
        model.selectedProperty().addListener((_, _, id) -> bars.select(id));
        showSchedule();
        showRuns();
    }

    private void showSchedule() {
        ScheduleLine line = model.lineProperty().get();
        if (line == null) {
            return;
        }
        Schedule schedule = line.schedule();
        name.setText(line.name());
        boolean on = line.next() != null;
        stateWord.setText(on ? "On" : line.nextIn());
        stateIcon.setIconLiteral(on ? "fth-check-circle" : line.isPaused() ? "fth-pause-circle" : "fth-power");
        stateIcon.getStyleClass().removeAll("success-icon", "warning-icon", "muted-icon");
        stateIcon.getStyleClass().add(on ? "success-icon" : line.isPaused() ? "warning-icon" : "muted-icon");
        facts.setText(on ? "Next run " + line.nextIn() + "  ·  " + line.nextAt() : factsOfStill(line));
        words.setText(ScheduleWords.when(schedule));
        expression.setText(
                schedule.cron().text() + "  ·  " + schedule.timeZone().getId());
        where.setText("On " + line.serverName());
        if (!command.getText().equals(schedule.command())) {
            command.setText(schedule.command());
        }
        rules.setText("Ended when it takes longer than " + ScheduleWords.duration(schedule.timeout()) + ". "
                + ScheduleWords.overlapSentence(schedule.overlap()) + " "
                + ScheduleWords.missedSentence(schedule.missed()));
        showTimes();
        showTools(line);
    }

    private static String factsOfStill(ScheduleLine line) {
        return line.schedule().enabled()
                ? "All schedules are paused: nothing becomes due"
                : "It does not become due; it can still be run by hand";
    }

    private void showTimes() {
        ScheduleLine line = model.lineProperty().get();
        if (line != null) {
            times.show(model.upcomingProperty().get(), line.schedule().timeZone());
        }
    }

    /** Buttons stay while what they do stays, so that a press is never lost. */
    private void showTools(ScheduleLine line) {
        List<Action> actions = parts.commands().all(line, parts.forms());
        List<String> now = actions.stream()
                .map(each -> each.title()
                        + line.running().map(ScheduleRun::id).orElse("")
                        + line.schedule().revision())
                .toList();
        if (now.equals(shownTools)) {
            return;
        }
        shownTools = now;
        tools.getChildren().clear();
        for (Action action : actions) {
            boolean worded = WITH_WORDS.contains(action.id());
            Button button = worded ? controls.button(action) : controls.iconButton(action);
            button.setMinWidth(Region.USE_PREF_SIZE);
            tools.getChildren().add(button);
        }
    }

    private void showRuns() {
        var failure = model.failureProperty().get();
        List<ScheduleRun> runs = model.runs();
        List<ScheduleRun> newest = runs.subList(0, Math.min(BARS, runs.size()));
        bars.show(
                ScheduleLine.bars(
                        newest, model.list().clock().instant(), model.list().zone()),
                "The newest " + newest.size() + " runs");
        barWords.setText(
                newest.size() == 1 ? "Its one run" : newest.isEmpty() ? "" : "Its newest " + newest.size() + " runs");
        if (!runs.isEmpty()) {
            boolean first = !state.getChildren().contains(split);
            state.showContent(split);
            if (first && root != null && root.getScene() != null) {
                // The button that was there before had the keyboard.
                table.root().requestFocus();
            }
        } else if (failure != null) {
            state.showFailure(
                    ErrorPresenter.present(failure), model::refresh, details -> workbench.copy(details, "The details"));
        } else if (model.knownProperty().get()) {
            state.showEmpty(
                    "fth-calendar",
                    "It has not run yet. Run it now to see what it does.",
                    controls,
                    Action.of("schedules.first-run", "Run now", "fth-play", this::runFirst)
                            .withCurl(() -> ScheduleCalls.runNow(model.scheduleId())));
        } else {
            state.showLoading();
        }
    }

    private void runFirst() {
        ScheduleLine line = model.lineProperty().get();
        if (line != null) {
            parts.commands().runNow(line).run();
        }
    }

    @Override
    public Parent root() {
        return root;
    }

    /** Shows one of its runs. */
    public void select(String runId) {
        model.select(runId);
    }

    @Override
    public String id() {
        return model.scheduleId();
    }

    @Override
    public void onShow() {
        model.onShow();
        stale.onShow();
    }

    @Override
    public void onHide() {
        stale.onHide();
        model.onHide();
    }

    @Override
    public List<Action> actions() {
        List<Action> actions = new ArrayList<>();
        actions.add(goesBack);
        ScheduleLine line = model.lineProperty().get();
        if (line != null) {
            actions.addAll(parts.commands().all(line, parts.forms()));
            model.selectedRun()
                    .filter(run -> !run.status().isFinal()
                            && line.running().filter(run::equals).isEmpty())
                    .ifPresent(run -> actions.add(parts.commands().cancel(line, run)));
        }
        actions.addAll(output.actions());
        actions.add(refreshes);
        return actions;
    }

    /** On the runs; on the way back until there are any. */
    @Override
    public void focus() {
        Focus.give(model.runs().isEmpty() ? back : table.root());
    }
}
