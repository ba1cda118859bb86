package dev.wheelhouse.core.backups.wal;

import dev.wheelhouse.core.databases.replication.WalPosition;
import java.util.Comparator;

/**
 * A place that a stream of WAL begins at.
 *
 * @param timeline from 1
 */
public record WalStart(int timeline, WalPosition position) implements Comparable<WalStart> {

    private static final Comparator<WalStart> ORDER =
            Comparator.comparingInt(WalStart::timeline).thenComparing(WalStart::position);

    @Override
    public int compareTo(WalStart other) {
        return ORDER.compare(this, other);
    }
}
