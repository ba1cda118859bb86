package dev.wheelhouse.core.databases.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.databases.sessions.Session.Access;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.Home;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How much memory a statement on SQLite may hold, and what the driver adds to SQL. */
class SqliteStatementsTest {

    private static final String LONG = "printf('%.*c', 16000000, 'x')";
    private static final String CONCATENATED =
            "(SELECT group_concat(" + LONG + ") AS v FROM (SELECT 1 UNION ALL SELECT NULL LIMIT 1))";

    @TempDir
    Path directory;

    private DatabaseConnection target;
    private SqliteDialect dialect;
    private Connection connection;

    @BeforeEach
    void open() throws Exception {
        Path file = Files.createFile(directory.resolve("shop.db"));
        target = new DatabaseConnection(
                "db_1",
                "org_1",
                "shop",
                new Target.Sqlite(file.toString()),
                null,
                Environment.DEVELOPMENT,
                null,
                false,
                Instant.EPOCH,
                1);
        dialect = new SqliteDialect(Home.open(directory.resolve("home")));
        connection = dialect.open(new Login(target, Access.WRITING, null, null));
        dialect.lend(connection, () -> false);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private int length(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            assertThat(row.next()).isTrue();
            return row.getString(1).length();
        }
    }

    @Test
    void aFewLongValuesFit() throws SQLException {
        assertThat(length("SELECT " + LONG)).isEqualTo(16_000_000);
        assertThat(length("SELECT " + LONG + ", " + LONG)).isEqualTo(16_000_000);
        assertThat(length("SELECT length(zeroblob(16000000)), 1, 2, 3")).isEqualTo(8);
    }

