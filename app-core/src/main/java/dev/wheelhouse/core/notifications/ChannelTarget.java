package dev.wheelhouse.core.notifications;

import java.net.URI;
import java.util.Map;

/** Where a channel leads, and what is spoken there. Immutable and without effects; holds secrets, so none prints itself. */
sealed interface ChannelTarget permits HttpTarget, EmailTarget {

    /** What others may see of it. */
    String hint();

    /** Its fields, as the vault keeps them. */
    Map<String, String> fields();

    /**
     * The target of a kind.
     *
     * @param fields all that the kind has, checked
     * @param telegram where the Bot API of Telegram is
     */
    static ChannelTarget of(ChannelKind kind, Map<String, String> fields, URI telegram) {
        return switch (kind) {
            case WEBHOOK -> new WebhookTarget(URI.create(field(fields, "url")));
            case SLACK -> new SlackTarget(URI.create(field(fields, "url")));
            case DISCORD -> new DiscordTarget(URI.create(field(fields, "url")));
            case TELEGRAM -> new TelegramTarget(telegram, field(fields, "botToken"), field(fields, "chatId"));
            case EMAIL -> new EmailTarget(field(fields, "to"));
        };
    }

    private static String field(Map<String, String> fields, String name) {
        String value = fields.get(name);
        if (value == null) {
            throw new IllegalArgumentException("A channel is stored without its " + name);
        }
        return value;
    }
}
