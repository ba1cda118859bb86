package dev.wheelhouse.core.logs.merge;

import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.PlacedLine;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Merges one page of each of several logs. Not thread-safe. */
final class PageMerge {

    private final List<String> names;
    private final @Nullable LogPosition[] places;
    private final List<Run> runs = new ArrayList<>();

    /** @param places before the first line of each log; goes on with the lines that are merged */
    PageMerge(List<String> names, @Nullable LogPosition[] places) {
        this.names = names;
        this.places = places;
    }

    /** What is left of one log's lines. */
    private record Run(int index, Deque<LineOrdering.Ordered> lines, boolean goesOn) {

        boolean isDrained() {
            return lines.isEmpty();
        }

        Instant order() {
            return lines.element().order();
        }
    }

    /**
     * Adds the lines of a log.
     *
     * @param goesOn whether the log has more behind these lines, which may be older than those of other logs
     */
    void add(int index, List<LineOrdering.Ordered> lines, boolean goesOn) {
        runs.add(new Run(index, new ArrayDeque<>(lines), goesOn));
    }

    /** The oldest lines, as far as their order is certain. */
    List<PlacedLine> merge(int limit) {
        List<PlacedLine> merged = new ArrayList<>();
        PriorityQueue<Run> heads =
                new PriorityQueue<>(Comparator.comparing(Run::order).thenComparingInt(Run::index));
        for (Run run : runs) {
            if (!run.isDrained()) {
                heads.add(run);
            } else if (run.goesOn()) {
                return merged;
            }
        }
        while (merged.size() < limit && !heads.isEmpty()) {
            Run run = heads.remove();
            PlacedLine line = run.lines().remove().line();
            places[run.index()] = line.after();
            merged.add(new PlacedLine(line.line(), MergedPositions.of(names, places)));
            if (!run.isDrained()) {
                heads.add(run);
            } else if (run.goesOn()) {
                break;
            }
        }
        return merged;
    }

    /** Whether every line of that log was merged. */
    boolean isDrained(int index) {
        return runs.stream().allMatch(run -> run.index() != index || run.isDrained());
    }

    boolean isDrained() {
        return runs.stream().allMatch(Run::isDrained);
    }
}
