package dev.wheelhouse.core.databases.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.databases.sessions.Session.Access;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What SQLite itself refuses, whatever was judged of the text before. */
class SqliteAccessTest {

    @TempDir
    Path directory;

    private Home home;
    private SqliteDialect dialect;
    private Path file;

    @BeforeEach
    void fill() throws Exception {
        home = Home.open(directory.resolve("home"));
        dialect = new SqliteDialect(home);
        Path folder = Files.createDirectory(directory.resolve("data"));
        file = Files.createFile(folder.resolve("shop.db"));
        try (Connection writer = open(Access.WRITING)) {
            run(writer, "CREATE TABLE precious (id INTEGER PRIMARY KEY, a TEXT)");
            run(writer, "INSERT INTO precious VALUES (1, 'a'), (2, 'b')");
        }
    }

    private DatabaseConnection connection(boolean readOnly) {
        Target target = new Target.Sqlite(file.toString());
        return new DatabaseConnection(
                "db_1", "org_1", "shop", target, null, Environment.PRODUCTION, null, readOnly, Instant.EPOCH, 1);
    }

    private Connection open(Access access) throws SQLException {
        return dialect.open(new Login(connection(false), access, null, null));
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int count(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM precious WHERE a IN ('a', 'b')")) {
            return row.getInt(1);
        }
    }

    private List<String> filesBeside() throws IOException {
        try (Stream<Path> files = Files.list(file.resolveSibling("."))) {
            return files.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM precious",
                "UPDATE precious SET a = 'x' WHERE id = 1",
                "INSERT INTO precious VALUES (3, 'c')",
                "DROP TABLE precious",
                "PRAGMA user_version = 7",
                "PRAGMA journal_mode = WAL",
                "VACUUM",
                "REINDEX precious",
                "BEGIN IMMEDIATE; DELETE FROM precious"
            })
    void aFileOpenedForReadingTakesNoChange(String sql) throws Exception {
        try (Connection reader = open(Access.READING)) {
            // What lifted the former lock.
            run(reader, "PRAGMA query_only = off");
            try {
                run(reader, "EXPLAIN PRAGMA query_only = off");
                run(reader, "PRAGMA writable_schema = on");
                for (String each : List.of(sql.split("; ", -1))) {
                    run(reader, each);
                }
            } catch (SQLException e) {
                assertThat(e.getMessage()).contains("readonly");
            }
            assertThat(count(reader)).isEqualTo(2);
        }
        try (Connection other = open(Access.WRITING);
                Statement statement = other.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA user_version")) {
            assertThat(row.getInt(1)).isZero();
            assertThat(count(other)).isEqualTo(2);
        }
        assertThat(filesBeside()).containsExactly("shop.db");
    }

    @Test
    void aTransactionForReadingNeedsNoPragmaThatCouldBeTakenBack() throws Exception {
        try (Connection reader = open(Access.READING)) {
            dialect.begin(reader, true);
            run(reader, "PRAGMA query_only = off");
            assertThatThrownBy(() -> run(reader, "DELETE FROM precious")).hasMessageContaining("readonly");
            dialect.rollback(reader);
        }
    }

    @Test
    void aReadOnlyConnectionIsNeverOpenedToWrite() throws Exception {
        Access opening = Access.WRITING.opening(connection(true));
        assertThat(opening).isEqualTo(Access.READING);
        assertThat(Access.WRITING.opening(connection(false))).isEqualTo(Access.WRITING);
    }

    @Test
    void nothingAppearsBesideALogInUseButItsTwoFiles() throws Exception {
        try (Connection writer = open(Access.WRITING)) {
            run(writer, "PRAGMA journal_mode = WAL");
        }
        try (Connection reader = open(Access.READING)) {
            assertThat(count(reader)).isEqualTo(2);
            assertThatThrownBy(() -> run(reader, "DELETE FROM precious")).hasMessageContaining("readonly");
            assertThat(filesBeside()).isSubsetOf("shop.db", "shop.db-shm", "shop.db-wal");
        }
    }

    @Test
    void aHotJournalAsksForOneOpeningThatMayWrite() throws Exception {
        leaveHotJournal();
        refusesUntilWritten();
        try (Connection writer = open(Access.WRITING)) {
            run(writer, "BEGIN IMMEDIATE");
            run(writer, "COMMIT");
        }
        try (Connection reader = open(Access.READING)) {
            assertThat(count(reader)).isEqualTo(2);
        }
    }

