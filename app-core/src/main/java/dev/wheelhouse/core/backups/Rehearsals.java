package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.cron.CronExpression;
import dev.wheelhouse.core.platform.cron.DueTimes;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.platform.timer.DueHandler;
import dev.wheelhouse.core.platform.timer.DueTime;
import org.jspecify.annotations.Nullable;

/** Restores on trial, asked for or by schedule. Thread-safe. */
public final class Rehearsals implements RehearsalGateway, DueHandler {

    /** What rehearsals are among the timers. */
    private static final String KIND = "rehearsal";

    /** Of a configuration. */
    static final int MOST_KEPT = 500;

    private static final System.Logger LOG = System.getLogger(Rehearsals.class.getName());

    private final BackupsConfig parts;
    private final BackupStores stores;
    private final BackupService service;
    private final Restores restores;
    private final BackupReading reading;

    Rehearsals(
            BackupsConfig parts, BackupStores stores, BackupService service, Restores restores, BackupReading reading) {
        this.parts = parts;
        this.stores = stores;
        this.service = service;
        this.restores = restores;
        this.reading = reading;
        parts.timers().handle(KIND, this);
    }

    /**
     * Restores the newest that is stored into a directory of its own on the configuration's server, looks at what came back,
     * and removes it.
     *
     * @return the job
     * @throws AppException {@code insufficient_scope} (it takes {@code backups:restore}), {@code not_found};
     *     {@code state_invalid} for dumps and copies of a file;
     *     {@code already_running} while the configuration's backups are verified or rehearsed
     */
    @Override
    public Job rehearse(Caller caller, String configId) {
        BackupConfig config = service.forUse(caller, configId, Scope.BACKUPS_RESTORE);
        Restores.requireContinuous(config, "are not rehearsed: verify a run, or restore it");
        return begin(config, RunTrigger.MANUAL);
    }

    private Job begin(BackupConfig config, RunTrigger trigger) {
        RehearsalRun work = new RehearsalRun(parts, stores, restores, config);
        return reading.begin(config, BackupReading.REHEARSE, work, (tx, jobId) -> work.begin(tx, jobId, trigger));
    }

    /** A configuration's rehearsals, newest first; the last {@value #MOST_KEPT} are kept. */
    @Override
    public Page<Rehearsal> list(Caller caller, String configId, PageRequest page) {
        service.forUse(caller, configId, Scope.BACKUPS_READ);
        return Page.cut(parts.store().read(tx -> stores.rehearsals().listOf(tx, configId, page)), page, Rehearsal::id);
    }

    /** Wakes a configuration when it is due next, or never; within the change of it. */
    static void set(BackupsConfig parts, Transaction tx, BackupConfig config) {
        DueTime next = next(parts, config);
        if (next == null) {
            remove(parts, tx, config.id());
        } else {
            parts.timers().set(tx, next);
        }
    }

    static void remove(BackupsConfig parts, Transaction tx, String configId) {
        parts.timers().remove(tx, KIND, configId);
    }

    private static @Nullable DueTime next(BackupsConfig parts, BackupConfig config) {
        CronExpression schedule = config.policy().rehearsal().schedule();
        return schedule == null || !config.policy().enabled()
                ? null
                : new DueTime(
                        KIND,
                        config.id(),
                        config.onlyHome(),
                        new DueTimes(schedule, config.policy().timeZone())
                                .nextAfter(parts.clock().instant()));
    }

    /** A rehearsal that cannot begin, since one runs already or the console ends, is due again at its next time. */
    @Override
    public @Nullable DueTime handle(Transaction tx, DueTime due) {
        BackupConfig config = stores.configs().lock(tx, due.subjectId()).orElse(null);
        if (config == null) {
            return null;
        }
        tx.afterCommit(() -> parts.workers().start(() -> beginDue(config)));
        return next(parts, config);
    }

    private void beginDue(BackupConfig config) {
        try {
            begin(config, RunTrigger.SCHEDULE);
        } catch (AppException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The rehearsal of " + config.id() + " did not begin: " + e.getMessage());
        }
    }

    /** Fails the rehearsal that a job was whose console died; what it restored is removed as any restore that was left. */
    void fail(Transaction tx, Job job) {
        stores.restores()
                .findByJob(tx, job.id())
                .ifPresent(each -> stores.restores().abandon(tx, each.id()));
        stores.rehearsals()
                .findByJob(tx, job.id())
                .ifPresent(each -> RehearsalRun.settle(
                        parts, stores, tx, each, RunStatus.FAILED, Rehearsal.Seen.NOTHING, job.error()));
    }
}
