package dev.wheelhouse.ui.notifications;

import dev.wheelhouse.core.platform.delivery.DeliveryStatus;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.error.ErrorPresenter;
import dev.wheelhouse.ui.form.EventPicker;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.list.LiveTable;
import dev.wheelhouse.ui.list.StaleLine;
import dev.wheelhouse.ui.screen.Page;
import dev.wheelhouse.ui.screen.PageBanner;
import dev.wheelhouse.ui.screen.PageHead;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.words.Moments;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ChangeListener;
import javafx.collections.ListChangeListener;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/** The page of a channel or a webhook: how it does, its deliveries, and all of the selected one. */
final class TargetPage implements Page {

    private static final double TABLE_SHARE = 0.57;
    private static final List<String> ICONS_ONLY = List.of("notifications.delete");
    private static final List<Optional<DeliveryStatus>> STATUSES = List.of(
            Optional.empty(),
            Optional.of(DeliveryStatus.PENDING),
            Optional.of(DeliveryStatus.FAILED),
            Optional.of(DeliveryStatus.SUCCEEDED));

    private final LiveRow<TargetLine> row;
    private final TargetCommands commands;
    private final Workbench workbench;
    private final ActionControls controls;
    private final DeliveryList deliveries;
    private final ListModel<DeliveryLine> model;
    private final LiveTable<DeliveryLine> table;
    private final DeliveryPane pane;
    private final StatePane state;
    private final StaleLine stale;
    private final SplitPane split = new SplitPane();
    private final Action goesBack;
    private final Action refreshes;
    private final PageHead head;
    private final Label facts = PageHead.facts();
    private final Label trouble = Nodes.wrapped("");
    private final Label hears = Nodes.narrow("", "dim", "small");
    private final PageBanner banner;
    private final ObjectProperty<Optional<DeliveryStatus>> status =
            new SimpleObjectProperty<>(this, "status", Optional.empty());
    private final VBox root = new VBox();
    private final ChangeListener<TargetLine> onChange = (_, _, _) -> showTarget();
    private Background.Handle watch = Background.Handle.NONE;

    /** @param back leaves for the list */
    TargetPage(
            LiveRow<TargetLine> row,
            TargetCommands commands,
            Runnable back,
            Workbench workbench,
            ActionControls controls) {
        this.row = row;
        this.commands = commands;
        this.workbench = workbench;
        this.controls = controls;
        TargetList list = commands.list();
        this.deliveries = new DeliveryList(list, target(), workbench);
        this.model = new ListModel<>(deliveries, (_, _) -> true);
        this.goesBack = Action.of("notifications.back", "All notifications", "fth-arrow-left", back)
                .withShortcut("Alt+Left")
                .withCurl(() -> target().isWebhook() ? TargetCalls.webhooks() : TargetCalls.channels());
        this.refreshes = Action.of("notifications.refresh-page", "Refresh page", "fth-refresh-cw", this::refresh)
                .withShortcut("F5")
                .withCurl(() -> TargetCalls.deliveries(target()));
        this.table = new LiveTable<>(
                "run-table", model, DeliveryLine.columns(), this::actionsOfDelivery, refreshes, controls);
        table.root().getStyleClass().add("delivery-table");
        this.pane = new DeliveryPane(line -> actionsOfDelivery(List.of(line)), controls);
        this.state = new StatePane(workbench.background());
        this.stale = new StaleLine(list.clock(), list.zone(), List.of(deliveries, list));
        this.head = new PageHead(goesBack, "fth-bell", facts, controls);
        this.banner = new PageBanner(controls, trouble);
        VBox top = new VBox(12, head, banner, filterLine());
        top.getStyleClass().add("server-head");
        VBox.setVgrow(state, Priority.ALWAYS);
        root.getStyleClass().add("target-page");
        root.getChildren().setAll(top, stale, state);
        fillSplit();
        deliveries.rows().addListener((ListChangeListener<LiveRow<DeliveryLine>>) _ -> showDeliveries());
        deliveries.knownProperty().addListener(_ -> showDeliveries());
        deliveries.failureProperty().addListener(_ -> showDeliveries());
        model.selectedProperty().addListener(_ -> showSelected());
        model.openProperty().addListener((_, _, id) -> {
            if (id != null) {
                Focus.give(pane.root());
                model.back();
            }
        });
        showTarget();
        showDeliveries();
    }

    private HBox filterLine() {
        HBox segments = new HBox();
        segments.setId("statuses");
        segments.getStyleClass().add("range-buttons");
        Segments.fill(
                segments,
                STATUSES,
                status,
                each -> each.map(some -> TargetLabels.look(some).words()).orElse("All deliveries"));
        status.addListener((_, _, now) -> deliveries.narrow(now));
        return Nodes.line(16, segments, hears);
    }

