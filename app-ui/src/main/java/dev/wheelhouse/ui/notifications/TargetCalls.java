package dev.wheelhouse.ui.notifications;

import dev.wheelhouse.core.notifications.ChannelDraft;
import dev.wheelhouse.core.notifications.ChannelKind;
import dev.wheelhouse.core.webhooks.WebhookDraft;
import dev.wheelhouse.ui.curl.CallBody;
import dev.wheelhouse.ui.curl.CurlCommand;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The API calls behind the actions on channels, webhooks and their deliveries. */
public final class TargetCalls {

    /** Variables of the shell for a channel's address and a bot's token. */
    public static final String URL_VARIABLE = "CHANNEL_URL";

    public static final String TOKEN_VARIABLE = "BOT_TOKEN";

    private static final String CHANNELS = "/notification-channels";
    private static final String WEBHOOKS = "/outbound-webhooks";

    private TargetCalls() {}

    static CurlCommand channels() {
        return CurlCommand.get(CHANNELS);
    }

    static CurlCommand webhooks() {
        return CurlCommand.get(WEBHOOKS);
    }

    static CurlCommand get(Target target) {
        return CurlCommand.get(one(target));
    }

    static CurlCommand create(ChannelDraft draft) {
        return CurlCommand.post(CHANNELS, body(draft, draft.kind()));
    }

    static CurlCommand update(Target target, ChannelDraft draft) {
        return CurlCommand.patch(one(target), body(draft, null));
    }

    /** @param kind null where it stays */
    private static CallBody body(ChannelDraft draft, @Nullable ChannelKind kind) {
        return new CallBody()
                .with("kind", kind)
                .with("name", draft.name())
                .with("events", draft.events())
                .with("enabled", draft.enabled())
                .with("url", draft.url() == null ? null : CurlCommand.variable(URL_VARIABLE))
                .with("botToken", draft.botToken() == null ? null : CurlCommand.variable(TOKEN_VARIABLE))
                .with("chatId", draft.chatId())
                .with("to", draft.to());
    }

    static CurlCommand create(WebhookDraft draft) {
        return CurlCommand.post(WEBHOOKS, body(draft));
    }

    static CurlCommand update(Target target, WebhookDraft draft) {
        return CurlCommand.patch(one(target), body(draft));
    }

    private static CallBody body(WebhookDraft draft) {
        return new CallBody()
                .with("url", draft.url())
                .with("events", draft.events())
                .with("enabled", draft.enabled());
    }

    static CurlCommand setEnabled(Target target, boolean enabled) {
        return CurlCommand.patch(one(target), new CallBody().with("enabled", enabled));
    }

    static CurlCommand test(Target target) {
        return CurlCommand.post(one(target) + "/test");
    }

    static CurlCommand delete(Target target) {
        return CurlCommand.delete(one(target));
    }

    static CurlCommand rotateSecret(Target target) {
        return CurlCommand.post(one(target) + "/rotate-secret");
    }

    static CurlCommand deliveries(Target target) {
        return CurlCommand.get(one(target) + "/deliveries");
    }

    static CurlCommand delivery(Target target, String deliveryId) {
        return CurlCommand.get(oneDelivery(target, deliveryId));
    }

    static CurlCommand redeliver(Target target, String deliveryId) {
        return CurlCommand.post(oneDelivery(target, deliveryId) + "/redeliver");
    }

    static CurlCommand redeliver(Target target, Instant since, boolean failedOnly) {
        return CurlCommand.post(
                one(target) + "/redeliver",
                new CallBody().with("since", since.toString()).with("failedOnly", failedOnly));
    }

    static CurlCommand events() {
        return CurlCommand.get("/events");
    }

    static CurlCommand event(String eventId) {
        return CurlCommand.get("/events/" + CurlCommand.segment(eventId));
    }

    static CurlCommand reached(String eventId) {
        return CurlCommand.get("/events/" + CurlCommand.segment(eventId) + "/deliveries");
    }

    private static String one(Target target) {
        return (target.isWebhook() ? WEBHOOKS : CHANNELS) + "/" + CurlCommand.segment(target.id());
    }

    private static String oneDelivery(Target target, String deliveryId) {
        return one(target) + "/deliveries/" + CurlCommand.segment(deliveryId);
    }
}
