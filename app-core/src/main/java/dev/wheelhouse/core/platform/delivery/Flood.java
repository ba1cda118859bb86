package dev.wheelhouse.core.platform.delivery;

import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventTopic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one target from being flooded. The first event of a subject is due at once. What follows of it within 30 s is one
 * more message, and while it goes on the pauses grow to an hour. What follows within 30 s of other subjects of the same
 * topic is one message too, as many things go down together. What resolves something that the target was told waits for
 * other such things of its topic alone. For one thread at a time.
 */
final class Flood {

    private final String targetId;
    private final Map<String, Map<String, FloodEntry>> topics = new TreeMap<>();
    private final Map<FloodEntry.Key, Optional<FloodEntry>> changes = new HashMap<>();

    /**
     * @param stored as it was left
     * @param now what was told behind it, by a clock that was set back since, counts as told now
     */
    Flood(String targetId, List<FloodEntry> stored, Instant now) {
        this.targetId = targetId;
        for (FloodEntry each : stored) {
            Instant told = latest(each.toldAt(), each.resolvedAt());
            put(told != null && told.isAfter(now) ? each.shifted(Duration.between(told, now)) : each);
        }
        changes.clear();
    }

    private static @Nullable Instant latest(@Nullable Instant one, @Nullable Instant other) {
        return Stream.of(Optional.ofNullable(one), Optional.ofNullable(other))
                .flatMap(Optional::stream)
                .max(Comparator.naturalOrder())
                .orElse(null);
    }

    private void put(FloodEntry entry) {
        topics.computeIfAbsent(entry.topic(), _ -> new TreeMap<>()).put(entry.subjectId(), entry);
        changes.put(entry.key(), Optional.of(entry));
    }

    private Collection<FloodEntry> of(String topic) {
        return topics.getOrDefault(topic, Map.of()).values();
    }

    /**
     * Has an event wait until it is due, which may be now. What was to be told before may come behind what is newer.
     *
     * @return false for one that is not heard, or resolves nothing that was told where that is what counts
     */
    boolean isHeld(Event event, EventTopic topic, Hearing hearing, Instant now) {
        FloodEntry entry = topics.getOrDefault(topic.name(), Map.of())
                .getOrDefault(event.subjectId(), FloodEntry.of(targetId, topic.name(), event.subjectId()));
        boolean resolvesNothing = !entry.open() && entry.held() == 0;
        if (hearing == Hearing.NEVER || (hearing == Hearing.IF_OPEN && resolvesNothing)) {
            return false;
        }
        Instant due = topic.resolves() && entry.open()
                ? afterOthers(topic.name(), FloodEntry::resolvedAt)
                : entry.quietUntil(now);
        if (due == null && !(topic.resolves() && entry.open())) {
            due = afterOthers(topic.name(), FloodEntry::toldAt);
        }
        put(entry.holding(event, topic, due == null || due.isBefore(now) ? now : due));
        return true;
    }

    /** When the next one may be told after those of its topic that were; null for at any time. */
    private @Nullable Instant afterOthers(String topic, Function<FloodEntry, @Nullable Instant> told) {
        return of(topic).stream()
                .map(told)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .map(each -> each.plus(FloodEntry.FIRST_PAUSE))
                .orElse(null);
    }

    /** The topics of which something is due. */
    List<String> due(Instant now) {
        return topics.keySet().stream()
                .filter(topic -> held(topic).stream()
                        .anyMatch(each -> each.dueAt() != null && !each.dueAt().isAfter(now)))
                .toList();
    }

    /** What waits of a topic. */
    List<FloodEntry> held(String topic) {
        return of(topic).stream().filter(each -> each.held() > 0).toList();
    }

    /** All that waits. */
    List<FloodEntry> held() {
        return topics.keySet().stream().flatMap(each -> held(each).stream()).toList();
    }

    /** Notes that a message covered everything that was held for these subjects. */
    void told(List<FloodEntry.Key> subjects, Instant now) {
        for (FloodEntry.Key each : subjects) {
            FloodEntry entry = topics.getOrDefault(each.topic(), Map.of()).get(each.subjectId());
            if (entry != null) {
                put(entry.told(now));
            }
        }
        subjects.stream().map(FloodEntry.Key::topic).distinct().forEach(topic -> removeWhatIsOver(topic, now));
    }

    private void removeWhatIsOver(String topic, Instant now) {
        for (FloodEntry each : List.copyOf(of(topic))) {
            if (each.isOver(now)) {
                Objects.requireNonNull(topics.get(topic)).remove(each.subjectId());
                changes.put(each.key(), Optional.empty());
            }
        }
    }

    /** Moves all times with a clock that was set. */
    void shift(Duration by) {
        List<FloodEntry> all = new ArrayList<>();
        topics.values().forEach(each -> all.addAll(each.values()));
        all.forEach(each -> put(each.shifted(by)));
    }

    /** What is not in the state yet; empty for what is to be removed. */
    Map<FloodEntry.Key, Optional<FloodEntry>> changes() {
        return Map.copyOf(changes);
    }

    /** Notes that changes are in the state, as far as nothing has changed since. */
    void saved(Map<FloodEntry.Key, Optional<FloodEntry>> written) {
        written.forEach((key, entry) -> changes.remove(key, entry));
    }
}
