package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.plan.RetentionRule;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobLogText;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs of backups: to ask for, follow, cancel and read. Thread-safe. */
public final class BackupRuns implements BackupRunGateway {

    private final BackupsConfig parts;
    private final BackupStores stores;
    private final BackupService service;
    private final BackupQueue queue;
    private final BackupReading reading;

    BackupRuns(
            BackupsConfig parts, BackupStores stores, BackupService service, BackupQueue queue, BackupReading reading) {
        this.parts = parts;
        this.stores = stores;
        this.service = service;
        this.queue = queue;
        this.reading = reading;
    }

    /**
     * Has a base made now.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}; {@code already_running} while one is made or
     *     waits; {@code state_invalid} while backups are paused
     */
    @Override
    public void startBase(Caller caller, String configId) {
        service.forUse(caller, configId, Scope.BACKUPS_WRITE);
        parts.store().change(tx -> {
            BackupConfig config = stores.configs()
                    .lock(tx, configId)
                    .orElseThrow(() -> AppException.notFound("backup configuration", configId));
            if (!config.policy().enabled()) {
                throw new AppException(
                        PlatformError.STATE_INVALID, "Backups of this database are paused. Switch them on first.");
            }
            if (!stores.runs().active(tx, configId).isEmpty() || !queue.add(tx, config, RunTrigger.MANUAL)) {
                throw new AppException(
                        PlatformError.ALREADY_RUNNING,
                        (config.type().isLogical() ? "A backup" : "A base")
                                + " is being made, or waits to be. Wait for it, or cancel it.");
            }
            parts.events().append(tx, caller, new NewEvent(EventKind.BACKUP_REQUESTED, configId, Map.of()));
        });
    }

    /** A configuration's runs, newest first. */
    @Override
    public Page<BackupRun> list(Caller caller, String configId, PageRequest page) {
        service.forUse(caller, configId, Scope.BACKUPS_READ);
        return Page.cut(parts.store().read(tx -> stores.runs().listOf(tx, configId, page)), page, BackupRun::id);
    }

    /** @throws AppException {@code insufficient_scope}, {@code not_found} */
    public BackupRun get(Caller caller, String configId, String runId) {
        return find(caller, configId, runId, Scope.BACKUPS_READ);
    }

    /**
     * The run, for a change of it.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}
     */
    public BackupRun forWriting(Caller caller, String configId, String runId) {
        return find(caller, configId, runId, Scope.BACKUPS_WRITE);
    }

    private BackupRun find(Caller caller, String configId, String runId, Scope scope) {
        service.forUse(caller, configId, scope);
        return parts.store()
                .read(tx -> stores.runs().findOf(tx, configId, runId))
                .filter(each -> !each.removing())
                .orElseThrow(() -> AppException.notFound("run", runId));
    }

    /**
     * Has a base stay whatever its age, or no longer.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}
     */
    @Override
    public BackupRun setKeep(Caller caller, String configId, String runId, boolean keep) {
        find(caller, configId, runId, Scope.BACKUPS_WRITE);
        parts.store().change(tx -> {
            if (!stores.runs().setKeep(tx, runId, keep)) {
                throw AppException.notFound("run", runId);
            }
            tx.afterCommit(queue::wake);
        });
        return get(caller, configId, runId);
    }

    /**
     * Reads every object of a complete base and its WAL, in the destination as it is. What is lost or changed is noted, and
     * takes a new base.
     *
     * @return the job
     * @throws AppException {@code insufficient_scope}, {@code not_found}; {@code state_invalid} for a run without a base;
     *     {@code already_running} while the configuration's backups are verified or rehearsed
     */
    @Override
    public Job verify(Caller caller, String configId, String runId) {
        BackupConfig config = service.forUse(caller, configId, Scope.BACKUPS_WRITE);
        requireBase(find(caller, configId, runId, Scope.BACKUPS_WRITE));
        return reading.begin(
                config, BackupReading.VERIFY, new VerifyRun(parts, stores, queue, config, runId), (_, _) -> {});
    }

    /** @throws AppException {@code state_invalid} */
    static void requireBase(BackupRun run) {
        if (run.status() != RunStatus.SUCCEEDED) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    run.status().isFinal()
                            ? "This run has made no " + (run.kind() == RunKind.BASE ? "base" : "backup") + ": it "
                                    + run.status().wireName() + "."
                            : "This run is not over yet. Wait for its end.");
        }
    }

    /**
     * Cancels a run that is not over, and removes one that is, with what it stored.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}; {@code in_use} while it is restored from
     */
    @Override
    public void delete(Caller caller, String configId, String runId) {
        BackupRun run = find(caller, configId, runId, Scope.BACKUPS_WRITE);
        parts.store().change(tx -> {
            if (run.status().isFinal()) {
                stores.configs().lock(tx, configId);
                if (stores.restores().reading(tx, configId).contains(runId)) {
                    throw new AppException(
                            PlatformError.IN_USE, "It is being restored from. Wait for the end, or cancel that.");
                }
                stores.runs().setRemoving(tx, runId);
            } else {
                service.end(tx, run, "Cancelled.");
            }
            parts.events()
                    .append(
                            tx,
                            caller,
                            new NewEvent(
                                    EventKind.BACKUP_CANCELLED,
                                    configId,
                                    Map.of("runId", runId, "was", run.status().wireName())));
            tx.afterCommit(queue::wake);
        });
    }

    /**
     * What a run wrote, in UTF-8; the caller closes it. Empty for one that wrote nothing or ran on another console.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}
     */
    public InputStream log(Caller caller, String configId, String runId) {
        String jobId = get(caller, configId, runId).jobId();
        return jobId == null ? InputStream.nullInputStream() : parts.jobs().logOf(jobId);
    }

    /**
     * As {@link #log}, of its end.
     *
     * @param most bytes
     */
    @Override
    public JobLogText logEnd(Caller caller, String configId, String runId, int most) {
        String jobId = get(caller, configId, runId).jobId();
        return jobId == null ? JobLogText.NONE : parts.jobs().logEndOf(jobId, most);
    }

    @Override
    public List<BackupRun> expired(Caller caller, String configId, RetentionRule rule, @Nullable String released) {
        service.forUse(caller, configId, Scope.BACKUPS_READ);
        List<BackupRun> complete =
                parts.store().read(tx -> stores.runs().all(tx, configId, RunStatus.SUCCEEDED)).reversed().stream()
                        .filter(each -> !each.removing() && each.verification() != Verification.FAILED)
                        .toList();
        return rule.expired(
                complete,
                each -> Objects.requireNonNull(each.finishedAt()),
                each -> each.keep() && !each.id().equals(released),
                parts.clock().instant());
    }

    /** The job of the run that is under way; empty for none. */
    @Override
    public Optional<Job> running(Caller caller, String configId) {
        service.forUse(caller, configId, Scope.BACKUPS_READ);
        return parts.store().read(tx -> stores.runs().active(tx, configId)).stream()
                .map(BackupRun::jobId)
                .filter(Objects::nonNull)
                .findFirst()
                .map(jobId -> parts.jobs().get(caller, jobId));
    }
}
