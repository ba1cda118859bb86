package dev.wheelhouse.ui.apps.page;

import dev.wheelhouse.core.apps.AppEvent;
import dev.wheelhouse.core.apps.AppStatus;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.apps.list.AppCalls;
import dev.wheelhouse.ui.apps.list.AppCommands;
import dev.wheelhouse.ui.apps.list.AppForms;
import dev.wheelhouse.ui.apps.list.AppIcons;
import dev.wheelhouse.ui.apps.list.AppLabels;
import dev.wheelhouse.ui.apps.list.AppLine;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.controls.chart.ChartGrid;
import dev.wheelhouse.ui.controls.chart.MetricChart;
import dev.wheelhouse.ui.error.ErrorPresenter;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.list.StaleLine;
import dev.wheelhouse.ui.metrics.RangeButtons;
import dev.wheelhouse.ui.screen.Page;
import dev.wheelhouse.ui.screen.PageBanner;
import dev.wheelhouse.ui.screen.PageHead;
import dev.wheelhouse.ui.servers.ServersEntrance;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javafx.geometry.Pos;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** The page of one app: what it is, how it does, its charts, and below them one of several closer looks. */
public final class AppPageView implements Page {

    private static final int BANNER_LINES = 4;
    private static final double CHARTS = 192;

    private final AppPageViewModel model;
    private final AppCommands commands;
    private final AppForms forms;
    private final ServersEntrance servers;
    private final Workbench workbench;
    private final ActionControls controls;
    private final StatePane state;
    private final StaleLine stale;
    private final ChartGrid grid = new ChartGrid();
    private final MetricChart cpu;
    private final MetricChart memory;
    private final AppCards cards;
    private final AppTabs tabs;
    private final Action goesBack;
    private final Action folds;
    private final PageHead head;
    private final Label runtime = facts("runtime");
    private final Hyperlink server = new Hyperlink();
    private final Label what = facts("what");
    private final Button fold;
    private final MenuButton more;
    private final VBox bannerLines = new VBox();
    private final PageBanner banner;
    private final VBox measured;
    private final VBox page = new VBox();
    private List<Action> ranges = List.of();
    private @Nullable AppLine seen;
    private @Nullable AppEvent crash;

