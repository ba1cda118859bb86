package dev.wheelhouse.ui.schedules.page;

import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.core.schedules.ScheduleRun;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.controls.timeline.RunBars;
import dev.wheelhouse.ui.error.ErrorPresenter;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.list.StaleLine;
import dev.wheelhouse.ui.schedules.list.ScheduleCalls;
import dev.wheelhouse.ui.schedules.list.ScheduleCommands;
import dev.wheelhouse.ui.schedules.list.ScheduleForms;
import dev.wheelhouse.ui.schedules.list.ScheduleIcons;
import dev.wheelhouse.ui.schedules.list.ScheduleLabels;
import dev.wheelhouse.ui.schedules.list.ScheduleLine;
import dev.wheelhouse.ui.schedules.output.OutputPane;
import dev.wheelhouse.ui.schedules.times.UpcomingPane;
import dev.wheelhouse.ui.screen.Page;
import dev.wheelhouse.ui.screen.PageHead;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.List;
import javafx.collections.ListChangeListener;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextArea;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/** The page of one schedule: when, what and where it runs, and how its runs went. */
public final class SchedulePageView implements Page {

    private static final int BARS = 60;
    private static final double BARS_HEIGHT = 40;
    private static final double TABLE_SHARE = 0.62;
    private static final double LEAST_COMMAND = 40;
    private static final List<String> ICONS_ONLY = List.of("schedules.copy", "schedules.delete");

    private final SchedulePageViewModel model;
    private final ScheduleCommands commands;
    private final ScheduleForms forms;
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
    private final PageHead head;
    private final Label facts = PageHead.facts();
    private final Label words = heading("words");
    private final Label expression = Nodes.narrow("", "dim", "small", "mono");
    private final Label where = heading("where");
    private final TextArea command = new TextArea();
    private final Label rules = Nodes.wrapped("", "dim", "small");
    private final Label barWords = Nodes.whole("", "dim", "small");
    private final VBox page = new VBox();

    /** @param back leaves for the list */
    public SchedulePageView(
            SchedulePageViewModel model,
            ScheduleCommands commands,
            ScheduleForms forms,
            Runnable back,
            Workbench workbench,
            ActionControls controls) {
        this.commands = commands;
        this.forms = forms;
        this.model = model;
        this.workbench = workbench;
        this.controls = controls;
        this.state = new StatePane(workbench.background());
        this.stale = new StaleLine(model.list.clock(), model.list.zone(), List.of(model, model.list));
        this.table = new RunTable(model);
        this.output = new OutputPane(
                model.output,
                new OutputPane.Parts(
                        "schedules",
                        "Output",
                        runId -> ScheduleCalls.log(model.scheduleId, runId),
                        model::fileName,
                        model::saveOutput),
                model.list.zone(),
                controls,
                workbench);
        this.times = new UpcomingPane(model.list.zone());
        this.goesBack = Action.of("schedules.back", "All schedules", "fth-arrow-left", back)
                .withShortcut("Alt+Left")
                .withCurl(ScheduleCalls::list);
        this.refreshes = Action.of("schedules.refresh-runs", "Refresh runs", "fth-refresh-cw", model::refresh)
                .withCurl(() -> ScheduleCalls.runs(model.scheduleId));
        this.head = new PageHead(goesBack, "fth-calendar", facts, controls);
        VBox top = new VBox(12, head, cards(), newestRuns());
        top.getStyleClass().add("server-head");
        VBox.setVgrow(state, Priority.ALWAYS);
        page.getStyleClass().add("schedule-page");
        page.getChildren().setAll(top, stale, state);
        split.getStyleClass().add("schedule-split");
        split.getItems().setAll(table.root(), output);
        split.setDividerPositions(TABLE_SHARE);
        SplitPane.setResizableWithParent(output, true);
        model.lineProperty().addListener(_ -> showSchedule());
        model.upcomingProperty().addListener(_ -> showTimes());
        model.runs().addListener((ListChangeListener<ScheduleRun>) _ -> showRuns());
        model.knownProperty().addListener(_ -> showRuns());
        model.failureProperty().addListener(_ -> showRuns());
        model.selectedProperty().addListener((_, _, id) -> bars.select(id));
        showSchedule();
        showRuns();
    }

    private static Label heading(String id) {
        Label heading = Nodes.narrow("", "h3");
        heading.setId(id);
        return heading;
    }

