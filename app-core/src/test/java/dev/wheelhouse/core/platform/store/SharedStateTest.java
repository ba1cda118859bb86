package dev.wheelhouse.core.platform.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.ssh.CutProxy;
import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.PostgresServer;
import dev.wheelhouse.core.testing.StateKind;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What holds for a state on PostgreSQL that several consoles share. */
class SharedStateTest {

    @Test
    void migratesOnceWhenConsolesStartTogether() throws InterruptedException {
        StateStoreConfig config = new StateStoreConfig.SharedPostgres(StateKind.newUnmigratedUrl());
        List<StateStore> stores = AtOnce.run(3, _ -> () -> StateStoreTest.open(config));
        try {
            assertThat(StateStoreTest.appliedVersions(stores.getFirst()))
                    .containsExactlyElementsOf(StateStoreTest.allVersions());
        } finally {
            stores.forEach(StateStore::close);
        }
    }

    /** A row's {@code xmin} is the transaction that wrote it (PostgreSQL manual, 5.5 System Columns). */
    @Test
    void makesAndRecordsEachStepOfTheSchemaInOneTransaction() {
        try (StateStore store =
                StateStoreTest.open(new StateStoreConfig.SharedPostgres(StateKind.newUnmigratedUrl()))) {
            List<String> apart = store.read(tx -> tx.handle()
                    .createQuery("SELECT version FROM flyway_schema_history step WHERE NOT EXISTS"
                            + " (SELECT FROM pg_attribute made WHERE made.xmin = step.xmin) ORDER BY installed_rank")
                    .mapTo(String.class)
                    .list());
            assertThat(apart).isEmpty();
        }
    }

    @Test
    void showsOneConsoleWhatAnotherCommitted() {
        StateStoreConfig config = new StateStoreConfig.SharedPostgres(StateKind.newUnmigratedUrl());
        try (StateStore here = StateStoreTest.open(config);
                StateStore there = StateStoreTest.open(config)) {
            here.change(tx -> StateStoreTest.addOrganization(tx, "org_1"));
            assertThat(StateStoreTest.countOrganizations(there)).isOne();
        }
    }

    @Test
    void letsOneConsoleAtATimeDoWhatIsDoneAlone() throws InterruptedException {
        StateStoreConfig config = new StateStoreConfig.SharedPostgres(StateKind.newUnmigratedUrl());
        try (StateStore here = StateStoreTest.open(config);
                StateStore there = StateStoreTest.open(config)) {
            List<Boolean> made = AtOnce.run(
                    20,
                    number -> () -> (number % 2 == 0 ? here : there).writeAlone(tx -> addFirst(tx, "org_" + number)));
            assertThat(made).containsOnlyOnce(true);
            assertThat(StateStoreTest.countOrganizations(here)).isOne();
        }
    }

    @Test
    void tellsAFullDiskOfTheServer() {
        StateStoreConfig config = new StateStoreConfig.SharedPostgres(StateKind.newUnmigratedUrl());
        try (StateStore store = StateStoreTest.open(config)) {
            assertThatThrownBy(() -> store.change(tx -> tx.handle()
                            .execute("DO $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$")))
                    .isInstanceOfSatisfying(
                            AppException.class,
                            full -> assertThat(full.errorCode()).isEqualTo(PlatformError.STORAGE_FULL));
        }
    }

    @Test
    void takesNoOtherProgramsHistoryForItsOwn() {
        String url = StateKind.newUnmigratedUrl();
        StateStoreConfig elsewhere = new StateStoreConfig.SharedPostgres(url + "&currentSchema=other");
        try (StateStore store = StateStoreTest.open(new StateStoreConfig.SharedPostgres(url))) {
            store.change(tx -> tx.handle().execute("CREATE SCHEMA other"));
            try (StateStore other = StateStoreTest.open(elsewhere)) {
                other.change(tx -> StateStoreTest.addOrganization(tx, "org_other"));
            }
            assertThat(StateStoreTest.countOrganizations(store)).isZero();
        }
    }

    private static int readTimeoutMillis(String url) {
        try (StateStore store = StateStoreTest.open(new StateStoreConfig.SharedPostgres(url))) {
            return store.read(tx -> {
                try {
                    return tx.handle().getConnection().getNetworkTimeout();
                } catch (SQLException e) {
                    throw new AssertionError(e);
                }
            });
        }
    }

    @Test
    void waitsNoLongerThanAMinuteForAnAnswerUnlessTheUrlSaysSo() {
        assertThat(readTimeoutMillis(StateKind.newUnmigratedUrl())).isEqualTo(60_000);
        assertThat(readTimeoutMillis(StateKind.newUnmigratedUrl() + "&socketTimeout=7"))
                .isEqualTo(7_000);
    }

    /** The server goes on with it for a while; the console must not. */
    @Test
    void givesUpAReadThatNeverEnds() {
        StateStoreConfig config =
                new StateStoreConfig.SharedPostgres(StateKind.newUnmigratedUrl() + "&socketTimeout=1");
        try (StateStore store = StateStoreTest.open(config)) {
            assertThatThrownBy(() -> store.read(tx -> tx.handle()
                            .createQuery("SELECT 1 FROM pg_sleep(20)")
                            .mapTo(Integer.class)
                            .one()))
                    .isInstanceOf(RuntimeException.class);
            assertThat(StateStoreTest.countOrganizations(store)).isZero();
        }
    }

