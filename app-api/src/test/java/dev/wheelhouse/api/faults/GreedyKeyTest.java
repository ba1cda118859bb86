package dev.wheelhouse.api.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.faults.Client.Reply;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;
import dev.wheelhouse.core.testing.Real;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A key that asks for more memory than there is, on a console as it is started on a machine of one gigabyte. */
@Real
@Isolated
@EnabledOnOs(OS.LINUX)
class GreedyKeyTest {

    private static final Path JVM_OPTIONS =
            Path.of("..", "packaging", "jvm.options").toAbsolutePath();
    private static final long MOST_RESIDENT = 400_000_000;
    private static final Duration USUAL_HEALTH = Duration.ofMillis(200);
    private static final Duration LONGEST_HEALTH = Duration.ofSeconds(2);
    private static final int HALF_A_MEGABYTE = 500_000;
    private static final int WARM_UP = 200;
    private static final String LONG = "printf('%.*c', 16000000, 'x')";

    @TempDir
    Path directory;

    /** @param slowHealth how many answers of a hundred took longer than usual: this machine sends the requests too */
    private record Seen(long mostResident, Duration longestHealth, double slowHealth) {}

    /** Requests that are sent at once. */
    private record Flood(int times, String path, String body, String mediaType) {

        static Flood query(int times, String sql) {
            return new Flood(times, "/query", Sql.body(sql, ""), "application/json");
        }
    }

    /** Beside other tests, which may take all processors but one, it is not held to times. */
    @Test
    @Timeout(120)
    void staysUpUnderFewOfEach() throws Exception {
        Seen seen = flooded(
                owner -> owner.addSqlite("File", directory.resolve("file.db")),
                Stream.of(greedyStatements(4), deepStatements(1), muchSql(2))
                        .flatMap(List::stream)
                        .toList());
        assertThat(seen.mostResident()).isLessThan(MOST_RESIDENT);
    }

    @Test
    @Tag("alone")
    @Timeout(180)
    void noStatementTakesTheConsoleDown() throws Exception {
        survives(greedyStatements(20));
    }

    private static List<Flood> greedyStatements(int atOnce) {
        List<String> greedy = List.of(
                "SELECT zeroblob(200000000)",
                "SELECT zeroblob(16000000)",
                "SELECT printf('%.*c', 900000000, 'x')",
                "SELECT " + LONG,
                "SELECT " + String.join(", ", Collections.nCopies(20, LONG)),
                "SELECT " + String.join(", ", Collections.nCopies(1900, "v")) + " FROM (SELECT group_concat(" + LONG
                        + ") AS v FROM (SELECT 1 UNION ALL SELECT NULL LIMIT 1))",
                "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 60)"
                        + " SELECT printf('%.*c', 8000000, i) AS v FROM n ORDER BY v DESC");
        return greedy.stream().map(sql -> Flood.query(atOnce, sql)).toList();
    }

    /** What SQLite works on by recursion, on threads whose native stack is the process's. */
    @Test
    @Tag("alone")
    @Timeout(180)
    void noDepthTakesTheConsoleDown() throws Exception {
        survives(deepStatements(4));
    }

    private static List<Flood> deepStatements(int atOnce) {
        StringBuilder chain = new StringBuilder("WITH c0(x) AS (SELECT 1)");
        for (int i = 1; i < 5000; i++) {
            chain.append(", c")
                    .append(i)
                    .append("(x) AS (SELECT count(*) FROM c")
                    .append(i - 1)
                    .append(")");
        }
        List<String> deep = List.of(
                "SELECT printf('%.*c', 1000000, 'a') LIKE '" + "%a".repeat(24_900) + "b'",
                "SELECT printf('%.*c', 1000000, 'a') GLOB '" + "*a".repeat(24_900) + "b'",
                "SELECT " + "-(1+".repeat(480) + "1" + ")".repeat(480),
                "SELECT " + "abs(".repeat(30_000) + "1" + ")".repeat(30_000),
                "SELECT * FROM (".repeat(10_000) + "SELECT 1" + ")".repeat(10_000),
                "SELECT EXISTS (".repeat(10_000) + "SELECT 1" + ")".repeat(10_000),
                "SELECT json(replace(hex(zeroblob(2000)), '00', '['))",
                chain + " SELECT * FROM c4999");
        return deep.stream().map(sql -> Flood.query(atOnce, sql)).toList();
    }

    @Test
    @Tag("alone")
    @Timeout(180)
    void noAmountOfSqlTakesTheConsoleDown() throws Exception {
        survives(muchSql(50));
    }

