package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.base.Archives;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.databases.replication.BaseBackupEnd;
import dev.wheelhouse.core.databases.replication.BaseBackupRequest;
import dev.wheelhouse.core.databases.replication.BaseBackupSink;
import dev.wheelhouse.core.databases.replication.BaseBackupStart;
import dev.wheelhouse.core.databases.replication.ClusterFacts;
import dev.wheelhouse.core.databases.replication.ClusterLink;
import dev.wheelhouse.core.databases.replication.ClusterMoment;
import dev.wheelhouse.core.databases.replication.Clusters;
import dev.wheelhouse.core.databases.replication.Compression;
import dev.wheelhouse.core.databases.replication.ReplicationException;
import dev.wheelhouse.core.databases.replication.ReplicationState;
import dev.wheelhouse.core.databases.replication.SlotLoss;
import dev.wheelhouse.core.databases.replication.SlotState;
import dev.wheelhouse.core.databases.replication.SystemIdentity;
import dev.wheelhouse.core.databases.replication.Tablespace;
import dev.wheelhouse.core.databases.replication.TimelineHistory;
import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.databases.replication.WalSink;
import dev.wheelhouse.core.databases.sessions.ReplicationLogin;
import dev.wheelhouse.core.platform.caller.Caller;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A cluster with segments of 1 MiB whose WAL is made of its positions, and that refuses what a test wants refused. */
final class FakeCluster implements Clusters {

    static final long SEGMENT = 1 << 20;
    private static final int CHUNK = 1 << 16;

    final Map<String, WalPosition> slots = new ConcurrentHashMap<>();
    final Map<String, String> settings = new TreeMap<>(
            Map.of("wal_level", "replica", "fsync", "on", "full_page_writes", "on", "max_slot_wal_keep_size", "-1"));
    private final Clock clock;

    volatile String systemIdentifier = "7";
    volatile int majorVersion = 15;
    volatile boolean isStandby;
    volatile boolean isManaged;

    /** What every log-in meets; null for none. */
    volatile @Nullable ReplicationState refusal;

    /** Whose server answers nothing; null for none. */
    volatile @Nullable String refusedUser;

    /** The last that was let in; null for the connection's own. */
    volatile @Nullable ReplicationLogin login;

    /** What every base backup meets; null for none. */
    volatile @Nullable ReplicationState baseRefusal;

    /** Of two: the next log-in counts one down and waits for the other; null for none. */
    final AtomicReference<@Nullable CountDownLatch> gate = new AtomicReference<>();

    /** Whether it sends no WAL for now. */
    volatile boolean holdsWal;

    /** Why it gives its slots up; null while it does not. */
    volatile @Nullable SlotLoss slotLoss;

    /** How often WAL was asked for. */
    final AtomicInteger streams = new AtomicInteger();

    private long position = 2 * SEGMENT;
    private long keptFrom;

    FakeCluster(Clock clock) {
        this.clock = clock;
    }

    /** Writes WAL. */
    synchronized void write(long bytes) {
        position += bytes;
        notifyAll();
    }

    /** Writes to the end of the segment, as a switch does. */
    synchronized void switchSegment() {
        position = (position / SEGMENT + 1) * SEGMENT;
        notifyAll();
    }

    /** Removes the WAL that is written so far. */
    synchronized void forgetWal() {
        keptFrom = position / SEGMENT * SEGMENT;
    }

    synchronized WalPosition position() {
        return new WalPosition(position);
    }

    /** Ends every stream. */
    synchronized void cut() {
        cuts++;
        notifyAll();
    }

    private int cuts;

