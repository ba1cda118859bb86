package dev.wheelhouse.ui.notifications;

import dev.wheelhouse.core.notifications.NotificationChannel;
import dev.wheelhouse.core.platform.delivery.Delivery;
import dev.wheelhouse.core.platform.delivery.DeliveryStatus;
import dev.wheelhouse.core.webhooks.CreatedWebhook;
import dev.wheelhouse.core.webhooks.Webhook;
import dev.wheelhouse.core.webhooks.WebhookService;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.screen.ListChanges;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The actions on channels, webhooks and deliveries, wherever they are shown. Belongs to the window's thread. */
final class TargetCommands {

    private final Targets targets;
    private final TargetList list;
    private final Forms forms;
    private final Workbench workbench;
    private final ListChanges changes;

    /** Opens what asks for more. */
    interface Forms {

        /** @param edited null for a new one */
        void openChannel(@Nullable NotificationChannel edited);

        /** @param edited null for a new one */
        void openWebhook(@Nullable Webhook edited);

        /** Shows a webhook's new secret, this one time. */
        void show(CreatedWebhook created);

        /** Shows an event and whom it reached. */
        void showEvent(String eventId);

        /** Asks since when to send again. */
        void redeliver(Target.OfWebhook target);
    }

    TargetCommands(Targets targets, TargetList list, Forms forms, Workbench workbench) {
        this.targets = targets;
        this.list = list;
        this.forms = forms;
        this.workbench = workbench;
        this.changes = new ListChanges(list, workbench);
    }

    Action addChannel() {
        return Action.of("notifications.add", "Add a channel", "fth-plus", () -> forms.openChannel(null))
                .withCurl(TargetCalls::channels)
                .withShortcut("Shortcut+Shift+J");
    }

    Action addWebhook() {
        return Action.of("notifications.add-webhook", "Add a webhook", "fth-plus", () -> forms.openWebhook(null))
                .withCurl(TargetCalls::webhooks)
                .withShortcut("Shortcut+Shift+W");
    }

    /** Everything that can be done with one of them, the likeliest first. */
    List<Action> all(TargetLine line) {
        Target target = line.target();
        List<Action> actions = new ArrayList<>();
        actions.add(test(target));
        actions.add(toggle(target).withShortcut("Shortcut+Shift+E"));
        actions.add(Action.of("notifications.edit", "Edit…", "fth-edit-2", () -> edit(target))
                .withCurl(() -> TargetCalls.get(target))
                .withShortcut("F2"));
        if (target instanceof Target.OfWebhook webhook) {
            actions.add(redeliverSince(webhook));
            actions.add(rotate(webhook.webhook()));
        }
        actions.add(delete(target).withShortcut("Delete"));
        return actions;
    }

    /** As it is by now: it may have changed since its button was made. */
    private void edit(Target asked) {
        switch (list.find(asked.id()).map(TargetLine::target).orElse(asked)) {
            case Target.OfChannel(NotificationChannel channel) -> forms.openChannel(channel);
            case Target.OfWebhook(Webhook webhook) -> forms.openWebhook(webhook);
        }
    }

    Action test(Target target) {
        return Action.of(
                        "notifications.test",
                        "Test",
                        "fth-activity",
                        () -> changes.make(
                                caller -> Optional.ofNullable(targets.test(caller, target)),
                                error -> workbench.say(error.map(
                                                each -> Notice.failure(target.name() + " did not take the test.", each))
                                        .orElseGet(() -> Notice.info(target.name() + " took the test.")))))
                .withCurl(() -> TargetCalls.test(target))
                .acting(new Question(
                        "Test " + target.name() + "?", "A test message is sent to whoever receives it.", "Test", false))
                .withShortcut("Shortcut+R");
    }

    private Action toggle(Target target) {
        boolean on = !target.enabled();
        return Action.of(
                        "notifications.toggle",
                        on ? "Switch on" : "Switch off",
                        on ? "fth-play" : "fth-pause",
                        () -> changes.make(
                                caller -> targets.setEnabled(caller, target, on),
                                target.name() + (on ? " is on. It hears of what happens from now on." : " is off.")))
                .withCurl(() -> TargetCalls.setEnabled(target, on));
    }

    private Action redeliverSince(Target.OfWebhook target) {
        Action action = Action.of(
                        "notifications.redeliver-since",
                        "Redeliver since…",
                        "fth-rotate-cw",
                        () -> forms.redeliver(target))
                .withCurl(() -> TargetCalls.deliveries(target));
        action.enabledProperty().set(target.enabled());
        return action;
    }

    private Action rotate(Webhook webhook) {
        Question question = new Question(
                "Rotate the secret of " + webhook.name() + "?",
                "A new secret is made and shown once. For " + WebhookService.BOTH_SIGN.toHours()
                        + " hours requests are signed with both, so that the receiver can be changed over meanwhile;"
                        + " after that the secret of now is no longer valid.",
                "Rotate",
                true);
        return Action.of(
                        "notifications.rotate",
                        "Rotate secret…",
                        "fth-key",
                        () -> workbench.ask(
                                question,
                                () -> changes.make(
                                        caller -> targets.webhooks().rotateSecret(caller, webhook.id()), forms::show)))
                .withCurl(() -> TargetCalls.rotateSecret(new Target.OfWebhook(webhook)));
    }

    private Action delete(Target target) {
        Question question = new Question(
                "Delete " + target.name() + "?",
                TargetLabels.kind(target) + " “" + target.name()
                        + "” and the log of its deliveries are deleted, and what" + " waits for a retry is dropped.",
                "Delete",
                true);
        return Action.of(
                        "notifications.delete",
                        "Delete…",
                        "fth-trash-2",
                        () -> changes.ask(
                                question, caller -> targets.delete(caller, target), target.name() + " was deleted."))
                .withCurl(() -> TargetCalls.delete(target));
    }

    /** What can be done with a delivery. */
    List<Action> ofDelivery(Target target, Delivery delivery, Runnable changed) {
        List<Action> actions = new ArrayList<>();
        if (target.isWebhook() && delivery.status() != DeliveryStatus.PENDING) {
            Action again = Action.of(
                            "notifications.redeliver",
                            "Redeliver",
                            "fth-rotate-cw",
                            () -> changes.make(
                                    caller -> targets.webhooks().redeliver(caller, target.id(), delivery.id()), _ -> {
                                        changed.run();
                                        workbench.say(Notice.info(delivery.type() + " is sent again."));
                                    }))
                    .withCurl(() -> TargetCalls.redeliver(target, delivery.id()))
                    .acting(new Question(
                            "Redeliver " + delivery.type() + "?",
                            target.name() + " gets it once more.",
                            "Redeliver",
                            false));
            again.enabledProperty().set(target.enabled());
            actions.add(again.withShortcut("Shortcut+Shift+R"));
        }
        actions.add(Action.of("notifications.event", "Event…", "fth-info", () -> forms.showEvent(delivery.eventId()))
                .withCurl(() -> TargetCalls.event(delivery.eventId())));
        return actions;
    }

    TargetList list() {
        return list;
    }
}
