package dev.wheelhouse.core.databases.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.CoreConfig;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.catalog.TableSummary;
import dev.wheelhouse.core.databases.catalog.UiType;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleDatabaseTest {

    @TempDir
    private Path temporary;

    private Core core;
    private Caller caller;
    private SampleDatabase sample;

    @BeforeEach
    void open() {
        core = Core.start(new CoreConfig(
                StateKind.migrated(temporary.resolve("home")), null, new SettableClock(), new SecureRandom()));
        caller = core.access().windowCaller("req_1");
        sample = core.databases().sample();
    }

    @AfterEach
    void close() {
        core.close();
    }

    @Test
    void holdsEveryWayOfEditingThatSqliteCanHave() {
        DatabaseConnection connection = sample.open(caller, null).connection();
        Set<UiType> present = tables(connection).stream()
                .flatMap(table -> describe(connection, table).columns().stream())
                .map(ColumnDescription::uiType)
                .collect(Collectors.toSet());
        // SQLite has neither enumerations nor arrays.
        assertThat(present).isEqualTo(EnumSet.complementOf(EnumSet.of(UiType.ENUM, UiType.ARRAY)));
    }

    @Test
    void holdsTwoHundredThousandRowsWhoseReferencesAllLeadSomewhere() throws SQLException {
        DatabaseConnection connection = sample.open(caller, null).connection();
        long estimated = tables(connection).stream()
                .filter(table -> table.kind() == TableSummary.Kind.TABLE)
                .mapToLong(table -> table.estimatedRows() == null ? 0 : table.estimatedRows())
                .sum();
        assertThat(estimated).isEqualTo(SampleDatabase.ROWS).isEqualTo(200_000);
        try (Connection jdbc =
                DriverManager.getConnection("jdbc:sqlite:" + connection.target().address())) {
            assertThat(first(jdbc, "SELECT count(*) FROM pragma_foreign_key_check"))
                    .isEqualTo("0");
            assertThat(first(jdbc, "PRAGMA integrity_check")).isEqualTo("ok");
            assertThat(first(
                            jdbc,
                            "SELECT count(*) FROM orders AS o WHERE o.total <> (SELECT round(sum(line_total), 2)"
                                    + " FROM order_items AS i WHERE i.order_id = o.id)"))
                    .isEqualTo("0");
            assertThat(Integer.parseInt(first(jdbc, "SELECT count(*) FROM best_sellers")))
                    .isGreaterThan(500);
            assertThat(first(jdbc, "SELECT count(*) FROM monthly_revenue")).isEqualTo("33");
        }
    }

    @Test
    void isTheSameEveryTime() throws IOException {
        Path first = temporary.resolve("first");
        Path second = temporary.resolve("second");
        sample.open(caller, first.toString());
        sample.open(caller, second.toString());
        assertThat(Files.mismatch(first.resolve("shop.db"), second.resolve("shop.db")))
                .isEqualTo(-1);
        assertThat(names()).containsExactlyInAnyOrder("Sample shop", "Sample shop 2");
    }

    @Test
    void opensTheOneThatIsThereAndKeepsWhatWasChangedInIt() throws SQLException {
        SampleDatabase.Opened made = sample.open(caller, null);
        String url = "jdbc:sqlite:" + made.connection().target().address();
        try (Connection jdbc = DriverManager.getConnection(url);
                var statement = jdbc.createStatement()) {
            statement.executeUpdate("UPDATE customers SET first_name = 'Edited' WHERE id = 1");
        }
        SampleDatabase.Opened again = sample.open(caller, null);
        assertThat(made.made()).isTrue();
        assertThat(again.made()).isFalse();
        assertThat(again.connection()).isEqualTo(made.connection());
        core.databases().connections().delete(caller, made.connection().id(), null);
        assertThat(sample.open(caller, null).made()).isTrue();
        try (Connection jdbc = DriverManager.getConnection(url)) {
            assertThat(first(jdbc, "SELECT first_name FROM customers WHERE id = 1"))
                    .isEqualTo("Edited");
        }
    }

    @Test
    void isADevelopmentDatabaseBesideTheHome() {
        DatabaseConnection connection = sample.open(caller, null).connection();
        assertThat(connection.environment()).isEqualTo(Environment.DEVELOPMENT);
        assertThat(connection.readOnly()).isFalse();
        Path file = Path.of(((Target.Sqlite) connection.target()).path());
        assertThat(file.getParent()).isEqualTo(core.home().directory().resolveSibling("home-samples"));
        assertThat(core.databases().connections().test(caller, connection.id()).ok())
                .isTrue();
    }

    @Test
    void isMadeOnceByTwoWhoAskAtTheSameTime() throws InterruptedException {
        List<DatabaseConnection> opened =
                AtOnce.run(2, _ -> () -> sample.open(caller, null).connection());
        assertThat(opened.get(0)).isEqualTo(opened.get(1));
        assertThat(names()).containsExactly("Sample shop");
    }

    @Test
    void refusesAnotherFileOfTheNameAndDirectoriesThatCannotBe() throws IOException {
        Path taken = Files.createDirectories(temporary.resolve("taken"));
        Files.writeString(taken.resolve("shop.db"), "my own");
        refused(PlatformError.ALREADY_EXISTS, taken.toString());
        assertThat(taken.resolve("shop.db")).hasContent("my own");
        refused(PlatformError.VALIDATION_FAILED, "relative/place");
        refused(PlatformError.VALIDATION_FAILED, "a\0b");
        refused(PlatformError.VALIDATION_FAILED, core.home().directory().toString());
        refused(PlatformError.VALIDATION_FAILED, core.home().file("samples").toString());
        refused(PlatformError.VALIDATION_FAILED, taken.resolve("shop.db").toString());
        assertThat(names()).isEmpty();
    }

    @Test
    void leavesNothingBehindWhenItIsStopped() throws IOException {
        Path directory = Files.createDirectories(temporary.resolve("stopped"));
        SampleFile file = new SampleFile(directory.resolve("shop.db"));
        file.stop();
        assertThatThrownBy(file::write)
                .isInstanceOfSatisfying(
                        AppException.class,
                        stopped -> assertThat(stopped.errorCode()).isEqualTo(PlatformError.CANCELLED));
        assertThat(directory).isEmptyDirectory();
    }

    private void refused(PlatformError code, String directory) {
        assertThatThrownBy(() -> sample.open(caller, directory))
                .isInstanceOfSatisfying(
                        AppException.class,
                        refused -> assertThat(refused.errorCode()).isEqualTo(code));
    }

    private List<String> names() {
        return core.databases().connections().list(caller, new PageRequest(50, null)).items().stream()
                .map(DatabaseConnection::name)
                .toList();
    }

    private List<TableSummary> tables(DatabaseConnection connection) {
        return core.databases().tables().list(caller, connection.id());
    }

    private TableDescription describe(DatabaseConnection connection, TableSummary table) {
        return core.databases().tables().describe(caller, connection.id(), table.schema(), table.name());
    }

    private static String first(Connection jdbc, String sql) throws SQLException {
        try (var statement = jdbc.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
