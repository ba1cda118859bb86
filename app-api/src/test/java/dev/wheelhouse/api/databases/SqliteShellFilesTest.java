package dev.wheelhouse.api.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.DatabaseApiTest;
import dev.wheelhouse.core.testing.Real;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that the shell of SQLite made: read, changed, read again by it, and its dump of them loaded. */
@Real
@Tag("lab")
class SqliteShellFilesTest extends DatabaseApiTest {

    private static final Path SHELL = Path.of("/usr/bin/sqlite3");

    @BeforeAll
    static void needsTheShell() {
        assumeTrue(Files.isExecutable(SHELL), "Install Debian's package sqlite3.");
    }

    private static String shell(Path file, String input) throws Exception {
        Process process = new ProcessBuilder(SHELL.toString(), "-bail", file.toString())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }

    private static String script(String name) throws Exception {
        try (InputStream in = SqliteShellFilesTest.class.getResourceAsStream("shell/" + name + ".sql")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static List<String> tables(ConnectionClient file) throws Exception {
        List<String> names = new ArrayList<>();
        for (JsonNode row : file.query(
                        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")
                .json()
                .path("rows")) {
            names.add(row.path("name").asText());
        }
        return names;
    }

    /** Each row of a table, as text, in the order of all its columns. */
    private static String rows(ConnectionClient file, String table) throws Exception {
        JsonNode answer = ok(file.query("SELECT * FROM \"" + table + "\""));
        List<String> lines = new ArrayList<>();
        answer.path("rows").forEach(each -> lines.add(each.toString()));
        return lines.stream().sorted().toList().toString();
    }

    @ParameterizedTest
    @CsvSource({"values, plain, id, 1, name", "geopackage, wells, fid, 1, owner", "mobile, note, uid, 1, title"})
    void readsChangesAndLoadsWhatTheShellWrites(
            String made, String table, String key, int row, String column, @TempDir Path folder) throws Exception {
        Path path = folder.resolve(made + ".db");
        shell(path, script(made));
        ConnectionClient file = console.addSqlite(path, Map.of("create", false));
        for (String each : tables(file)) {
            ok(file.describe("main", each));
            assertThat(ok(file.definition("main", each)).toString()).as(each).contains("CREATE");
            rows(file, each);
        }

        assertThat(file.edits(ConnectionClient.update(table, Map.of(key, row), Map.of(column, "changed ü")))
                        .status())
                .isEqualTo(200);
        assertThat(shell(path, "SELECT " + column + " FROM " + table + " WHERE " + key + " = " + row + ";"))
                .isEqualTo("changed ü\n");
        assertThat(shell(path, "PRAGMA integrity_check;")).isEqualTo("ok\n");

        ConnectionClient copy = console.addSqlite(folder.resolve("copy.db"), Map.of());
        JsonNode loaded = copy.endOf(copy.script(shell(path, ".dump"), "confirm", "true"));
        assertThat(loaded.path("status").asText()).as(loaded.toString()).isEqualTo("succeeded");
        assertThat(tables(copy)).isEqualTo(tables(file));
        for (String each : tables(file)) {
            assertThat(rows(copy, each)).as(each).isEqualTo(rows(file, each));
        }
    }
}
