package dev.wheelhouse.ui.notifications;

import dev.wheelhouse.core.notifications.ChannelService;
import dev.wheelhouse.core.notifications.NotificationChannel;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.delivery.Delivery;
import dev.wheelhouse.core.platform.delivery.DeliveryStatus;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.webhooks.Webhook;
import dev.wheelhouse.core.webhooks.WebhookDraft;
import dev.wheelhouse.core.webhooks.WebhookService;
import dev.wheelhouse.ui.list.PagedList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The services of channels and of webhooks as one. Blocks and throws as they do, so it is called beside the window's thread.
 *
 * @param channels people hear over them
 * @param webhooks programs answer them
 */
record Targets(ChannelService channels, WebhookService webhooks) {

    /**
     * All of them, and how they do.
     *
     * @param newest delivery of each that has any
     */
    record Reading(
            List<Target> targets, Set<String> failing, Map<String, Integer> pending, Map<String, Delivery> newest) {}

    Reading read(Caller caller) {
        List<Target> all = new ArrayList<>();
        PagedList.readAll(page -> channels.list(caller, page)).forEach(each -> all.add(new Target.OfChannel(each)));
        PagedList.readAll(page -> webhooks.list(caller, page)).forEach(each -> all.add(new Target.OfWebhook(each)));
        Set<String> failing = new HashSet<>(channels.failing(caller));
        failing.addAll(webhooks.failing(caller));
        Map<String, Integer> pending = new HashMap<>(channels.pending(caller));
        pending.putAll(webhooks.pending(caller));
        Map<String, Delivery> newest = new HashMap<>(channels.newest(caller));
        newest.putAll(webhooks.newest(caller));
        return new Reading(all, failing, pending, newest);
    }

    /** What was sent to it, newest first. */
    Page<Delivery> deliveries(Caller caller, Target target, Set<DeliveryStatus> statuses, PageRequest page) {
        return switch (target) {
            case Target.OfChannel(NotificationChannel channel) ->
                channels.deliveries(caller, channel.id(), statuses, page);
            case Target.OfWebhook(Webhook webhook) -> webhooks.deliveries(caller, webhook.id(), statuses, page);
        };
    }

    /**
     * Sends a test and waits for the answer.
     *
     * @return why it was not delivered; null when it was
     */
    @Nullable
    String test(Caller caller, Target target) {
        return switch (target) {
            case Target.OfChannel(NotificationChannel channel) ->
                channels.test(caller, channel.id()).error();
            case Target.OfWebhook(Webhook webhook) -> {
                Delivery tried = webhooks.test(caller, webhook.id()).delivery();
                yield tried.attempts().getLast().error();
            }
        };
    }

    /** Whom an event reached, and how. */
    List<Delivery> reached(Caller caller, Event event) {
        List<Delivery> all = new ArrayList<>(channels.deliveriesOf(caller, event));
        all.addAll(webhooks.deliveriesOf(caller, event));
        return all;
    }

    void setEnabled(Caller caller, Target target, boolean enabled) {
        switch (target) {
            case Target.OfChannel(NotificationChannel channel) -> channels.setEnabled(caller, channel.id(), enabled);
            case Target.OfWebhook(Webhook webhook) -> {
                Webhook now = webhooks.get(caller, webhook.id());
                WebhookDraft draft = new WebhookDraft(now.url().toString(), now.events(), enabled);
                webhooks.update(caller, now.id(), draft, now.revision());
            }
        }
    }

    void delete(Caller caller, Target target) {
        switch (target) {
            case Target.OfChannel(NotificationChannel channel) -> channels.delete(caller, channel.id(), null);
            case Target.OfWebhook(Webhook webhook) -> webhooks.delete(caller, webhook.id(), null);
        }
    }
}
