package dev.wheelhouse.core.backups.catalog;

import java.util.List;

/**
 * The bases of a cluster in a store.
 *
 * @param complete those that can be restored, in no order
 * @param damaged why others cannot that were complete, a sentence each
 */
public record StoredBases(List<BaseMeta> complete, List<String> damaged) {

    public StoredBases {
        complete = List.copyOf(complete);
        damaged = List.copyOf(damaged);
    }
}
