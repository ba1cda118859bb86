package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.wal.WalStart;
import dev.wheelhouse.core.databases.replication.WalPosition;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** What a session knows of the way to its cluster. Thread-safe. */
final class SourceStatus {

    /** Where streams began, by time; what is stored behind one is of its timeline. */
    private final List<WalStart> begun = new CopyOnWriteArrayList<>();

    private volatile @Nullable String trouble;
    private volatile boolean refused;
    private volatile @Nullable WalStart loggedInAt;

    void loggedIn(WalStart at) {
        loggedInAt = at;
    }

    void loggedOut() {
        loggedInAt = null;
    }

    /** Where the cluster was at the log-in; null while there is none. */
    @Nullable
    WalStart loggedInAt() {
        return loggedInAt;
    }

    void begun(WalStart at) {
        begun.add(at);
    }

    void streams() {
        trouble = null;
    }

    void failed(@Nullable String why) {
        trouble = why;
    }

    /** Nothing goes on without a person. */
    void refuse(String why) {
        refused = true;
        trouble = why;
    }

    boolean isRefused() {
        return refused;
    }

    /** Why no WAL comes; null while all is well. */
    @Nullable
    String trouble() {
        return trouble;
    }

    /** Of WAL of this session. */
    int timelineOf(WalPosition stored) {
        int timeline = begun.getFirst().timeline();
        for (WalStart each : begun) {
            if (each.position().compareTo(stored) < 0) {
                timeline = Math.max(timeline, each.timeline());
            }
        }
        return timeline;
    }
}
