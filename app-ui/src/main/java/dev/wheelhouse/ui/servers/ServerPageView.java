package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.servers.ServerStatus;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.controls.chart.ChartGrid;
import dev.wheelhouse.ui.controls.chart.MetricChart;
import dev.wheelhouse.ui.error.ErrorPresenter;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.fx.FxmlViews;
import dev.wheelhouse.ui.list.Refreshable;
import dev.wheelhouse.ui.list.StaleLine;
import dev.wheelhouse.ui.metrics.RangeButtons;
import dev.wheelhouse.ui.screen.Page;
import dev.wheelhouse.ui.servers.desk.KeyTrust;
import dev.wheelhouse.ui.servers.desk.ShownServer;
import dev.wheelhouse.ui.shell.ScreenPart;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.words.Moments;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** The page of one server: what it is, how it does, and its charts. */
final class ServerPageView implements Page {

    private static final String BANNER_DANGER = "danger-banner";

    private final ServerPageViewModel model;
    private final Parts parts;
    private final Workbench workbench;
    private final ActionControls controls;
    private final StatePane state;
    private final StaleLine stale;
    private final ChartGrid grid = new ChartGrid();
    private final Map<ChartSpec, MetricChart> charts = new LinkedHashMap<>();
    private List<Action> ranges = List.of();
    private final Action goesBack;
    private final Action retries;
    private final Parent root;
    private @Nullable ShownServer seen;

    @FXML
    private Button back;

    @FXML
    private FontIcon kind;

    @FXML
    private Label name;

    @FXML
    private StackPane statePlace;

    @FXML
    private Label facts;

    @FXML
    private HBox tools;

    @FXML
    private HBox banner;

    @FXML
    private FontIcon bannerIcon;

    @FXML
    private Label bannerTitle;

    @FXML
    private Label bannerText;

    @FXML
    private HBox bannerButtons;

    @FXML
    private HBox rangeButtons;

    @FXML
    private Button zoomOut;

    @FXML
    private Label cost;

    @FXML
    private VBox page;

    @FXML
    private StackPane place;

    @FXML
    private ScrollPane scroll;

    /**
     * What the page leads to and speaks through.
     *
     * @param back leaves for the list
     * @param tools what can be done with the server
     * @param sections what others show below the charts
     */
    record Parts(
            ServerCommands commands,
            Runnable back,
            Function<ShownServer, List<Action>> tools,
            List<ScreenPart> sections,
            Workbench workbench,
            ActionControls controls) {}

    @SuppressWarnings("NullAway.Init") // The loader fills the fields.
    ServerPageView(ServerPageViewModel model, Parts parts) {
        this.model = model;
        this.parts = parts;
        this.workbench = parts.workbench();
        this.controls = parts.controls();
        this.state = new StatePane(workbench.background());
        List<Refreshable> readings =
                new ArrayList<>(List.of(model, parts.commands().list()));
        parts.sections().forEach(each -> each.reading().ifPresent(readings::add));
        this.stale = new StaleLine(model.clock(), ZoneId.systemDefault(), readings);
        this.goesBack = Action.of("servers.back", "All servers", "fth-arrow-left", parts.back())
                .withShortcut("Alt+Left")
                .withCurl(ServerCalls::list);
        this.retries = Action.of("servers.retry", "Retry", "fth-refresh-cw", model::retry)
                .withCurl(() -> ServerCalls.test(model.serverId()));
        this.root = FxmlViews.load(this);
    }

    @FXML
    void initialize() {
        controls.fill(back, goesBack);
        page.getChildren().add(page.getChildren().indexOf(place), stale);
        ranges = new RangeButtons(
                        "servers",
                        model.range(),
                        rangeButtons,
                        zoomOut,
                        range -> ServerCalls.series(model.serverId(), Metric.CPU, range),
                        controls)
                .actions();
        cost.textProperty().bind(model.costProperty());
        cost.setTooltip(new Tooltip("What the console's own watching takes from this server"));
        place.getChildren().setAll(state);
        grid.getStyleClass().add("chart-grid");
        VBox content = new VBox(grid);
        parts.sections().forEach(each -> content.getChildren().add(each.root()));
        scroll.setContent(content);
        model.lineProperty().addListener(_ -> showServer());
        model.contentProperty().addListener(_ -> showCharts());
        model.failureProperty().addListener(_ -> showCharts());
        showServer();
        showCharts();
    }

    private void showServer() {
        ServerLine line = model.lineProperty().get();
        if (line == null) {
            return;
        }
        ShownServer server = line.server();
        facts.setText(factWords(server));
        showAge(line);
        if (server.equals(seen)) {
            return;
        }
        seen = server;
        kind.setIconLiteral(ServerSigns.icon(server));
        name.setText(server.name());
        statePlace.getChildren().setAll(ServerSigns.state(server));
        tools.getChildren().clear();
        for (Action action : parts.tools().apply(server)) {
            Button button = controls.button(action);
            button.setText(action.title());
            button.setMinWidth(Region.USE_PREF_SIZE);
            tools.getChildren().add(button);
        }
        showBanner(server);
        charts.values().forEach(chart -> chart.setDimmed(isOld(server)));
    }

    private String factWords(ShownServer server) {
        List<String> words = new ArrayList<>();
        words.add(server.settings().address());
        if (server.os() != null) {
            words.add(server.os());
        }
        String up = ServerWords.upFor(server, model.clock().instant());
        if (!up.isEmpty()) {
            words.add("up " + up);
        }
        return String.join("  ·  ", words);
    }

