package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.text.Excerpt;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An event in plain English, without what only those see who may read the audit.
 *
 * @param severity that of the kind; {@code INFO} for an alarm that is over
 * @param title one line without a point at its end, such as {@code nightly-report: A run failed}
 * @param details lines such as {@code Error: exit code 3}, the cause first
 */
public record EventWords(EventKind.Severity severity, String title, List<String> details) {

    private static final int LONGEST_VALUE = 500;
    private static final String LINES = "lines";
    private static final String MARK = " … ";
    private static final List<String> CAUSES = List.of("error", "reason", "why");

    /** In the title, or of use to programs alone. */
    private static final Set<String> LEFT_OUT = Set.of("name", "phase", "intentId");

    public EventWords {
        details = List.copyOf(details);
    }

    public static EventWords of(Event event) {
        Map<String, Object> data = event.withoutAudit().data();
        boolean isOver = isOver(event);
        EventKind kind = EventKind.find(event.kind()).orElse(null);
        String sentence = kind == null ? event.kind() : sentence(kind, isOver);
        Object name = data.get("name");
        return new EventWords(
                kind == null || isOver ? EventKind.Severity.INFO : kind.severity(),
                name == null ? sentence : Excerpt.oneLine(name.toString(), LONGEST_VALUE) + ": " + sentence,
                details(data));
    }

    /** Whether it says that what its kind warns of has ended. */
    static boolean isOver(Event event) {
        return "normal".equals(event.data().get("state"));
    }

    /** What happened, without a point at its end, such as {@code A run failed}. */
    public static String sentence(Event event) {
        return EventKind.find(event.kind())
                .map(kind -> sentence(kind, isOver(event)))
                .orElse(event.kind());
    }

    /** Of a meaning such as "A disk is above its threshold, or with the state … below it again." the half that holds. */
    private static String sentence(EventKind kind, boolean isOver) {
        String meaning = kind.meaning();
        int end = meaning.indexOf(": before it ");
        int other = meaning.indexOf(", or with the state");
        if (other >= 0) {
            String high = meaning.substring(0, other);
            return isOver ? high.replace(" above ", " below ") + " again" : high;
        }
        return meaning.substring(0, end >= 0 ? end : meaning.length() - 1);
    }

    private static List<String> details(Map<String, Object> data) {
        List<String> fields = new ArrayList<>(CAUSES);
        data.keySet().stream()
                .filter(each -> !LEFT_OUT.contains(each) && !CAUSES.contains(each))
                .forEach(fields::add);
        return fields.stream()
                .filter(data::containsKey)
                .map(each -> label(each) + ": " + value(each, data.get(each)))
                .toList();
    }

    /** {@code exitCode} becomes {@code Exit code}. */
    private static String label(String field) {
        String words = field.replaceAll("(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
        return words.isEmpty() ? words : Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    private static String value(String field, @Nullable Object value) {
        return switch (value) {
            case List<?> list
            when field.equals(LINES) -> Excerpt.oneLine(Json.write(newest(list, LONGEST_VALUE - 2)), LONGEST_VALUE);
            case List<?> list -> Excerpt.oneLine(Json.write(list), LONGEST_VALUE);
            case Map<?, ?> map -> Excerpt.oneLine(Json.write(map), LONGEST_VALUE);
            case null, default -> text(String.valueOf(value));
        };
    }

    /** Of a long text its first line and the newest of the others: a program says at last what it died of. */
    private static String text(String value) {
        List<String> lines = value.lines().toList();
        if (value.length() <= LONGEST_VALUE || lines.size() < 2) {
            return Excerpt.oneLine(value, LONGEST_VALUE);
        }
        String first = Excerpt.oneLine(lines.getFirst(), LONGEST_VALUE / 2);
        List<?> newest = newest(lines.subList(1, lines.size()), LONGEST_VALUE - first.length() - MARK.length());
        String rest = newest.stream().map(String::valueOf).collect(Collectors.joining(" "));
        return Excerpt.oneLine(first + MARK + rest, LONGEST_VALUE);
    }

    /** As many of the last values as have room; the very last one in any case. */
    private static List<?> newest(List<?> values, int room) {
        int from = Math.max(0, values.size() - 1);
        for (int left = room - lengthOf(values, from); from > 0; from--) {
            left -= lengthOf(values, from - 1);
            if (left < 0) {
                break;
            }
        }
        return values.subList(from, values.size());
    }

    /** With what stands between two values. */
    private static int lengthOf(List<?> values, int index) {
        return values.isEmpty() ? 0 : Json.write(values.get(index)).length() + 1;
    }
}
