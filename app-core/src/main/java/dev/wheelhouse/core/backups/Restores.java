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
import dev.wheelhouse.core.platform.job.JobWork;
import dev.wheelhouse.core.platform.job.PlannedJob;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.servers.Server;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Brings back what was backed up, on a server that the console reaches. Thread-safe. */
public final class Restores implements RestoreGateway {

    private static final System.Logger LOG = System.getLogger(Restores.class.getName());

    /** For how long a server is asked that cannot be reached, and may be gone. */
    private static final Duration LONGEST_REMOVAL = Duration.ofDays(7);

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final BackupsConfig parts;
    private final BackupStores stores;
    private final BackupService service;
    private final BackupSources sources;
    private final BackupRuns runs;
    private final RecentHistories recent;
    private final DumpRestores dumps;

    Restores(BackupsConfig parts, BackupStores stores, BackupService service, BackupSources sources, BackupRuns runs) {
        this.parts = parts;
        this.stores = stores;
        this.service = service;
        this.sources = sources;
        this.runs = runs;
        recent = new RecentHistories(parts.clock());
        dumps = new DumpRestores(parts, stores);
    }

    /**
     * The times that can be restored now.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}; {@code state_invalid} for dumps and copies of a
     *     file; {@code upstream_failed} when the destination does not answer
     */
    @Override
    public RestoreWindow window(Caller caller, String configId) {
        BackupConfig config = service.forUse(caller, configId, Scope.BACKUPS_READ);
        requireContinuous(config, "have no times between them: each run is restored as it is");
        return recently(config).window();
    }

