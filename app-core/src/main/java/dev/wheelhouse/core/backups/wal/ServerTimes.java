package dev.wheelhouse.core.backups.wal;

import dev.wheelhouse.core.databases.replication.WalPosition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which server time a position reaches. The server says "at this time my WAL ended there"; whoever has the WAL up to that
 * place has all that was written before that time. (Commits with {@code synchronous_commit=off} may end up to three
 * {@code wal_writer_delay}s before they are in what a server sends.) For one thread.
 */
final class ServerTimes {

    private static final Duration STEP = Duration.ofSeconds(1);
    private static final int MOST = 4096;

    private final TreeMap<WalPosition, Instant> times = new TreeMap<>();

    void add(WalPosition position, Instant time) {
        Map.Entry<WalPosition, Instant> last = times.lastEntry();
        if (last != null && position.compareTo(last.getKey()) < 0) {
            // After a promotion a server may be behind what the old one said; those times are not of its WAL.
            times.tailMap(position, false).clear();
            last = times.lastEntry();
        }
        boolean isNew = last == null
                || position.equals(last.getKey())
                || Duration.between(last.getValue(), time).abs().compareTo(STEP) >= 0;
        if (isNew) {
            times.put(position, time);
        }
        if (times.size() > MOST) {
            thin();
        }
    }

    /** @return null when nothing is known */
    @Nullable
    Instant reachedBy(WalPosition position) {
        Map.Entry<WalPosition, Instant> found = times.floorEntry(position);
        return found == null ? null : found.getValue();
    }

    /** Forgets what no position from this one on needs. */
    void forgetBefore(WalPosition position) {
        WalPosition needed = times.floorKey(position);
        if (needed != null) {
            times.headMap(needed, false).clear();
        }
    }

    private void thin() {
        List<WalPosition> all = new ArrayList<>(times.keySet());
        for (int i = 1; i < all.size() - 1; i += 2) {
            times.remove(all.get(i));
        }
    }
}
