package dev.wheelhouse.core.databases.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.connections.ConnectionTest;
import dev.wheelhouse.core.databases.query.QueryRequest;
import dev.wheelhouse.core.databases.query.QueryResult;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.core.testing.Real;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SQLite files on a file system that is mounted read-only, which only root may do. */
@Real
class ReadOnlyMountTest {

    @TempDir
    private Path folder;

    private Path disk;
    private OpenCore open;

    @BeforeEach
    void mount() throws Exception {
        disk = Files.createDirectory(folder.resolve("disk"));
        assumeTrue(run("mount", "-t", "tmpfs", "tmpfs", disk.toString()) == 0, "a file system can be mounted");
        open = new OpenCore(folder);
    }

    @AfterEach
    void unmount() throws Exception {
        if (open != null) {
            open.close();
            assertThat(run("umount", disk.toString())).isZero();
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
    }

    private void remount(String mode) throws Exception {
        assertThat(run("mount", "-o", "remount," + mode, disk.toString())).isZero();
    }

    private static void write(Path file, String... statements) throws SQLException {
        try (Connection writer = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = writer.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    private DatabaseConnection connect(String name, boolean readOnly) {
        return open.connectFile("disk/" + name, Environment.DEVELOPMENT, readOnly);
    }

    private QueryResult query(DatabaseConnection connection, String sql) {
        return open.databases()
                .queries()
                .run(open.caller(), connection.id(), new QueryRequest(sql, true, null, 100, null, null));
    }

    private long rows(DatabaseConnection connection) {
        return query(connection, "SELECT a FROM t").rowCount();
    }

    private ConnectionTest test(DatabaseConnection connection) {
        return open.databases().connections().test(open.caller(), connection.id());
    }

    /** As a program leaves it that was killed, or that runs on another machine. */
    private Path leaveLog(String name, String... endings) throws Exception {
        Path source = folder.resolve("source.db");
        Path file = disk.resolve(name + ".db");
        try (Connection writer = DriverManager.getConnection("jdbc:sqlite:" + source);
                Statement statement = writer.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("CREATE TABLE t (a)");
            statement.execute("INSERT INTO t VALUES (1)");
            Files.copy(source, file);
            for (String each : endings) {
                Files.copy(Path.of(source + each), Path.of(file + each));
            }
        }
        return file;
    }

    @ParameterizedTest
    @ValueSource(strings = {"shop", "a b", "a#%20b", "über"})
    void readsAFileInWalModeWithoutALogBesideIt(String name) throws Exception {
        Path file = disk.resolve(name + ".db");
        write(file, "PRAGMA journal_mode = WAL", "CREATE TABLE t (a)", "INSERT INTO t VALUES (1)");
        Files.createFile(Path.of(file + "-wal"));
        remount("ro");
        for (boolean readOnly : new boolean[] {false, true}) {
            DatabaseConnection connection = connect(name, readOnly);
            assertThat(test(connection).ok()).isTrue();
            assertThat(rows(connection)).isOne();
        }
        AppException refused =
                catchThrowableOfType(AppException.class, () -> query(connect(name, false), "INSERT INTO t VALUES (2)"));
        assertThat(refused).hasMessageContaining("readonly database");
    }

    @Test
    void readsWhatAnotherMachineWroteMeanwhile() throws Exception {
        Path file = disk.resolve("shop.db");
        write(file, "PRAGMA journal_mode = WAL", "CREATE TABLE t (a)", "INSERT INTO t VALUES (1)");
        remount("ro");
        DatabaseConnection connection = connect("shop", true);
        assertThat(rows(connection)).isOne();
        remount("rw");
        write(file, "INSERT INTO t VALUES (2)");
        remount("ro");
        assertThat(rows(connection)).isEqualTo(2);
    }

    @Test
    void readsThroughALogWhoseIndexIsThere() throws Exception {
        leaveLog("shop", "-wal", "-shm");
        remount("ro");
        assertThat(rows(connect("shop", false))).isOne();
    }

    @Test
    void saysToCopyBothWhereALogLiesBesideIt() throws Exception {
        Path link = folder.resolve("link.db");
        Files.createSymbolicLink(link, leaveLog("shop", "-wal"));
        remount("ro");
        for (String name : List.of("disk/shop", "link")) {
            DatabaseConnection connection = open.connectFile(name, Environment.DEVELOPMENT, false);
            AppException refused = catchThrowableOfType(AppException.class, () -> rows(connection));
            assertThat(refused.errorCode()).isEqualTo(PlatformError.STATE_INVALID);
            assertThat(refused)
                    .hasMessageContaining("a part of its data is in shop.db-wal beside it")
                    .hasMessageContaining("Copy both files");
            ConnectionTest test = test(connection);
            assertThat(test.ok()).isFalse();
            assertThat(test.error()).isEqualTo(refused.getMessage());
        }
    }
}
