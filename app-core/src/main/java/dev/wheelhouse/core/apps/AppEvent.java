package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.platform.event.Event;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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
                data.get("detail") instanceof String detail ? detail : "",
                data.get("lines") instanceof List<?> lines
                        ? lines.stream().map(String::valueOf).toList()
                        : List.of());
    }

    public AppEvent withDetail(String more) {
        return new AppEvent(id, at, kind, exitCode, more, lines);
    }

    public boolean isCrash() {
        return kind.equals(CRASHED);
    }
}
