package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.plan.RestoreException;
import dev.wheelhouse.core.backups.restore.Restoration;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.JobTelling;
import dev.wheelhouse.core.platform.job.JobWork;
import dev.wheelhouse.core.platform.store.Transaction;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Makes a restore, as a job. What comes to nothing is removed. */
final class RestoreRun implements JobWork {

    /** What a restore is among the jobs. */
    static final String JOB_KIND = "restore";

    private static final System.Logger LOG = System.getLogger(RestoreRun.class.getName());

    private final BackupsConfig parts;
    private final BackupStores stores;
    private final Restores restores;
    private final Restores.Prepared prepared;
    private final boolean start;
    private final @Nullable OpenedPast opened;
    private final CompletableFuture<RestoreResult> over = new CompletableFuture<>();
    private Restoration.@Nullable Restored restored;
    private @Nullable String connectionId;
    private @Nullable String error;

    /** @param opened what the cluster becomes; null for no connection */
    RestoreRun(
            BackupsConfig parts,
            BackupStores stores,
            Restores restores,
            Restores.Prepared prepared,
            boolean start,
            @Nullable OpenedPast opened) {
        this.parts = parts;
        this.stores = stores;
        this.restores = restores;
        this.prepared = prepared;
        this.start = start;
        this.opened = opened;
    }

    Restores.Prepared prepared() {
        return prepared;
    }

    /** What came of it, once it is over. */
    CompletableFuture<RestoreResult> result() {
        return over;
    }

    @Override
    public String run(JobProgress progress) {
        // It looks itself whether it is cancelled, but while the base is laid: an interrupt leaves a command half done.
        progress.onCancel(() -> {});
        return new JobTelling(progress)
                .tell(
                        "Restoring the base " + prepared.base().runId() + " into " + prepared.directory() + " on "
                                + prepared.server().name() + ".",
                        () -> make(progress));
    }

    private String make(JobProgress progress) {
        BackupConfig config = prepared.config();
        try (ObjectStore store = Destinations.open(parts, config)) {
            Restoration.Restored made = opened == null
                    ? prepared.made().run(store, parts.workers(), start, progress)
                    : prepared.made().open(store, parts.workers(), opened.reader(), progress);
            Integer port = made.port();
            connectionId = opened == null || port == null ? null : connect(opened, port);
            restored = made;
            Map<String, Object> result =
                    new LinkedHashMap<>(Map.of("serverId", prepared.server().id(), "directory", prepared.directory()));
            if (port != null) {
                result.put("port", port);
            }
            if (connectionId != null) {
                result.put("connectionId", connectionId);
            }
            progress.result(result);
            String place = prepared.directory() + " on " + prepared.server().name();
            if (opened != null) {
                return "The restored cluster is open as the connection " + opened.name() + "; it lies in " + place
                        + " until that is deleted.";
            }
            return port == null
                    ? "The restored cluster lies in " + place + "."
                    : "The restored cluster answers on port " + port + "; it lies in " + place + ".";
        } catch (RestoreException | IOException e) {
            throw new AppException(PlatformError.UPSTREAM_FAILED, String.valueOf(e.getMessage()), e);
        }
    }

    /** The row goes with the connection from now on, whatever becomes of this job. */
    private String connect(OpenedPast past, int port) {
        String serverId = prepared.server().id();
        return parts.connections()
                .create(
                        past.caller(),
                        past.draft(serverId.equals(parts.homeId()) ? null : serverId, port),
                        past.reader().password(),
                        (tx, connection) -> stores.restores().setConnection(tx, prepared.id(), connection.id()))
                .id();
    }

    @Override
    public void keepEnd(Transaction tx, Job end) {
        Restore row = stores.restores().findByJob(tx, end.id()).orElse(null);
        error = restored == null ? Objects.requireNonNullElse(end.error(), String.valueOf(end.message())) : null;
        if (row == null) {
            return;
        }
        if (restored == null) {
            stores.restores().abandon(tx, row.id());
        } else if (opened == null) {
            stores.restores().delete(tx, row.id());
        }
        say(parts, tx, row, error);
    }

    /** @param error null when it succeeded */
    static void say(BackupsConfig parts, Transaction tx, Restore row, @Nullable String error) {
        Map<String, Object> data = new LinkedHashMap<>(
                Map.of("runId", row.runId(), "serverId", row.serverId(), place(row.type()), row.directory()));
        if (error != null) {
            data.put("error", error);
        }
        EventKind kind = error == null ? EventKind.RESTORE_SUCCEEDED : EventKind.RESTORE_FAILED;
        parts.events().appendOfConsole(tx, row.organizationId(), new NewEvent(kind, row.configId(), data));
    }

    private static String place(BackupType type) {
        return switch (type) {
            case PITR -> "directory";
            case DUMP -> "database";
            case SQLITE -> "path";
        };
    }

    @Override
    public void over() {
        if (restored != null) {
            over.complete(new RestoreResult(
                    true, null, prepared.directory(), restored.port(), connectionId, restored.lastCommitAt()));
            return;
        }
        try {
            restores.removeLeft(prepared);
        } finally {
            over.complete(RestoreResult.refused(
                    error == null ? "How the restore ended could not be kept; its log says more." : error));
        }
    }

    /**
     * Removes a directory that is not to be, and the row with it; what cannot be done now is tried again.
     *
     * @return whether it is gone
     */
    static boolean remove(BackupsConfig parts, BackupStores stores, Restore row, Host host) {
        try {
            Restoration.remove(row.id(), host, row.directory(), row.runAs(), row.programs());
            parts.store().change(tx -> stores.restores().delete(tx, row.id()));
            return true;
        } catch (RestoreException | AppException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "What is left of a restore in " + row.directory() + " cannot be removed yet: " + e.getMessage());
            return false;
        }
    }
}
