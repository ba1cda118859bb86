package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.catalog.BaseMeta;
import dev.wheelhouse.core.backups.plan.RestoreException;
import dev.wheelhouse.core.backups.plan.RestorePlan;
import dev.wheelhouse.core.backups.plan.RestorePlanner;
import dev.wheelhouse.core.backups.plan.RestoreTarget;
import dev.wheelhouse.core.backups.plan.RestoreWindow;
import dev.wheelhouse.core.backups.restore.Restoration;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobScopes;
import dev.wheelhouse.core.platform.job.PlannedJob;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.servers.Server;
import java.io.IOException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Brings back what was backed up, on the console's own machine. Thread-safe. */
public final class Restores {

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final BackupsConfig parts;
    private final BackupStores stores;
    private final BackupService service;
    private final BackupRuns runs;

    Restores(BackupsConfig parts, BackupStores stores, BackupService service, BackupRuns runs) {
        this.parts = parts;
        this.stores = stores;
        this.service = service;
        this.runs = runs;
    }

    /**
     * The times that can be restored now.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}; {@code upstream_failed} when the destination does
     *     not answer
     */
    public RestoreWindow window(Caller caller, String configId) {
        BackupConfig config = service.forUse(caller, configId, Scope.BACKUPS_READ);
        return inStore(config, store -> history(config, store).window());
    }

    private interface InStore<T> {
        T run(ObjectStore store) throws IOException;
    }

    private <T> T inStore(BackupConfig config, InStore<T> work) {
        try (ObjectStore store = Destinations.open(parts, config)) {
            return work.run(store);
        } catch (IOException e) {
            throw new AppException(PlatformError.UPSTREAM_FAILED, String.valueOf(e.getMessage()), e);
        }
    }

    private BackupHistory history(BackupConfig config, ObjectStore store) throws IOException {
        return BackupHistory.read(parts, stores, config, store);
    }

    /** A restore that can be made. */
    record Prepared(
            BackupConfig config, String id, String directory, BaseMeta base, RestorePlan plan, Restoration made) {}

    /**
     * How a restore would be made; nothing is written.
     *
     * @param runId of the base to restore from; null for the one that fits best
     * @throws AppException {@code insufficient_scope}, {@code not_found}, {@code validation_failed}; {@code state_invalid}
     *     for a run that has no base; {@code upstream_failed} when the destination does not answer
     */
    public RestorePreview plan(Caller caller, String configId, @Nullable String runId, RestoreRequest request) {
        BackupConfig config = service.forUse(caller, configId, Scope.BACKUPS_READ);
        requireBase(caller, configId, runId);
        try {
            Prepared prepared = prepare(config, runId, request);
            return new RestorePreview(
                    true,
                    null,
                    prepared.base().runId(),
                    prepared.directory(),
                    prepared.made().runAs(),
                    prepared.base().content().unpackedBytes(),
                    prepared.plan().walBytes());
        } catch (RestoreException e) {
            return RestorePreview.refused(e.getMessage());
        }
    }

