package dev.wheelhouse.api.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.faults.Client.Reply;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.DebianPostgres;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.Real;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** More than the whole heap of a console through it. */
@Real
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LargeResultTest {

    private static final int ROWS = 1_000_000;
    private static final String BIG = big(ROWS);
    private static final String BIG_SQLITE = bigSqlite(ROWS);
    private static final long HEAP_GROWTH = 64L << 20;
    private static final Pattern TOTAL = Pattern.compile("Total +[0-9]+ +([0-9]+)");

    @TempDir
    private static Path directory;

    private DebianPostgres server;
    private PostgresDatabase database;
    private ConsoleProcess console;
    private Client client;
    private String postgres;
    private String sqlite;

    @BeforeAll
    void start() throws Exception {
        server = DebianPostgres.start("fsync=off");
        database = server.newDatabase();
        console = ConsoleProcess.start(directory.resolve("home"), "-Xmx256m", "-XX:+UseSerialGC");
        client = console.client();
        postgres = client.addPostgres("Server", database);
        sqlite = client.addSqlite("File", directory.resolve("file.db"));
    }

    @AfterAll
    void stop() throws Exception {
        // Also of a start that failed half-way.
        for (AutoCloseable each : Arrays.asList(client, console, server)) {
            if (each != null) {
                each.close();
            }
        }
    }

    @Test
    void aQueryIsCut() throws Exception {
        assertThat(client.query(postgres, "CREATE TABLE big AS " + BIG).status())
                .isEqualTo(200);
        long before = liveHeap();
        for (String connection : List.of(postgres, sqlite)) {
            String sql = connection.equals(postgres) ? "SELECT * FROM big" : BIG_SQLITE;
            Reply reply = client.query(connection, sql);
            assertThat(reply.status()).as(reply.body()).isEqualTo(200);
            assertThat(reply.json().path("truncated").asBoolean()).isTrue();
            assertThat(reply.json().path("rowCount").asInt()).isEqualTo(1000);
        }
        assertThat(liveHeap() - before).isLessThan(HEAP_GROWTH);
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "json", "ndjson", "sql"})
    void anExportStreamsAllOfItInConstantMemory(String format) throws Exception {
        // At a landing more than the heap.
        int rows = LongRun.of(300_000, ROWS);
        assertStreams(postgres, big(rows), format, rows);
        assertStreams(sqlite, bigSqlite(rows), format, rows);
    }

    /** A kilobyte a row. */
    private static String big(int rows) {
        return "SELECT i, repeat('x', 1000) AS filler FROM generate_series(1, " + rows + ") AS i";
    }

    private static String bigSqlite(int rows) {
        return "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT " + rows
                + ") SELECT i, hex(zeroblob(500)) AS filler FROM n";
    }

    private void assertStreams(String connection, String sql, String format, int rows) throws Exception {
        long before = liveHeap();
        HttpResponse<InputStream> answer = client.http()
                .send(
                        client.postRequest("/db-connections/" + connection + "/export", body(sql, format))
                                .build(),
                        BodyHandlers.ofInputStream());
        assertThat(answer.statusCode()).isEqualTo(200);
        long most = 0;
        long bytes = 0;
        long measureAt = 200L << 20;
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = answer.body()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                bytes += read;
                if (bytes > measureAt) {
                    measureAt += 200L << 20;
                    most = Math.max(most, liveHeap());
                }
            }
        }
        assertThat(bytes).isGreaterThan(rows * 1000L);
        assertThat(most - before).as("live heap while a " + format + " streams").isLessThan(HEAP_GROWTH);
    }

    @Test
    void aReaderThatGoesAwayFreesItsSession() throws Exception {
        for (String connection : List.of(postgres, sqlite)) {
            String sql = connection.equals(postgres) ? BIG : BIG_SQLITE;
            // More than may run at once: each place must come back.
            for (int i = 0; i < 12; i++) {
                try (Socket reader = beginExport(connection, sql)) {
                    assertThat(reader.getInputStream().readNBytes(4096))
                            .startsWith("HTTP/1.1 200".getBytes(StandardCharsets.US_ASCII));
                }
            }
            Awaiting.until(
                    "all places are free",
                    () -> client.query(connection, "SELECT 1").status() == 200);
        }
        Awaiting.until("the server works on nothing any more", () -> busyAtServer() == 0);
    }

    @Test
    void slowReadersHoldUpNobodyElse() throws Exception {
        List<Socket> readers = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                readers.add(beginExport(postgres, BIG));
                readers.add(beginExport(sqlite, BIG_SQLITE));
            }
            for (Socket each : readers) {
                assertThat(each.getInputStream().readNBytes(1024)).hasSize(1024);
            }
            String other = client.addSqlite("Other", directory.resolve("other.db"));
            Reply fifth = client.post("/db-connections/" + other + "/export", body("SELECT 1 AS a", "csv"));
            assertThat(fifth.status()).as(fifth.body()).isEqualTo(503);
            for (String connection : List.of(postgres, sqlite, other)) {
                for (int i = 0; i < 20; i++) {
                    assertThat(client.value(connection, "SELECT 7")).isEqualTo("7");
                }
            }
            assertThat(client.get("/health").status()).isEqualTo(200);
        } finally {
            for (Socket each : readers) {
                each.close();
            }
        }
        Awaiting.until("the server works on nothing any more", () -> busyAtServer() == 0);
    }

    private Socket beginExport(String connection, String sql) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(8192);
        socket.setSoTimeout(20_000);
        socket.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), console.port()));
        byte[] body = body(sql, "csv").getBytes(StandardCharsets.UTF_8);
        String head = "POST /api/v1/db-connections/" + connection + "/export HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + "Authorization: Bearer " + client.token() + "\r\nContent-Type: application/json\r\n"
                + "Content-Length: " + body.length + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().write(body);
        socket.getOutputStream().flush();
        return socket;
    }

    private static String body(String sql, String format) {
        return "{\"sql\": \"" + sql + "\", \"format\": \"" + format + "\"}";
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

    /** What survives a full collection in the console's process, in bytes. */
    private long liveHeap() throws IOException, InterruptedException {
        // It counts right after its collection, before what streams has made more.
        Matcher total = TOTAL.matcher(command("GC.class_histogram"));
        assertThat(total.find()).isTrue();
        return Long.parseLong(total.group(1));
    }

    private String command(String name) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(console.pid()),
                        name)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
