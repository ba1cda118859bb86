package dev.wheelhouse.core.backups.restore;

import dev.wheelhouse.core.backups.base.BaseReader;
import dev.wheelhouse.core.backups.catalog.BaseCatalog;
import dev.wheelhouse.core.backups.catalog.BaseMeta;
import dev.wheelhouse.core.backups.plan.RestoreException;
import dev.wheelhouse.core.backups.plan.RestorePlan;
import dev.wheelhouse.core.backups.plan.RestoreTarget;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.wal.WalReader;
import dev.wheelhouse.core.databases.replication.Tablespace;
import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.platform.host.CommandInput;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One restore into one directory: the base is laid and checked, WAL is fed to a server that recovers there, and the restored
 * cluster has answered in the end. Beside the directory lie {@code <directory>.wal} until then, and
 * {@code <directory>_tablespaces} where the cluster has any. A mark in the directory names the restore for as long as it is
 * not over, so that what a killed console left is known from everything else. For one thread.
 */
public final class Restoration {

    private static final String MARK = "wheelhouse.restore";
    private static final String TABLESPACES = "_tablespaces";
    private static final String SPOOL = ".wal";
    private static final long SPOOL_BYTES = 1L << 30;

    /** For what a server writes while it recovers. */
    private static final long ROOM_BESIDE = 256L << 20;

    private static final String REMOVE = """
            [ "$(cat "$1/wheelhouse.restore" 2> /dev/null)" = "$2" ] || exit 0
            pid=$(head -n 1 "$1/postmaster.pid" 2> /dev/null)
            case "$(ps -o args= -p "${pid:-0}" 2> /dev/null)" in
              *"-D $1"*) "$3/pg_ctl" stop -s -m immediate -D "$1" ;;
            esac
            rm -rf "$1.wal" "$1_tablespaces" "$1"
            """;

    private final String id;
    private final RestorePlace place;
    private final BaseMeta base;
    private final RestorePlan plan;

    private Restoration(String id, RestorePlace place, BaseMeta base, RestorePlan plan) {
        this.id = id;
        this.place = place;
        this.base = base;
        this.plan = plan;
    }

    /**
     * What came of it.
     *
     * @param port on loopback; null when the cluster was not started again
     * @param lastCommitAt of the last transaction that was brought back; null for none since the base
     */
    public record Restored(@Nullable Integer port, @Nullable Instant lastCommitAt) {}

    /**
     * Looks whether a restore can be made, and writes nothing.
     *
     * @param id names it in its mark
     * @param directory absolute; it does not exist or is empty
     * @throws RestoreException what does not fit and what to do
     */
    public static Restoration prepare(String id, Host host, String directory, BaseMeta base, RestorePlan plan)
            throws RestoreException {
        long bytes = base.content().unpackedBytes() + Math.min(plan.walBytes(), SPOOL_BYTES) + ROOM_BESIDE;
        RestorePlace place = RestorePlace.find(
                host, directory, new RestorePlace.Needs(base.majorVersion(), base.machine(), bytes), null, "");
        return new Restoration(id, place, base, plan);
    }

    /** As whom the cluster runs; null for the console's own user. */
    public @Nullable String runAs() {
        return place.host().user();
    }

    /** The machine. */
    public Host host() {
        return place.host().host();
    }

    /** The directory of PostgreSQL's programs that are used. */
    public String programs() {
        return place.host().programs();
    }

    /**
     * Restores. When it throws, {@link #remove} is to be called.
     *
     * @param start whether the cluster is to run in the end
     * @throws RestoreException what went wrong, with the file, the object or the setting at fault
     * @throws IOException of the store
     */
    public Restored run(ObjectStore store, Workers workers, boolean start, JobProgress progress)
            throws RestoreException, IOException {
        String directory = place.directory();
        ClusterHost host = place.host();
        host.shell(
                "Making " + directory,
                "mkdir -p \"$1\" && chmod 700 \"$1\" && echo \"$2\" > \"$1/" + MARK + "\"",
                CommandInput.NONE,
                directory,
                id);
        layBase(store, progress);
        int port = freePort();
        RestoredCluster cluster = new RestoredCluster(host, directory, new RecoverySettings(port, base.settings()));
        Instant lastCommitAt;
        try (WalSpool spool = openSpool(store, workers)) {
            lastCommitAt = recover(cluster, spool, store, port, progress);
        }
        cluster.finish();
        if (start) {
            cluster.serve();
        }
        host.shell("Clearing up", "rm -rf \"$1" + SPOOL + "\" \"$1/" + MARK + "\"", CommandInput.NONE, directory);
        return new Restored(start ? port : null, lastCommitAt);
    }

