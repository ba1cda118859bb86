package dev.wheelhouse.api.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.wheelhouse.api.faults.Client.Reply;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;
import dev.wheelhouse.core.testing.Real;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Many clients that read, edit, query and cancel on both products: a hundred in the long form. */
@Isolated
class CrowdedConsoleTest {

    private static final int CLIENTS = 100;
    private static final int FEWER_CLIENTS = 25;

    @TempDir
    Path directory;

    private RunningConsole console;
    private Client client;
    private PostgresDatabase database;
    private List<String> connections;
    private final Queue<String> surprises = new ConcurrentLinkedQueue<>();

    /** What must not grow. */
    private record Held(int threads, long files, long heapBytes) {}

    @BeforeEach
    void start() throws Exception {
        console = RunningConsole.start(directory.resolve("home"));
        client = console.client();
        database = PostgresServer.shared().newDatabase();
        connections =
                List.of(client.addPostgres("Server", database), client.addSqlite("File", directory.resolve("file.db")));
        assertThat(client.query(connections.getFirst(), "CREATE TABLE entry (id serial PRIMARY KEY, client integer)")
                        .status())
                .isEqualTo(200);
        assertThat(client.query(connections.getLast(), "CREATE TABLE entry (id integer PRIMARY KEY, client integer)")
                        .status())
                .isEqualTo(200);
    }

    @AfterEach
    void stop() {
        console.close();
    }

    @Test
    void staysSoundForSeconds() throws Exception {
        crowdFor(FEWER_CLIENTS, Duration.ofSeconds(1), Duration.ofSeconds(2));
    }

    @Test
    @Real
    @Tag("alone")
    void staysSoundWithAHundred() throws Exception {
        crowdFor(CLIENTS, Duration.ofSeconds(3), Duration.ofSeconds(60));
    }

    private void crowdFor(int clients, Duration first, Duration time) throws Exception {
        // What the first use of everything loads and opens is no leak.
        int applied = rush(clients, first);
        Held before = held();
        applied += rush(clients, time);
        Held after = held();

        assertThat(surprises).isEmpty();
        int kept = 0;
        for (String each : connections) {
            kept += Integer.parseInt(client.value(each, "SELECT count(*) FROM entry"));
        }
        assertThat(kept).isEqualTo(applied);
        // Those that stood in for threads held by SQLite end when they had nothing to do for half a minute.
        Awaiting.until("there are no more threads than before", () -> threads() <= before.threads() + 10);
        assertThat(after.files()).isLessThanOrEqualTo(before.files() + 20);
        assertThat(after.heapBytes()).isLessThanOrEqualTo(before.heapBytes() + (24 << 20));
        Awaiting.until("the server works on nothing any more", () -> busyAtServer() == 0);
    }

    /** @return how many edits were answered as applied */
    private int rush(int count, Duration time) throws Exception {
        long end = System.nanoTime() + time.toNanos();
        int applied = 0;
        try (Crowd crowd = new Crowd();
                Client many = client.as(client.token())) {
            List<Future<Integer>> clients = crowd.start(count, number -> {
                Random random = new Random(number);
                int mine = 0;
                while (System.nanoTime() - end < 0) {
                    mine += act(many, crowd, number, random) ? 1 : 0;
                }
                return mine;
            });
            for (Future<Integer> each : clients) {
                applied += Crowd.result(each);
            }
        }
        return applied;
    }

    /** @return whether an edit was applied */
    private boolean act(Client me, Crowd crowd, int number, Random random) throws Exception {
        String connection = connections.get(random.nextInt(2));
        String schema = connection.equals(connections.getFirst()) ? "public" : "main";
        switch (random.nextInt(10)) {
            case 0, 1, 2 -> {
                Reply reply = me.edit(
                        connection,
                        "{\"op\": \"insert\", \"table\": \"entry\", \"values\": {\"client\": " + number + "}}");
                expect(reply, 200, 503);
                return reply.status() == 200;
            }
            case 3, 4, 5 ->
                expect(
                        me.get("/db-connections/" + connection + "/tables/" + schema + "/entry/rows?limit=20"),
                        200,
                        503);
            case 6 -> cancelOne(me, crowd, connection, "client-" + number, random);
            case 7 -> expect(me.get("/db-connections/" + connection + "/history?limit=5"), 200, 503);
            default -> expect(me.query(connection, "SELECT count(*), max(client) FROM entry"), 200, 503);
        }
        return false;
    }

    private void cancelOne(Client me, Crowd crowd, String connection, String id, Random random) throws Exception {
        Future<Reply> endless = crowd.start(() -> me.query(
                connection,
                Sql.ENDLESS,
                ", \"timeoutMs\": " + (20 + random.nextInt(200)) + ", \"queryId\": \"" + id + "\""));
        expect(me.cancel(connection, id), 204, 404);
        expect(endless.get(), 409, 503, 504);
    }

    private void expect(Reply reply, int... statuses) {
        for (int each : statuses) {
            if (reply.status() == each) {
                return;
            }
        }
        surprises.add(reply.status() + " " + reply.body());
    }

    private Held held() throws Exception {
        Awaiting.until("the server works on nothing any more", () -> busyAtServer() == 0);
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return new Held(threads(), openFiles(), least);
    }

    private static int threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }

    private static long openFiles() {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        return system instanceof UnixOperatingSystemMXBean unix ? unix.getOpenFileDescriptorCount() : 0;
    }

    private int busyAtServer() throws Exception {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM pg_stat_activity WHERE datname ="
                        + " current_database() AND pid <> pg_backend_pid() AND state <> 'idle'")) {
            row.next();
            return row.getInt(1);
        }
    }
}
