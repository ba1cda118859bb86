package dev.wheelhouse.core.platform.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteDataSource;

/** What holds for a state in a file: its settings, its copies, and what is said when it is damaged or the disk full. */
class SqliteStateTest {

    private static final LocalDate DAY = LocalDate.of(2026, 1, 2);

    @TempDir
    private Path directory;

    private Path file;
    private Path copies;
    private StateStoreConfig config;

    @BeforeEach
    void nameFiles() {
        file = directory.resolve("state.db");
        copies = directory.resolve("copies");
        config = new StateStoreConfig.SqliteFile(file, copies);
    }

    @Test
    void writesAheadAndWaitsForTheDisk() {
        try (StateStore store = StateStoreTest.open(config)) {
            for (String pragmaAndValue : List.of("journal_mode=wal", "synchronous=2", "foreign_keys=1")) {
                String[] parts = pragmaAndValue.split("=", 2);
                assertThat(store.<String>write(tx -> pragma(tx, parts[0]))).isEqualTo(parts[1]);
                assertThat(store.<String>read(tx -> pragma(tx, parts[0]))).isEqualTo(parts[1]);
            }
        }
    }

    /** What a change before it has left on the connection, one whose ending failed too, is not its own. */
    @Test
    void eachChangeWaitsForTheDiskAsItIsAskedTo() throws Exception {
        try (StateStore store = StateStoreTest.open(config)) {
            List<String> levels = new ArrayList<>();
            List<Connection> writers = new ArrayList<>();
            store.changeUnsynced(tx -> {
                levels.add(pragma(tx, "synchronous"));
                writers.add(unwrapped(tx));
            });
            for (String left : List.of("NORMAL", "OFF", "FULL")) {
                try (Statement statement = writers.getFirst().createStatement()) {
                    statement.execute("PRAGMA synchronous = " + left);
                }
                store.change(tx -> {
                    assertThat(unwrapped(tx)).isSameAs(writers.getFirst());
                    levels.add(pragma(tx, "synchronous"));
                });
            }
            assertThatThrownBy(() -> store.changeUnsynced(_ -> {
                        throw new IllegalStateException("refused");
                    }))
                    .hasMessage("refused");
            store.change(tx -> levels.add(pragma(tx, "synchronous")));
            assertThat(levels).containsExactly("1", "2", "2", "2", "2");
        }
    }

