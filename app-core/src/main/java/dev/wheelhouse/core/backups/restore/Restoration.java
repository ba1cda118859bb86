package dev.wheelhouse.core.backups.restore;

import dev.wheelhouse.core.backups.base.BaseReader;
import dev.wheelhouse.core.backups.catalog.BaseCatalog;
import dev.wheelhouse.core.backups.catalog.BaseMeta;
import dev.wheelhouse.core.backups.plan.RestoreException;
import dev.wheelhouse.core.backups.plan.RestorePlan;
import dev.wheelhouse.core.backups.plan.RestoreTarget;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.wal.WalRange;
import dev.wheelhouse.core.backups.wal.WalReader;
import dev.wheelhouse.core.databases.replication.Tablespace;
import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.platform.host.CommandInput;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One restore into one directory: the base is laid and checked, WAL is fed to a server that recovers there, and the restored
 * cluster has answered in the end. Beside the directory lie {@code <directory>.wal} until then, and
 * {@code <directory>_tablespaces} where the cluster has any. A mark in each of them names the restore for as long as it is
 * not over, so that what a killed console left is known from everything else. For one thread.
 */
public final class Restoration {

    private static final long SPOOL_BYTES = 1L << 30;

    /** For what a server writes while it recovers. */
    private static final long ROOM_BESIDE = 256L << 20;

    /** Takes nothing over that came since the look, such as another restore's; noclobber lets one alone set its mark. */
    private static final String MAKE = """
            id=$1
            directory=$2
            shift 2
            set -C
            mkdir -p "$directory" || exit 1
            [ -z "$(ls -A "$directory")" ] || { echo "It is not empty any more." >&2; exit 1; }
            chmod 700 "$directory" && echo "$id" > "$directory/wheelhouse.restore" || exit 1
            for each; do
              mkdir "$each" && echo "$id" > "$each/wheelhouse.restore" || exit 1
            done
            """;

    /**
     * A server is stopped only when the directory is its own and it began no later than it wrote there: another process
     * that has its number now is younger. One that is missed so, after a change of the clock, ends by itself within a minute
     * of the removal of its {@code postmaster.pid} (PostgreSQL's {@code postmaster.c}).
     *
     * <p>A log that is empty is one of a server that a command is just starting, whose console was cut off from it: it is
     * waited for, as it would be missed else.
     *
     * <p>Each directory goes by its own mark, which goes last, so that what is interrupted can be taken up. What was made
     * beside the directory, and not marked when the machine died, is empty.
     */
    private static final String REMOVE = """
            is_own() { [ "$(cat "$1/wheelhouse.restore" 2> /dev/null)" = "$id" ]; }
            id=$2
            if is_own "$1"; then
              looks=0
              while [ -e "$1/restore.log" ] && [ ! -s "$1/restore.log" ] && [ "$looks" -lt 100 ]; do
                sleep 0.1
                looks=$((looks + 1))
              done
              if { read -r pid; IFS= read -r data; read -r began; } 2> /dev/null < "$1/postmaster.pid" && [ "$data" -ef "$1" ]; then
                age=$(ps -o etime= -p "$pid" | awk -F '[-:]' '{ for (i = 1; i <= NF; i++)
                  seconds = seconds * (NF - i == 2 && NF == 4 ? 24 : 60) + $i; print seconds }')
                if [ -n "$age" ] && [ $(($(date +%s) - age)) -le $((began + 2)) ]; then
                  "$3/pg_ctl" stop -s -m immediate -D "$1"
                fi
              fi
              rmdir "$4" "$5" 2> /dev/null
            fi
            for each in "$4" "$5" "$1"; do
              if is_own "$each"; then
                find -H "$each" -mindepth 1 -maxdepth 1 ! -name wheelhouse.restore -exec rm -rf {} + \
                  && rm -rf "$each/wheelhouse.restore" "$each" || exit 1
              fi
            done
            """;

    /** The directory's own mark goes last: a cluster to keep has all that belongs to it. */
    private static final String CLEAR = """
            rm -rf "$2" && rm -f "$3/wheelhouse.restore" && rm -f "$1/wheelhouse.restore"
            """;

    /** One that goes on being the console's own keeps its mark, by which it is removed. */
    private static final String CLEAR_SPOOL = "rm -rf \"$1\"";