    private void layBase(ObjectStore store, JobProgress progress) throws RestoreException, IOException {
        String directory = place.directory();
        BaseReader reader = new BaseReader(
                store,
                new BaseCatalog(store, base.systemIdentifier()).directory(base.runId()),
                base.content(),
                base.checksum());
        StringBuilder map = new StringBuilder();
        for (Tablespace each : base.content().start().tablespaces()) {
            if (each.oid() != null) {
                map.append(each.oid())
                        .append(' ')
                        .append(directory)
                        .append(TABLESPACES)
                        .append('/')
                        .append(each.oid())
                        .append('\n');
            }
        }
        int done = 0;
        for (String archive : reader.archives()) {
            progress.report(done, (long) reader.archives().size(), "Laying " + archive);
            done++;
            refuseWhenCancelled(progress);
            place.host()
                    .pour(
                            "Laying " + archive,
                            "mkdir -p \"$1\" && tar -x -C \"$1\"",
                            tar -> reader.copy(archive, tar),
                            target(archive));
        }
        reader.check();
        progress.log("Every file of the base is as it was.");
        if (!map.isEmpty()) {
            place.host().write(directory + "/tablespace_map", map.toString());
        }
    }

    /** An archive is the data directory, or named after a tablespace. */
    private String target(String archive) {
        return archive.startsWith("base.")
                ? place.directory()
                : place.directory() + TABLESPACES + "/" + archive.substring(0, archive.indexOf('.'));
    }

    private WalSpool openSpool(ObjectStore store, Workers workers) throws RestoreException {
        WalReader wal = wal(store);
        return WalSpool.open(place.host(), place.directory() + SPOOL, wal::open, wal::following, SPOOL_BYTES, workers);
    }

    private WalReader wal(ObjectStore store) {
        return new WalReader(store, base.systemIdentifier(), base.segmentBytes());
    }

    private @Nullable Instant recover(
            RestoredCluster cluster, WalSpool spool, ObjectStore store, int port, JobProgress progress)
            throws RestoreException {
        String user = place.host().user();
        List<String> users = List.of(user == null ? Objects.requireNonNull(System.getProperty("user.name")) : user);
        PsqlAccess access = new PsqlAccess(place.host(), place.directory(), port, base.superuser());
        progress.report(0, null, "Recovering to " + words(plan.target()));
        cluster.configure(spool.command(), plan.settings(), users, base.superuser());
        cluster.start();
        RecoveryEnd end = cluster.await(access, spool, progress::isCancelled);
        boolean isLatest = plan.target() instanceof RestoreTarget.Latest;
        if (!end.reachedTarget()) {
            if (!(plan.target() instanceof RestoreTarget.Time(Instant at))) {
                throw new RestoreException("The stored WAL ended before " + words(plan.target()) + " was reached.");
            }
            // Nothing was committed between the last stored transaction and the target, and then no record says that
            // the
            // target is reached.
            requireAllFed(spool, store);
            progress.log("Nothing was committed shortly before the target; going to the end of what is stored.");
            cluster.configure(
                    spool.command(),
                    List.of("recovery_target_timeline = '" + plan.timeline() + "'"),
                    users,
                    base.superuser());
            cluster.start();
            end = cluster.await(access, spool, progress::isCancelled);
            Instant last = end.lastCommitAt();
            if (!end.reachedTarget() || (last != null && last.isAfter(at))) {
                throw new RestoreException("The recovery went beyond " + at + ", to " + last + ".");
            }
        }
        if (isLatest) {
            requireAllFed(spool, store);
        }
        progress.log(
                end.lastCommitAt() == null
                        ? "The cluster answers; nothing was committed since the base."
                        : "The cluster answers; its last transaction was committed at " + end.lastCommitAt() + ".");
        return end.lastCommitAt();
    }

    /** A segment that the store has lost ends a recovery as the end of WAL does. */
    private void requireAllFed(WalSpool spool, ObjectStore store) throws RestoreException {
        WalReader wal = wal(store);
        WalPosition last = new WalPosition(plan.end().value() - 1).segmentStart(base.segmentBytes());
        boolean isFed = last.compareTo(base.content().start().position()) < 0
                || spool.served().stream()
                        .map(wal::startOf)
                        .anyMatch(each -> each != null && each.compareTo(last) >= 0);
        if (!isFed) {
            throw new RestoreException("The recovery ended before the stored WAL did, which is at " + plan.end()
                    + ": the destination has lost the segment " + spool.asked() + ", or it is damaged.");
        }
    }

    private static String words(RestoreTarget target) {
        return switch (target) {
            case RestoreTarget.Latest() -> "the end of what is stored";
            case RestoreTarget.Time(Instant at) -> at.toString();
            case RestoreTarget.Position(WalPosition at) -> at.toString();
            case RestoreTarget.BeforeTransaction(long id) -> "just before the transaction " + id;
        };
    }

    private static void refuseWhenCancelled(JobProgress progress) throws RestoreException {
        if (progress.isCancelled()) {
            throw new RestoreException("It was cancelled.");
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }

    /**
     * Stops and removes what a restore made that was not to be; nothing happens where its mark is not.
     *
     * @param runAs see {@link #runAs}
     * @throws RestoreException when that cannot be done now
     */
    public static void remove(String id, Host host, String directory, @Nullable String runAs, String programs)
            throws RestoreException {
        new ClusterHost(host, runAs, programs)
                .shell("Removing " + directory, REMOVE, CommandInput.NONE, directory, id, programs);
    }
}
