package dev.wheelhouse.core.notifications;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.Problems;
import dev.wheelhouse.core.platform.event.EventSubscription;
import dev.wheelhouse.core.platform.net.MailAddresses;
import dev.wheelhouse.core.platform.net.OutgoingTargets;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks a draft field by field; looks no name up. */
final class ChannelValidation {

    private static final int LONGEST_NAME = 100;

    /** As BotFather gives it (Bot API, "Authorizing your bot"): the bot's number, a colon and letters. */
    private static final Pattern BOT_TOKEN = Pattern.compile("[0-9]{3,20}:[A-Za-z0-9_-]{20,100}");

    /** A number of at most 52 bits, negative for groups, or a public name of 5 to 32 characters. */
    private static final Pattern CHAT_ID = Pattern.compile("-?[0-9]{1,16}|@[A-Za-z][A-Za-z0-9_]{4,31}");

    private final Problems problems = new Problems();

    private ChannelValidation() {}

    /**
     * What a draft says when all of it is right.
     *
     * @param fields those given of where the channel leads, in their one form
     */
    record Checked(String name, List<String> events, boolean enabled, Map<String, String> fields) {}

    /**
     * @param isNew whether nothing is stored that could stand for a field left out
     * @throws AppException {@code validation_failed} with every field at fault
     */
    static Checked check(ChannelDraft draft, boolean isNew) {
        return new ChannelValidation().checked(draft, isNew);
    }

    private Checked checked(ChannelDraft draft, boolean isNew) {
        checkName(draft.name());
        EventSubscription events = problems.or(() -> EventSubscription.of(draft.events()));
        Map<String, String> fields = new LinkedHashMap<>();
        given(draft).forEach((field, value) -> {
            if (!draft.kind().fields().contains(field)) {
                problems.add(
                        field,
                        "Leave this out: a channel of the kind " + draft.kind().wireName() + " has none.");
            } else {
                String checked = problems.or(() -> checked(field, value));
                if (checked != null) {
                    fields.put(field, checked);
                }
            }
        });
        if (isNew) {
            draft.kind().fields().stream()
                    .filter(each -> !given(draft).containsKey(each))
                    .sorted()
                    .forEach(each -> problems.add(
                            each,
                            "A channel of the kind " + draft.kind().wireName() + " needs this. " + example(each)));
        }
        problems.throwIfAny();
        return new Checked(
                draft.name(),
                Objects.requireNonNull(events).patterns(),
                draft.enabled() == null || draft.enabled(),
                fields);
    }

    private void checkName(String name) {
        if (name.isBlank() || name.length() > LONGEST_NAME || name.codePoints().anyMatch(Character::isISOControl)) {
            problems.add("name", "Give a name of 1 to " + LONGEST_NAME + " characters, none of control.");
        }
    }

    private static Map<String, String> given(ChannelDraft draft) {
        Map<String, String> given = new LinkedHashMap<>();
        put(given, "url", draft.url());
        put(given, "botToken", draft.botToken());
        put(given, "chatId", draft.chatId());
        put(given, "to", draft.to());
        return given;
    }

    private static void put(Map<String, String> given, String field, @Nullable String value) {
        if (value != null) {
            given.put(field, value);
        }
    }

    private static String checked(String field, String value) {
        if (field.equals("url")) {
            URI url = OutgoingTargets.parseWithQuery(field, value);
            return url.toString();
        }
        boolean fits = switch (field) {
            case "botToken" -> BOT_TOKEN.matcher(value).matches();
            case "chatId" -> CHAT_ID.matcher(value).matches();
            default -> MailAddresses.isAddress(value);
        };
        if (!fits) {
            throw AppException.invalid(field, example(field));
        }
        return value;
    }

    private static String example(String field) {
        return switch (field) {
            case "url" -> "Give an address such as https://hooks.example.com/T0/B0/x.";
            case "botToken" -> "Give the token as Telegram's BotFather shows it: a number, a colon and letters.";
            case "chatId" -> "Give the number of the chat, such as -1001234567890, or the @name of a public channel.";
            default -> "Give one mail address, such as ops@example.com; each further person is a channel of its own.";
        };
    }
}
