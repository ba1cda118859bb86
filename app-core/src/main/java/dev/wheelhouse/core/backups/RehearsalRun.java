package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.plan.RestoreException;
import dev.wheelhouse.core.backups.restore.RestoredRows;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.JobTelling;
import dev.wheelhouse.core.platform.job.JobWork;
import dev.wheelhouse.core.platform.store.Transaction;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Restores the newest that is stored on trial, as a job, and removes it again however that ends. */
final class RehearsalRun implements JobWork {

    private final BackupsConfig parts;
    private final BackupStores stores;
    private final Restores restores;
    private final BackupConfig config;
    private @Nullable Rehearsal rehearsal;
    private Rehearsal.Seen seen = Rehearsal.Seen.NOTHING;
    private Restores.@Nullable Prepared prepared;

    RehearsalRun(BackupsConfig parts, BackupStores stores, Restores restores, BackupConfig config) {
        this.parts = parts;
        this.stores = stores;
        this.restores = restores;
        this.config = config;
    }

    /** Within the change that the job begins with. */
    void begin(Transaction tx, String jobId, RunTrigger trigger) {
        Rehearsal begun = Rehearsal.begun(
                parts.ids().next("rhs"), config, trigger, jobId, parts.clock().instant());
        stores.rehearsals().insert(tx, begun);
        stores.rehearsals().keepNewest(tx, config.id(), Rehearsals.MOST_KEPT);
        rehearsal = begun;
    }

    private Rehearsal rehearsal() {
        if (rehearsal == null) {
            throw new IllegalStateException("It has not begun");
        }
        return rehearsal;
    }

    @Override
    public String run(JobProgress progress) {
        // It looks itself whether it is cancelled: an interrupt leaves a command half done.
        progress.onCancel(() -> {});
        return new JobTelling(progress).tell("Restoring the newest that is stored on trial.", () -> make(progress));
    }

    private String make(JobProgress progress) {
        try (ObjectStore store = Destinations.open(parts, config)) {
            BackupHistory history = BackupHistory.read(parts, stores, config, store);
            Restores.Prepared made = restores.prepareRehearsal(config, history);
            restores.keep(made, rehearsal().jobId());
            prepared = made;
            Instant latest = history.window().latest();
            Long lag = latest == null ? null : (Long) Math.max(0, lag(latest));
            String runId = made.base().runId();
            seen = new Rehearsal.Seen(runId, null, lag, null, null);
            progress.log("Restoring the base " + runId + " and all WAL after it into " + made.directory() + " on "
                    + made.server().name() + ".");
            RestoredRows rows = made.made()
                    .rehearse(
                            store,
                            parts.workers(),
                            config.policy().rehearsal().sql(),
                            database(),
                            progress,
                            recovery -> answered(recovery, progress));
            seen = new Rehearsal.Seen(runId, seen.recoveryMillis(), seen.lagMillis(), rows.tables(), rows.rows());
            return "It is whole (tables: %,d, rows: %,d).".formatted(rows.tables(), rows.rows());
        } catch (RestoreException | IOException e) {
            throw new AppException(PlatformError.UPSTREAM_FAILED, String.valueOf(e.getMessage()), e);
        }
    }

    private long lag(Instant latest) {
        return Duration.between(latest, rehearsal().startedAt()).toMillis();
    }

    private void answered(Duration recovery, JobProgress progress) {
        progress.log("It took %,d ms until it answered.".formatted(recovery.toMillis()));
        seen = new Rehearsal.Seen(seen.runId(), recovery.toMillis(), seen.lagMillis(), null, null);
    }

    /** The one that the connection is for. */
    private String database() {
        return parts.connections()
                .find(config.organizationId(), config.source().databaseId())
                .flatMap(each -> each.target() instanceof Target.Postgres target
                        ? Optional.of(target.database())
                        : Optional.empty())
                .orElse("postgres");
    }

    @Override
    public void keepEnd(Transaction tx, Job end) {
        stores.restores()
                .findByJob(tx, end.id())
                .ifPresent(each -> stores.restores().abandon(tx, each.id()));
        RunStatus status = switch (end.status()) {
            case SUCCEEDED -> RunStatus.SUCCEEDED;
            case CANCELLED -> RunStatus.CANCELLED;
            case FAILED, QUEUED, RUNNING -> RunStatus.FAILED;
        };
        settle(parts, stores, tx, rehearsal(), status, seen, end.error());
    }

    /** Ends a rehearsal's row, and says so. */
    static void settle(
            BackupsConfig parts,
            BackupStores stores,
            Transaction tx,
            Rehearsal rehearsal,
            RunStatus status,
            Rehearsal.Seen seen,
            @Nullable String error) {
        Rehearsal ended = rehearsal.ended(status, parts.clock().instant(), seen, error);
        stores.rehearsals().update(tx, ended);
        BackupConfig config = stores.configs().lock(tx, rehearsal.configId()).orElse(null);
        if (config == null || status == RunStatus.CANCELLED) {
            return;
        }
        Map<String, Object> data = new LinkedHashMap<>(Map.of("rehearsalId", ended.id()));
        put(data, "runId", ended.runId());
        put(data, "recoveryMillis", ended.recoveryMillis());
        put(data, "lagMillis", ended.lagMillis());
        put(data, "error", error);
        boolean isWhole = status == RunStatus.SUCCEEDED;
        if (isWhole && ended.runId() != null) {
            stores.runs().setPassed(tx, ended.runId());
        }
        EventKind kind = isWhole ? EventKind.BACKUP_VERIFIED : EventKind.RESTORE_FAILED;
        parts.events()
                .appendOfConsole(tx, config.organizationId(), config.actor(), new NewEvent(kind, config.id(), data));
    }

    private static void put(Map<String, Object> data, String name, @Nullable Object value) {
        if (value != null) {
            data.put(name, value);
        }
    }

    @Override
    public void over() {
        if (prepared != null) {
            restores.removeLeft(prepared);
        }
    }
}