    private static List<Flood> muchSql(int atOnce) {
        int fewAtOnce = Math.min(atOnce, 4);
        int pieces = HALF_A_MEGABYTE / 2;
        String caret = "SELECT a, ".repeat(95_000);
        return List.of(
                Flood.query(atOnce, "SELECT " + "1+".repeat(pieces) + "1"),
                Flood.query(atOnce, "(".repeat(pieces) + "1" + ")".repeat(pieces)),
                Flood.query(atOnce, "1;".repeat(pieces)),
                Flood.query(atOnce, "SELECT '" + "x".repeat(HALF_A_MEGABYTE) + "'"),
                Flood.query(atOnce, "SELECT " + "a,".repeat(pieces) + "a"),
                new Flood(
                        atOnce,
                        "/completion",
                        "{\"sql\": \"" + caret + "\", \"caret\": " + caret.length() + "}",
                        "application/json"),
                new Flood(
                        atOnce,
                        "/format",
                        "{\"sql\": \"SELECT " + "(".repeat(pieces) + ")".repeat(pieces) + "\"}",
                        "application/json"),
                new Flood(
                        atOnce,
                        "/format",
                        "{\"sql\": \"SELECT " + "CASE WHEN a THEN (SELECT ".repeat(6_000) + "\"}",
                        "application/json"),
                // What is made of a body can be many times its size.
                new Flood(
                        atOnce,
                        "/query",
                        "{\"sql\": \"SELECT 1\", \"params\": [" + "1,".repeat(480_000) + "1]}",
                        "application/json"),
                new Flood(fewAtOnce, "/scripts", "SELECT '" + "x".repeat(12_000_000) + "'", "text/plain"),
                // Judged to its end, where a statement stands that the key may not run.
                new Flood(fewAtOnce, "/scripts", "SELECT 1;".repeat(1_300_000) + "DELETE FROM t", "text/plain"));
    }

    /** What the driver would read whole. */
    @Test
    @Tag("alone")
    @Timeout(180)
    void noAnswerOfPostgresTakesTheConsoleDown() throws Exception {
        PostgresDatabase database = PostgresServer.shared().newDatabase();
        List<String> greedy = List.of(
                "SELECT repeat('x', 50000000)::int",
                "SELECT repeat('x', 16000000) FROM generate_series(1, 50)",
                "SELECT " + String.join(", ", Collections.nCopies(100, "repeat('x', 1000000)")));
        survives(
                owner -> owner.addPostgres("Database", database),
                greedy.stream().map(sql -> Flood.query(6, sql)).toList());
    }

    private void survives(List<Flood> floods) throws Exception {
        survives(owner -> owner.addSqlite("File", directory.resolve("file.db")), floods);
    }

    /** Adds a database and gives its id. */
    private interface Adding {
        String to(Client owner) throws Exception;
    }

    private void survives(Adding adding, List<Flood> floods) throws Exception {
        Seen seen = flooded(adding, floods);
        assertThat(seen.mostResident()).isLessThan(MOST_RESIDENT);
        assertThat(seen.longestHealth()).isLessThan(LONGEST_HEALTH);
        assertThat(seen.slowHealth()).as("percent of /health over 200 ms").isLessThan(2);
    }

    private Seen flooded(Adding adding, List<Flood> floods) throws Exception {
        try (ConsoleProcess console = ConsoleProcess.start(directory.resolve("home"), "@" + JVM_OPTIONS, "-Xmx256m");
                Client owner = console.client();
                Crowd crowd = new Crowd()) {
            String file = adding.to(owner);
            Reply made = owner.post(
                    "/api-keys", "{\"name\": \"greedy\", \"scopes\": [\"databases:read\", \"databases:query\"]}");
            Client key = owner.as(made.json().path("token").asText());
            for (int i = 0; i < WARM_UP; i++) {
                assertThat(owner.get("/health").status()).isEqualTo(200);
            }
            AtomicBoolean done = new AtomicBoolean();
            Future<Seen> watch = crowd.start(() -> watch(console, owner, done));
            for (Flood flood : floods) {
                for (Future<Integer> each : crowd.start(flood.times(), _ -> status(key, file, flood))) {
                    assertThat(Crowd.result(each)).isIn(200, 202, 400, 403, 413, 422, 429, 503);
                }
            }
            done.set(true);
            Seen seen = Crowd.result(watch);
            assertThat(key.value(file, "SELECT 7")).isEqualTo("7");
            key.close();
            assertThat(console.terminate(15)).isEqualTo(143);
            return seen;
        }
    }

    /** Leaves the answer's bytes where they come: this process is to be no burden to what it measures. */
    private static int status(Client key, String file, Flood flood) throws Exception {
        String path = "/db-connections/" + file + flood.path();
        return key.http()
                .send(
                        key.postRequest(path, flood.body())
                                .setHeader("Content-Type", flood.mediaType())
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }

    private static Seen watch(ConsoleProcess console, Client client, AtomicBoolean done) throws Exception {
        long resident = 0;
        Duration longest = Duration.ZERO;
        int asked = 0;
        int slow = 0;
        while (!done.get()) {
            long began = System.nanoTime();
            assertThat(client.get("/health").status()).isEqualTo(200);
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            longest = took.compareTo(longest) > 0 ? took : longest;
            asked++;
            slow += took.compareTo(USUAL_HEALTH) > 0 ? 1 : 0;
            resident = Math.max(resident, residentBytes(console.pid()));
        }
        return new Seen(resident, longest, 100.0 * slow / asked);
    }

    private static long residentBytes(long pid) throws Exception {
        return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
                .findAny()
                .orElseThrow();
    }
}