    @Test
    @Timeout(120) // A connection is waited for as long as the pool waits.
    void tellsAllWhileItsServerIsAwayAndGoesOnWhenItIsBack() throws Exception {
        String url = StateKind.newUnmigratedUrl();
        try (CutProxy cable = new CutProxy(PostgresServer.shared().port())) {
            String behind = url.replace(":" + PostgresServer.shared().port(), ":" + cable.port());
            try (StateStore store = StateStoreTest.open(new StateStoreConfig.SharedPostgres(behind))) {
                assertThat(store.trouble()).isNull();
                cable.cut();
                assertThatThrownBy(() -> StateStoreTest.countOrganizations(store))
                        .satisfies(SharedStateTest::isUnavailable);
                assertThat(store.trouble()).isNotNull();
                long began = System.nanoTime();
                // One of them waits for a connection; none of the others does.
                List<Boolean> told = AtOnce.run(40, _ -> () -> {
                    assertThatThrownBy(() -> StateStoreTest.countOrganizations(store))
                            .satisfies(SharedStateTest::isUnavailable);
                    return System.nanoTime() - began < TimeUnit.SECONDS.toNanos(4);
                });
                assertThat(told).filteredOn(quick -> quick).hasSizeGreaterThanOrEqualTo(39);
                cable.heal();
                Awaiting.until(() -> isBack(store));
                assertThat(store.trouble()).isNull();
            }
        }
    }

    @Test
    void waitsForAServerThatIsAwayWhenItOpens() throws Exception {
        String url = StateKind.newUnmigratedUrl();
        try (CutProxy cable = new CutProxy(PostgresServer.shared().port())) {
            cable.cut();
            String behind = url.replace(":" + PostgresServer.shared().port(), ":" + cable.port());
            List<String> told = new ArrayList<>();
            try (StateStore store =
                    new StateStore(new StateStoreConfig.SharedPostgres(behind), NativeCalls.SAME_THREAD)) {
                store.open(() -> told.add("open"), new StoreAbsence() {
                    @Override
                    public boolean isWaitedFor(AppException failure) {
                        told.add("away");
                        if (told.size() == 2) {
                            cable.heal();
                        }
                        return true;
                    }

                    @Override
                    public void ended() {
                        told.add("back");
                    }
                });
                assertThat(told).containsExactly("away", "away", "back", "open");
                assertThat(StateStoreTest.countOrganizations(store)).isZero();
            }
        }
    }

    @Test
    void doesNotWaitForWhatOnlyAPersonPutsRight() {
        String wrong = "jdbc:postgresql://" + PostgresServer.HOST + ":"
                + PostgresServer.shared().port() + "/%s?user=" + PostgresServer.USER + "&password=%s";
        for (String each :
                List.of(wrong.formatted("postgres", "wrong"), wrong.formatted("nowhere", PostgresServer.PASSWORD))) {
            StateStore store = new StateStore(new StateStoreConfig.SharedPostgres(each), NativeCalls.SAME_THREAD);
            assertThatThrownBy(() -> store.open(() -> {}, _ -> {
                        throw new IllegalStateException("It waits");
                    }))
                    .isInstanceOf(AppException.class);
        }
    }

    private static boolean isBack(StateStore store) {
        try {
            return StateStoreTest.countOrganizations(store) == 0;
        } catch (AppException e) {
            isUnavailable(e);
            return false;
        }
    }

    private static void isUnavailable(Throwable thrown) {
        assertThat(thrown)
                .isInstanceOfSatisfying(
                        AppException.class,
                        away -> assertThat(away.errorCode()).isEqualTo(PlatformError.STORE_UNAVAILABLE));
    }

    @Test
    void saysWhatToCheckWhenTheServerDoesNotAnswerAndShowsNoPassword() {
        StateStoreConfig config =
                new StateStoreConfig.SharedPostgres("jdbc:postgresql://127.0.0.1:1/state?user=me&password=hunter2");
        assertThatThrownBy(() -> StateStoreTest.open(config))
                .isInstanceOfSatisfying(
                        AppException.class,
                        refused -> assertThat(refused.errorCode()).isEqualTo(PlatformError.STATE_INVALID))
                .hasMessageContaining("jdbc:postgresql://127.0.0.1:1/state cannot be read")
                .hasMessageContaining("Check --store, WHEELHOUSE_STORE and PGPASSFILE")
                .message()
                .doesNotContain("hunter2");
        assertThat(config.toString()).doesNotContain("hunter2");
    }

    @Test
    void saysWhatToCheckWhenThePasswordIsWrong() {
        String url = "jdbc:postgresql://" + PostgresServer.HOST + ":"
                + PostgresServer.shared().port() + "/postgres?user=" + PostgresServer.USER + "&password=wrong";
        assertThatThrownBy(() -> StateStoreTest.open(new StateStoreConfig.SharedPostgres(url)))
                .isInstanceOf(AppException.class)
                .hasMessageContaining("password authentication failed")
                .hasMessageContaining("WHEELHOUSE_STORE");
    }

    private static boolean addFirst(Transaction tx, String id) {
        long present = tx.handle()
                .createQuery("SELECT count(*) FROM organization")
                .mapTo(Long.class)
                .one();
        if (present > 0) {
            return false;
        }
        StateStoreTest.addOrganization(tx, id);
        return true;
    }
}