    private static boolean isOld(ShownServer server) {
        return server.state() == ServerStatus.OFFLINE || server.trust() != KeyTrust.TRUSTED;
    }

    private void showBanner(ShownServer server) {
        bannerButtons.getChildren().clear();
        banner.getStyleClass().remove(BANNER_DANGER);
        switch (server.trust()) {
            case UNKNOWN -> {
                banner(
                        "fth-key",
                        "This server's key is not trusted yet",
                        server.fingerprint() == null
                                ? "It has not shown a key so far."
                                : "It shows " + server.fingerprint() + ". Compare it with what “ssh-keygen -lf"
                                        + " /etc/ssh/ssh_host_ed25519_key.pub” says on"
                                        + " the server itself; nothing is sent to it"
                                        + " before.");
                button(server.fingerprint() == null ? retries : parts.commands().trust(server));
            }
            case CHANGED -> {
                banner.getStyleClass().add(BANNER_DANGER);
                banner(
                        "fth-alert-octagon",
                        "Stopped: this server shows another key than before",
                        "It shows " + Objects.requireNonNullElse(server.fingerprint(), "another key")
                                + ". Either it was installed anew, or somebody else answers in its place. Nothing is"
                                + " sent to it until you have found out which.");
                button(parts.commands().trust(server));
                button(retries);
            }
            case TRUSTED -> {
                if (server.state() == ServerStatus.OFFLINE) {
                    banner(
                            "fth-x-circle",
                            server.name() + " does not answer",
                            Objects.requireNonNullElse(server.trouble(), "No reason is known yet."));
                    button(retries);
                } else {
                    banner.setVisible(false);
                }
            }
        }
    }

    private void banner(String icon, String title, String text) {
        bannerIcon.setIconLiteral(icon);
        bannerTitle.setText(title);
        bannerText.setText(text);
        banner.setVisible(true);
    }

    private void button(Action action) {
        Button button = controls.button(action);
        button.setMinWidth(Region.USE_PREF_SIZE);
        bannerButtons.getChildren().add(button);
    }

    /** The age of values that are no longer renewed. */
    private void showAge(ServerLine line) {
        ShownServer server = line.server();
        Instant measured = line.measuredAt();
        if (server.trust() == KeyTrust.TRUSTED && server.state() == ServerStatus.OFFLINE) {
            bannerText.setText(Objects.requireNonNullElse(server.trouble(), "No reason is known yet.")
                    + (measured == null
                            ? ""
                            : " The last values are from "
                                    + Moments.ago(measured, model.clock().instant()) + "."));
        }
    }

    private void showCharts() {
        ServerPageViewModel.Content content = model.contentProperty().get();
        AppException failure = model.failureProperty().get();
        if (content != null) {
            draw(content);
            state.showContent(scroll);
        } else if (failure != null) {
            state.showFailure(
                    ErrorPresenter.present(failure), model::refresh, details -> workbench.copy(details, "The details"));
        } else if (!charts.isEmpty()) {
            charts.values().forEach(MetricChart::showLoading);
        } else {
            state.showLoading();
        }
    }

    private void draw(ServerPageViewModel.Content content) {
        if (!List.copyOf(charts.keySet()).equals(content.specs())) {
            charts.clear();
            content.specs().forEach(spec -> charts.put(spec, chart(spec)));
            grid.show(List.copyOf(charts.values()));
        }
        for (ServerPageViewModel.Panel panel : content.panels()) {
            MetricChart chart = charts.get(panel.spec());
            if (chart != null) {
                chart.show(panel.data());
            }
        }
    }

    private MetricChart chart(ChartSpec spec) {
        MetricChart chart = new MetricChart(spec.title(), model.range().group(), ZoneId.systemDefault());
        chart.setDimmed(seen != null && isOld(seen));
        ContextMenu menu = new ContextMenu();
        for (ChartSpec.Line line : spec.lines()) {
            Action copies = Action.of("servers.series", line.name(), "fth-terminal", () -> {})
                    .withCurl(() -> ServerCalls.series(
                            model.serverId(), line.metric(), model.range().get()));
            var item = controls.curlItem(copies);
            item.setText(spec.lines().size() == 1 ? "Copy as curl" : "Copy as curl: " + line.name());
            menu.getItems().add(item);
        }
        chart.setOnContextMenuRequested(event -> menu.show(chart, event.getScreenX(), event.getScreenY()));
        return chart;
    }

    @Override
    public Parent root() {
        return root;
    }

    @Override
    public String id() {
        return model.serverId();
    }

    @Override
    public void onShow() {
        model.onShow();
        stale.onShow();
        parts.sections().forEach(ScreenPart::onShow);
    }

    @Override
    public void onHide() {
        parts.sections().forEach(ScreenPart::onHide);
        stale.onHide();
        model.onHide();
    }

    @Override
    public List<Action> actions() {
        List<Action> actions = new ArrayList<>();
        actions.add(goesBack);
        if (seen != null) {
            actions.addAll(parts.tools().apply(seen));
            if (seen.trust() != KeyTrust.TRUSTED) {
                actions.add(parts.commands().trust(seen));
            }
        }
        actions.addAll(ranges);
        return actions;
    }

    /** On the first chart, whose keys are those of all; on the way back until there is one. */
    @Override
    public void focus() {
        Focus.give(charts.isEmpty() ? back : charts.values().iterator().next());
    }
}
