package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which kinds of events a webhook or a notification channel hears of: exact names, groups such as {@code deploy.*} with
 * all their kinds, and {@code *}, which is what concerns people: every warning, every error, and what resolves one.
 * Immutable.
 */
public final class EventSubscription {

    /** The pattern for what concerns people. */
    public static final String IMPORTANT = "*";

    private static final String GROUP_END = ".*";
    private static final int MOST = 100;

    private final List<String> patterns;
    private final Set<EventKind> kinds;

    private EventSubscription(List<String> patterns, Set<EventKind> kinds) {
        this.patterns = List.copyOf(patterns);
        this.kinds = kinds;
    }

    /**
     * @param patterns 1 to 100; what is there twice counts once
     * @throws AppException {@code validation_failed} on {@code events} for none or too many, and on each
     *     {@code events[i]} that stands for no kind
     */
    public static EventSubscription of(List<String> patterns) {
        if (patterns.isEmpty() || patterns.size() > MOST) {
            throw AppException.invalid(
                    "events", "Name 1 to " + MOST + " events, such as deploy.failed, deploy.* or *.");
        }
        Set<EventKind> kinds = EnumSet.noneOf(EventKind.class);
        List<FieldProblem> problems = new ArrayList<>();
        for (int i = 0; i < patterns.size(); i++) {
            List<EventKind> meant = meant(patterns.get(i)).toList();
            kinds.addAll(meant);
            if (meant.isEmpty()) {
                problems.add(new FieldProblem(
                        "events[" + i + "]",
                        "There is no event named " + EventFilter.shown(patterns.get(i))
                                + ". GET /event-kinds lists them; app.* is a group, * is what concerns people."));
            }
        }
        if (!problems.isEmpty()) {
            throw AppException.invalid(problems);
        }
        return new EventSubscription(new ArrayList<>(new LinkedHashSet<>(patterns)), kinds);
    }

    /** As {@link #of}, of stored patterns: those of kinds that this version does not know stand for nothing. */
    public static EventSubscription ofStored(List<String> patterns) {
        Set<EventKind> kinds = EnumSet.noneOf(EventKind.class);
        patterns.forEach(each -> meant(each).forEach(kinds::add));
        return new EventSubscription(patterns, kinds);
    }

    private static Stream<EventKind> meant(String pattern) {
        if (pattern.equals(IMPORTANT)) {
            return Arrays.stream(EventKind.values()).filter(EventSubscription::concernsPeople);
        }
        if (pattern.endsWith(GROUP_END)) {
            String group = pattern.substring(0, pattern.length() - 1);
            return Arrays.stream(EventKind.values())
                    .filter(each -> each.wireName().startsWith(group));
        }
        return EventKind.find(pattern).stream();
    }

    private static boolean concernsPeople(EventKind kind) {
        return isAlarming(kind)
                || Arrays.stream(EventKind.values())
                        .anyMatch(other -> isAlarming(other)
                                && other.resolvedBy()
                                        .filter(kind.wireName()::equals)
                                        .isPresent());
    }

    private static boolean isAlarming(EventKind kind) {
        return kind.severity() != EventKind.Severity.INFO;
    }

    /** As given, each once. */
    public List<String> patterns() {
        return patterns;
    }

    /** Whether a kind is asked for by its name or its group, and not only as what may resolve something. */
    public boolean names(EventKind kind) {
        return isAlarming(kind)
                || patterns.stream()
                        .anyMatch(each -> !each.equals(IMPORTANT) && meant(each).anyMatch(kind::equals));
    }

    public boolean matches(EventKind kind) {
        return kinds.contains(kind);
    }
}
