package dev.wheelhouse.ui.apps.page;

import dev.wheelhouse.core.apps.AppStatus;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.apps.desk.AppHappening;
import dev.wheelhouse.ui.apps.list.AppCalls;
import dev.wheelhouse.ui.apps.list.AppCommands;
import dev.wheelhouse.ui.apps.list.AppForms;
import dev.wheelhouse.ui.apps.list.AppLine;
import dev.wheelhouse.ui.apps.list.AppLogs;
import dev.wheelhouse.ui.apps.list.AppSigns;
import dev.wheelhouse.ui.apps.list.AppWords;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.controls.chart.ChartGrid;
import dev.wheelhouse.ui.controls.chart.MetricChart;
import dev.wheelhouse.ui.error.ErrorPresenter;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.fx.FxmlViews;
import dev.wheelhouse.ui.list.StaleLine;
import dev.wheelhouse.ui.metrics.RangeButtons;
import dev.wheelhouse.ui.screen.Page;
import dev.wheelhouse.ui.servers.ServersEntrance;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** The page of one app: what it is, how it does, its charts, and below them one of several closer looks. */
public final class AppPageView implements Page {

    private static final int BANNER_LINES = 4;

    private final AppPageViewModel model;
    private final Parts parts;
    private final ActionControls controls;
    private final StatePane state;
    private final StaleLine stale;
    private final ChartGrid grid = new ChartGrid();
    private final MetricChart cpu;
    private final MetricChart memory;
    private final AppCards cards = new AppCards();
    private final AppTabs tabs;
    private final Action goesBack;
    private final Action folds;
    private final Parent root;
    private List<Action> ranges = List.of();
    private @Nullable AppLine seen;
    private @Nullable AppHappening crash;

    @FXML
    private Button back;

    @FXML
    private FontIcon kind;

    @FXML
    private Label name;

    @FXML
    private StackPane statePlace;

    @FXML
    private Label runtime;

    @FXML
    private Hyperlink server;

    @FXML
    private Label what;

    @FXML
    private HBox tools;

    @FXML
    private HBox banner;

    @FXML
    private FontIcon bannerIcon;

    @FXML
    private Label bannerTitle;

    @FXML
    private VBox bannerLines;

    @FXML
    private HBox bannerButtons;

    @FXML
    private VBox measured;

    @FXML
    private HBox rangeButtons;

    @FXML
    private Button zoomOut;

    @FXML
    private Button fold;

    @FXML
    private StackPane chartPlace;

    @FXML
    private VBox page;

    @FXML
    private VBox body;

    /**
     * What the page leads to and speaks through.
     *
     * @param back leaves for the list
     */
    public record Parts(
            AppCommands commands,
            AppForms forms,
            Runnable back,
            ServersEntrance servers,
            Workbench workbench,
            ActionControls controls) {}

    @SuppressWarnings("NullAway.Init") // The loader fills the fields.
    public AppPageView(AppPageViewModel model, Parts parts) {
        this.model = model;
        this.parts = parts;
        this.controls = parts.controls();
        this.state = new StatePane(parts.workbench().background());
        this.cpu = new MetricChart("CPU, 100 % is one core", model.range().group(), ZoneId.systemDefault());
        this.memory = new MetricChart("Memory", model.range().group(), ZoneId.systemDefault());
        this.tabs = new AppTabs(model, parts.commands().logs().orElse(null), parts.workbench(), controls);
        this.stale = new StaleLine(
                model.clock(),
                ZoneId.systemDefault(),
                List.of(model, parts.commands().list()));
        this.goesBack = Action.of("apps.back", "All apps", "fth-arrow-left", parts.back())
                .withShortcut("Alt+Left")
                .withCurl(AppCalls::list);
        this.folds = Action.of("apps.fold", "Fold the charts", "fth-chevrons-up", this::turnCharts)
                .withShortcut("Shortcut+U");
        this.root = FxmlViews.load(this);
    }

    @FXML
    void initialize() {
        controls.fill(back, goesBack);
        controls.fill(fold, folds);
        page.getChildren().add(1, stale);
        ranges = new RangeButtons(
                        "apps",
                        model.range(),
                        rangeButtons,
                        zoomOut,
                        range -> AppCalls.series(model.appId(), Metric.CPU, range),
                        controls)
                .actions();
        measured.getChildren().addFirst(cards);
        grid.show(List.of(cpu, memory));
        menuOf(cpu, Metric.CPU);
        menuOf(memory, Metric.MEMORY);
        chartPlace.getChildren().setAll(state);
        VBox.setVgrow(tabs, Priority.ALWAYS);
        body.getChildren().add(tabs);
        model.lineProperty().addListener(_ -> showApp());
        model.happeningsProperty().addListener((_, _, now) -> {
            tabs.showHappenings(now);
            showBanner();
        });
        model.environmentProperty().addListener(_ -> showApp());
        model.chartsProperty().addListener(_ -> showCharts());
        model.failureProperty().addListener(_ -> showCharts());
        tabs.showHappenings(model.happeningsProperty().get());
        showApp();
        showCharts();
    }

