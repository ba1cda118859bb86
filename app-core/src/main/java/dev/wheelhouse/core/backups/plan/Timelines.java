package dev.wheelhouse.core.backups.plan;

import dev.wheelhouse.core.databases.replication.TimelineHistory;
import dev.wheelhouse.core.databases.replication.WalPosition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * From which timelines the ones of a cluster come (PostgreSQL manual, "Timelines"; the files' form is that of its
 * {@code timeline.c}). A timeline without a history is taken for a first one. Immutable.
 */
public final class Timelines {

    /**
     * A timeline as far as a later one goes with it.
     *
     * @param to where the next one begins; null for the last
     */
    public record Part(int timeline, @Nullable WalPosition to) {}

    private final Map<Integer, List<Part>> ancestors;
    private final Set<Integer> unreadable;

    private Timelines(Map<Integer, List<Part>> ancestors, Set<Integer> unreadable) {
        this.ancestors = ancestors;
        this.unreadable = Set.copyOf(unreadable);
    }

    /** @throws IllegalArgumentException for a history that PostgreSQL would not read either; it says which */
    public static Timelines of(Collection<TimelineHistory> histories) {
        return of(histories, Set.of());
    }

    /**
     * @param unreadable timelines whose histories PostgreSQL would not read
     * @throws IllegalArgumentException as {@link #of(Collection)}
     */
    public static Timelines of(Collection<TimelineHistory> histories, Set<Integer> unreadable) {
        Map<Integer, List<Part>> ancestors = new TreeMap<>();
        histories.forEach(each -> ancestors.put(each.timeline(), parse(each)));
        return new Timelines(ancestors, unreadable);
    }

    private static List<Part> parse(TimelineHistory history) {
        List<Part> parts = new ArrayList<>();
        int before = 0;
        for (String line : history.content().split("\n", -1)) {
            String text = line.strip();
            if (text.isEmpty() || text.startsWith("#")) {
                continue;
            }
            String[] words = text.split("\\s+", 3);
            try {
                int timeline = Integer.parseInt(words[0]);
                if (timeline <= before || timeline >= history.timeline() || words.length < 2) {
                    throw new IllegalArgumentException("Timelines that do not ascend.");
                }
                parts.add(new Part(timeline, WalPosition.parse(words[1])));
                before = timeline;
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(history.fileName() + " has the line \"" + text + "\".", e);
            }
        }
        return List.copyOf(parts);
    }

    /** Whether a recovery can go on on a timeline, which reads its history first. */
    boolean canBeFollowed(int timeline) {
        return !unreadable.contains(timeline);
    }

    /** The timelines that lead to one, the first one first and it last. */
    public List<Part> path(int timeline) {
        return Stream.concat(before(timeline).stream(), Stream.of(new Part(timeline, null)))
                .toList();
    }

    private List<Part> before(int timeline) {
        return ancestors.getOrDefault(timeline, List.of());
    }

    /** Whether a timeline goes on with what was written on another up to a position, or is that one. */
    boolean continues(int timeline, int earlier, WalPosition written) {
        return timeline == earlier
                || before(timeline).stream()
                        .anyMatch(each ->
                                each.timeline() == earlier && each.to() != null && written.compareTo(each.to()) <= 0);
    }

    /** Whether one of two comes from the other; also where a history is missing that would tell. */
    public boolean related(int one, int other) {
        int later = Math.max(one, other);
        int earlier = Math.min(one, other);
        boolean isUnknown = later > 1 && !ancestors.containsKey(later);
        return later == earlier || isUnknown || before(later).stream().anyMatch(each -> each.timeline() == earlier);
    }
}