    private GridPane cards() {
        HBox when = new HBox(12, words, expression);
        when.setAlignment(Pos.BASELINE_LEFT);
        command.setId("command");
        command.setEditable(false);
        command.setWrapText(true);
        command.setPrefRowCount(3);
        command.setMinHeight(LEAST_COMMAND);
        command.setAccessibleText("Command");
        command.getStyleClass().addAll("mono", "small", "command-area");
        VBox.setVgrow(command, Priority.ALWAYS);
        GridPane cards = new GridPane(12, 0);
        ColumnConstraints half = new ColumnConstraints();
        half.setPercentWidth(50);
        cards.getColumnConstraints().setAll(half, half);
        cards.addRow(0, card(when, times), card(where, command, rules));
        return cards;
    }

    private static VBox card(Node... nodes) {
        VBox card = new VBox(6, nodes);
        card.getStyleClass().addAll("panel", "schedule-card");
        return card;
    }

    private HBox newestRuns() {
        bars.setOnChosen(model::select);
        HBox.setHgrow(bars, Priority.ALWAYS);
        HBox line = Nodes.line(12, barWords, bars);
        return line;
    }

    private void showSchedule() {
        ScheduleLine line = model.lineProperty().get();
        if (line == null) {
            return;
        }
        Schedule schedule = line.schedule();
        boolean on = line.next() != null;
        head.show("fth-calendar", line.name(), ScheduleIcons.onOrNot(line));
        facts.setText(on ? "Next run " + line.nextIn() + "  ·  " + line.nextAt() : factsOfStill(line));
        words.setText(ScheduleLabels.when(schedule));
        expression.setText(
                schedule.cron().text() + "  ·  " + schedule.timeZone().getId());
        where.setText("On " + line.serverName());
        if (!command.getText().equals(schedule.command())) {
            command.setText(schedule.command());
        }
        rules.setText("Time-out " + ScheduleLabels.duration(schedule.timeout()) + ". "
                + ScheduleLabels.overlapSentence(schedule.overlap()) + " "
                + ScheduleLabels.missedSentence(schedule.missed()));
        showTimes();
        head.showTools(
                commands.all(line, forms),
                line.running().map(ScheduleRun::id).orElse("") + schedule.revision(),
                ICONS_ONLY);
    }

    private static String factsOfStill(ScheduleLine line) {
        return line.schedule().enabled() ? "All schedules are paused" : "Disabled; it can still be run by hand";
    }

    private void showTimes() {
        ScheduleLine line = model.lineProperty().get();
        if (line != null) {
            times.show(model.upcomingProperty().get(), line.schedule().timeZone());
        }
    }

    private void showRuns() {
        var failure = model.failureProperty().get();
        List<ScheduleRun> runs = model.runs();
        List<ScheduleRun> newest = runs.subList(0, Math.min(BARS, runs.size()));
        bars.show(
                ScheduleLine.bars(newest, model.list.clock().instant(), model.list.zone()),
                "The newest " + newest.size() + " runs");
        barWords.setText(
                newest.size() == 1 ? "Its one run" : newest.isEmpty() ? "" : "Its newest " + newest.size() + " runs");
        if (!runs.isEmpty()) {
            boolean first = !state.getChildren().contains(split);
            state.showContent(split);
            if (first && page.getScene() != null) {
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
                            .withCurl(() -> ScheduleCalls.runNow(model.scheduleId)));
        } else {
            state.showLoading();
        }
    }

    private void runFirst() {
        ScheduleLine line = model.lineProperty().get();
        if (line != null) {
            commands.runNow(line).run();
        }
    }

    @Override
    public Parent root() {
        return page;
    }

    /** Shows one of its runs. */
    public void select(String runId) {
        model.select(runId);
    }

    @Override
    public String id() {
        return model.scheduleId;
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
            actions.addAll(commands.all(line, forms));
            model.selectedRun()
                    .filter(run -> (!run.status().isFinal() || run.leftProcessId() != null)
                            && line.running().filter(run::equals).isEmpty())
                    .ifPresent(run -> actions.add(commands.cancel(line, run)));
        }
        actions.addAll(output.actions());
        actions.add(refreshes);
        return actions;
    }

    /** On the runs; on the way back until there are any. */
    @Override
    public void focus() {
        Focus.give(model.runs().isEmpty() ? head.back() : table.root());
    }
}
