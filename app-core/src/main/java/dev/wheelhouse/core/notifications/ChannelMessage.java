package dev.wheelhouse.core.notifications;

import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventKind.Severity;
import dev.wheelhouse.core.platform.event.EventWords;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is said over a channel, whatever its kind.
 *
 * @param id what it is known by; the same in each try to send it
 * @param type of the event, such as {@code app.crashed}
 * @param title one line without a point at its end
 * @param lines what else there is to say
 * @param data of the event, for programs; without what only those see who may read the audit
 */
public record ChannelMessage(
        String id,
        String type,
        Instant at,
        Severity severity,
        String title,
        List<String> lines,
        Map<String, Object> data) {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    public ChannelMessage {
        lines = List.copyOf(lines);
        data = Map.copyOf(data);
    }

    /** The message about an event. */
    public static ChannelMessage of(Event event) {
        EventWords words = EventWords.of(event);
        return new ChannelMessage(
                event.id(),
                event.kind(),
                event.occurredAt(),
                words.severity(),
                words.title(),
                words.details(),
                event.withoutAudit().data());
    }

    /** @param id of its own */
    static ChannelMessage test(String id, NotificationChannel channel, Instant now) {
        return new ChannelMessage(
                id,
                EventKind.NOTIFICATION_CHANNEL_TESTED.wireName(),
                now,
                Severity.INFO,
                channel.name() + ": Test from Wheelhouse",
                List.of("Messages of this channel arrive here."),
                Map.of("name", channel.name()));
    }

    /** The title, after its severity where that is more than information. */
    String headline() {
        return severity == Severity.INFO ? title : severity.name() + ": " + title;
    }

    /** What follows the headline: a line for each detail, and the time. */
    String details() {
        return Stream.concat(lines.stream(), Stream.of("Time: " + TIME.format(at)))
                .collect(Collectors.joining("\n"));
    }

    /** All of it. */
    String text() {
        return headline() + "\n" + details();
    }
}
