package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.platform.event.Event;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened to an app.
 *
 * @param id of the event
 * @param kind such as {@code app.crashed}
 * @param exitCode of the run that ended; null where there is none
 * @param detail details, such as {@code out of memory}; empty for nothing
 * @param lines the last ones of its log, oldest first; empty where there are none
 */
public record AppEvent(
        String id, Instant at, String kind, @Nullable Integer exitCode, String detail, List<String> lines) {

    public static final String CRASHED = "app.crashed";

    /** The kinds of events of one app: its own, and how its releases ended. */
    static final List<String> KINDS = List.of("app.*", "deploy.succeeded", "deploy.failed", "deploy.cancelled");

    public AppEvent {
        lines = List.copyOf(lines);
    }

    static AppEvent of(Event event) {
        Map<String, Object> data = event.data();
        return new AppEvent(
                event.id(),
                event.occurredAt(),
                event.kind(),
                data.get("exitCode") instanceof Number code ? code.intValue() : null,
                event.kind().startsWith("deploy.") ? release(data) : text(data, "detail"),
                data.get("lines") instanceof List<?> lines
                        ? lines.stream().map(String::valueOf).toList()
                        : List.of());
    }

    /** Such as {@code back to main at 3fa9c01: Fix the basket}, and why it failed. */
    private static String release(Map<String, Object> data) {
        String commit = text(data, "commitId");
        String subject = text(data, "subject");
        String error = text(data, "error");
        return Stream.of(
                        (data.containsKey("rollbackTo") ? "back to " : "")
                                + Stream.of(text(data, "ref"), commit.substring(0, Math.min(7, commit.length())))
                                        .filter(each -> !each.isEmpty())
                                        .distinct()
                                        .collect(Collectors.joining(" at ")),
                        subject,
                        error)
                .filter(each -> !each.isBlank())
                .collect(Collectors.joining(": "));
    }

    private static String text(Map<String, Object> data, String name) {
        return data.get(name) instanceof String text ? text : "";
    }

    public AppEvent withDetail(String more) {
        return new AppEvent(id, at, kind, exitCode, more, lines);
    }

    public boolean isCrash() {
        return kind.equals(CRASHED);
    }
}