    /**
     * @param more tabs that other areas lend
     * @param back leaves for the list
     */
    public AppPageView(
            AppPageViewModel model,
            List<AppTab> more,
            AppCommands commands,
            AppForms forms,
            Runnable back,
            ServersEntrance servers,
            Workbench workbench,
            ActionControls controls) {
        this.commands = commands;
        this.forms = forms;
        this.servers = servers;
        this.workbench = workbench;
        this.model = model;
        this.controls = controls;
        this.state = new StatePane(workbench.background());
        this.cards = new AppCards(model.clock());
        this.cpu = new MetricChart("CPU, 100 % is one core", model.range().group(), ZoneId.systemDefault());
        this.memory = new MetricChart("Memory", model.range().group(), ZoneId.systemDefault());
        this.tabs = new AppTabs(model, commands.logs().orElse(null), more, workbench, controls);
        this.stale = new StaleLine(model.clock(), ZoneId.systemDefault(), List.of(model, commands.list()));
        this.goesBack = Action.of("apps.back", "All apps", "fth-arrow-left", back)
                .withShortcut("Alt+Left")
                .withCurl(AppCalls::list);
        this.folds = Action.of("apps.fold", "Collapse charts", "fth-chevrons-up", this::turnCharts)
                .withShortcut("Shortcut+U");
        server.getStyleClass().addAll("small", "app-server");
        server.setMinWidth(Region.USE_PREF_SIZE);
        runtime.setMinWidth(Region.USE_PREF_SIZE);
        HBox facts = Nodes.line(6, runtime, server, what);
        facts.setMinWidth(0);
        this.head = new PageHead(goesBack, "fth-box", facts, controls);
        this.fold = controls.iconButton(folds);
        fold.setId("fold");
        head.getChildren().add(fold);
        this.more = moreButton();
        this.banner = new PageBanner(controls, bannerLines);
        banner.setAlignment(Pos.TOP_LEFT);
        VBox top = new VBox(12, head, banner);
        top.getStyleClass().add("server-head");
        this.measured = new VBox(12, cards, ranges(), charts());
        measured.managedProperty().bind(measured.visibleProperty());
        VBox.setVgrow(tabs, Priority.ALWAYS);
        VBox body = new VBox(12, measured, tabs);
        body.getStyleClass().add("app-body");
        ScrollPane scroll = new ScrollPane(body);
        scroll.setFitToWidth(true);
        scroll.setFitToHeight(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.getStyleClass().add("edge-to-edge");
        VBox.setVgrow(scroll, Priority.ALWAYS);
        page.getStyleClass().addAll("server-page", "app-page");
        page.getChildren().setAll(top, stale, scroll);
        model.lineProperty().addListener(_ -> showApp());
        model.eventsProperty().addListener((_, _, now) -> {
            tabs.showEvents(now);
            showBanner();
        });
        model.environmentProperty().addListener(_ -> showApp());
        model.chartsProperty().addListener(_ -> showCharts());
        model.failureProperty().addListener(_ -> showCharts());
        tabs.showEvents(model.eventsProperty().get());
        showApp();
        showCharts();
    }

    private static Label facts(String id) {
        Label facts = PageHead.facts();
        facts.setId(id);
        return facts;
    }

    private HBox ranges() {
        RangeButtons buttons = new RangeButtons(
                "apps", model.range(), range -> AppCalls.series(model.appId, Metric.CPU, range), controls);
        ranges = buttons.actions();
        return buttons.root();
    }

    private StatePane charts() {
        grid.show(List.of(cpu, memory));
        menuOf(cpu, Metric.CPU);
        menuOf(memory, Metric.MEMORY);
        state.setMinHeight(CHARTS);
        return state;
    }

    private void menuOf(MetricChart chart, Metric metric) {
        Action copies = Action.of("apps.series", "Copy as curl", "fth-terminal", () -> {})
                .withCurl(
                        () -> AppCalls.series(model.appId, metric, model.range().get()));
        ContextMenu menu = new ContextMenu(controls.curlItem(copies));
        chart.setOnContextMenuRequested(event -> menu.show(chart, event.getScreenX(), event.getScreenY()));
    }

    /** Gives the room of the charts to what is below them, and back. */
    private void turnCharts() {
        boolean folded = measured.isVisible();
        measured.setVisible(!folded);
        controls.fill(fold, folds);
        fold.setGraphic(new FontIcon(folded ? "fth-chevrons-down" : "fth-chevrons-up"));
    }

    private void showApp() {
        AppLine line = model.lineProperty().get();
        if (line == null) {
            return;
        }
        cards.show(line);
        tabs.show(line, model.environmentProperty().get());
        seen = line;
        showHead(line);
        cpu.setDimmed(!line.isRunning());
        memory.setDimmed(!line.isRunning());
        showBanner();
    }

    private void showHead(AppLine line) {
        head.show(AppLabels.runtimeIcon(line.app().spec().kind()), line.name(), AppIcons.state(line));
        runtime.setText(AppLabels.runtime(line.app().spec().kind()) + "  on");
        server.setText(line.serverName());
        server.setOnAction(_ -> servers.reveal(line.app().serverId()));
        what.setText("·  " + AppLabels.what(line.app().spec()).replaceAll("\\s+", " "));
        List<AppLine> one = List.of(line);
        List<Action> tools = new ArrayList<>(commands.startOrStop(line));
        tools.add(commands.restart(one));
        tools.add(commands.edit(line, forms));
        head.showTools(
                tools,
                List.of(line.app(), line.serverName(), line.canStart(), line.canStop(), line.isBusy()),
                List.of(),
                more);
    }

    private MenuButton moreButton() {
        MenuButton more = new MenuButton();
        more.setGraphic(new FontIcon("fth-more-horizontal"));
        more.getStyleClass().addAll("button-icon", "no-arrow");
        more.setAccessibleText("More");
        ActionControls.fillWhileOpen(
                more, () -> controls.items(commands.all(seen == null ? List.of() : List.of(seen), forms)));
        return more;
    }

    private void showBanner() {
        AppLine line = seen;
        if (line == null) {
            return;
        }
        AppEvent now = model.crash();
        AppStatus.State is = line.state().orElse(null);
        boolean unknown = is == AppStatus.State.UNKNOWN;
        if (now == null) {
            crash = null;
            bannerLines.getChildren().clear();
            if (unknown) {
                banner.show("fth-help-circle", "Status unknown: " + line.more(), false, List.of());
            } else {
                banner.setVisible(false);
            }
            return;
        }
        String exit = AppLabels.exit(now.exitCode());
        String since = is != AppStatus.State.RESTARTING
                ? ""
                : (line.isRunning() ? " and was restarted" : " and waits for its restart")
                        + AppLabels.times(Objects.requireNonNull(line.status()).restarts());
        String title = "Crashed" + since
                + (exit.isEmpty() ? "" : ": " + exit)
                + (now.detail().isEmpty() ? "" : " · " + now.detail())
                + (now.lines().isEmpty() ? "" : ". Its last lines:");
        if (Objects.equals(now, crash)) {
            banner.setTitle(title);
            return;
        }
        crash = now;
        banner.show("fth-x-octagon", title, true, logAt(now.at()));
        bannerLines
                .getChildren()
                .setAll(now.lines().isEmpty() ? List.of() : List.of(LastLines.of(ending(now.lines()))));
    }

    /** All of them are among the events. */
    private static List<String> ending(List<String> lines) {
        return lines.subList(Math.max(0, lines.size() - BANNER_LINES), lines.size());
    }

    private List<Action> logAt(Instant at) {
        return commands
                .logs()
                .map(logs -> Action.of(
                                "apps.log-crash",
                                "Open log at that time",
                                "fth-file-text",
                                () -> logs.openApp(model.appId, at))
                        .withCurl(() -> AppCalls.log(model.appId)))
                .stream()
                .toList();
    }

    private void showCharts() {
        AppPageViewModel.Charts shown = model.chartsProperty().get();
        AppException failure = model.failureProperty().get();
        if (shown != null) {
            cpu.show(shown.cpu());
            memory.show(shown.memory());
            state.showContent(grid);
        } else if (failure != null) {
            state.showFailure(
                    ErrorPresenter.present(failure), model::refresh, details -> workbench.copy(details, "The details"));
        } else {
            cpu.showLoading();
            memory.showLoading();
            state.showContent(grid);
        }
    }

    @Override
    public Parent root() {
        return page;
    }

    @Override
    public String id() {
        return model.appId;
    }

    @Override
    public void onShow() {
        model.onShow();
        stale.onShow();
        tabs.onShow();
    }

    @Override
    public void onHide() {
        tabs.onHide();
        stale.onHide();
        model.onHide();
    }

    /** Its last call, after it was hidden. */
    @Override
    public void close() {
        tabs.dispose();
    }

    @Override
    public List<Action> actions() {
        List<Action> actions = new ArrayList<>();
        actions.add(goesBack);
        if (seen != null) {
            actions.addAll(commands.all(List.of(seen), forms));
            AppLine line = seen;
            actions.add(Action.of(
                    "apps.server",
                    "Open its server",
                    "fth-server",
                    () -> servers.reveal(line.app().serverId())));
        }
        actions.add(folds);
        actions.addAll(tabs.actions());
        actions.addAll(ranges);
        return actions;
    }

    /** On the first chart, whose keys are those of both. */
    @Override
    public void focus() {
        Focus.give(cpu);
    }
}
