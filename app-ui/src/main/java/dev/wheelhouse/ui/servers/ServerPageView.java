package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.platform.error.AppException;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.Parent;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tooltip;
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
    private final RangeButtons ranges;
    private final Action goesBack;
    private final Action retries;
    private final PageHead head;
    private final Label facts = PageHead.facts();
    private final Label bannerText = new Label();
    private final PageBanner banner;
    private final ScrollPane scroll;
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
        List<Refreshable> readings = new ArrayList<>(List.of(model, commands.list));
        sections.forEach(each -> each.reading().ifPresent(readings::add));
        this.stale = new StaleLine(model.clock(), ZoneId.systemDefault(), readings);
        this.goesBack = Action.of("servers.back", "All servers", "fth-arrow-left", back)
                .withShortcut("Alt+Left")
                .withCurl(ServerCalls::list);
        this.retries = Action.of("servers.retry", "Retry", "fth-refresh-cw", model::retry)
                .withCurl(() -> ServerCalls.test(model.serverId));
        this.head = new PageHead(goesBack, "fth-server", facts, controls);
        bannerText.setId("bannerText");
        bannerText.setWrapText(true);
        bannerText.setMinHeight(Region.USE_PREF_SIZE);
        this.banner = new PageBanner(controls, bannerText);
        this.ranges = new RangeButtons(
                "servers", model.range(), range -> ServerCalls.series(model.serverId, Metric.CPU, range), controls);
        Label cost = PageHead.facts();
        cost.setId("cost");
        cost.textProperty().bind(model.costProperty());
        cost.setTooltip(new Tooltip("Cost of monitoring on this server"));
        ranges.root().getChildren().add(cost);
        VBox top = new VBox(12, head, banner, ranges.root());
        top.getStyleClass().add("server-head");
        grid.getStyleClass().add("chart-grid");
        VBox content = new VBox(grid);
        sections.forEach(each -> content.getChildren().add(each.root()));
        this.scroll = new ScrollPane(content);
        scroll.setId("scroll");
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.getStyleClass().add("edge-to-edge");
        VBox.setVgrow(state, Priority.ALWAYS);
        page.getStyleClass().add("server-page");
        page.getChildren().setAll(top, stale, state);
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
        Instant now = model.clock().instant();
        String up = ServerLabels.upFor(server, now);
        facts.setText(Stream.of(server.address(), server.os(), up.isEmpty() ? null : "up " + up)
                .filter(Objects::nonNull)
                .collect(Collectors.joining("  ·  ")));
        bannerText.setText(bannerWords(server, model.oldSince(), now));
        if (server.equals(seen)) {
            return;
        }
        seen = server;
        head.show(ServerIcons.icon(server), server.name(), ServerIcons.state(server));
        head.showTools(tools.apply(server), server, List.of());
        showBanner(server);
        charts.values().forEach(chart -> chart.setDimmed(isOld(server)));
    }

    private static boolean isOld(ShownServer server) {
        return server.state() == ServerState.OFFLINE || server.state().waitsForTrust();
    }

    private void showBanner(ShownServer server) {
        Action trust = commands.trust(server);
        switch (server.state()) {
            case UNTRUSTED ->
                banner.show(
                        "fth-key",
                        "This server's key is not trusted yet",
                        false,
                        List.of(trust.isEnabled() ? trust : retries));
            case KEY_CHANGED ->
                banner.show(
                        "fth-alert-octagon",
                        "Stopped: this server shows another key than before",
                        true,
                        List.of(trust, retries));
            case OFFLINE -> banner.show("fth-x-circle", server.name() + " does not answer", false, List.of(retries));
            case ONLINE, PENDING -> banner.setVisible(false);
        }
    }

    /** @param measured when the values that are shown were, where they are no longer renewed; null for never */
    private static String bannerWords(ShownServer server, @Nullable Instant measured, Instant now) {
        String key = server.untrustedKey();
        return switch (server.state()) {
            case UNTRUSTED ->
                key == null
                        ? "It has not shown a key so far."
                        : "It shows " + key + ". Compare it with what “ssh-keygen -lf"
                                + " /etc/ssh/ssh_host_ed25519_key.pub” says on the server itself; nothing is sent to it"
                                + " before.";
            case KEY_CHANGED ->
                "It shows " + key + ". Either it was installed anew, or somebody else answers in its place. Nothing is"
                        + " sent to it until you have found out which.";
            case OFFLINE ->
                Objects.requireNonNullElse(server.trouble(), "No reason is known yet.")
                        + (measured == null ? "" : " The last values are from " + Moments.ago(measured, now) + ".");
            case ONLINE, PENDING -> "";
        };
    }

    private void showCharts() {
        List<ServerPageViewModel.Panel> content = model.contentProperty().get();
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

    private void draw(List<ServerPageViewModel.Panel> panels) {
        List<ChartSpec> specs =
                panels.stream().map(ServerPageViewModel.Panel::spec).toList();
        if (!List.copyOf(charts.keySet()).equals(specs)) {
            charts.clear();
            specs.forEach(spec -> charts.put(spec, chart(spec)));
            grid.show(List.copyOf(charts.values()));
        }
        panels.forEach(panel -> Objects.requireNonNull(charts.get(panel.spec())).show(panel.data()));
    }

    private MetricChart chart(ChartSpec spec) {
        MetricChart chart = new MetricChart(spec.title(), model.range().group(), ZoneId.systemDefault());
        chart.setDimmed(seen != null && isOld(seen));
        ContextMenu menu = new ContextMenu();
        for (ChartSpec.Line line : spec.lines()) {
            Action copies = Action.of("servers.series", line.name(), "fth-terminal", () -> {})
                    .withCurl(() -> ServerCalls.series(
                            model.serverId, line.metric(), model.range().get()));
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
        return model.serverId;
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
        List<Action> actions = new ArrayList<>(List.of(goesBack));
        if (seen != null) {
            actions.addAll(tools.apply(seen));
            if (seen.state().waitsForTrust()) {
                actions.add(commands.trust(seen));
            }
        }
        actions.addAll(ranges.actions());
        return actions;
    }

    /** On the first chart, whose keys are those of all; on the way back until there is one. */
    @Override
    public void focus() {
        Focus.give(charts.isEmpty() ? head.back() : charts.values().iterator().next());
    }
}