    /** As after a crash in the middle of a commit: the file half changed, and what it was in the journal. */
    private void leaveHotJournal() throws Exception {
        Path crashed = file.resolveSibling("crashed.db");
        try (Connection writer = open(Access.WRITING)) {
            run(writer, "CREATE TABLE filler (a)");
            run(writer, "PRAGMA cache_size = 1");
            run(writer, "BEGIN");
            run(writer, "UPDATE precious SET a = 'lost'");
            run(
                    writer,
                    "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)"
                            + " INSERT INTO filler SELECT zeroblob(4000) FROM n");
            Files.copy(file, crashed);
            Files.copy(Path.of(file + "-journal"), Path.of(crashed + "-journal"));
            run(writer, "ROLLBACK");
        }
        file = crashed;
    }

    @Test
    void aLogWhoseSharedMemoryCannotBeMadeAsksForTheSame() throws Exception {
        try (Connection writer = open(Access.WRITING)) {
            run(writer, "PRAGMA journal_mode = WAL");
        }
        // As in a folder that may not be written, which root could.
        Files.createSymbolicLink(Path.of(file + "-shm"), directory.resolve("nowhere"));
        refusesUntilWritten();
    }

    private void refusesUntilWritten() throws SQLException {
        try (Connection reader = open(Access.READING)) {
            SQLException failure = catchThrowableOfType(SQLException.class, () -> count(reader));
            AppException told = SqlFailures.translate(connection(false), failure);
            assertThat(told.errorCode()).as(failure.getMessage()).isEqualTo(PlatformError.STATE_INVALID);
            assertThat(told).hasMessageContaining("Open it once writable");
        }
    }

    @Test
    void aFileThatIsEmptyYetIsRead() throws Exception {
        file = Files.createFile(file.resolveSibling("new.db"));
        try (Connection reader = open(Access.READING)) {
            assertThat(dialect.serverVersion(reader)).startsWith("SQLite 3.");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a b.db",
                " leading",
                "trailing ",
                "a#b.db",
                "a%20b.db",
                "a;b.db",
                "a&b=c.db",
                "über.db",
                ":memory:",
                "mode=memory",
                "a\nb",
                "x.db\t"
            })
    void opensExactlyTheFileThatIsNamed(String name) throws Exception {
        Path odd = Files.copy(file, file.resolveSibling(name));
        file = odd;
        try (Connection writer = open(Access.WRITING)) {
            run(writer, "INSERT INTO precious VALUES (3, 'a')");
        }
        try (Connection reader = open(Access.READING)) {
            assertThat(count(reader)).isEqualTo(3);
        }
        assertThat(filesBeside()).containsExactlyInAnyOrder("shop.db", name);
    }

    @Test
    void aBlankAtTheEndLeadsToNoOtherFile() throws Exception {
        // The driver's URL loses the blank, and the link behind it leads home.
        Path state = Files.copy(file, home.file("state.db"));
        Files.createSymbolicLink(file.resolveSibling("door"), state);
        file = Files.createFile(file.resolveSibling("door "));
        try (Connection reader = open(Access.READING)) {
            assertThatThrownBy(() -> count(reader)).hasMessageContaining("no such table");
        }
    }

    @Test
    void opensNoSettingsNoExtensionAndNoOtherKindOfFile() throws Exception {
        try (Connection reader = open(Access.READING)) {
            assertThatThrownBy(() -> run(reader, "SELECT load_extension('x')")).hasMessageContaining("not authorized");
        }
        Path pipe = file.resolveSibling("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        for (String path : List.of(
                file + "?enable_load_extension=true",
                file + "?mode=rwc",
                "file:" + file,
                pipe.toString(),
                "/dev/zero",
                directory.toString())) {
            Target target = new Target.Sqlite(path);
            DatabaseConnection odd = new DatabaseConnection(
                    "db_2", "org_1", "odd", target, null, Environment.STAGING, null, false, Instant.EPOCH, 1);
            assertThatThrownBy(() -> dialect.open(new Login(odd, Access.READING, null, null)))
                    .as(path)
                    .isInstanceOf(AppException.class);
        }
    }

    @Test
    void opensNoOtherNameOfAFileOfTheHome() throws Exception {
        Path deep = Files.createDirectories(home.file("metrics/a/b/c")).resolve("secret");
        Files.copy(file, deep);
        Path alias = file.resolveSibling("alias.db");
        Files.createLink(alias, deep);
        assertThat(SqliteFile.findProblem(home, alias.toString())).contains("home");
        Path door = file.resolveSibling("door.db");
        Files.createSymbolicLink(door, alias);
        assertThat(SqliteFile.findProblem(home, door.toString())).contains("home");
        Path twin = Files.createLink(file.resolveSibling("twin.db"), file);
        assertThat(SqliteFile.findProblem(home, twin.toString())).isNull();
    }
}