    /** @throws AppException {@code state_invalid} */
    static void requireContinuous(BackupConfig config, String otherwise) {
        if (config.type().isLogical()) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "Backups of the type " + config.type().wireName() + " " + otherwise
                            + " (POST /backup-configs/{id}/runs/{runId}/restore).");
        }
    }

    /** As it is, or was a few seconds ago; for what only shows it. */
    private BackupHistory recently(BackupConfig config) {
        BackupHistory.Known known = BackupHistory.Known.of(parts, stores, config);
        try {
            return recent.get(config.id(), known, () -> {
                try (ObjectStore store = Destinations.open(parts, config)) {
                    return BackupHistory.read(known, config, store);
                }
            });
        } catch (IOException e) {
            throw away(e);
        }
    }

    private BackupHistory now(BackupConfig config) {
        try (ObjectStore store = Destinations.open(parts, config)) {
            return BackupHistory.read(parts, stores, config, store);
        } catch (IOException e) {
            throw away(e);
        }
    }

    private static AppException away(IOException e) {
        return new AppException(PlatformError.UPSTREAM_FAILED, String.valueOf(e.getMessage()), e);
    }

    /** A restore that can be made. */
    record Prepared(
            BackupConfig config,
            Server server,
            String id,
            String directory,
            BaseMeta base,
            RestorePlan plan,
            Restoration made) {}

    /**
     * How a restore would be made; nothing is written.
     *
     * @param runId of the base to restore from; null for the one that fits best
     * @throws AppException {@code insufficient_scope}, also without {@code servers:exec} for another server than the
     *     source's; {@code not_found}, {@code validation_failed}; {@code state_invalid} for a run that has no base;
     *     {@code upstream_failed} and what else {@link Host} throws when the destination or the server does not answer
     */
    @Override
    public RestorePreview plan(Caller caller, String configId, @Nullable String runId, RestoreRequest request) {
        BackupConfig config = service.forUse(caller, configId, Scope.BACKUPS_READ);
        request.validateUser();
        if (config.type().isLogical()) {
            return dumpPlan(caller, config, runId, request);
        }
        Server server = server(caller, config, request);
        requireBase(caller, configId, runId);
        try {
            Prepared prepared = prepare(config, server, recently(config), runId, request);
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

    private RestorePreview dumpPlan(
            Caller caller, BackupConfig config, @Nullable String runId, RestoreRequest request) {
        try {
            return preparedDump(caller, config, runId, request).preview();
        } catch (RestoreException e) {
            return RestorePreview.refused(e.getMessage());
        }
    }

    private DumpRestores.Prepared preparedDump(
            Caller caller, BackupConfig config, @Nullable String runId, RestoreRequest request)
            throws RestoreException {
        DumpRestores.validate(config, request);
        sources.server(caller, config.source().serverId());
        requireBase(caller, config.id(), runId);
        return dumps.prepare(config, runId == null ? newest(config) : runId, request);
    }

    private String newest(BackupConfig config) throws RestoreException {
        return DumpRestores.newestOf(parts.store().read(tx -> stores.runs().all(tx, config.id(), RunStatus.SUCCEEDED)));
    }

    private void requireBase(Caller caller, String configId, @Nullable String runId) {
        if (runId == null) {
            return;
        }
        BackupRuns.requireBase(runs.get(caller, configId, runId));
    }

    private Prepared prepare(
            BackupConfig config, Server server, BackupHistory all, @Nullable String runId, RestoreRequest request)
            throws RestoreException {
        RestoreTarget target = request.target();
        BackupHistory history = runId == null ? all : all.only(runId);
        if (runId != null && history.bases().isEmpty()) {
            throw new RestoreException(
                    withDamage("The destination has lost this run's base, or it is damaged.", history));
        }
        RestorePlan plan = planned(history, target);
        BaseMeta base = base(history, plan);
        String given = request.targetDirectory();
        String directory = given == null ? freshDirectory(config, base, "restored") : given.replaceFirst("/+$", "");
        return prepared(config, server, base, plan, directory, request.runAs());
    }

    /** Of the newest that is stored, into a directory of its own on the configuration's server. */
    Prepared prepareRehearsal(BackupConfig config, BackupHistory history) throws RestoreException {
        Server server = parts.servers()
                .find(config.organizationId(), config.source().serverId())
                .orElseThrow(() -> new RestoreException("The server that it is restored on is gone."));
        RestorePlan plan = planned(history, new RestoreTarget.Latest());
        BaseMeta base = base(history, plan);
        return prepared(config, server, base, plan, freshDirectory(config, base, "rehearsal"), null);
    }

    private Prepared prepared(
            BackupConfig config,
            Server server,
            BaseMeta base,
            RestorePlan plan,
            String directory,
            @Nullable String runAs)
            throws RestoreException {
        String id = parts.ids().next("rst");
        Host host = parts.hosts().apply(server);
        Restoration made = Restoration.prepare(id, host, directory, runAs, base, plan);
        return new Prepared(config, server, id, directory, base, plan, made);
    }

    private static BaseMeta base(BackupHistory history, RestorePlan plan) {
        return history.bases().stream()
                .filter(each -> each.runId().equals(plan.base().runId()))
                .findFirst()
                .orElseThrow();
    }

    private static RestorePlan planned(BackupHistory history, RestoreTarget target) throws RestoreException {
        try {
            return new RestorePlanner(history.planned()).plan(target);
        } catch (RestoreException e) {
            throw new RestoreException(withDamage(String.valueOf(e.getMessage()), history));
        }
    }

    /** What is damaged may be why nothing leads to a target. */
    private static String withDamage(String refusal, BackupHistory history) {
        return Stream.of(Stream.of(refusal), history.damaged().stream(), history.withoutWal())
                .flatMap(Function.identity())
                .collect(Collectors.joining(" "));
    }

    /** The server to restore on; the caller may run programs there. */
    private Server server(Caller caller, BackupConfig config, RestoreRequest request) {
        String own = config.source().serverId();
        String wanted = Objects.requireNonNullElse(request.serverId(), own);
        if (!wanted.equals(own)) {
            caller.require(Scope.SERVERS_EXEC);
        }
        return sources.server(caller, wanted);
    }

    private String freshDirectory(BackupConfig config, BaseMeta base, String kind) throws RestoreException {
        String name = kind + "-" + STAMP.format(parts.clock().instant());
        String rehearsals = config.source().rehearsalDirectory();
        if (rehearsals != null) {
            return rehearsals + "/" + name;
        }
        String data = base.settings().getOrDefault("data_directory", "");
        int slash = data.lastIndexOf('/');
        if (slash <= 0) {
            throw new RestoreException("Say into which directory (targetDirectory): the login of these backups may not"
                    + " see where the cluster's own files lie.");
        }
        return data.substring(0, slash) + "/" + name;
    }

    /**
     * A restore that was begun, or refused at once.
     *
     * @param job null for one that was refused
     * @param result what comes of it; never fails
     */
    public record Begun(@Nullable Job job, CompletableFuture<RestoreResult> result) {}

    /**
     * Restores into a directory that does not exist or is empty, a new database or a new file. It is a job, which can be
     * cancelled.
     *
     * @return what came of it; never fails
     * @throws AppException as {@link #plan}; it takes {@code backups:restore}
     */
    @Override
    public CompletableFuture<RestoreResult> restore(
            Caller caller, String configId, @Nullable String runId, RestoreRequest request) {
        return begin(caller, configId, runId, request).result();
    }

    /** As {@link #restore}, with the job. */
    public Begun begin(Caller caller, String configId, @Nullable String runId, RestoreRequest request) {
        BackupConfig config = service.forUse(caller, configId, Scope.BACKUPS_RESTORE);
        request.validateUser();
        if (config.type().isLogical()) {
            return beginDump(caller, config, runId, request);
        }
        Server server = server(caller, config, request);
        requireBase(caller, configId, runId);
        try {
            BackupHistory history = now(config);
            Prepared prepared = prepare(config, server, history, runId, request);
            OpenedPast opened = request.open() ? opened(caller, prepared, history) : null;
            RestoreRun work = new RestoreRun(parts, stores, this, prepared, request.start(), opened);
            return new Begun(begin(work), work.result());
        } catch (RestoreException e) {
            return new Begun(null, CompletableFuture.completedFuture(RestoreResult.refused(e.getMessage())));
        }
    }

    private OpenedPast opened(Caller caller, Prepared prepared, BackupHistory history) {
        return OpenedPast.of(
                parts,
                caller,
                prepared.config(),
                prepared.plan().target(),
                Objects.requireNonNullElse(
                        history.window().latest(), parts.clock().instant()));
    }

    private Begun beginDump(Caller caller, BackupConfig config, @Nullable String runId, RestoreRequest request) {
        try {
            DumpRestores.Prepared prepared = preparedDump(caller, config, runId, request);
            DumpRestoreRun work = new DumpRestoreRun(parts, stores, dumps, prepared);
            Job job = begin(
                    config,
                    work,
                    jobId -> prepared.row(parts.homeId(), jobId, parts.clock().instant()));
            return new Begun(job, work.result());
        } catch (RestoreException e) {
            return new Begun(null, CompletableFuture.completedFuture(RestoreResult.refused(e.getMessage())));
        }
    }

    private Job begin(RestoreRun work) throws RestoreException {
        Prepared prepared = work.prepared();
        return begin(prepared.config(), work, jobId -> row(prepared, jobId));
    }

    /** @param row of the job's id */
    private Job begin(BackupConfig config, JobWork work, Function<String, Restore> row) throws RestoreException {
        PlannedJob job = parts.jobs()
                .plan(
                        config.organizationId(),
                        RestoreRun.JOB_KIND,
                        config.id(),
                        new JobScopes(Scope.BACKUPS_READ, Scope.BACKUPS_RESTORE),
                        work);
        return keep(row.apply(job.id()), job::begin);
    }

    /**
     * Writes down what is restored, so that its base stays and what is left of it is removed.
     *
     * @throws RestoreException when the base is on its way out
     */
    void keep(Prepared prepared, String jobId) throws RestoreException {
        keep(row(prepared, jobId), _ -> jobId);
    }

    /** @param more runs in the same change */
    private <T> T keep(Restore row, Function<Transaction, T> more) throws RestoreException {
        return parts.store()
                .write(tx -> {
                    boolean isThere = stores.configs().lock(tx, row.configId()).isPresent()
                            && stores.runs()
                                    .findOf(tx, row.configId(), row.runId())
                                    .filter(BackupRun::removing)
                                    .isEmpty();
                    if (!isThere) {
                        return Optional.<T>empty();
                    }
                    stores.restores().insert(tx, row);
                    return Optional.of(more.apply(tx));
                })
                .orElseThrow(() -> new RestoreException("This base was removed in this moment. Choose another one."));
    }

    /** Removes what a restore made that is over and was not to stay; what cannot be removed now goes later. */
    void removeLeft(Prepared prepared) {
        parts.store().read(tx -> stores.restores().abandonedOf(tx, parts.homeId())).stream()
                .filter(each -> each.id().equals(prepared.id()))
                .forEach(each ->
                        RestoreRun.remove(parts, stores, each, prepared.made().host()));
    }

    private Restore row(Prepared prepared, String jobId) {
        BackupConfig config = prepared.config();
        return new Restore(
                prepared.id(),
                config.organizationId(),
                config.id(),
                prepared.base().runId(),
                config.type(),
                null,
                prepared.server().id(),
                parts.homeId(),
                jobId,
                prepared.directory(),
                prepared.made().runAs(),
                prepared.made().programs(),
                false,
                null,
                parts.clock().instant());
    }

    /** Fails the restore that a job was whose console died. */
    void fail(Transaction tx, Job job) {
        // One that is open already goes with its connection.
        stores.restores()
                .findByJob(tx, job.id())
                .filter(each -> each.connectionId() == null)
                .ifPresent(each -> {
                    stores.restores().abandon(tx, each.id());
                    RestoreRun.say(parts, tx, each, String.valueOf(job.error()));
                });
    }

    /** Removes the directories of restores that came to nothing and could not be removed then. */
    void removeAbandoned() {
        for (Restore each : parts.store().read(tx -> stores.restores().abandonedOf(tx, parts.homeId()))) {
            boolean removed = each.type().isLogical()
                    ? dumps.remove(each)
                    : parts.servers()
                            .find(each.organizationId(), each.serverId())
                            .filter(server -> RestoreRun.remove(
                                    parts, stores, each, parts.hosts().apply(server)))
                            .isPresent();
            if (!removed
                    && each.createdAt()
                            .plus(LONGEST_REMOVAL)
                            .isBefore(parts.clock().instant())) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "Remove by hand what is left of a restore in " + each.directory()
                                + ": its server has not answered for a week");
                parts.store().change(tx -> stores.restores().delete(tx, each.id()));
            }
        }
    }

    /**
     * Has a cluster removed with the connection that it was open as.
     *
     * @return whether there is any
     */
    boolean letGo(Transaction tx, String connectionId) {
        return stores.restores().abandonOpened(tx, connectionId);
    }

    /** Starts open clusters that a restart of their machine ended; one that cannot be reached is tried at the next start. */
    void startOpened() {
        for (Restore each : parts.store().read(tx -> stores.restores().openedOf(tx, parts.homeId()))) {
            try {
                Server server = parts.servers()
                        .find(each.organizationId(), each.serverId())
                        .orElseThrow(() -> new RestoreException("Its server is gone."));
                Restoration.startAgain(
                        each.id(), parts.hosts().apply(server), each.directory(), each.runAs(), each.programs());
            } catch (RestoreException | AppException e) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "The opened restore in " + each.directory() + " does not run: " + e.getMessage());
            }
        }
    }

    /** What keeps a server from being deleted. */
    List<String> usesOfServer(Transaction tx, String serverId) {
        return stores.restores().on(tx, serverId).stream()
                .map(each -> usedBy(each) + each.directory())
                .toList();
    }

    private static String usedBy(Restore each) {
        if (each.abandoned()) {
            return "what is left of a restore in ";
        }
        return each.connectionId() == null ? "a restore into " : "an opened restore in ";
    }
}
