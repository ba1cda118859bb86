package dev.wheelhouse.core.databases.catalog;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An index with what decides whether its columns can name a row.
 *
 * @param usable valid, checked at once, whole (not partial) and on columns only
 */
record KeyCandidate(IndexDescription index, boolean usable) {

    /** The fewest columns win; the name breaks the tie, so that the answer does not change from call to call. */
    private static final Comparator<IndexDescription> SMALLEST_FIRST = Comparator.<IndexDescription>comparingInt(
                    index -> index.columns().size())
            .thenComparing(IndexDescription::name);

    /** The columns of the smallest unique index that names every row once: none of its columns may be null. */
    static Optional<List<String>> smallestUnique(Collection<KeyCandidate> candidates, Set<String> notNullColumns) {
        return candidates.stream()
                .filter(KeyCandidate::usable)
                .map(KeyCandidate::index)
                .filter(IndexDescription::unique)
                .filter(index -> notNullColumns.containsAll(index.columns()))
                .min(SMALLEST_FIRST)
                .map(IndexDescription::columns);
    }

    static List<IndexDescription> indexes(Collection<KeyCandidate> candidates) {
        return candidates.stream().map(KeyCandidate::index).toList();
    }
}
