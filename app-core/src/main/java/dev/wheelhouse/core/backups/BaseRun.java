package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.base.BaseBackupWriter;
import dev.wheelhouse.core.backups.base.BaseContent;
import dev.wheelhouse.core.backups.catalog.BaseCatalog;
import dev.wheelhouse.core.backups.catalog.BaseMeta;
import dev.wheelhouse.core.backups.plan.StoredEnd;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.wal.WalGap;
import dev.wheelhouse.core.backups.wal.WalReader;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.replication.BaseBackupEnd;
import dev.wheelhouse.core.databases.replication.BaseBackupRequest;
import dev.wheelhouse.core.databases.replication.ClusterFacts;
import dev.wheelhouse.core.databases.replication.ClusterLink;
import dev.wheelhouse.core.databases.replication.ClusterMoment;
import dev.wheelhouse.core.databases.replication.Compression;
import dev.wheelhouse.core.databases.replication.ManifestChecksum;
import dev.wheelhouse.core.databases.replication.ReplicationException;
import dev.wheelhouse.core.databases.replication.SystemIdentity;
import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.databases.sessions.ReplicationLogin;
import dev.wheelhouse.core.platform.console.Lease;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.JobTelling;
import dev.wheelhouse.core.platform.job.JobWork;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.store.Transaction;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Makes a base, as a job: takes it from the cluster, waits until its WAL is stored, and completes it. */
final class BaseRun implements JobWork {

    /** What a run is among the jobs. */
    static final String JOB_KIND = "base_backup";

    private static final System.Logger LOG = System.getLogger(BaseRun.class.getName());

    /** After which the store is asked although nothing says that more is in it. */
    private static final Duration STORE_LOOK = Duration.ofSeconds(5);

    /** How long WAL may take to reach the store without any of it coming. */
    private static final Duration PATIENCE = Duration.ofHours(2);

    private final BackupsConfig parts;
    private final BackupStores stores;
    private final BackupTimer timer;
    private final BackupConfig config;
    private final Lease lease;
    private final BackupRun run;
    private final Runnable ended;
    private @Nullable BaseMeta made;

    /**
     * @param lease without which the base does not become complete
     * @param ended runs once it is over
     */
    BaseRun(
            BackupsConfig parts,
            BackupStores stores,
            BackupTimer timer,
            BackupConfig config,
            Lease lease,
            BackupRun run,
            Runnable ended) {
        this.parts = parts;
        this.stores = stores;
        this.timer = timer;
        this.config = config;
        this.lease = lease;
        this.run = run;
        this.ended = ended;
    }

    @Override
    public String run(JobProgress progress) throws InterruptedException {
        return new JobTelling(progress)
                .tell(
                        "Making the base " + run.id() + " in "
                                + config.destination().words() + ".",
                        () -> make(progress));
    }

    private String make(JobProgress progress) {
        try (ObjectStore store = Destinations.open(parts, config)) {
            return make(progress, store);
        } catch (ReplicationException | IOException e) {
            throw new AppException(PlatformError.UPSTREAM_FAILED, String.valueOf(e.getMessage()), e);
        }
    }

    private String make(JobProgress progress, ObjectStore store) throws ReplicationException, IOException {
        BaseCatalog catalog = new BaseCatalog(store, config.source().systemIdentifier());
        try {
            BaseMeta meta = take(progress, store, catalog);
            progress.log("The cluster's files are stored: %,d files of %,d MiB in %,d MiB."
                    .formatted(
                            meta.content().files(),
                            meta.content().unpackedBytes() >> 20,
                            meta.content().storedBytes() >> 20));
            awaitWal(progress, store, meta);
            requireLease();
            catalog.complete(meta);
            made = meta;
            return "The base is complete; the earliest second that it leads to is " + meta.stoppedAt() + ".";
        } catch (ReplicationException | IOException | RuntimeException e) {
            removeQuietly(catalog);
            throw e;
        }
    }

    private void requireLease() {
        parts.store().change(tx -> parts.leases().require(tx, lease));
    }