    private static Connection unwrapped(Transaction tx) {
        try {
            return tx.handle().getConnection().unwrap(SQLiteConnection.class);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void namesTheCopiesAndTouchesNothingWhenTheFileIsNoDatabase() throws IOException {
        byte[] noise =
                "this was a database once, and then it was not".repeat(200).getBytes(StandardCharsets.UTF_8);
        Files.write(file, noise);
        assertDamageIsTold(() -> StateStoreTest.open(config));
        assertThat(Files.readAllBytes(file)).isEqualTo(noise);
    }

    @Test
    void namesTheCopiesAndTouchesNothingWhenTheSchemaPageIsDamaged() throws IOException {
        StateStoreTest.open(config).close();
        overwrite(100, 3996);
        byte[] damaged = Files.readAllBytes(file);
        assertDamageIsTold(() -> StateStoreTest.open(config));
        assertThat(Files.readAllBytes(file)).isEqualTo(damaged);
    }

    @Test
    void namesTheCopiesWhenDamageShowsLater() throws IOException {
        try (StateStore store = StateStoreTest.open(config)) {
            store.change(tx -> {
                for (int i = 0; i < 2000; i++) {
                    StateStoreTest.addOrganization(tx, "org_" + i);
                }
            });
        }
        long rootPage;
        try (StateStore store = StateStoreTest.open(config)) {
            rootPage = store.read(tx -> tx.handle()
                    .createQuery("SELECT rootpage FROM sqlite_master WHERE name = 'organization'")
                    .mapTo(Long.class)
                    .one());
        }
        overwrite((rootPage - 1) * 4096, 4096);
        try (StateStore store = StateStoreTest.open(config)) {
            assertDamageIsTold(() -> store.read(tx -> tx.handle()
                    .createQuery("SELECT max(name) FROM organization")
                    .mapTo(String.class)
                    .one()));
        }
    }

    @Test
    void refusesAnEmptiedFileBesideCopies() throws IOException {
        try (StateStore store = StateStoreTest.open(config)) {
            store.keepDailyCopy(DAY);
        }
        Files.write(file, new byte[0]);
        assertDamageIsTold(() -> StateStoreTest.open(config));
        assertThat(file).isEmptyFile();
    }

    @Test
    void takesAnEmptyFileWithoutCopiesForAFirstStartThatWasKilled() throws IOException {
        Files.createFile(file);
        try (StateStore store = StateStoreTest.open(config)) {
            assertThat(StateStoreTest.countOrganizations(store)).isZero();
        }
    }

    @Test
    void copiesTheStateBeforeAMigration() {
        makeStateOfSchemaZero("org_before");
        try (StateStore store = StateStoreTest.open(config)) {
            assertThat(StateStoreTest.appliedVersions(store))
                    .startsWith("0")
                    .endsWith(StateStoreTest.allVersions().toArray(String[]::new));
        }
        assertThat(namesOfCopies()).containsExactly("state-0-before-" + Migration.NEWEST + ".db");
        assertThat(tablesIn(copies.resolve("state-0-before-" + Migration.NEWEST + ".db")))
                .contains("org_before")
                .doesNotContain("organization");
    }

    @Test
    void copiesAnewBeforeASecondTryAtAMigration() {
        makeStateOfSchemaZero("first_try");
        try (StateStore store = StateStoreTest.open(config)) {
            // The older version came back, worked on, and is upgraded once more.
            store.change(tx -> {
                tx.handle().execute("DELETE FROM flyway_schema_history WHERE type <> 'BASELINE'");
                dropEverythingButHistory(tx);
                tx.handle().execute("CREATE TABLE second_try (a INTEGER)");
            });
        }
        StateStoreTest.open(config).close();
        assertThat(tablesIn(copies.resolve("state-0-before-" + Migration.NEWEST + ".db")))
                .contains("second_try");
    }

    @Test
    void saysWhereTheCopyLiesWhenAMigrationFails() {
        makeStateOfSchemaZero("organization");
        assertThatThrownBy(() -> StateStoreTest.open(config)).isInstanceOfSatisfying(AppException.class, refused -> {
            assertThat(refused.errorCode()).isEqualTo(PlatformError.STATE_INVALID);
            assertThat(refused).hasMessageContaining("could not be brought to schema " + Migration.NEWEST);
            assertThat(refused).hasMessageContaining(copies.toString());
        });
        assertThat(tablesIn(file)).contains("organization").doesNotContain("api_key");
    }

    @Test
    void makesNoCopyOfAnEmptyHomesFirstState() {
        StateStoreTest.open(config).close();
        assertThat(copies).doesNotExist();
    }

    @Test
    void keepsOneCopyADayThatHoldsTheWholeState() {
        try (StateStore store = StateStoreTest.open(config)) {
            store.change(tx -> StateStoreTest.addOrganization(tx, "org_1"));
            store.keepDailyCopy(DAY);
            store.change(tx -> StateStoreTest.addOrganization(tx, "org_2"));
            store.keepDailyCopy(DAY);
        }
        assertThat(namesOfCopies()).containsExactly("state-2026-01-02.db");
        try (StateStore copy = StateStoreTest.open(
                new StateStoreConfig.SqliteFile(copies.resolve("state-2026-01-02.db"), directory.resolve("none")))) {
            assertThat(StateStoreTest.countOrganizations(copy)).isOne();
        }
    }

    @Test
    void keepsTheNewestSevenCopiesAndWhateverIsNotACopy() throws IOException {
        Files.createDirectories(copies);
        Files.writeString(copies.resolve("mine.db"), "not ours");
        try (StateStore store = StateStoreTest.open(config)) {
            for (int day = 0; day < 10; day++) {
                store.keepDailyCopy(DAY.plusDays(day));
            }
        }
        assertThat(namesOfCopies())
                .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                IntStream.range(3, 10).mapToObj(day -> "state-" + DAY.plusDays(day) + ".db"),
                                Stream.of("mine.db"))
                        .toList());
    }

    @Test
    void replacesACopyThatWasNeverFinished() throws IOException {
        Files.createDirectories(copies);
        Files.writeString(copies.resolve("state-2026-01-02.db.unfinished"), "half a copy");
        try (StateStore store = StateStoreTest.open(config)) {
            store.keepDailyCopy(DAY);
        }
        assertThat(namesOfCopies()).containsExactly("state-2026-01-02.db");
        assertThat(tablesIn(copies.resolve("state-2026-01-02.db"))).contains("organization");
    }

