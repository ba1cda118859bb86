package dev.wheelhouse.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.access.CreatedApiKey;
import dev.wheelhouse.core.access.NewApiKey;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.home.HomeLock;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobStatus;
import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sqlite.SQLiteDataSource;

@Isolated
class CoreTest {

    @TempDir
    private Path temporary;

    private Path home;

    @BeforeEach
    void nameHome() {
        home = temporary.resolve("home");
    }

    @ParameterizedTest
    @EnumSource
    void keepsKeysAndTheLocalTokenOverARestart(StateKind kind) throws IOException {
        String url = kind == StateKind.POSTGRESQL ? StateKind.newUnmigratedUrl() : null;
        CreatedApiKey created;
        String localToken;
        try (Core core = start(home, url)) {
            assertThat(core.stateKind()).isEqualToIgnoringCase(kind.name());
            Caller owner = core.access().windowCaller("req_1");
            created = core.access().apiKeys().create(owner, new NewApiKey("ci", List.of("*"), 0, null));
            localToken = Files.readString(core.access().localTokenFile()).strip();
        }
        try (Core core = start(home, url)) {
            Caller caller = authenticate(core, created.token().text());
            assertThat(caller.keyId()).isEqualTo(created.key().id());
            assertThat(caller.memberId())
                    .isEqualTo(core.access().windowCaller("req_2").memberId());
            assertThat(authenticate(core, localToken).memberId()).isEqualTo(caller.memberId());
        }
        assertThat(Files.exists(home.resolve("state.db"))).isEqualTo(kind == StateKind.SQLITE);
    }

    @Test
    void refusesASecondCoreOnOneHomeAndLetsTheFirstWorkOn() throws IOException {
        try (Core core = start(home, null)) {
            assertRefused(PlatformError.IN_USE, () -> start(home, null));
            String token = Files.readString(core.access().localTokenFile()).strip();
            assertThat(authenticate(core, token).keyId()).isNotNull();
        }
    }

    @Test
    void leavesNothingOpenWhenTheStateCannotBeRead() throws IOException {
        Files.createDirectories(home);
        Files.writeString(home.resolve("state.db"), "not a database, but long enough to look like one".repeat(50));
        assertRefused(PlatformError.STATE_INVALID, () -> start(home, null));
        HomeLock.acquire(Home.open(home)).close();
        Files.delete(home.resolve("state.db"));
        start(home, null).close();
    }

    @Test
    void leavesNothingOpenWhenTheStoreDoesNotAnswer() {
        assertRefused(
                PlatformError.STATE_INVALID, () -> start(home, "jdbc:postgresql://127.0.0.1:1/state?connectTimeout=2"));
        start(home, null).close();
    }

    @Test
    void refusesAHomeWhoseKeysAreGoneAndTakesThemBack() throws IOException {
        start(home, null).close();
        String homeId = Files.readString(home.resolve("home-id")).strip();
        inState("INSERT INTO vault_home (id, name, public_key, signing_key, joined_at) VALUES ('" + homeId
                + "', 'here', 'public', 'signing', 0)");
        inState("INSERT INTO vault_key (version, created_at, completed_at) VALUES (1, 0, 0)");
        inState("INSERT INTO vault_wrapping (version, home_id, wrapped, vouched) VALUES (1, '" + homeId
                + "', 'wrapped', 'vouched')");
        assertRefused(PlatformError.STATE_INVALID, () -> start(home, null));
        Files.writeString(
                home.resolve("vault-key.json"),
                "{\"publicKey\": \"public\", \"signingKey\": \"signing\", \"keys\": \"put back\"}");
        start(home, null).close();
    }

    @Test
    void settlesWhatTheLastConsoleLeftUnderWay() throws IOException {
        start(home, null).close();
        String homeId = Files.readString(home.resolve("home-id")).strip();
        inState("INSERT INTO intent (id, organization_id, home_id, kind, subject_id, actor, created_at)"
                + " SELECT 'int_left', id, '" + homeId + "', 'database.edited', 'db_1', '{}', 0 FROM organization");
        start(home, null).close();
        start(home, null).close();
        assertThat(countInState("SELECT count(*) FROM intent")).isZero();
        assertThat(countInState("SELECT count(*) FROM event WHERE kind = 'database.edited' AND data LIKE '%unknown%'"))
                .isOne();
    }

    @Test
    void readsTheOwnersSettings() throws IOException {
        Files.createDirectories(home);
        Files.writeString(home.resolve("settings.json"), "{\"hostNames\": [\"console.example\"]}");
        try (Core core = start(home, null)) {
            assertThat(core.settings().live().home().listener().hostNames()).containsExactly("console.example");
        }
    }

    @Test
    void closesOnceHoweverOftenAndFromHoweverManyThreadsItIsAsked() throws InterruptedException {
        Core core = start(home, null);
        AtOnce.run(4, number -> () -> {
            core.close();
            return number;
        });
        core.close();
        try (Core next = start(home, null)) {
            core.close();
            assertRefused(PlatformError.IN_USE, () -> start(home, null));
            assertThat(next.stateKind()).isEqualTo("sqlite");
        }
    }

    @Test
    void cancelsARunningJobAndKeepsItsEndWhenItCloses() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Job job;
        try (Core core = start(home, null)) {
            job = core.jobs().start(core.access().windowCaller("req_1"), "script", "db_1", Scope.DATABASES_READ, _ -> {
                begun.countDown();
                new CountDownLatch(1).await();
                return "never";
            });
            begun.await();
        }
        assertThat(statusAfterRestart(job)).isEqualTo(JobStatus.CANCELLED);
    }

    @Test
    void closesWithAJobThatDoesNotListenAndFailsItAtTheNextStart() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Core core = start(home, null);
        Job job = core.jobs().start(core.access().windowCaller("req_1"), "script", "db_1", Scope.DATABASES_READ, _ -> {
            begun.countDown();
            awaitDeafly(release);
            return "much too late";
        });
        begun.await();
        core.close();
        assertThat(statusAfterRestart(job)).isEqualTo(JobStatus.FAILED);
        release.countDown();
    }

    private JobStatus statusAfterRestart(Job job) {
        try (Core core = start(home, null)) {
            return core.jobs()
                    .get(core.access().windowCaller("req_1"), job.id())
                    .status();
        }
    }

    /** Waits whatever interrupts it. */
    private static void awaitDeafly(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException _) {
                // That is the point of this work.
            }
        }
    }

    private static Core start(Path home, @Nullable String storeUrl) {
        return Core.start(new CoreConfig(home, storeUrl, new SettableClock(), new SecureRandom()));
    }

    private static Caller authenticate(Core core, String token) {
        return core.access().authenticator().authenticate(token, Origin.HTTP, "req_1", "127.0.0.1");
    }

    private void inState(String sql) {
        state().useHandle(handle -> handle.execute(sql));
    }

    private long countInState(String sql) {
        return state().withHandle(
                        handle -> handle.createQuery(sql).mapTo(Long.class).one());
    }

    private Jdbi state() {
        SQLiteDataSource dataSource = new SQLiteDataSource();
        dataSource.setUrl("jdbc:sqlite:" + home.resolve("state.db"));
        return Jdbi.create(dataSource);
    }

    private static void assertRefused(ErrorCode code, ThrowingCallable work) {
        assertThatThrownBy(work)
                .isInstanceOfSatisfying(
                        AppException.class,
                        refused -> assertThat(refused.errorCode()).isEqualTo(code));
    }
}