    /** What stays all the same goes when its configuration is cleaned up next. */
    private void removeQuietly(BaseCatalog catalog) {
        try {
            catalog.removeUnfinished(run.id());
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.INFO, "What was stored of " + run.id() + " stays for now", e);
        }
    }

    private DatabaseConnection connection() {
        return parts.connections()
                .find(config.organizationId(), config.source().databaseId())
                .orElseThrow(() -> new AppException(
                        PlatformError.STATE_INVALID, "The connection that leads to the cluster is gone."));
    }

    private BaseMeta take(JobProgress progress, ObjectStore store, BaseCatalog catalog)
            throws ReplicationException, IOException {
        DatabaseConnection connection = connection();
        String directory = catalog.directory(run.id());
        ReplicationLogin login = DestinationKeys.login(
                parts.vault(), config.id(), config.source().loginUser());
        ClusterFacts facts = parts.clusters().facts(config.caller(), connection);
        try (ClusterLink link = parts.clusters().open(connection, login)) {
            progress.onCancel(link::close);
            requireSame(link.identify());
            BaseBackupEnd end;
            BaseContent content;
            try (BaseBackupWriter writer = new BaseBackupWriter(
                    store,
                    directory,
                    BaseBackupWriter.VOLUME_BYTES,
                    ManifestChecksum.CRC32C,
                    parts.workers().processorThreads(),
                    (done, total) -> progress.report(done, total, "Storing the cluster's files"))) {
                end = link.baseBackup(
                        new BaseBackupRequest(
                                "Wheelhouse " + run.id(),
                                List.of(Compression.ZSTD, Compression.GZIP),
                                ManifestChecksum.CRC32C),
                        writer);
                content = writer.finish();
            }
            ClusterMoment moment = parts.clusters().moment(config.caller(), connection);
            storeFacts(store, directory, connection, facts);
            return new BaseMeta(
                    run.id(),
                    config.source().systemIdentifier(),
                    facts.majorVersion(),
                    facts.machine(),
                    facts.superuser(),
                    config.source().segmentBytes(),
                    content,
                    ManifestChecksum.CRC32C,
                    end.position(),
                    moment.at(),
                    moment.nextTransaction(),
                    facts.settings());
        }
    }

    private void requireSame(SystemIdentity identity) {
        if (!identity.systemIdentifier().equals(config.source().systemIdentifier())) {
            throw new AppException(PlatformError.STATE_INVALID, "Another cluster answers at this address now.");
        }
    }

    /** What the base does not hold, beside it. */
    private void storeFacts(ObjectStore store, String directory, DatabaseConnection connection, ClusterFacts facts)
            throws StoreException {
        Map<String, List<Map<String, String>>> more = new TreeMap<>(facts.more());
        more.putAll(parts.clusters().ofEachDatabase(config.caller(), connection));
        store.create(directory + "cluster.json", Json.write(more).getBytes(StandardCharsets.UTF_8));
    }

    private void awaitWal(JobProgress progress, ObjectStore store, BaseMeta meta) throws IOException {
        progress.report(0, null, "Waiting until its WAL is stored");
        WalReader wal = new WalReader(store, meta.systemIdentifier(), meta.segmentBytes());
        int timeline = meta.content().start().timeline();
        WalPosition from = meta.content().start().position();
        long coming = System.nanoTime();
        long asked = coming - STORE_LOOK.toNanos();
        StoredEnd seen = null;
        while (true) {
            StoredEnd end = stored();
            if (!Objects.equals(end, seen) || System.nanoTime() - asked > STORE_LOOK.toNanos()) {
                requireLease();
                seen = end;
                asked = System.nanoTime();
                WalPosition missing = wal.firstMissing(timeline, from, meta.stop());
                if (missing == null) {
                    return;
                }
                if (missing.compareTo(from) > 0) {
                    from = missing;
                    coming = asked;
                }
                refuseNewTimeline(end, timeline);
            }
            if (progress.isCancelled()) {
                throw new AppException(PlatformError.CANCELLED, "Cancelled.");
            }
            refuseGap(meta);
            if (System.nanoTime() - coming > PATIENCE.toNanos()) {
                throw new AppException(
                        PlatformError.UPSTREAM_TIMEOUT,
                        "Its WAL from " + from + " on did not reach the destination in " + PATIENCE.toHours()
                                + " hours.");
            }
            LockSupport.parkNanos(parts.pace().wal().toNanos());
        }
    }

    /** Up to where WAL is stored, as far as that is known; null before anything is. */
    private @Nullable StoredEnd stored() {
        return parts.store()
                .read(tx -> stores.progress().find(tx, config.id()))
                .map(BackupProgress::end)
                .orElse(null);
    }

    /** Once WAL of a later timeline is stored, none of this one comes any more. */
    private static void refuseNewTimeline(@Nullable StoredEnd end, int timeline) {
        if (end != null && end.timeline() > timeline) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "The cluster went on with a new timeline before this base's WAL was whole. Another one is made.");
        }
    }

    private void refuseGap(BaseMeta meta) {
        List<WalGap> gaps = parts.store().read(tx -> stores.gaps().all(tx, config.id()));
        WalPosition start = meta.content().start().position();
        for (WalGap each : gaps) {
            if (each.from().compareTo(meta.stop()) < 0 && each.to().compareTo(start) > 0) {
                throw new AppException(
                        PlatformError.STATE_INVALID,
                        "WAL from " + each.from() + " to " + each.to()
                                + " is missing, which this base needs. Another one is made.");
            }
        }
    }

    @Override
    public void keepEnd(Transaction tx, Job end) {
        RunStatus status = switch (end.status()) {
            case SUCCEEDED -> RunStatus.SUCCEEDED;
            case CANCELLED -> RunStatus.CANCELLED;
            case FAILED, QUEUED, RUNNING -> RunStatus.FAILED;
        };
        Long bytes = made == null ? null : (Long) made.content().storedBytes();
        settle(parts, stores, timer, tx, run, status, bytes, end.error());
    }

    @Override
    public void over() {
        ended.run();
    }

    /** Ends a run's row, and says so. */
    static void settle(
            BackupsConfig parts,
            BackupStores stores,
            BackupTimer timer,
            Transaction tx,
            BackupRun run,
            RunStatus status,
            @Nullable Long sizeBytes,
            @Nullable String error) {
        boolean ended = stores.runs()
                .end(
                        tx,
                        run.id(),
                        RunStatus.RUNNING,
                        status,
                        sizeBytes,
                        error,
                        parts.clock().instant());
        BackupConfig config = stores.configs().lock(tx, run.configId()).orElse(null);
        if (!ended || config == null || status == RunStatus.CANCELLED) {
            return;
        }
        Map<String, Object> data = new LinkedHashMap<>(Map.of("runId", run.id()));
        if (sizeBytes != null) {
            data.put("sizeBytes", sizeBytes);
        }
        if (status == RunStatus.FAILED) {
            data.put("error", String.valueOf(error));
            if (config.policy().enabled()) {
                timer.retry(tx, config);
            }
        }
        EventKind kind = status == RunStatus.FAILED ? EventKind.BACKUP_FAILED : EventKind.BACKUP_SUCCEEDED;
        parts.events().appendOfConsole(tx, run.organizationId(), config.actor(), new NewEvent(kind, config.id(), data));
    }
}
