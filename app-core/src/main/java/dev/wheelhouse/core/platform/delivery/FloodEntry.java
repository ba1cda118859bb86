package dev.wheelhouse.core.platform.delivery;

import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventTopic;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What was sent to a target, and is held for it, about one subject of a topic. Immutable and pure.
 *
 * @param step how often it was told anew while it went on
 * @param toldAt null before the first time
 * @param resolvedAt when it was told last that it is over; null for never
 * @param open whether the target was told of something wrong, and not that it is over
 * @param held how many events wait to be told
 * @param firstOrdinal of the first of those; 0 for none
 * @param newestOrdinal of the newest of those; 0 for none
 * @param newestId likewise; null for none
 * @param newestOpens whether that one says that something is wrong
 * @param since when the first of those happened; null for none
 * @param dueAt when they are told; null for none
 */
record FloodEntry(
        String targetId,
        String topic,
        String subjectId,
        int step,
        @Nullable Instant toldAt,
        @Nullable Instant resolvedAt,
        boolean open,
        int held,
        long firstOrdinal,
        long newestOrdinal,
        @Nullable String newestId,
        boolean newestOpens,
        @Nullable Instant since,
        @Nullable Instant dueAt) {

    /** For how long what follows a message waits, at the first step. */
    static final Duration FIRST_PAUSE = Duration.ofSeconds(30);

    private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
    private static final Duration SHORTEST_MEMORY = Duration.ofMinutes(15);

    /** What nobody resolved is remembered for so long. */
    private static final Duration OPEN_MEMORY = Duration.ofDays(30);

    private static final int LAST_STEP = 7;

    record Key(String topic, String subjectId) {}

    static FloodEntry of(String targetId, String topic, String subjectId) {
        return new FloodEntry(targetId, topic, subjectId, 0, null, null, false, 0, 0, 0, null, false, null, null);
    }

    Key key() {
        return new Key(topic, subjectId);
    }

    private Duration pause() {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(step, LAST_STEP));
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }

    private Duration memory() {
        Duration memory = pause().multipliedBy(2);
        return memory.compareTo(SHORTEST_MEMORY) > 0 ? memory : SHORTEST_MEMORY;
    }

    /** Whether what happens now goes on from what was told. */
    private boolean isRemembered(Instant now) {
        return toldAt != null && now.isBefore(toldAt.plus(memory()));
    }

    /** When a further event may be told; null for as soon as any other of the topic may. */
    @Nullable
    Instant quietUntil(Instant now) {
        return toldAt != null && isRemembered(now) ? toldAt.plus(pause()) : null;
    }

    FloodEntry holding(Event event, EventTopic topicOf, Instant due) {
        boolean first = held == 0;
        boolean newest = event.ordinal() > newestOrdinal;
        return new FloodEntry(
                targetId,
                topic,
                subjectId,
                step,
                toldAt,
                resolvedAt,
                open,
                held + 1,
                first ? event.ordinal() : Math.min(firstOrdinal, event.ordinal()),
                newest ? event.ordinal() : newestOrdinal,
                newest ? event.id() : newestId,
                newest ? topicOf.opens() : newestOpens,
                first || since == null || event.occurredAt().isBefore(since) ? event.occurredAt() : since,
                dueAt == null || due.isBefore(dueAt) ? due : dueAt);
    }

    /** As a message leaves it that told of all that was held. */
    FloodEntry told(Instant now) {
        boolean justResolved = open && !newestOpens;
        return new FloodEntry(
                targetId,
                topic,
                subjectId,
                justResolved ? step : isRemembered(now) ? Math.min(step + 1, LAST_STEP) : 0,
                justResolved ? toldAt : now,
                newestOpens ? resolvedAt : now,
                newestOpens,
                0,
                0,
                0,
                null,
                false,
                null,
                null);
    }

    /** As it would be had all of it happened at another time; for a clock that was set. */
    FloodEntry shifted(Duration by) {
        return new FloodEntry(
                targetId,
                topic,
                subjectId,
                step,
                plus(toldAt, by),
                plus(resolvedAt, by),
                open,
                held,
                firstOrdinal,
                newestOrdinal,
                newestId,
                newestOpens,
                since,
                plus(dueAt, by));
    }

    private static @Nullable Instant plus(@Nullable Instant at, Duration by) {
        return at == null ? null : at.plus(by);
    }

    /** Whether nothing of it matters any more. */
    boolean isOver(Instant now) {
        return held == 0 && !isRemembered(now) && !(open && toldAt != null && now.isBefore(toldAt.plus(OPEN_MEMORY)));
    }
}
