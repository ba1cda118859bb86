package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobScopes;
import dev.wheelhouse.core.platform.job.JobWork;
import dev.wheelhouse.core.platform.job.PlannedJob;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.function.BiConsumer;

/** Begins what reads all of a configuration's backups, one at a time. Thread-safe. */
final class BackupReading {

    static final String VERIFY = "verify_backup";
    static final String REHEARSE = "rehearse_backup";

    private final BackupsConfig parts;
    private final BackupStores stores;

    BackupReading(BackupsConfig parts, BackupStores stores) {
        this.parts = parts;
        this.stores = stores;
    }

    /**
     * Begins a job.
     *
     * @param kept runs in the change that the job begins with, and is given its id
     * @throws AppException {@code not_found} for a configuration that was deleted; {@code already_running}
     */
    Job begin(BackupConfig config, String kind, JobWork work, BiConsumer<Transaction, String> kept) {
        PlannedJob job = parts.jobs()
                .plan(
                        config.organizationId(),
                        kind,
                        config.id(),
                        new JobScopes(Scope.BACKUPS_READ, Scope.BACKUPS_WRITE),
                        work);
        return parts.store().write(tx -> {
            if (stores.configs().lock(tx, config.id()).isEmpty()) {
                throw AppException.notFound("backup configuration", config.id());
            }
            if (!active(tx, config.id()).isEmpty()) {
                throw new AppException(
                        PlatformError.ALREADY_RUNNING,
                        "These backups are verified or rehearsed already. Wait for the end, or cancel that job.");
            }
            kept.accept(tx, job.id());
            return job.begin(tx);
        });
    }

    private List<String> active(Transaction tx, String configId) {
        return parts.jobs().unfinished(tx, List.of(VERIFY, REHEARSE), configId);
    }

    /** Has it end, if there is any. */
    void stop(Transaction tx, String configId, String reason) {
        active(tx, configId).forEach(each -> parts.jobs().stop(tx, each, reason));
    }
}