    private void menuOf(MetricChart chart, Metric metric) {
        Action copies = Action.of("apps.series", "Copy as curl", "fth-terminal", () -> {})
                .withCurl(() ->
                        AppCalls.series(model.appId(), metric, model.range().get()));
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
        statePlace.getChildren().setAll(AppSigns.state(line));
        AppLine before = seen;
        seen = line;
        if (before == null || !isSameHead(before, line)) {
            showHead(line);
        }
        cpu.setDimmed(!line.isRunning());
        memory.setDimmed(!line.isRunning());
        showBanner();
    }

    private static boolean isSameHead(AppLine before, AppLine now) {
        return before.app().equals(now.app())
                && before.serverName().equals(now.serverName())
                && before.canStart() == now.canStart()
                && before.canStop() == now.canStop()
                && before.isBusy() == now.isBusy();
    }

    private void showHead(AppLine line) {
        kind.setIconLiteral(AppWords.runtimeIcon(line.app().spec().kind()));
        name.setText(line.name());
        runtime.setText(AppWords.runtime(line.app().spec().kind()) + "  on");
        server.setText(line.serverName());
        server.setOnAction(_ -> parts.servers().reveal(line.app().serverId()));
        what.setText("·  " + AppWords.what(line.app().spec()).replaceAll("\\s+", " "));
        tools.getChildren().clear();
        List<AppLine> one = List.of(line);
        Action first =
                line.canStop() ? parts.commands().stop(one) : parts.commands().start(one);
        for (Action action :
                List.of(first, parts.commands().restart(one), parts.commands().edit(line, parts.forms()))) {
            Button button = controls.button(action);
            button.setMinWidth(Region.USE_PREF_SIZE);
            tools.getChildren().add(button);
        }
        MenuButton more = new MenuButton();
        more.setGraphic(new FontIcon("fth-more-horizontal"));
        more.getStyleClass().addAll("button-icon", "no-arrow");
        more.setAccessibleText("More");
        ActionControls.fillWhileOpen(more, () -> controls.items(parts.commands().all(List.of(line), parts.forms())));
        tools.getChildren().add(more);
    }

    private void showBanner() {
        AppLine line = seen;
        if (line == null) {
            return;
        }
        AppHappening now = model.crash();
        AppStatus.State is = line.state().orElse(null);
        boolean unknown = is == AppStatus.State.UNKNOWN;
        banner.setVisible(now != null || unknown);
        if (now == null) {
            crash = null;
            bannerLines.getChildren().clear();
            bannerButtons.getChildren().clear();
            bannerIcon.setIconLiteral("fth-help-circle");
            bannerTitle.setText(unknown ? "It is not known how this app is: " + AppWords.more(line, line.at()) : "");
            banner.getStyleClass().remove("danger-banner");
            return;
        }
        String exit = AppWords.exit(now.exitCode());
        String since = is != AppStatus.State.RESTARTING
                ? ""
                : (line.isRunning() ? " and was started again" : " and waits to be started again")
                        + AppWords.times(Objects.requireNonNull(line.status()).restarts());
        bannerTitle.setText("Crashed" + since
                + (exit.isEmpty() ? "" : ": " + exit)
                + (now.detail().isEmpty() ? "" : " · " + now.detail())
                + (now.lines().isEmpty() ? "" : ". Its last lines:"));
        if (Objects.equals(now, crash)) {
            return;
        }
        crash = now;
        bannerIcon.setIconLiteral("fth-x-octagon");
        if (!banner.getStyleClass().contains("danger-banner")) {
            banner.getStyleClass().add("danger-banner");
        }
        bannerLines
                .getChildren()
                .setAll(now.lines().isEmpty() ? List.of() : List.of(LastLines.of(ending(now.lines()))));
        showLogButton(now.at());
    }

    /** All of them are among the events. */
    private static List<String> ending(List<String> lines) {
        return lines.subList(Math.max(0, lines.size() - BANNER_LINES), lines.size());
    }

    private void showLogButton(Instant at) {
        bannerButtons.getChildren().clear();
        AppLogs logs = parts.commands().logs().orElse(null);
        if (logs != null) {
            Button open = controls.button(Action.of(
                            "apps.log-crash",
                            "Open log at that time",
                            "fth-file-text",
                            () -> logs.open(model.appId(), at))
                    .withCurl(() -> AppCalls.log(model.appId())));
            open.setMinWidth(Region.USE_PREF_SIZE);
            bannerButtons.getChildren().add(open);
        }
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
                    ErrorPresenter.present(failure),
                    model::refresh,
                    details -> parts.workbench().copy(details, "The details"));
        } else {
            cpu.showLoading();
            memory.showLoading();
            state.showContent(grid);
        }
    }

    @Override
    public Parent root() {
        return root;
    }

    @Override
    public String id() {
        return model.appId();
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
            actions.addAll(parts.commands().all(List.of(seen), parts.forms()));
            AppLine line = seen;
            actions.add(Action.of(
                    "apps.server",
                    "Open its server",
                    "fth-server",
                    () -> parts.servers().reveal(line.app().serverId())));
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
