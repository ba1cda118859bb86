package dev.wheelhouse.api.databases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.DatabaseApiTest;
import dev.wheelhouse.api.testing.JsonText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How SQLite files are named and opened. */
class SqliteFileApiTest extends DatabaseApiTest {

    private ApiClient reader;

    @BeforeAll
    void makeReader() throws Exception {
        reader = console.with("databases:read", "databases:query");
    }

    @AfterAll
    void closeReader() {
        reader.close();
    }

    private Reply create(String path) throws Exception {
        return console.owner()
                .post(
                        "/db-connections",
                        JsonText.of(Map.of(
                                "name",
                                "odd " + path.hashCode(),
                                "engine",
                                "sqlite",
                                "path",
                                path,
                                "create",
                                true,
                                "environment",
                                "staging")));
    }

    private Path folder() throws Exception {
        return Files.createTempDirectory(console.home().getParent(), "folder");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b.db", "trailing ", "a#b.db", "50%25.db", "a;b.db", "a&cache=shared.db", "ü.db"})
    void worksAFileOfAnOddName(String name) throws Exception {
        Path folder = folder();
        Reply made = create(folder.resolve(name).toString());
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        assertThat(made.json().path("path").asText())
                .isEqualTo(folder.resolve(name).toString());
        ConnectionClient file =
                new ConnectionClient(console.owner(), made.json().path("id").asText());
        assertThat(file.as(reader).query("SELECT 1").status())
                .as("A file that is new is read")
                .isEqualTo(200);
        file.run("CREATE TABLE t (a)");
        file.run("INSERT INTO t VALUES (7)");
        assertThat(ok(file.as(reader).query("SELECT a FROM t")).at("/rows/0/a").asInt())
                .isEqualTo(7);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(folder.resolve(name));
        }
    }

    @Test
    void refusesPathsThatAreMoreThanAPath() throws Exception {
        Path folder = folder();
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Path alias = Files.createLink(folder.resolve("alias.db"), console.home().resolve("local-token"));
        for (String path : List.of(
                folder + "/x.db?enable_load_extension=true",
                folder + "/x.db?",
                "file:" + folder + "/x.db",
                folder + "/a\0b",
                pipe.toString(),
                "/dev/zero",
                "/proc/self/mem",
                "/proc/self/environ",
                "/proc/../proc/self/mem",
                Files.createSymbolicLink(folder.resolve("mem.db"), Path.of("/proc/self/mem"))
                        .toString(),
                folder.toString(),
                alias.toString())) {
            refusedAt(create(path), "path");
        }
    }

    @Test
    void aReadOnlyConnectionReadsTheFileThatItMade() throws Exception {
        ConnectionClient fresh = console.addSqlite(console.newFile(), Map.of("readOnly", true));
        assertThat(ok(fresh.query("SELECT count(*) AS n FROM sqlite_schema"))
                        .at("/rows/0/n")
                        .asInt())
                .isZero();
        assertThat(ok(fresh.post("/test", Map.of())).path("ok").asBoolean()).isTrue();
    }

    @Test
    void readingALogLeavesNothingBesideTheFileButItsTwoFiles() throws Exception {
        Path file = folder().resolve("log.db");
        ConnectionClient log = console.addSqlite(file, Map.of());
        log.run("PRAGMA journal_mode = WAL");
        log.run("CREATE TABLE t (id INTEGER PRIMARY KEY, a)");
        ConnectionClient mine = log.as(reader);
        assertThat(mine.query("SELECT * FROM t").status()).isEqualTo(200);
        for (String sql : List.of(
                "VACUUM INTO '" + file + ".copy'",
                "ATTACH '" + file + ".copy' AS c",
                "SELECT load_extension('x')",
                "PRAGMA writable_schema = on",
                "SELECT writefile('" + file + ".copy', 'x')")) {
            assertThat(mine.query(Map.of("sql", sql, "confirm", true)).status())
                    .as(sql)
                    .isIn(400, 403);
        }
        assertThat(mine.rows("main", "t").status()).isEqualTo(200);
        try (Stream<Path> files = Files.list(file.getParent())) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .isSubsetOf("log.db", "log.db-wal", "log.db-shm");
        }
    }

    @Test
    void readsAFileAfterACrashOnceItWasOpenedWritable() throws Exception {
        Path crashed = crashed();
        ConnectionClient file = console.addSqlite(crashed, Map.of());
        ConnectionClient each = file.as(reader);
        for (Reply reply : List.of(
                each.query("SELECT a FROM t"),
                each.rows("main", "t"),
                each.get("/tables"),
                each.post("/explain", Map.of("sql", "SELECT a FROM t")),
                each.post("/export", Map.of("sql", "SELECT a FROM t", "format", "csv")))) {
            JsonNode problem = refused(reply, 409, "state_invalid");
            assertThat(problem.path("detail").asText()).contains("Open it once writable");
        }
        JsonNode tried = ok(each.post("/test", Map.of()));
        assertThat(tried.path("ok").asBoolean()).isFalse();
        // Who may write has it recovered by reading it.
        assertThat(ok(file.query("SELECT a FROM t")).at("/rows/0/a").asText()).isEqualTo("kept");
        assertThat(ok(file.as(reader).query("SELECT a FROM t")).at("/rows/0/a").asText())
                .isEqualTo("kept");
    }

    /** As after a crash in the middle of a commit: the file half changed, and what it was in the journal. */
    private Path crashed() throws Exception {
        Path folder = folder();
        Path file = folder.resolve("sound.db");
        Path crashed = folder.resolve("crashed.db");
        try (Connection writer = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = writer.createStatement()) {
            for (String sql : List.of(
                    "CREATE TABLE t (a)",
                    "INSERT INTO t VALUES ('kept')",
                    "CREATE TABLE filler (a)",
                    "PRAGMA cache_size = 1",
                    "BEGIN",
                    "UPDATE t SET a = 'lost'",
                    "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)"
                            + " INSERT INTO filler SELECT zeroblob(4000) FROM n")) {
                statement.execute(sql);
            }
            Files.copy(file, crashed);
            Files.copy(Path.of(file + "-journal"), Path.of(crashed + "-journal"));
        }
        return crashed;
    }
}
