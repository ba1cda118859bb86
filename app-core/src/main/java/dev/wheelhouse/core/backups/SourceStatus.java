package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.wal.WalStart;
import dev.wheelhouse.core.databases.replication.WalPosition;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** What a session knows of the way to its cluster. Thread-safe. */
final class SourceStatus {

    /** Why nothing goes on. */
    enum Refusal {
        /** The place is another configuration's. */
        OWNER,
        /** Another cluster answers. */
        CLUSTER,
        /** The cluster's WAL does not go on with what is stored, and never will. */
        HISTORY
    }

    /** Where streams began, by time; what is stored behind one is of its timeline. */
    private final List<WalStart> begun = new CopyOnWriteArrayList<>();

    private volatile @Nullable String trouble;
    private volatile boolean loginRefused;
    private volatile @Nullable Refusal refusal;
    private volatile String refusedWhy = "";
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
        loginRefused = false;
    }

    void failed(@Nullable String why) {
        trouble = why;
        loginRefused = false;
    }

    /** @param why with what to do */
    void loginRefused(String why) {
        trouble = why;
        loginRefused = true;
    }

    boolean isLoginRefused() {
        return loginRefused;
    }

    /** Nothing goes on until somebody mends it. */
    void refuse(Refusal kind, String why) {
        refusedWhy = why;
        refusal = kind;
    }

    /** It is no longer so. */
    void permit(Refusal kind) {
        if (refusal == kind) {
            refusal = null;
        }
    }

    /** Null while nothing is refused. */
    @Nullable
    Refusal refusal() {
        return refusal;
    }

    boolean isRefused() {
        return refusal != null;
    }

    /** Why no WAL comes; null while all is well. */
    @Nullable
    String trouble() {
        return isRefused() ? refusedWhy : trouble;
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
