package dev.wheelhouse.core.platform.event;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What an event is about: kinds that say that something is wrong share a topic with the kind that says that it is over.
 *
 * @param name that of the kind that resolves the others, such as {@code server.recovered}; the own one where nothing does
 * @param resolves whether the event says that it is over
 * @param opens whether it says that something is wrong until another event says that it is over
 */
public record EventTopic(String name, boolean resolves, boolean opens) {

    private static final Set<String> RESOLVERS = Arrays.stream(EventKind.values())
            .flatMap(each -> each.resolvedBy().stream())
            .collect(Collectors.toUnmodifiableSet());

    /** Kinds that say both, told apart by their state. */
    private static final Set<EventKind> RESOLVE_THEMSELVES = Arrays.stream(EventKind.values())
            .filter(each -> each.resolvedBy().filter(each.wireName()::equals).isPresent())
            .collect(Collectors.toUnmodifiableSet());

    public static EventTopic of(Event event, EventKind kind) {
        String name = kind.resolvedBy().orElse(kind.wireName());
        boolean isOver = EventWords.isOver(event);
        boolean resolves = RESOLVE_THEMSELVES.contains(kind) ? isOver : RESOLVERS.contains(kind.wireName());
        return new EventTopic(name, resolves, !resolves && kind.resolvedBy().isPresent());
    }
}
