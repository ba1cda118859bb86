package dev.wheelhouse.ui.notifications;

import dev.wheelhouse.core.platform.delivery.DeliveryStatus;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.form.EventPicker;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.list.LiveTable;
import dev.wheelhouse.ui.screen.Page;
import dev.wheelhouse.ui.screen.PageFrame;
import dev.wheelhouse.ui.screen.SplitList;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.words.Moments;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
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
    private final ActionControls controls;
    private final DeliveryList deliveries;
    private final DeliveryPane pane;
    private final SplitList<DeliveryLine> split;
    private final Action goesBack;
    private final Action refreshes;
    private final Label hears = Nodes.narrow("", "dim", "small");
    private final ObjectProperty<Optional<DeliveryStatus>> status =
            new SimpleObjectProperty<>(this, "status", Optional.empty());
    private final PageFrame<TargetLine> frame;

    /** @param back leaves for the list */
    TargetPage(
            LiveRow<TargetLine> row,
            TargetCommands commands,
            Runnable back,
            Workbench workbench,
            ActionControls controls) {
        this.row = row;
        this.commands = commands;
        this.controls = controls;
        TargetList list = commands.list();
        this.deliveries = new DeliveryList(list, target(), workbench);
        this.goesBack = Action.of("notifications.back", "All notifications", "fth-arrow-left", back)
                .withShortcut("Alt+Left")
                .withCurl(() -> target().isWebhook() ? TargetCalls.webhooks() : TargetCalls.channels());
        this.refreshes = Action.of("notifications.refresh-page", "Refresh page", "fth-refresh-cw", this::refresh)
                .withShortcut("F5")
                .withCurl(() -> TargetCalls.deliveries(target()));
        this.pane = new DeliveryPane(line -> actionsOfDelivery(List.of(line)), controls);
        HBox statuses = Segments.lowRow(
                "statuses",
                STATUSES,
                status,
                each -> each.map(some -> TargetLabels.look(some).words()).orElse("All deliveries"));
        status.addListener((_, _, now) -> deliveries.narrow(now));
        this.frame = new PageFrame<>(
                "target-page",
                row,
                new PageFrame.Reads(list, deliveries, list.clock(), list.zone()),
                goesBack,
                Nodes.line(16, statuses, hears),
                this::showTarget,
                workbench,
                controls);
        ListModel<DeliveryLine> model = new ListModel<>(deliveries, (_, _) -> true);
        LiveTable<DeliveryLine> table = new LiveTable<>(
                "run-table", model, DeliveryLine.columns(), this::actionsOfDelivery, refreshes, controls);
        table.root().getStyleClass().add("delivery-table");
        this.split = new SplitList<>(
                model,
                table,
                new SplitList.Sides(withOlder(table), pane.root(), pane.root(), TABLE_SHARE),
                frame.state(),
                line -> pane.show(line, target().enabled()),
                this::showDeliveries,
                workbench);
        showTarget();
        showDeliveries();
    }

    private VBox withOlder(LiveTable<DeliveryLine> table) {
        Button more = controls.button(
                Action.of("notifications.older", "Load older deliveries", "fth-chevron-down", deliveries::readMore)
                        .withCurl(() -> TargetCalls.deliveries(target())));
        VBox.setVgrow(table.root(), Priority.ALWAYS);
        return new VBox(table.root(), Shown.when(more, deliveries.hasMoreProperty()));
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
        frame.head()
                .show(
                        TargetLabels.icon(target),
                        target.name(),
                        Nodes.stated(
                                TargetLabels.state(line),
                                target.disabledReason() == null ? TargetLabels.more(line) : ""));
        frame.head().showTools(commands.all(line), target, ICONS_ONLY);
        frame.setFacts(facts(target));
        hears.setText("Hears: " + EventPicker.words(target.events()));
        String reason = target.disabledReason();
        if (reason != null) {
            frame.warn(
                    "fth-slash",
                    "The console turned this webhook off.",
                    reason + " Switch it on once the receiver works again, then redeliver what it missed.",
                    true);
        } else if (line.isFailing()) {
            frame.warn("fth-alert-triangle", target.name() + " " + line.fails() + ".", line.error(), true);
        } else {
            frame.calm();
        }
        split.showSelected();
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
        split.show(() -> {
            if (deliveries.isNarrowed()) {
                frame.state()
                        .showEmpty(
                                "fth-search",
                                "No deliveries match this filter.",
                                controls,
                                Action.of(
                                        "notifications.all-deliveries",
                                        "Show all",
                                        "fth-x",
                                        () -> status.set(Optional.empty())));
            } else {
                frame.state()
                        .showEmpty(
                                "fth-bell",
                                "Nothing was sent yet. It hears of what happens from now on; a test shows whether it gets"
                                        + " there.",
                                controls,
                                commands.test(target()));
            }
        });
    }

    @Override
    public String id() {
        return row.id();
    }

    @Override
    public Parent root() {
        return frame.root();
    }

    @Override
    public void onShow() {
        frame.onShow();
    }

    @Override
    public void onHide() {
        frame.onHide();
    }

    @Override
    public List<Action> actions() {
        List<Action> actions = new ArrayList<>();
        actions.add(goesBack);
        actions.addAll(commands.all(row.line()));
        actions.addAll(split.table().actions());
        actions.add(refreshes);
        return actions;
    }

    @Override
    public void focus() {
        split.focus(frame.head().back());
    }
}
