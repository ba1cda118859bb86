package dev.wheelhouse.core.platform.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jdbi.v3.core.JdbiException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for the state on SQLite and on PostgreSQL alike. */
class StateStoreTest {

    @TempDir
    private Path directory;

    @Test
    void newestNamesTheHighestScript() {
        assertThat(Migration.NEWEST).isEqualTo(allVersions().getLast());
    }

    @ParameterizedTest
    @EnumSource
    void runsEveryMigrationOnceHoweverOftenItOpens(StateKind kind) {
        StateStoreConfig config = kind.newUnmigratedState(directory);
        for (int i = 0; i < 3; i++) {
            try (StateStore store = open(config)) {
                assertThat(appliedVersions(store)).containsExactlyElementsOf(allVersions());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void asksTheMigrationLibraryOnlyWhenTheVersionIsNotTheNewest(StateKind kind) {
        StateStoreConfig config = kind.newUnmigratedState(directory);
        try (StateStore store = open(config)) {
            // The library would refuse a script whose checksum is not the applied one's.
            store.change(tx -> tx.handle().execute("UPDATE flyway_schema_history SET checksum = 1"));
        }
        try (StateStore store = open(config)) {
            assertThat(appliedVersions(store)).containsExactlyElementsOf(allVersions());
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusesAStateOfANewerWheelhouse(StateKind kind) {
        StateStoreConfig config = kind.newUnmigratedState(directory);
        try (StateStore store = open(config)) {
            store.change(tx -> addAppliedVersion(tx, "999", "SQL"));
        }
        assertThatThrownBy(() -> open(config)).isInstanceOfSatisfying(AppException.class, refused -> {
            assertThat(refused.errorCode()).isEqualTo(PlatformError.STATE_INVALID);
            assertThat(refused).hasMessageContaining("newer Wheelhouse (schema 999, this one knows");
            assertThat(refused).hasMessageContaining("Start that version");
        });
    }

    @ParameterizedTest
    @EnumSource
    void keepsNothingOfAChangeThatThrows(StateKind kind) {
        try (StateStore store = open(kind.newUnmigratedState(directory))) {
            IllegalStateException thrown = new IllegalStateException("half-way");
            assertThatThrownBy(() -> store.change(tx -> {
                        addOrganization(tx, "org_1");
                        addOrganization(tx, "org_2");
                        throw thrown;
                    }))
                    .isSameAs(thrown);
            assertThat(countOrganizations(store)).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void showsAReaderWhatWasCommittedLastAndNothingElse(StateKind kind) {
        try (StateStore store = open(kind.newUnmigratedState(directory))) {
            long seenInside = store.write(tx -> {
                addOrganization(tx, "org_1");
                return countOrganizations(store);
            });
            assertThat(seenInside).isZero();
            assertThat(countOrganizations(store)).isOne();
        }
    }

    @ParameterizedTest
    @EnumSource
    void servesManyWritersAndReadersOnVirtualThreadsAtOnce(StateKind kind) throws InterruptedException {
        int threads = 200;
        int transfers = 5;
        try (Workers workers = new Workers();
                StateStore store = StateStore.open(kind.newUnmigratedState(directory), workers.stateCalls())) {
            store.change(tx -> tx.handle()
                    .createScript("CREATE TABLE account (id INTEGER PRIMARY KEY, amount BIGINT NOT NULL);"
                            + "INSERT INTO account VALUES (1, 0), (2, 0)")
                    .execute());
            List<Long> sums = AtOnce.run(threads, number -> () -> {
                long sum = 0;
                for (int i = 0; i < transfers; i++) {
                    if (number % 2 == 0) {
                        store.change(StateStoreTest::transfer);
                    } else {
                        sum += Math.abs(sum(store));
                    }
                }
                return sum;
            });
            assertThat(sums).containsOnly(0L);
            assertThat(amount(store, 2)).isEqualTo((long) threads / 2 * transfers);
        }
    }

    @ParameterizedTest
    @EnumSource
    void tellsATakenKeyFromOtherFailures(StateKind kind) {
        try (StateStore store = open(kind.newUnmigratedState(directory))) {
            store.change(tx -> addOrganization(tx, "org_1"));
            assertThatThrownBy(() -> store.change(tx -> addOrganization(tx, "org_1")))
                    .isInstanceOfSatisfying(
                            JdbiException.class,
                            taken -> assertThat(StateStore.isDuplicate(taken)).isTrue());
            assertThatThrownBy(() -> store.change(
                            tx -> tx.handle().execute("INSERT INTO event_chain VALUES ('org_unknown', 1, '')")))
                    .isInstanceOfSatisfying(
                            JdbiException.class,
                            orphan -> assertThat(StateStore.isDuplicate(orphan)).isFalse());
        }
    }

    @ParameterizedTest
    @EnumSource
    void namesItsKind(StateKind kind) {
        try (StateStore store = open(kind.newUnmigratedState(directory))) {
            assertThat(store.kind()).isEqualToIgnoringCase(kind.name());
        }
    }

    @Test
    void answersAnInterruptedCallerWithCancelledAndKeepsTheInterrupt() throws InterruptedException {
        NativeCalls interrupted = new NativeCalls() {
            @Override
            public <T> T call(Callable<T> call, Runnable onInterrupt) throws InterruptedException {
                throw new InterruptedException();
            }
        };
        try (StateStore store = StateStore.open(StateKind.SQLITE.newUnmigratedState(directory), interrupted)) {
            List<Boolean> stillInterrupted = AtOnce.run(1, _ -> () -> {
                assertThatThrownBy(() -> countOrganizations(store))
                        .isInstanceOfSatisfying(
                                AppException.class,
                                stopped -> assertThat(stopped.errorCode()).isEqualTo(PlatformError.CANCELLED));
                return Thread.currentThread().isInterrupted();
            });
            assertThat(stillInterrupted).containsExactly(true);
        }
    }

    static StateStore open(StateStoreConfig config) {
        return StateStore.open(config, NativeCalls.SAME_THREAD);
    }

    static void addOrganization(Transaction tx, String id) {
        tx.handle().execute("INSERT INTO organization (id, name, created_at) VALUES (?, 'Any', 0)", id);
    }

    static long countOrganizations(StateStore store) {
        return store.read(tx -> tx.handle()
                .createQuery("SELECT count(*) FROM organization")
                .mapTo(Long.class)
                .one());
    }

    static List<String> allVersions() {
        try (Stream<Path> files =
                Files.list(Path.of(Objects.requireNonNull(StateStore.class.getResource("/db/migration"))
                        .toURI()))) {
            return files.map(file -> file.getFileName().toString())
                    .map(name -> Integer.valueOf(name.substring(1, name.indexOf("__"))))
                    .sorted()
                    .map(String::valueOf)
                    .toList();
        } catch (IOException | URISyntaxException e) {
            throw new AssertionError("The scripts cannot be listed", e);
        }
    }

    static List<String> appliedVersions(StateStore store) {
        return store.read(tx -> tx.handle()
                .createQuery("SELECT version FROM flyway_schema_history WHERE success ORDER BY installed_rank")
                .mapTo(String.class)
                .list());
    }

    static void addAppliedVersion(Transaction tx, String version, String type) {
        tx.handle()
                .execute(
                        "INSERT INTO flyway_schema_history (installed_rank, version, description, type, script,"
                                + " checksum, installed_by, installed_on, execution_time, success)"
                                + " VALUES (99, ?, 'made by a test', ?, 'none', NULL, 'test', CURRENT_TIMESTAMP, 1, ?)",
                        version,
                        type,
                        true);
    }

    private static void transfer(Transaction tx) {
        tx.handle().execute("UPDATE account SET amount = amount - 1 WHERE id = 1");
        tx.handle().execute("UPDATE account SET amount = amount + 1 WHERE id = 2");
    }

    private static long sum(StateStore store) {
        return store.read(tx -> tx.handle()
                .createQuery("SELECT sum(amount) FROM account")
                .mapTo(Long.class)
                .one());
    }

    private static long amount(StateStore store, int id) {
        return store.read(tx -> tx.handle()
                .createQuery("SELECT amount FROM account WHERE id = :id")
                .bind("id", id)
                .mapTo(Long.class)
                .one());
    }

    /** What a call is known by is stored with its first change, whichever kind that is of. */
    @ParameterizedTest
    @EnumSource
    void aFirstChangeJoinsAlsoWhatDoesNotWaitForTheDisk(StateKind kind, @TempDir Path directory) {
        try (OpenState state = OpenState.create(kind, directory)) {
            List<String> joined = new ArrayList<>();
            StateStore.FirstChange first = new StateStore.FirstChange() {
                @Override
                public void join(Transaction tx) {
                    joined.add("joined");
                }

                @Override
                public void committed() {
                    joined.add("committed");
                }
            };
            state.store().beginningWith(first, () -> {
                state.store().changeUnsynced(tx -> tx.execute("DELETE FROM timer"));
                return true;
            });
            assertThat(joined).containsExactly("joined", "committed");
        }
    }
}