    /** Starts one that a restart of its machine ended; its log was of the time before. */
    private static final String START = """
            [ "$(cat "$1/wheelhouse.restore" 2> /dev/null)" = "$2" ] || { echo "It is not there any more." >&2; exit 1; }
            "$3/pg_ctl" status -D "$1" > /dev/null || "$3/pg_ctl" start -w -s -t 240 -D "$1" -l "$1/restore.log"
            """;

    /** Below those that systems give to whoever connects; proc_net(5) has ports in hexadecimal and 0A for one that listens. */
    private static final String FREE_PORT = """
            if [ -r /proc/net/tcp ]; then
              listens() { cat /proc/net/tcp /proc/net/tcp6 2> /dev/null | grep -q "$(printf ':%04X [0-9A-F]*:0000 0A' "$1")"; }
            else
              listens() { netstat -an | grep -q "[.:]$1 .*LISTEN"; }
            fi
            port=$((20000 + $$ % 10000))
            while listens "$port"; do port=$((port + 1)); done
            echo "$port"
            """;

    private final String id;
    private final RestorePlace place;
    private final BaseMeta base;
    private final RestorePlan plan;

    /** Whether a recovery gets no more WAL than was stored when it was planned. */
    private volatile boolean toPlansEnd;

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
     * @param directory absolute; it does not exist or is empty, and nothing is in the way beside it
     * @param runAs as whom the cluster shall run; null for the one that fits, see {@link RestorePlace#find}
     * @throws RestoreException what does not fit and what to do
     */
    public static Restoration prepare(
            String id, Host host, String directory, @Nullable String runAs, BaseMeta base, RestorePlan plan)
            throws RestoreException {
        long bytes = base.content().unpackedBytes() + Math.min(plan.walBytes(), SPOOL_BYTES) + ROOM_BESIDE;
        String source = base.settings().getOrDefault("data_directory", "");
        RestorePlace place = RestorePlace.find(
                host, directory, new RestorePlace.Needs(base.majorVersion(), base.machine(), bytes, source), runAs, "");
        place.requireWritable();
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
        int port = freePort(place.host());
        Instant lastCommitAt = complete(port, start, store, workers, progress);
        place.host()
                .shell("Clearing up", CLEAR, CommandInput.NONE, place.directory(), place.spool(), place.tablespaces());
        return new Restored(start ? port : null, lastCommitAt);
    }

    /**
     * Who may read a restored cluster.
     *
     * @param role of letters, digits and {@code _}; made in it
     * @param password likewise
     * @param database that it reads
     */
    public record Reader(String role, String password, String database) {

        @Override
        public String toString() {
            return role;
        }
    }

    /**
     * Restores, starts the cluster and admits a role that reads it. {@link #remove} is to be called when it throws, and once
     * nobody wants the cluster any more.
     *
     * @throws RestoreException as {@link #run}
     * @throws IOException of the store
     */
    public Restored open(ObjectStore store, Workers workers, Reader reader, JobProgress progress)
            throws RestoreException, IOException {
        int port = freePort(place.host());
        Instant lastCommitAt = complete(port, true, store, workers, progress);
        new RestoredData(place.host(), place.directory(), port, base.superuser(), progress)
                .admitReader(reader.role(), reader.password(), reader.database(), base.majorVersion());
        place.host().shell("Clearing up", CLEAR_SPOOL, CommandInput.NONE, place.spool());
        return new Restored(port, lastCommitAt);
    }

    private @Nullable Instant complete(
            int port, boolean start, ObjectStore store, Workers workers, JobProgress progress)
            throws RestoreException, IOException {
        RestoredCluster cluster = cluster(port);
        Instant lastCommitAt = bringBack(cluster, port, store, workers, progress);
        cluster.finish();
        if (start) {
            cluster.serve();
        }
        return lastCommitAt;
    }

    /**
     * Restores, looks at what came back, and leaves it for {@link #remove}, which is to be called however this ends.
     *
     * @param statements run at last as the superuser, in one transaction; null for none
     * @param database that those are for
     * @param answered gets how long it took until the cluster answered, once it does
     * @throws RestoreException what went wrong, or what is wrong with the restored cluster
     * @throws IOException of the store
     */
    public RestoredRows rehearse(
            ObjectStore store,
            Workers workers,
            @Nullable String statements,
            String database,
            JobProgress progress,
            Consumer<Duration> answered)
            throws RestoreException, IOException {
        long began = System.nanoTime();
        int port = freePort(place.host());
        bringBack(cluster(port), port, store, workers, progress);
        answered.accept(Duration.ofNanos(System.nanoTime() - began));
        try (CancelByInterrupt _ = new CancelByInterrupt(progress)) {
            RestoredData data = new RestoredData(place.host(), place.directory(), port, base.superuser(), progress);
            data.checkStructure();
            RestoredRows rows = data.countRows();
            if (statements != null) {
                data.run(statements, database);
            }
            return rows;
        }
    }

    private RestoredCluster cluster(int port) {
        return new RestoredCluster(place.host(), place.directory(), new RecoverySettings(port, base.settings()));
    }

    private @Nullable Instant bringBack(
            RestoredCluster cluster, int port, ObjectStore store, Workers workers, JobProgress progress)
            throws RestoreException, IOException {
        make();
        layBase(store, workers, progress);
        try (WalSpool spool = openSpool(store, workers)) {
            return recover(cluster, spool, store, port, progress);
        }
    }

    private void make() throws RestoreException {
        List<String> arguments = new ArrayList<>(List.of(id, place.directory(), place.spool()));
        if (base.content().start().tablespaces().stream().anyMatch(each -> each.oid() != null)) {
            arguments.add(place.tablespaces());
        }
        place.host().shell("Making " + place.directory(), MAKE, CommandInput.NONE, arguments.toArray(String[]::new));
    }

    private void layBase(ObjectStore store, Workers workers, JobProgress progress)
            throws RestoreException, IOException {
        String directory = place.directory();
        BaseReader reader = new BaseReader(
                store,
                new BaseCatalog(store, base.systemIdentifier()).directory(base.runId()),
                base.content(),
                base.checksum(),
                workers.processorThreads());
        StringBuilder map = new StringBuilder();
        for (Tablespace each : base.content().start().tablespaces()) {
            if (each.oid() != null) {
                map.append(each.oid())
                        .append(' ')
                        .append(place.tablespaces())
                        .append('/')
                        .append(each.oid())
                        .append('\n');
            }
        }
        LayingProgress laying = new LayingProgress(progress, base.content().unpackedBytes(), System::nanoTime);
        try (CancelByInterrupt _ = new CancelByInterrupt(progress)) {
            for (String archive : reader.archives()) {
                layArchive(reader, archive, laying);
            }
            reader.check();
        }
        refuseWhenCancelled(progress);
        progress.log("Every file of the base is as it was.");
        if (!map.isEmpty()) {
            place.host().write(directory + "/tablespace_map", map.toString());
        }
    }

    private void layArchive(BaseReader reader, String archive, LayingProgress laying)
            throws RestoreException, IOException {
        try {
            place.host()
                    .pour(
                            "Laying " + archive,
                            "mkdir -p \"$1\" && tar -x -C \"$1\"",
                            tar -> reader.copy(archive, laying.counting(archive, tar)),
                            target(archive));
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            // Unpacking fails before the end of a volume, where its own checksum would name it.
            throw new IOException(
                    "The archive " + archive + " of the base " + base.runId() + " cannot be read: " + e.getMessage(),
                    e);
        }
    }

    /** An archive is the data directory, or named after a tablespace. */
    private String target(String archive) {
        return archive.startsWith("base.")
                ? place.directory()
                : place.tablespaces() + "/" + archive.substring(0, archive.indexOf('.'));
    }

    private WalSpool openSpool(ObjectStore store, Workers workers) throws RestoreException {
        WalReader wal = wal(store);
        return WalSpool.open(
                place.host(), place.spool(), file -> open(wal, file), wal::following, SPOOL_BYTES, workers);
    }

    private @Nullable InputStream open(WalReader wal, String file) throws IOException {
        return toPlansEnd ? wal.open(file, plan.end()) : wal.open(file);
    }

    private WalReader wal(ObjectStore store) {
        return new WalReader(store, base.systemIdentifier(), base.segmentBytes());
    }

    private @Nullable Instant recover(
            RestoredCluster cluster, WalSpool spool, ObjectStore store, int port, JobProgress progress)
            throws RestoreException {
        List<String> users = List.of(Objects.requireNonNullElse(place.host().user(), place.login()));
        PsqlAccess access = new PsqlAccess(place.host(), place.directory(), port, base.superuser());
        progress.report(0, null, "Recovering to " + words(plan.target()));
        RecoveryEnd end = recover(cluster, spool, plan.settings(), users, access, progress);
        RecoveryVerdict verdict = RecoveryVerdict.of(plan.target(), end, isAllFed(spool, store));
        if (verdict == RecoveryVerdict.GO_ON_TO_END) {
            progress.log("Nothing was committed shortly before the target; going to the end of what is stored.");
            // Without a target: what is stored while this runs may lie behind it.
            toPlansEnd = true;
            List<String> toEnd = List.of("recovery_target_timeline = '" + plan.timeline() + "'");
            end = recover(cluster, spool, toEnd, users, access, progress);
            verdict = RecoveryVerdict.of(plan.target(), end, isAllFed(spool, store));
        }
        if (verdict != RecoveryVerdict.REACHED) {
            throw shortOfTarget(end, spool, store);
        }
        progress.log(
                end.lastCommitAt() == null
                        ? "The cluster answers; nothing was committed since the base."
                        : "The cluster answers; its last transaction was committed at " + end.lastCommitAt() + ".");
        return end.lastCommitAt();
    }

    private RecoveryEnd recover(
            RestoredCluster cluster,
            WalSpool spool,
            List<String> target,
            List<String> users,
            ClusterAccess access,
            JobProgress progress)
            throws RestoreException {
        spool.begin();
        cluster.configure(spool.command(), target, users, base.superuser());
        cluster.start();
        RecoveryEnd end = cluster.await(access, spool, progress::isCancelled);
        spool.settle();
        return end;
    }

    /** Whether the server got the WAL up to the plan's end, on the timeline that the plan has there. */
    private boolean isAllFed(WalSpool spool, ObjectStore store) {
        WalReader wal = wal(store);
        WalPosition last = new WalPosition(plan.end().value() - 1).segmentStart(base.segmentBytes());
        int timeline = plan.wal().stream()
                .filter(each -> each.from().compareTo(last) <= 0 && each.to().compareTo(last) > 0)
                .mapToInt(WalRange::timeline)
                .max()
                .orElse(plan.timeline());
        return last.compareTo(base.content().start().position()) < 0
                || spool.served().stream()
                        .map(wal::placeOf)
                        .anyMatch(each -> each != null
                                && each.timeline() >= timeline
                                && each.position().compareTo(last) >= 0);
    }

    private RestoreException shortOfTarget(RecoveryEnd end, WalSpool spool, ObjectStore store) {
        if (!isAllFed(spool, store)) {
            String missing = spool.missing();
            return new RestoreException("The recovery ended before the stored WAL did, which is at " + plan.end()
                    + ": the destination has lost the segment " + (missing == null ? spool.asked() : missing)
                    + ", or it is damaged.");
        }
        return new RestoreException(
                plan.target() instanceof RestoreTarget.Time(Instant at)
                        ? "The recovery went beyond " + at + ", to " + end.lastCommitAt() + "."
                        : "The stored WAL ended before " + words(plan.target()) + " was reached.");
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

    private static int freePort(ClusterHost host) throws RestoreException {
        return Integer.parseInt(host.shell("Looking for a free port", FREE_PORT, CommandInput.NONE)
                .strip());
    }

    /**
     * Stops and removes what a restore made that was not to be; nothing happens where its marks are not.
     *
     * @param runAs see {@link #runAs}
     * @throws RestoreException when that cannot be done now
     */
    public static void remove(String id, Host host, String directory, @Nullable String runAs, String programs)
            throws RestoreException {
        new ClusterHost(host, runAs, programs)
                .shell(
                        "Removing " + directory,
                        REMOVE,
                        CommandInput.NONE,
                        directory,
                        id,
                        programs,
                        RestorePlace.spool(directory),
                        RestorePlace.tablespaces(directory));
    }

    /**
     * Starts the cluster that {@link #open} left, where its server runs no longer.
     *
     * @throws RestoreException when it does not start
     */
    public static void startAgain(String id, Host host, String directory, @Nullable String runAs, String programs)
            throws RestoreException {
        new ClusterHost(host, runAs, programs)
                .shell("Starting " + directory + " again", START, CommandInput.NONE, directory, id, programs);
    }
}
