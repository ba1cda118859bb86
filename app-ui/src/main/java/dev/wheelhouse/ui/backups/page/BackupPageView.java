package dev.wheelhouse.ui.backups.page;

import dev.wheelhouse.core.backups.BackupPolicy;
import dev.wheelhouse.core.backups.BackupProgress;
import dev.wheelhouse.core.backups.BackupRun;
import dev.wheelhouse.core.backups.BackupRunGateway;
import dev.wheelhouse.core.backups.RehearsalGateway;
import dev.wheelhouse.core.backups.RestoreGateway;
import dev.wheelhouse.core.backups.RunStatus;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.backups.list.BackupCalls;
import dev.wheelhouse.ui.backups.list.BackupCommands;
import dev.wheelhouse.ui.backups.list.BackupForms;
import dev.wheelhouse.ui.backups.list.BackupLabels;
import dev.wheelhouse.ui.backups.list.BackupLine;
import dev.wheelhouse.ui.backups.list.BackupList;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.controls.chart.ChartUnit;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.list.LiveTable;
import dev.wheelhouse.ui.list.StaleLine;
import dev.wheelhouse.ui.schedules.output.OutputPane;
import dev.wheelhouse.ui.schedules.output.RunOutput;
import dev.wheelhouse.ui.screen.Page;
import dev.wheelhouse.ui.screen.PageBanner;
import dev.wheelhouse.ui.screen.PageHead;
import dev.wheelhouse.ui.screen.SplitList;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javafx.collections.ListChangeListener;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The page of a backup configuration: restore window, base backups, and the log of the selected one. */
public final class BackupPageView implements Page {

    private static final double TABLE_SHARE = 0.68;
    private static final Duration LOG_PACE = Duration.ofSeconds(2);
    private static final List<String> ICONS_ONLY = List.of("backups.key", "backups.rehearse", "backups.delete");

    private final String configId;
    private final BackupList list;
    private final BackupCommands commands;
    private final Workbench workbench;
    private final ActionControls controls;
    private final RunList runs;
    private final RunOutput output;
    private final OutputPane log;
    private final WindowPane window;
    private final RehearsalPane rehearsals;
    private final LiveTable<RunLine> table;
    private final ListModel<RunLine> model;
    private final StatePane state;
    private final StaleLine stale;
    private final SplitList<RunLine> split;
    private final Action goesBack;
    private final Action refreshes;
    private final PageHead head;
    private final Label facts = PageHead.facts();
    private final PageBanner banner;
    private final Label trouble = Nodes.wrapped("");
    private final VBox page = new VBox();
    private final ListChangeListener<LiveRow<BackupLine>> onList = _ -> showBackups();
    private List<Background.Handle> watches = List.of();

    /** @param back leaves for the list */
    public BackupPageView(
            String configId,
            BackupRunGateway runGateway,
            RestoreGateway restores,
            RehearsalGateway rehearsalGateway,
            BackupCommands commands,
            BackupForms forms,
            Runnable back,
            Workbench workbench,
            ActionControls controls) {
        this.configId = configId;
        this.list = commands.list();
        this.commands = commands;
        this.workbench = workbench;
        this.controls = controls;
        this.runs = new RunList(runGateway, list, workbench, configId);
        RunOutput.Log logs =
                (runId, most) -> runGateway.logEnd(workbench.callers().get(), configId, runId, most);
        this.output = new RunOutput(logs, workbench.background());
        this.log = new OutputPane(
                output,
                new OutputPane.Parts(
                        "backups",
                        "Log",
                        runId -> BackupCalls.log(configId, runId),
                        runId -> runId + ".log",
                        OutputPane.saving(logs, workbench)),
                list.zone(),
                controls,
                workbench);
        this.model = new ListModel<>(runs, (_, _) -> true);
        this.window = new WindowPane(
                restores,
                list,
                workbench,
                configId,
                model.selectedProperty()::set,
                at -> line().ifPresent(line -> forms.restore(line, null, at)));
        this.rehearsals = new RehearsalPane(rehearsalGateway, list, workbench, configId);
        window.root().getChildren().add(rehearsals.root());
        this.goesBack = Action.of("backups.back", "All backups", "fth-arrow-left", back)
                .withShortcut("Alt+Left")
                .withCurl(BackupCalls::list);
        this.refreshes = Action.of("backups.refresh-page", "Refresh page", "fth-refresh-cw", this::refresh)
                .withShortcut("F5")
                .withCurl(() -> BackupCalls.window(configId));
        this.table =
                new LiveTable<>("run-table", model, new RunColumns().all(), this::actionsOfRun, refreshes, controls);
        this.state = new StatePane(workbench.background());
        this.stale = new StaleLine(list.clock(), list.zone(), List.of(runs, window, rehearsals, list));
        this.head = new PageHead(goesBack, "fth-archive", facts, controls);
        this.banner = new PageBanner(controls, trouble);
        VBox top = new VBox(12, head, banner, window.root());
        top.getStyleClass().add("server-head");
        VBox.setVgrow(state, Priority.ALWAYS);
        page.getStyleClass().add("backup-page");
        page.getChildren().setAll(top, stale, state);
        Button more =
                controls.button(Action.of("backups.older-runs", "Load older runs", "fth-chevron-down", runs::readMore)
                        .withCurl(() -> BackupCalls.runs(configId)));
        VBox list = new VBox(table.root(), Shown.when(more, runs.hasMoreProperty()));
        VBox.setVgrow(table.root(), Priority.ALWAYS);
        this.split = new SplitList<>(
                model,
                table,
                new SplitList.Sides(list, log, log.area(), TABLE_SHARE),
                state,
                this::showRun,
                this::showRuns,
                workbench);
        showBackups();
        showRuns();
    }