    @Test
    void saysWhatToDoWhenACopyCannotBeMade() throws IOException {
        Files.writeString(copies, "a file where the directory should be");
        try (StateStore store = StateStoreTest.open(config)) {
            assertThatThrownBy(() -> store.keepDailyCopy(DAY))
                    .isInstanceOfSatisfying(
                            AppException.class,
                            refused -> assertThat(refused.errorCode()).isEqualTo(PlatformError.STATE_INVALID))
                    .hasMessageContaining("Check that the disk has room");
        }
    }

    @Test
    void tellsAFullDiskAndGoesOnOnceThereIsRoom() {
        try (StateStore store = StateStoreTest.open(config)) {
            store.change(tx -> tx.handle().execute("CREATE TABLE filler (content BLOB)"));
            long pages = Long.parseLong(store.write(tx -> pragma(tx, "page_count")));
            store.change(tx -> tx.handle().execute("PRAGMA max_page_count = " + (pages + 20)));

            assertThatThrownBy(() -> store.change(tx -> fill(tx, 1_000_000)))
                    .isInstanceOfSatisfying(
                            AppException.class,
                            full -> assertThat(full.errorCode()).isEqualTo(PlatformError.STORAGE_FULL))
                    .hasMessageContaining("Free some room");

            // It can be read all the same.
            assertThat(StateStoreTest.countOrganizations(store)).isZero();
            assertThatThrownBy(() -> store.write(_ -> {
                        throw AppException.notFound("thing", "t");
                    }))
                    .isInstanceOf(AppException.class);
            assertThat(store.trouble()).as("after a failure of another kind").contains("Free some room");
            store.change(tx -> tx.handle().execute("PRAGMA max_page_count = 1000000"));
            assertThat(store.trouble()).isNull();
            store.change(tx -> fill(tx, 1_000_000));
            assertThat(store.<Long>read(tx -> tx.handle()
                            .createQuery("SELECT count(*) FROM filler")
                            .mapTo(Long.class)
                            .one()))
                    .isOne();
        }
    }

    private void assertDamageIsTold(ThrowingCallable work) {
        assertThatThrownBy(work).isInstanceOfSatisfying(AppException.class, refused -> {
            assertThat(refused.errorCode()).isEqualTo(PlatformError.STATE_INVALID);
            assertThat(refused).hasMessageContaining(file.toString());
            assertThat(refused).hasMessageContaining("put back the newest copy from " + copies);
        });
    }

    /** A state that stands before the first script, with one table of its own. */
    private void makeStateOfSchemaZero(String table) {
        try (StateStore store = StateStoreTest.open(config)) {
            store.change(tx -> {
                dropEverythingButHistory(tx);
                tx.handle().execute("DELETE FROM flyway_schema_history");
                StateStoreTest.addAppliedVersion(tx, "0", "BASELINE");
                tx.handle().execute("UPDATE flyway_schema_history SET installed_rank = 1");
                tx.handle().execute("CREATE TABLE " + table + " (a INTEGER)");
            });
        }
    }

    private static void dropEverythingButHistory(Transaction tx) {
        tx.handle().execute("PRAGMA defer_foreign_keys = true");
        List<String> tables = tx.handle()
                .createQuery("SELECT name FROM sqlite_master WHERE type = 'table'"
                        + " AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'flyway%' ORDER BY rowid DESC")
                .mapTo(String.class)
                .list();
        for (String each : tables) {
            tx.handle().execute("DROP TABLE " + each);
        }
    }

    private static List<String> tablesIn(Path database) {
        SQLiteDataSource dataSource = new SQLiteDataSource();
        dataSource.setUrl("jdbc:sqlite:" + database);
        return Jdbi.create(dataSource)
                .withHandle(handle -> handle.createQuery("SELECT name FROM sqlite_master WHERE type = 'table'")
                        .mapTo(String.class)
                        .list());
    }

    private List<String> namesOfCopies() {
        String[] names = copies.toFile().list();
        return names == null ? List.of() : Arrays.asList(names);
    }

    private void overwrite(long offset, int length) throws IOException {
        byte[] noise = new byte[length];
        Arrays.fill(noise, (byte) 0xA5);
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.seek(offset);
            open.write(noise);
        }
    }

    private static void fill(Transaction tx, int bytes) {
        tx.handle().execute("INSERT INTO filler VALUES (zeroblob(?))", bytes);
    }

    private static String pragma(Transaction tx, String name) {
        return tx.handle().createQuery("PRAGMA " + name).mapTo(String.class).one();
    }
}
