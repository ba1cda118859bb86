package dev.wheelhouse.core.notifications;

import dev.wheelhouse.core.platform.delivery.Bundle;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventKind.Severity;
import dev.wheelhouse.core.platform.event.EventWords;
import dev.wheelhouse.core.platform.json.Json;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
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

    private static final int MOST_LINES = 20;

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

    /** The message about events. */
    static ChannelMessage of(Bundle events) {
        ChannelMessage newest = of(events.newest());
        if (events.count() == 1) {
            return newest;
        }
        String since = ", since " + TIME.format(events.since());
        boolean ofOne = events.parts().size() == 1;
        String title = ofOne ? newest.title + " (" + counted(events.count()) + since + ")" : sentences(events) + since;
        return new ChannelMessage(
                newest.id,
                newest.type,
                newest.at,
                events.parts().stream()
                        .map(each -> EventWords.of(each.newest()).severity())
                        .max(Comparator.naturalOrder())
                        .orElseThrow(),
                events.digest() ? "While nothing could be sent: " + title : title,
                ofOne ? newest.lines : subjects(events.parts()),
                Map.of(
                        "count",
                        events.count(),
                        "events",
                        events.parts().stream().map(ChannelMessage::told).toList()));
    }

    /** Some of them may say that it was over. */
    private static String counted(int count) {
        return count == 1 ? "1 event" : count + " events";
    }

    /** Such as {@code A server does not answer: 12 events}. */
    private static String sentences(Bundle events) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        events.parts().forEach(each -> counts.merge(EventWords.sentence(each.newest()), each.count(), Integer::sum));
        return counts.entrySet().stream()
                .map(each -> each.getKey() + ": " + counted(each.getValue()))
                .collect(Collectors.joining("; "));
    }

    /** The newest. */
    private static List<String> subjects(List<Bundle.Part> parts) {
        List<String> lines = parts.reversed().stream()
                .limit(MOST_LINES)
                .map(each -> EventWords.of(each.newest()).title()
                        + (each.count() == 1 ? "" : " (" + counted(each.count()) + ")"))
                .collect(Collectors.toCollection(ArrayList::new));
        if (parts.size() > MOST_LINES) {
            lines.add("and " + (parts.size() - MOST_LINES) + " more");
        }
        return lines;
    }

    private static Map<String, Object> told(Bundle.Part part) {
        Event newest = part.newest();
        return Map.of(
                "id",
                newest.id(),
                "type",
                newest.kind(),
                "subjectId",
                newest.subjectId(),
                "count",
                part.count(),
                "data",
                newest.withoutAudit().data());
    }

    /** @param trial the event that says that the channel is tested */
    static ChannelMessage test(Event trial, NotificationChannel channel) {
        return new ChannelMessage(
                trial.id(),
                trial.kind(),
                trial.occurredAt(),
                Severity.INFO,
                channel.name() + ": Test from Wheelhouse",
                List.of("Messages of this channel arrive here."),
                Map.of("name", channel.name()));
    }

    /** As a delivery keeps it. */
    String toJson() {
        return Json.write(new Stored(id, type, at.toString(), severity, title, lines, data));
    }

    /** @param json of {@link #toJson} */
    static ChannelMessage fromJson(String json) {
        Stored stored = Json.read(json, Stored.class);
        return new ChannelMessage(
                stored.id,
                stored.type,
                Instant.parse(stored.at),
                stored.severity,
                stored.title,
                stored.lines,
                stored.data);
    }

    private record Stored(
            String id,
            String type,
            String at,
            Severity severity,
            String title,
            List<String> lines,
            Map<String, Object> data) {}

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