    private void requireBase(Caller caller, String configId, @Nullable String runId) {
        if (runId == null) {
            return;
        }
        BackupRun run = runs.get(caller, configId, runId);
        if (run.status() != RunStatus.SUCCEEDED) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    run.status().isFinal()
                            ? "This run has made no base: it " + run.status().wireName() + "."
                            : "This run is not over yet. Wait for its end.");
        }
    }

    private Prepared prepare(BackupConfig config, @Nullable String runId, RestoreRequest request)
            throws RestoreException {
        RestoreTarget target = request.target();
        BackupHistory history = inStore(config, store -> {
            BackupHistory all = history(config, store);
            return runId == null ? all : all.only(runId);
        });
        if (runId != null && history.bases().isEmpty()) {
            throw new RestoreException("The destination has lost this run's base, or it is damaged.");
        }
        RestorePlan plan = new RestorePlanner(history.planned()).plan(target);
        BaseMeta base = history.bases().stream()
                .filter(each -> each.runId().equals(plan.base().runId()))
                .findFirst()
                .orElseThrow();
        String id = parts.ids().next("rst");
        String directory = directory(config, base, request);
        return new Prepared(
                config, id, directory, base, plan, Restoration.prepare(id, host(config), directory, base, plan));
    }

    private Host host(BackupConfig config) throws RestoreException {
        Server server = parts.servers()
                .find(config.organizationId(), config.source().serverId())
                .orElseThrow(() -> new RestoreException("The server that it is restored on is gone."));
        Host host = parts.hosts().apply(server);
        if (!host.isLocal()) {
            throw new RestoreException(
                    "Restores are made on the console's own machine; " + server.name() + " is another.");
        }
        return host;
    }

    private String directory(BackupConfig config, BaseMeta base, RestoreRequest request) throws RestoreException {
        if (request.targetDirectory() != null) {
            return request.targetDirectory();
        }
        String name = "restored-" + STAMP.format(parts.clock().instant());
        String rehearsals = config.source().rehearsalDirectory();
        if (rehearsals != null) {
            return rehearsals + "/" + name;
        }
        String data = base.settings().getOrDefault("data_directory", "");
        int slash = data.lastIndexOf('/');
        if (slash <= 0) {
            throw new RestoreException("Name a targetDirectory: the login of these backups may not see where the"
                    + " cluster's own files lie.");
        }
        return data.substring(0, slash) + "/" + name;
    }

    /**
     * Restores into a directory that does not exist or is empty. It is a job, which can be cancelled.
     *
     * @return what came of it; never fails
     * @throws AppException as {@link #plan}; it takes {@code backups:restore}
     */
    public CompletableFuture<RestoreResult> restore(
            Caller caller, String configId, @Nullable String runId, RestoreRequest request) {
        BackupConfig config = service.forUse(caller, configId, Scope.BACKUPS_RESTORE);
        requireBase(caller, configId, runId);
        RestoreRun work;
        try {
            work = new RestoreRun(parts, stores, prepare(config, runId, request), request.start());
            begin(work);
        } catch (RestoreException e) {
            return CompletableFuture.completedFuture(RestoreResult.refused(e.getMessage()));
        }
        return work.result();
    }

    private void begin(RestoreRun work) throws RestoreException {
        Prepared prepared = work.prepared();
        BackupConfig config = prepared.config();
        PlannedJob job = parts.jobs()
                .plan(
                        config.organizationId(),
                        RestoreRun.JOB_KIND,
                        config.id(),
                        new JobScopes(Scope.BACKUPS_READ, Scope.BACKUPS_RESTORE),
                        work);
        boolean kept = false;
        try {
            kept = parts.store().write(tx -> {
                boolean isThere = stores.configs().lock(tx, config.id()).isPresent()
                        && stores.runs()
                                .findOf(tx, config.id(), prepared.base().runId())
                                .filter(BackupRun::removing)
                                .isEmpty();
                if (isThere) {
                    stores.restores().insert(tx, row(prepared, job.job().id()));
                    job.keep(tx);
                }
                return isThere;
            });
        } finally {
            if (!kept) {
                job.drop();
            }
        }
        if (!kept) {
            throw new RestoreException("This base was removed in this moment. Choose another one.");
        }
        job.start();
    }

    private Restore row(Prepared prepared, String jobId) {
        BackupConfig config = prepared.config();
        return new Restore(
                prepared.id(),
                config.organizationId(),
                config.id(),
                prepared.base().runId(),
                config.source().serverId(),
                parts.homeId(),
                jobId,
                prepared.directory(),
                prepared.made().runAs(),
                prepared.made().programs(),
                false,
                parts.clock().instant());
    }

    /** Fails the restore that a job was whose console died. */
    void fail(Transaction tx, Job job) {
        stores.restores().findByJob(tx, job.id()).ifPresent(each -> {
            stores.restores().abandon(tx, each.id());
            RestoreRun.say(parts, tx, each, String.valueOf(job.error()));
        });
    }

    /** Removes the directories of restores that came to nothing and could not be removed then. */
    void removeAbandoned() {
        for (Restore each : parts.store().read(tx -> stores.restores().abandonedOf(tx, parts.homeId()))) {
            parts.servers()
                    .find(each.organizationId(), each.serverId())
                    .ifPresent(server ->
                            RestoreRun.remove(parts, stores, each, parts.hosts().apply(server)));
        }
    }
}
