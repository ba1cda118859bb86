package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.platform.timer.DueHandler;
import dev.wheelhouse.core.platform.timer.DueTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns due times into runs that wait. One that is due while no console is there runs as soon as one is: a late backup is
 * worth more than none. Thread-safe.
 */
final class BackupTimer implements DueHandler {

    /** What backups are among the timers. */
    private static final String KIND = "backup";

    /** Later than this, it is said that a backup was missed. */
    private static final Duration GRACE = Duration.ofHours(1);

    /** After a run that failed, when the next one is not due sooner. */
    private static final Duration RETRY = Duration.ofMinutes(10);

    private final BackupsConfig parts;
    private final BackupStores stores;
    private final BackupQueue queue;

    BackupTimer(BackupsConfig parts, BackupStores stores, BackupQueue queue) {
        this.parts = parts;
        this.stores = stores;
        this.queue = queue;
        parts.timers().handle(KIND, this);
    }

    /** Wakes a configuration when it is due next, or never while it is paused; within the change of it. */
    void set(Transaction tx, BackupConfig config) {
        if (config.policy().enabled()) {
            parts.timers().set(tx, due(config, next(config)));
        } else {
            remove(tx, config.id());
        }
    }

    /** Wakes it sooner, as its last run failed. */
    void retry(Transaction tx, BackupConfig config) {
        Instant soon = parts.clock().instant().plus(RETRY);
        Instant next = next(config);
        parts.timers().set(tx, due(config, soon.isBefore(next) ? soon : next));
    }

    void remove(Transaction tx, String configId) {
        parts.timers().remove(tx, KIND, configId);
    }

    private Instant next(BackupConfig config) {
        return config.policy().dueTimes().nextAfter(parts.clock().instant());
    }

    private static DueTime due(BackupConfig config, Instant at) {
        return new DueTime(KIND, config.id(), config.onlyHome(), at);
    }

    @Override
    public @Nullable DueTime handle(Transaction tx, DueTime due) {
        BackupConfig config = stores.configs().lock(tx, due.subjectId()).orElse(null);
        if (config == null || !config.policy().enabled()) {
            return null;
        }
        queue.add(tx, config, RunTrigger.SCHEDULE);
        if (due.dueAt().plus(GRACE).isBefore(parts.clock().instant())) {
            parts.events()
                    .appendOfConsole(
                            tx,
                            config.organizationId(),
                            config.actor(),
                            new NewEvent(
                                    EventKind.BACKUP_MISSED,
                                    config.id(),
                                    Map.of("dueAt", due.dueAt().toString())));
        }
        return due(config, next(config));
    }
}
