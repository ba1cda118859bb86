package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.base.BaseContent;
import dev.wheelhouse.core.backups.base.StoredBaseCheck;
import dev.wheelhouse.core.backups.catalog.BaseCatalog;
import dev.wheelhouse.core.backups.catalog.BaseMeta;
import dev.wheelhouse.core.backups.catalog.DumpCatalog;
import dev.wheelhouse.core.backups.catalog.DumpMeta;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.wal.WalReader;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.JobStatus;
import dev.wheelhouse.core.platform.job.JobTelling;
import dev.wheelhouse.core.platform.job.JobWork;
import dev.wheelhouse.core.platform.store.Transaction;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Reads every object of a base and the WAL without which it is none, or of a dump or a copy, as a job. */
final class VerifyRun implements JobWork {

    private final BackupsConfig parts;
    private final BackupStores stores;
    private final BackupQueue queue;
    private final BackupConfig config;
    private final String runId;
    private @Nullable String loss;

    VerifyRun(BackupsConfig parts, BackupStores stores, BackupQueue queue, BackupConfig config, String runId) {
        this.parts = parts;
        this.stores = stores;
        this.queue = queue;
        this.config = config;
        this.runId = runId;
    }

    @Override
    public String run(JobProgress progress) {
        return new JobTelling(progress)
                .tell(
                        "Reading all of the " + (config.type().isLogical() ? "backup " : "base ") + runId + " in "
                                + config.destination().words() + ".",
                        () -> {
                            try (ObjectStore store = Destinations.open(parts, config)) {
                                return read(store, progress);
                            } catch (IOException e) {
                                throw new AppException(
                                        PlatformError.UPSTREAM_FAILED, String.valueOf(e.getMessage()), e);
                            }
                        });
    }

    private String read(ObjectStore store, JobProgress progress) throws IOException {
        try {
            return config.type().isLogical() ? readDump(store, progress) : readBase(store, progress);
        } catch (IOException e) {
            loss = loss(e);
            throw e;
        }
    }

    /** What a failure says is lost or damaged; null where it only says that all of it was not seen. */
    static @Nullable String loss(IOException failure) {
        if (!(failure instanceof StoreException store)) {
            return null;
        }
        return switch (store.trouble()) {
            case NOT_FOUND, DAMAGED -> store.getMessage();
            case EXISTS, WRONG_KEYS, NO_BUCKET, NOT_ALLOWED, CLOCKS_DIFFER, FULL, AWAY, REFUSED -> null;
        };
    }

    private static LongConsumer counted(JobProgress progress, long[] read, long total) {
        return bytes -> {
            if (progress.isCancelled()) {
                throw new AppException(PlatformError.CANCELLED, "Cancelled.");
            }
            read[0] += bytes;
            progress.report(read[0], total, "Reading the backup");
        };
    }

    private String readDump(ObjectStore store, JobProgress progress) throws IOException {
        DumpCatalog catalog = new DumpCatalog(store, config.id());
        DumpMeta meta = catalog.find(runId);
        long[] read = {0};
        catalog.check(meta, counted(progress, read, meta.storedBytes()));
        return "All of it is as it was stored: %,d MiB in %,d volumes."
                .formatted(read[0] >> 20, meta.volumes().size());
    }

    private String readBase(ObjectStore store, JobProgress progress) throws IOException {
        BaseCatalog catalog = new BaseCatalog(store, config.source().systemIdentifier());
        BaseMeta base = catalog.find(runId);
        BaseContent content = base.content();
        long[] read = {0};
        StoredBaseCheck.run(store, catalog.directory(runId), content, counted(progress, read, content.storedBytes()));
        progress.report(0, null, "Reading its WAL");
        new WalReader(store, base.systemIdentifier(), base.segmentBytes())
                .check(content.start().timeline(), content.start().position(), base.stop());
        return "All of it is as it was stored: %,d MiB in %,d volumes, its manifest, and its WAL."
                .formatted(read[0] >> 20, content.volumes().size());
    }

    @Override
    public void keepEnd(Transaction tx, Job end) {
        BackupConfig locked = stores.configs().lock(tx, config.id()).orElse(null);
        if (locked == null) {
            return;
        }
        if (end.status() == JobStatus.SUCCEEDED && stores.runs().setPassed(tx, runId)) {
            say(tx, locked, EventKind.BACKUP_VERIFIED, null);
        }
        // What goes by a retention meanwhile is no loss.
        if (loss != null && stores.runs().setLost(tx, runId, loss)) {
            if (locked.policy().enabled()) {
                queue.add(tx, locked, RunTrigger.GAP);
            }
            say(tx, locked, EventKind.BACKUP_FAILED, loss);
        }
    }

    private void say(Transaction tx, BackupConfig locked, EventKind kind, @Nullable String error) {
        Map<String, Object> data = new LinkedHashMap<>(Map.of("runId", runId));
        if (error != null) {
            data.put("error", error);
        }
        parts.events()
                .appendOfConsole(tx, locked.organizationId(), locked.actor(), new NewEvent(kind, locked.id(), data));
    }
}