    @Override
    public ClusterLink open(DatabaseConnection connection, @Nullable ReplicationLogin login)
            throws ReplicationException {
        CountDownLatch closed = gate.getAndSet(null);
        if (closed != null) {
            closed.countDown();
            try {
                closed.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
        ReplicationState refused = refusal;
        if (refused != null) {
            throw new ReplicationException(refused, null, null);
        }
        String user = login == null ? ((Target.Postgres) connection.target()).user() : login.user();
        if (user.equals(refusedUser)) {
            throw new ReplicationException(ReplicationState.LOST, null, null);
        }
        this.login = login;
        return new Link();
    }

    @Override
    public ClusterFacts facts(Caller caller, DatabaseConnection connection) {
        return new ClusterFacts(
                majorVersion, "x86_64", "postgres", isStandby, isManaged, "app", "10.0.0.7", settings, Map.of());
    }

    @Override
    public Map<String, List<Map<String, String>>> ofEachDatabase(Caller caller, DatabaseConnection connection) {
        return Map.of();
    }

    @Override
    public Optional<SlotState> slot(Caller caller, DatabaseConnection connection, String name) {
        WalPosition restart = slots.get(name);
        return restart == null
                ? Optional.empty()
                : Optional.of(new SlotState(true, slotLoss, restart, position().value() - restart.value(), null));
    }

    @Override
    public ClusterMoment moment(Caller caller, DatabaseConnection connection) {
        return new ClusterMoment(clock.instant(), 1000);
    }

    private final class Link implements ClusterLink {

        private volatile boolean closed;

        @Override
        public int majorVersion() {
            return 15;
        }

        @Override
        public SystemIdentity identify() {
            return new SystemIdentity(systemIdentifier, 1, position());
        }

        @Override
        public long segmentBytes() {
            return SEGMENT;
        }

        @Override
        public TimelineHistory timelineHistory(int timeline) {
            throw new AssertionError("The first timeline has none");
        }

        @Override
        public void createSlot(String slot) {
            slots.put(slot, position());
        }

        @Override
        public void tryToCreateSlot(String slot) {
            // It goes with this.
        }

        @Override
        public void dropSlot(String slot) throws ReplicationException {
            if (slots.remove(slot) == null) {
                throw new ReplicationException(ReplicationState.SLOT_MISSING, null, null);
            }
        }

        @Override
        public BaseBackupEnd baseBackup(BaseBackupRequest request, BaseBackupSink sink)
                throws ReplicationException, IOException {
            ReplicationState refused = baseRefusal;
            if (refused != null) {
                throw new ReplicationException(refused, null, null);
            }
            Map<String, byte[]> files = Map.of("PG_VERSION", "15\n".getBytes(StandardCharsets.US_ASCII));
            sink.begin(new BaseBackupStart(position(), 1, List.of(new Tablespace(null, null, 1)), Compression.NONE));
            sink.archive("base.tar");
            byte[] tar = Archives.tar(files);
            sink.data(tar, 0, tar.length);
            sink.manifest();
            byte[] manifest = Archives.manifest(files);
            sink.data(manifest, 0, manifest.length);
            write(100);
            WalPosition end = position();
            switchSegment();
            return new BaseBackupEnd(end, 1);
        }

        @Override
        public void receiveWal(String slot, int timeline, WalPosition from, WalSink sink)
                throws ReplicationException, IOException {
            streams.incrementAndGet();
            if (!slots.containsKey(slot)) {
                throw new ReplicationException(ReplicationState.SLOT_MISSING, null, null);
            }
            long at = from.value();
            int cutsBefore;
            synchronized (FakeCluster.this) {
                cutsBefore = cuts;
                if (at < keptFrom) {
                    throw new ReplicationException(ReplicationState.WAL_REMOVED, null, null);
                }
                if (at > position) {
                    throw new ReplicationException(ReplicationState.NOT_IN_HISTORY, null, null);
                }
            }
            while (true) {
                long to = awaitMore(at, cutsBefore);
                for (; at < to; at += Math.min(CHUNK, to - at)) {
                    byte[] bytes = bytes(at, (int) Math.min(CHUNK, to - at));
                    sink.write(new WalPosition(at), bytes, 0, bytes.length);
                }
                if (!holdsWal) {
                    sink.serverAt(new WalPosition(at), clock.instant());
                }
                slots.put(slot, sink.flush());
            }
        }

        private long awaitMore(long at, int cutsBefore) throws ReplicationException {
            synchronized (FakeCluster.this) {
                long end = System.nanoTime() + 20_000_000;
                while ((position == at || holdsWal) && !closed && cuts == cutsBefore && System.nanoTime() < end) {
                    try {
                        FakeCluster.this.wait(5);
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                        closed = true;
                    }
                }
                if (closed) {
                    throw new ReplicationException(ReplicationState.CLOSED, null, null);
                }
                if (cuts != cutsBefore) {
                    throw new ReplicationException(ReplicationState.LOST, null, null);
                }
                return holdsWal ? at : position;
            }
        }

        @Override
        public void close() {
            closed = true;
            synchronized (FakeCluster.this) {
                FakeCluster.this.notifyAll();
            }
        }
    }

    private static byte[] bytes(long from, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (((from + i) * 0x9E3779B97F4A7C15L) >>> 56);
        }
        return bytes;
    }
}