    private Optional<BackupLine> line() {
        return list.find(configId);
    }

    private void showRun(@Nullable RunLine line) {
        window.select(line == null ? null : line.id());
        output.show(line == null ? null : shown(line));
    }

    private static RunOutput.Run shown(RunLine line) {
        BackupRun run = line.run();
        return new RunOutput.Run(
                run.id(),
                "Log of " + line.began(),
                Objects.requireNonNullElse(run.error(), ""),
                run.status() == RunStatus.QUEUED ? "Queued." : "No log output",
                run.status().isFinal(),
                run.startedAt() != null);
    }

    private List<Action> actionsOfRun(List<RunLine> chosen) {
        return chosen.isEmpty()
                ? List.of()
                : line().map(line -> commands.ofRun(line, chosen.getFirst().run()))
                        .orElse(List.of());
    }

    private void refresh() {
        list.refresh();
        runs.refresh();
        window.refresh();
        rehearsals.refresh();
    }

    private void showBackups() {
        line().ifPresent(line -> {
            head.show("fth-archive", line.database(), Nodes.stated(BackupLabels.look(line.state()), ""));
            facts.setText(facts(line));
            window.setRules(rules(line));
            window.setLogical(line.isLogical());
            rehearsals.show(line);
            window.setStored(line.restorableTo());
            trouble.setText(line.trouble());
            Shown.when(trouble, !trouble.getText().isEmpty());
            if (line.isTroubled()) {
                banner.show("fth-alert-triangle", line.troubleTitle(), true, List.of());
            } else {
                banner.setVisible(false);
            }
            head.showTools(
                    tools(line),
                    line.running().map(BackupRun::id).orElse("") + line.config().revision() + line.database(),
                    ICONS_ONLY);
        });
    }

    /** What cannot be had back is not one click away. */
    private List<Action> tools(BackupLine line) {
        return commands.all(line).stream()
                .filter(each -> !each.id().equals("backups.delete-all"))
                .toList();
    }

    private static String facts(BackupLine line) {
        String next = line.nextAt().isEmpty() ? "" : "  ·  next backup " + line.nextAt();
        return line.stored() + (line.isSlotLeft() ? "  ·  slot not dropped yet" : "") + next;
    }

    private static String rules(BackupLine line) {
        BackupPolicy policy = line.config().policy();
        return line.config().destination().words() + "  ·  keep " + policy.retentionDays() + " days, at least "
                + policy.keepNewest() + (policy.keepNewest() == 1 ? " backup" : " backups")
                + slot(line.overview().progress());
    }

    /** What is retained, of what the server would keep at most, and what is free beside it. */
    private static String slot(BackupProgress progress) {
        Long retained = progress.retainedBytes();
        if (retained == null) {
            return "";
        }
        Long limit = progress.retainedLimitBytes();
        Long free = progress.freeBytes();
        return "  ·  server retains " + ChartUnit.BYTES.words(retained) + " of WAL ("
                + (limit == null ? "no limit" : "limit " + ChartUnit.BYTES.words(limit))
                + (free == null ? "" : ", " + ChartUnit.BYTES.words(free) + " free") + ")";
    }

    private void showRuns() {
        window.showBases(runs.rows().stream().map(LiveRow::line).toList());
        split.show(() -> state.showEmpty(
                "fth-archive",
                "No backups yet.",
                controls,
                line().map(commands::startBase).stream().toArray(Action[]::new)));
    }

    @Override
    public String id() {
        return configId;
    }

    @Override
    public Parent root() {
        return page;
    }

    @Override
    public void onShow() {
        list.rows().addListener(onList);
        watches = List.of(
                runs.watch(),
                window.watch(),
                rehearsals.watch(),
                workbench.background().every(LOG_PACE, output::poll));
        stale.onShow();
        showBackups();
    }

    @Override
    public void onHide() {
        stale.onHide();
        watches.forEach(Background.Handle::cancel);
        output.cancel();
        list.rows().removeListener(onList);
    }

    @Override
    public List<Action> actions() {
        List<Action> actions = new ArrayList<>();
        actions.add(goesBack);
        line().ifPresent(line -> actions.addAll(commands.all(line)));
        // The running one can be cancelled by the page's own action.
        table.actions().stream()
                .filter(each -> actions.stream().noneMatch(other -> other.id().equals(each.id())))
                .forEach(actions::add);
        actions.addAll(log.actions());
        actions.add(refreshes);
        return actions;
    }

    @Override
    public void focus() {
        split.focus(head.back());
    }
}
