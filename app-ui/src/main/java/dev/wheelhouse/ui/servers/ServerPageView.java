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
import dev.wheelhouse.ui.list.Refreshable;
import dev.wheelhouse.ui.list.StaleLine;
import dev.wheelhouse.ui.metrics.RangeButtons;
import dev.wheelhouse.ui.screen.Page;
import dev.wheelhouse.ui.screen.PageBanner;
import dev.wheelhouse.ui.screen.PageHead;
import dev.wheelhouse.ui.servers.gateway.KeyTrust;
import dev.wheelhouse.ui.servers.gateway.ShownServer;
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
import javafx.scene.Parent;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The page of one server: what it is, how it does, and its charts. */
final class ServerPageView implements Page {

    private final ServerPageViewModel model;
    private final ServerCommands commands;
    private final Function<ShownServer, List<Action>> tools;
    private final List<ScreenPart> sections;
    private final Workbench workbench;
    private final ActionControls controls;
    private final StatePane state;
    private final StaleLine stale;
    private final ChartGrid grid = new ChartGrid();
    private final Map<ChartSpec, MetricChart> charts = new LinkedHashMap<>();
    private List<Action> ranges = List.of();
    private final Action goesBack;
    private final Action retries;
    private final PageHead head;
    private final Label facts = PageHead.facts();
    private final Label bannerText = new Label();
    private final PageBanner banner;
    private final ScrollPane scroll = new ScrollPane();
    private final VBox page = new VBox();
    private @Nullable ShownServer seen;

    /**
     * @param back leaves for the list
     * @param tools what can be done with the server
     * @param sections what others show below the charts
     */
    ServerPageView(
            ServerPageViewModel model,
            ServerCommands commands,
            Runnable back,
            Function<ShownServer, List<Action>> tools,
            List<ScreenPart> sections,
            Workbench workbench,
            ActionControls controls) {
        this.commands = commands;
        this.tools = tools;
        this.sections = sections;
        this.model = model;
        this.workbench = workbench;
        this.controls = controls;
        this.state = new StatePane(workbench.background());
        List<Refreshable> readings = new ArrayList<>(List.of(model, commands.list()));
        sections.forEach(each -> each.reading().ifPresent(readings::add));
        this.stale = new StaleLine(model.clock(), ZoneId.systemDefault(), readings);
        this.goesBack = Action.of("servers.back", "All servers", "fth-arrow-left", back)
                .withShortcut("Alt+Left")
                .withCurl(ServerCalls::list);
        this.retries = Action.of("servers.retry", "Retry", "fth-refresh-cw", model::retry)
                .withCurl(() -> ServerCalls.test(model.serverId()));
        this.head = new PageHead(goesBack, "fth-server", facts, controls);
        bannerText.setId("bannerText");
        bannerText.setWrapText(true);
        bannerText.setMinHeight(Region.USE_PREF_SIZE);
        this.banner = new PageBanner(controls, bannerText);
        VBox top = new VBox(12, head, banner, ranges());
        top.getStyleClass().add("server-head");
        grid.getStyleClass().add("chart-grid");
        VBox content = new VBox(grid);
        sections.forEach(each -> content.getChildren().add(each.root()));
        scroll.setId("scroll");
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.getStyleClass().add("edge-to-edge");
        scroll.setContent(content);
        VBox.setVgrow(state, Priority.ALWAYS);
        page.getStyleClass().add("server-page");
        page.getChildren().setAll(top, stale, state);
        model.lineProperty().addListener(_ -> showServer());
        model.contentProperty().addListener(_ -> showCharts());
        model.failureProperty().addListener(_ -> showCharts());
        showServer();
        showCharts();
    }

    private HBox ranges() {
        RangeButtons buttons = new RangeButtons(
                "servers", model.range(), range -> ServerCalls.series(model.serverId(), Metric.CPU, range), controls);
        ranges = buttons.actions();
        Label cost = PageHead.facts();
        cost.setId("cost");
        cost.textProperty().bind(model.costProperty());
        cost.setTooltip(new Tooltip("Cost of monitoring on this server"));
        buttons.root().getChildren().add(cost);
        return buttons.root();
    }

    private void showServer() {
        ServerLine line = model.lineProperty().get();
        if (line == null) {
            return;
        }
        ShownServer server = line.server();
        facts.setText(factWords(server));
        if (server.equals(seen)) {
            showAge(line);
            return;
        }
        seen = server;
        head.show(ServerIcons.icon(server), server.name(), ServerIcons.state(server));
        head.showTools(tools.apply(server), server, List.of());
        showBanner(server);
        showAge(line);
        charts.values().forEach(chart -> chart.setDimmed(isOld(server)));
    }

    private String factWords(ShownServer server) {
        List<String> words = new ArrayList<>();
        words.add(server.settings().address());
        if (server.os() != null) {
            words.add(server.os());
        }
        String up = ServerLabels.upFor(server, model.clock().instant());
        if (!up.isEmpty()) {
            words.add("up " + up);
        }
        return String.join("  ·  ", words);
    }

    private static boolean isOld(ShownServer server) {
        return server.state() == ServerStatus.OFFLINE || server.trust() != KeyTrust.TRUSTED;
    }

    private void showBanner(ShownServer server) {
        Action trust = commands.trust(server);
        String key = server.fingerprint();
        switch (server.trust()) {
            case UNKNOWN -> {
                bannerText.setText(
                        key == null
                                ? "It has not shown a key so far."
                                : "It shows " + key + ". Compare it with what “ssh-keygen -lf"
                                        + " /etc/ssh/ssh_host_ed25519_key.pub” says on"
                                        + " the server itself; nothing is sent to it"
                                        + " before.");
                banner.show(
                        "fth-key",
                        "This server's key is not trusted yet",
                        false,
                        List.of(key == null ? retries : trust));
            }
            case CHANGED -> {
                bannerText.setText("It shows " + Objects.requireNonNullElse(key, "another key")
                        + ". Either it was installed anew, or somebody else answers in its place. Nothing is"
                        + " sent to it until you have found out which.");
                banner.show(
                        "fth-alert-octagon",
                        "Stopped: this server shows another key than before",
                        true,
                        List.of(trust, retries));
            }
            case TRUSTED -> {
                if (server.state() == ServerStatus.OFFLINE) {
                    bannerText.setText(Objects.requireNonNullElse(server.trouble(), "No reason is known yet."));
                    banner.show("fth-x-circle", server.name() + " does not answer", false, List.of(retries));
                } else {
                    banner.setVisible(false);
                }
            }
        }
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
        return page;
    }

    @Override
    public String id() {
        return model.serverId();
    }

    @Override
    public void onShow() {
        model.onShow();
        stale.onShow();
        sections.forEach(ScreenPart::onShow);
    }

    @Override
    public void onHide() {
        sections.forEach(ScreenPart::onHide);
        stale.onHide();
        model.onHide();
    }

    @Override
    public List<Action> actions() {
        List<Action> actions = new ArrayList<>();
        actions.add(goesBack);
        if (seen != null) {
            actions.addAll(tools.apply(seen));
            if (seen.trust() != KeyTrust.TRUSTED) {
                actions.add(commands.trust(seen));
            }
        }
        actions.addAll(ranges);
        return actions;
    }

    /** On the first chart, whose keys are those of all; on the way back until there is one. */
    @Override
    public void focus() {
        Focus.give(charts.isEmpty() ? head.back() : charts.values().iterator().next());
    }
}
