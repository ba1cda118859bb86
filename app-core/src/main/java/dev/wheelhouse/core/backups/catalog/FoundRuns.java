package dev.wheelhouse.core.backups.catalog;

import java.util.List;

/**
 * The runs that a store has of one configuration.
 *
 * @param <M> what is known of one
 * @param complete those that can be restored, in no order
 * @param damaged why others cannot that were complete, a sentence each
 */
public record FoundRuns<M>(List<M> complete, List<String> damaged) {

    public FoundRuns {
        complete = List.copyOf(complete);
        damaged = List.copyOf(damaged);
    }
}
