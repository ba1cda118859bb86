package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.wal.WalStart;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.console.Lease;
import dev.wheelhouse.core.platform.job.JobScopes;
import dev.wheelhouse.core.platform.job.JobWork;
import dev.wheelhouse.core.platform.job.PlannedJob;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Has runs wait for the console that works their configuration, and begins them there. Thread-safe. */
final class BackupQueue {

    private final BackupsConfig parts;
    private final BackupStores stores;
    private volatile Runnable wake = () -> {};

    BackupQueue(BackupsConfig parts, BackupStores stores) {
        this.parts = parts;
        this.stores = stores;
    }

    /** @param work runs when something waits; must be quick */
    void whenWaiting(Runnable work) {
        wake = work;
    }

    /** Says that there is something to do. */
    void wake() {
        wake.run();
    }

    /** Adds a run unless one waits already. */
    boolean add(Transaction tx, BackupConfig config, RunTrigger trigger) {
        BackupRun run = BackupRun.queued(
                parts.ids().next("run"), config, trigger, parts.clock().instant());
        tx.afterCommit(this::wake);
        return stores.runs().enqueue(tx, run);
    }

    /**
     * Begins the run that waits, as a job, unless one is under way.
     *
     * @param lease under which it begins
     * @param start where its WAL begins; null for what needs none
     */
    void begin(
            BackupConfig config,
            Lease lease,
            String jobKind,
            @Nullable WalStart start,
            Function<BackupRun, JobWork> work) {
        List<BackupRun> active = parts.store().read(tx -> stores.runs().active(tx, config.id()));
        if (active.size() != 1 || active.getFirst().status() != RunStatus.QUEUED) {
            return;
        }
        BackupRun run = active.getFirst();
        PlannedJob job = parts.jobs()
                .plan(
                        config.organizationId(),
                        jobKind,
                        config.id(),
                        new JobScopes(Scope.BACKUPS_READ, Scope.BACKUPS_WRITE),
                        work.apply(run));
        parts.store().change(tx -> {
            parts.leases().require(tx, lease);
            if (stores.runs().claim(tx, run.id(), job.id(), start, parts.clock().instant())) {
                job.begin(tx);
            }
        });
    }
}
