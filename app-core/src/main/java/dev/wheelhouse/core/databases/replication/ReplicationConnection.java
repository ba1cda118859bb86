package dev.wheelhouse.core.databases.replication;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.sessions.ReplicationLogin;
import dev.wheelhouse.core.databases.sessions.ReplicationSession;
import dev.wheelhouse.core.databases.sessions.Sessions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Speaks the replication protocol with one server (PostgreSQL manual, "Streaming Replication Protocol"). One command at a
 * time, on one thread; {@link #close} may be called from any and ends a command with {@link ReplicationState#CLOSED}. After
 * an error of the server the next command can be given, unless the state is {@code LOST}, {@code CLOSED},
 * {@code SERVER_STOPPING} or {@code NOT_UNDERSTOOD}.
 */
public final class ReplicationConnection implements ClusterLink {

    private static final Pattern SLOT = Pattern.compile("[a-z0-9_]{1,63}");
    private static final Pattern SETTING = Pattern.compile("[a-z_.]{1,63}");

    private final ReplicationSession session;
    private final WalSenderStream stream;
    private final Clock clock;

    private ReplicationConnection(ReplicationSession session, Clock clock) {
        this.session = session;
        this.stream = new WalSenderStream(session);
        this.clock = clock;
    }

    /**
     * Logs in, over the connection's own way: its tunnel and its TLS.
     *
     * @param connection one of PostgreSQL
     * @param login null for the connection's own
     * @param clock of the times that the server is sent
     * @throws ReplicationException {@code NO_RIGHT}, {@code NOT_ADMITTED}, {@code WRONG_PASSWORD}, {@code NONE_FREE},
     *     {@code SERVER_STOPPING}, {@code LOST}
     * @throws dev.wheelhouse.core.platform.error.AppException when a server in between does not let it through
     */
    public static ReplicationConnection open(
            Sessions sessions, DatabaseConnection connection, @Nullable ReplicationLogin login, Clock clock)
            throws ReplicationException {
        try {
            return new ReplicationConnection(sessions.openReplication(connection, login), clock);
        } catch (SQLException e) {
            String sqlState = e.getSQLState() == null ? "" : e.getSQLState();
            throw new ReplicationException(ReplicationState.of(sqlState, false, ""), e.getMessage(), e);
        }
    }

    @Override
    public int majorVersion() {
        return stream.majorVersion();
    }

    @Override
    public SystemIdentity identify() throws ReplicationException {
        Row row = only(stream.ask("IDENTIFY_SYSTEM"));
        return new SystemIdentity(row.text(0), row.integer(1), row.position(2));
    }

    /**
     * A setting as the server shows it, with its unit.
     *
     * @param setting such as {@code wal_segment_size}
     */
    public String show(String setting) throws ReplicationException {
        return only(stream.ask("SHOW " + plain(SETTING, setting))).text(0);
    }

    @Override
    public TimelineHistory timelineHistory(int timeline) throws ReplicationException {
        Row row = only(stream.ask("TIMELINE_HISTORY " + timeline));
        byte[] content = row.bytes(1);
        if (content == null) {
            throw ReplicationException.notUnderstood("A timeline's history without content.");
        }
        return new TimelineHistory(timeline, row.text(0), new String(content, StandardCharsets.ISO_8859_1));
    }

    @Override
    public void createSlot(String slot) throws ReplicationException {
        createSlot(slot, "");
    }

    @Override
    public void tryToCreateSlot(String slot) throws ReplicationException {
        createSlot(slot, " TEMPORARY");
    }

    private void createSlot(String slot, String kind) throws ReplicationException {
        String option = majorVersion() >= 15 ? "(RESERVE_WAL)" : "RESERVE_WAL";
        stream.ask("CREATE_REPLICATION_SLOT " + plain(SLOT, slot) + kind + " PHYSICAL " + option);
    }

    @Override
    public void dropSlot(String slot) throws ReplicationException {
        stream.ask("DROP_REPLICATION_SLOT " + plain(SLOT, slot));
    }

    @Override
    public BaseBackupEnd baseBackup(BaseBackupRequest request, BaseBackupSink sink)
            throws ReplicationException, IOException {
        return orClose(() -> new BaseBackupReader(stream, sink).read(request));
    }

    @Override
    public void receiveWal(String slot, int timeline, WalPosition from, WalSink sink)
            throws ReplicationException, IOException {
        long segmentBytes = segmentBytes();
        WalReceiver receiver = new WalReceiver(stream, plain(SLOT, slot), sink, clock);
        orClose(() -> {
            NextTimeline next = new NextTimeline(timeline, from);
            while (true) {
                next = receiver.receive(next.timeline(), next.from());
                // Its first segment holds what the last one of the old timeline did.
                next = new NextTimeline(next.timeline(), next.from().segmentStart(segmentBytes));
                sink.beginTimeline(timelineHistory(next.timeline()), next.from());
            }
        });
    }

    @Override
    public long segmentBytes() throws ReplicationException {
        String shown = show("wal_segment_size");
        int digits = shown.length() - 2;
        long unit = shown.endsWith("GB") ? 1L << 30 : shown.endsWith("MB") ? 1L << 20 : 0;
        try {
            return Math.multiplyExact(Long.parseLong(shown.substring(0, Math.max(0, digits))), Math.max(1, unit));
        } catch (NumberFormatException e) {
            throw new ReplicationException(ReplicationState.NOT_UNDERSTOOD, "A segment of " + shown + ".", e);
        }
    }

    private interface Streaming<T> {
        T run() throws ReplicationException, IOException;
    }

    /** The server is in the middle of what a failed sink cannot take. */
    private <T> T orClose(Streaming<T> streaming) throws ReplicationException, IOException {
        try {
            return streaming.run();
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private static Row only(List<Row> rows) throws ReplicationException {
        if (rows.size() != 1) {
            throw ReplicationException.notUnderstood(rows.size() + " rows where one belongs.");
        }
        return rows.getFirst();
    }

    /** Names go into commands as they are, so only plain ones do. */
    private static String plain(Pattern allowed, String name) {
        if (!allowed.matcher(name).matches()) {
            throw new IllegalArgumentException("Not a name: " + name);
        }
        return name;
    }

    @Override
    public void close() {
        session.close();
    }
}