    private void fillSplit() {
        Button more = controls.button(
                Action.of("notifications.older", "Load older deliveries", "fth-chevron-down", deliveries::readMore)
                        .withCurl(() -> TargetCalls.deliveries(target())));
        VBox left = new VBox(table.root(), Shown.when(more, deliveries.hasMoreProperty()));
        VBox.setVgrow(table.root(), Priority.ALWAYS);
        split.getStyleClass().add("schedule-split");
        split.getItems().setAll(left, pane.root());
        split.setDividerPositions(TABLE_SHARE);
    }

    private Target target() {
        return row.line().target();
    }

    private List<Action> actionsOfDelivery(List<DeliveryLine> chosen) {
        return chosen.isEmpty()
                ? List.of()
                : commands.ofDelivery(target(), chosen.getFirst().delivery(), deliveries::refresh);
    }

    private void refresh() {
        commands.list().refresh();
        deliveries.refresh();
    }

    private void showTarget() {
        TargetLine line = row.line();
        Target target = line.target();
        head.show(
                TargetLabels.icon(target),
                target.name(),
                Nodes.stated(TargetLabels.state(line), target.disabledReason() == null ? TargetLabels.more(line) : ""));
        head.showTools(commands.all(line), target, ICONS_ONLY);
        facts.setText(facts(target));
        hears.setText("Hears: " + EventPicker.words(target.events()));
        String reason = target.disabledReason();
        if (reason != null) {
            banner.show("fth-slash", "The console turned this webhook off.", true, List.of());
            trouble.setText(reason + " Switch it on once the receiver works again, then redeliver what it missed.");
        } else if (line.isFailing()) {
            banner.show("fth-alert-triangle", target.name() + " " + line.fails() + ".", true, List.of());
            trouble.setText(line.error());
        } else {
            banner.setVisible(false);
        }
        Shown.when(trouble, !trouble.getText().isEmpty());
        showSelected();
    }

    private String facts(Target target) {
        String more = "";
        if (target instanceof Target.OfWebhook(var webhook) && webhook.previousSecretUntil() != null) {
            Instant now = commands.list().clock().instant();
            Instant until = webhook.previousSecretUntil();
            more = until.isBefore(now)
                    ? ""
                    : "  ·  the secret before signs too until "
                            + Moments.onDay(until, now, commands.list().zone());
        }
        return TargetLabels.kind(target) + "  ·  " + target.where() + more;
    }

    private void showDeliveries() {
        var failure = deliveries.failureProperty().get();
        if (!deliveries.rows().isEmpty()) {
            boolean first = !state.getChildren().contains(split);
            state.showContent(split);
            String selected = model.selectedProperty().get();
            if (selected == null || deliveries.find(selected).isEmpty()) {
                model.selectedProperty().set(deliveries.rows().getFirst().id());
            }
            if (first && root.getScene() != null && !Focus.isWithin(head)) {
                table.focus();
            }
        } else if (failure != null) {
            state.showFailure(
                    ErrorPresenter.present(failure), this::refresh, details -> workbench.copy(details, "The details"));
        } else if (!deliveries.knownProperty().get()) {
            state.showLoading();
        } else if (deliveries.isNarrowed()) {
            state.showEmpty(
                    "fth-search",
                    "No deliveries match this filter.",
                    controls,
                    Action.of("notifications.all-deliveries", "Show all", "fth-x", () -> status.set(Optional.empty())));
        } else {
            state.showEmpty(
                    "fth-bell",
                    "Nothing was sent yet. It hears of what happens from now on; a test shows whether it gets there.",
                    controls,
                    commands.all(row.line()).getFirst());
        }
        showSelected();
    }

    private void showSelected() {
        String selected = model.selectedProperty().get();
        pane.show(selected == null ? null : deliveries.find(selected).orElse(null), target().enabled());
    }

    @Override
    public String id() {
        return row.id();
    }

    @Override
    public Parent root() {
        return root;
    }

    @Override
    public void onShow() {
        row.lineProperty().addListener(onChange);
        watch = deliveries.watch();
        stale.onShow();
        showTarget();
    }

    @Override
    public void onHide() {
        stale.onHide();
        watch.cancel();
        row.lineProperty().removeListener(onChange);
    }

    @Override
    public List<Action> actions() {
        List<Action> actions = new ArrayList<>();
        actions.add(goesBack);
        actions.addAll(commands.all(row.line()));
        actions.addAll(table.actions());
        actions.add(refreshes);
        return actions;
    }

    @Override
    public void focus() {
        if (deliveries.rows().isEmpty()) {
            Focus.give(head.back());
        } else {
            table.focus();
        }
    }
}