    /** A cancel that met the EXPLAIN had ended the transaction, and the statement was committed by itself. */
    @Test
    void aTransactionLeavesNothingWhereverACancelMeetsIt() throws Exception {
        execute("CREATE TABLE notes (note TEXT)");
        String insert = "INSERT INTO notes VALUES ('" + "n".repeat(5_000) + "')";
        for (int round = 0; round < 300; round++) {
            dialect.begin(connection, false);
            AtomicBoolean running = new AtomicBoolean(true);
            Thread canceller = Thread.ofVirtual().start(() -> {
                while (running.get()) {
                    try {
                        dialect.cancel(connection);
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                }
            });
            try {
                assertThatThrownBy(() -> {
                            while (true) {
                                execute(insert);
                            }
                        })
                        .isInstanceOf(SQLException.class);
            } finally {
                running.set(false);
                canceller.join();
            }
            dialect.rollback(connection);
            assertThat(count()).isZero();
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private int count() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM notes")) {
            row.next();
            return row.getInt(1);
        }
    }

    static Stream<String> tooMuch() {
        return Stream.of(
                "SELECT zeroblob(200000000)",
                "SELECT printf('%.*c', 900000000, 'x')",
                "SELECT " + String.join(", ", Collections.nCopies(20, LONG)),
                "SELECT " + String.join(", ", Collections.nCopies(2000, "v")) + " FROM " + CONCATENATED,
                "SELECT json_array(" + String.join(", ", Collections.nCopies(100, "v")) + ") FROM " + CONCATENATED,
                "/* ; */ SELECT " + String.join(", ", Collections.nCopies(20, LONG)),
                "SELECT length(" + String.join(") + length(", Collections.nCopies(50, LONG)) + ")",
                "WITH x AS MATERIALIZED (SELECT " + LONG + " AS v) SELECT "
                        + String.join(", ", Collections.nCopies(100, "v")) + " FROM x",
                "SELECT hex(zeroblob(16000000))",
                "SELECT replace(hex(zeroblob(4000)), '0', hex(zeroblob(4000)))");
    }

    @ParameterizedTest
    @MethodSource("tooMuch")
    void moreIsRefusedBeforeItIsHeld(String sql) {
        SQLException failure = catchThrowableOfType(SQLException.class, () -> length(sql));
        assertThat(SqlFailures.translate(target, failure).errorCode())
                .as(failure.getMessage())
                .isEqualTo(PlatformError.PAYLOAD_TOO_LARGE);
        SQLException prepared = catchThrowableOfType(SQLException.class, () -> {
            try (PreparedStatement statement = connection.prepareStatement(sql);
                    ResultSet row = statement.executeQuery()) {
                row.next();
            }
        });
        assertThat(SqlFailures.translate(target, prepared).errorCode()).isEqualTo(PlatformError.PAYLOAD_TOO_LARGE);
    }

    @Test
    void aSortKeepsNoLongRows() throws SQLException {
        String rows = "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 9)"
                + " SELECT printf('%.*c', 2000000, i) AS v FROM n ";
        SQLException failure = catchThrowableOfType(SQLException.class, () -> length(rows + "ORDER BY v DESC"));
        assertThat(SqlFailures.translate(target, failure).errorCode()).isEqualTo(PlatformError.PAYLOAD_TOO_LARGE);
        assertThat(length(rows + "ORDER BY v DESC LIMIT 3")).isEqualTo(2_000_000);
        assertThat(length("SELECT count(*) FROM (" + rows.replace("2000000", "20000") + "ORDER BY v)"))
                .isEqualTo(1);
    }

    @Test
    void theValuesOfATriggerCountToo() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (a)");
            statement.execute("CREATE TABLE log (" + columns(100) + ")");
            statement.execute("CREATE TRIGGER wide AFTER INSERT ON t BEGIN INSERT INTO log SELECT "
                    + String.join(", ", Collections.nCopies(100, "new.a || 'x'")) + "; END");
            assertThatThrownBy(() -> statement.execute("INSERT INTO t VALUES (" + LONG + ")"))
                    .hasMessageContaining("too big");
        }
    }

    private static String columns(int count) {
        return String.join(
                ", ",
                Stream.iterate(1, each -> each + 1)
                        .limit(count)
                        .map(each -> "c" + each)
                        .toList());
    }

    @Test
    void programsColumnsAndTextsHaveLimits() {
        assertThatThrownBy(() -> length("SELECT " + String.join(", ", Collections.nCopies(2001, "1"))))
                .hasMessageContaining("too many columns");
        SQLException failure = catchThrowableOfType(
                SQLException.class, () -> length("SELECT '" + "x".repeat(Session.WHOLE_VALUES) + "'"));
        assertThat(SqlFailures.translate(target, failure).errorCode()).isEqualTo(PlatformError.PAYLOAD_TOO_LARGE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"SELECT 1; 0", "SELECT a, b FROM t; 2", "SELECT a || b FROM t; 3", "SELECT count(*) FROM t; 1"})
    void countsTheRegistersThatMayHoldLongValues(String sql, int values) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (a, b)");
            try (ResultSet program = statement.executeQuery("EXPLAIN " + sql)) {
                assertThat(SqliteProgram.of(program).values()).isEqualTo(values);
            }
        }
    }

    @Test
    void sqlOfOursMeetsLongerValues() throws SQLException {
        dialect.limitValues(connection, Session.ANY_VALUES);
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (a)");
            statement.execute("INSERT INTO t VALUES (zeroblob(40000000))");
        }
        assertThat(length("SELECT substr(a, 1, 10) FROM t")).isEqualTo(10);
        dialect.lend(connection, () -> false);
        assertThatThrownBy(() -> length("SELECT substr(a, 1, 10) FROM t")).hasMessageContaining("too big");
    }

    @ParameterizedTest
    @ValueSource(strings = {"backup to '%s'", "BACKUP main TO '%s'", "restore from '%s'", "restore main from '%s'"})
    void theDriversOwnCommandsAreNoSql(String command) throws Exception {
        Path other = Files.copy(directory.resolve("shop.db"), directory.resolve("other.db"));
        Path copy = command.toLowerCase(Locale.ROOT).startsWith("backup") ? directory.resolve("copy.db") : other;
        String sql = command.formatted(copy);
        for (boolean prepared : List.of(true, false)) {
            assertThatThrownBy(() -> {
                        try (Statement statement =
                                prepared ? connection.prepareStatement(sql) : connection.createStatement()) {
                            statement.execute(sql);
                        }
                    })
                    .hasMessageContaining("syntax error");
        }
        assertThat(directory.resolve("copy.db")).doesNotExist();
    }
}
