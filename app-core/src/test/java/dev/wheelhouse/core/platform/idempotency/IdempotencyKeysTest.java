package dev.wheelhouse.core.platform.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Effects;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IdempotencyKeysTest {

    private static final String CREATE = "POST /api/v1/things";
    private static final KeptAnswer CREATED =
            new KeptAnswer(201, Map.of("Location", "/things/1"), "application/json", "{\"id\":\"1\"}");

    @TempDir
    private Path directory;

    private static IdempotencyKeys console(OpenState state, String home, String run) {
        return new IdempotencyKeys(state.store(), state.clock(), home, run, each -> each.equals("srv_alive"));
    }

    /** What a call does to the state. */
    private static void make(OpenState state, Caller caller) {
        state.store().change(tx -> append(state, tx, caller));
    }

    private static void append(OpenState state, Transaction tx, Caller caller) {
        new EventLog(state.store(), state.ids(), state.clock(), "srv_here")
                .append(tx, caller, new NewEvent(EventKind.APP_CREATED, "thing_1", Map.of()));
    }

    private static long made(OpenState state, Caller caller) {
        return state.store()
                .read(tx -> tx.handle()
                        .select("SELECT count(*) FROM event WHERE organization_id = ?", caller.organizationId())
                        .mapTo(Long.class)
                        .one());
    }

    private static void refused(ErrorCode code, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        AppException.class,
                        failure -> assertThat(failure.errorCode()).isEqualTo(code));
    }

    @ParameterizedTest
    @EnumSource
    void answersAsBeforeAndDoesNothingTwice(StateKind kind) {
        try (OpenState state = OpenState.create(kind, directory)) {
            Caller caller = state.organizations().newOrganization();
            IdempotencyKeys keys = console(state, "srv_here", "run_1");
            IdempotentCall call = keys.begin(caller, CREATE, "k", "body");
            call.during(() -> {
                make(state, caller);
                return true;
            });
            refused(IdempotencyError.IDEMPOTENCY_IN_PROGRESS, () -> keys.begin(caller, CREATE, "k", "body"));
            call.answered(CREATED);

            IdempotentCall again = console(state, "srv_here", "run_2").begin(caller, CREATE, "k", "body");
            assertThat(again.isRepeated()).isTrue();
            assertThat(again.answer()).isEqualTo(CREATED);
            refused(IdempotencyError.IDEMPOTENCY_MISMATCH, () -> keys.begin(caller, CREATE, "k", "other"));

            Caller other = state.organizations().newOrganization();
            assertThat(keys.begin(other, CREATE, "k", "other").isRepeated()).isFalse();
            assertThat(keys.begin(caller, "POST /api/v1/others", "k", "other").isRepeated())
                    .isFalse();
            assertThat(made(state, caller)).isOne();
        }
    }

    @ParameterizedTest
    @EnumSource
    void neverRunsAgainWhatAConsoleBeganAndDidNotAnswer(StateKind kind) {
        try (OpenState state = OpenState.create(kind, directory)) {
            Caller caller = state.organizations().newOrganization();
            for (String home : new String[] {"srv_here", "srv_alive", "srv_dead"}) {
                console(state, home, "run_1")
                        .begin(caller, CREATE, home, "body")
                        .during(() -> {
                            make(state, caller);
                            return true;
                        });
            }
            IdempotencyKeys later = console(state, "srv_here", "run_2");
            refused(PlatformError.CONFLICT, () -> later.begin(caller, CREATE, "srv_here", "body"));
            refused(PlatformError.CONFLICT, () -> later.begin(caller, CREATE, "srv_dead", "body"));
            refused(IdempotencyError.IDEMPOTENCY_IN_PROGRESS, () -> later.begin(caller, CREATE, "srv_alive", "body"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void leavesNoKeyWhereTheConsoleEndedBeforeAnythingWasDone(StateKind kind) {
        try (OpenState state = OpenState.create(kind, directory)) {
            Caller caller = state.organizations().newOrganization();
            IdempotentCall call = console(state, "srv_here", "run_1").begin(caller, CREATE, "k", "body");
            assertThatThrownBy(() -> call.during(() -> state.store().write(_ -> {
                        throw new IllegalStateException("cut");
                    })))
                    .hasMessage("cut");
            assertThat(console(state, "srv_here", "run_2")
                            .begin(caller, CREATE, "k", "body")
                            .isRepeated())
                    .isFalse();
        }
    }

    @Test
    void doesNothingTwiceWhereTheStateCannotNoteThatItWasDone() {
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory)) {
            Caller caller = state.organizations().newOrganization();
            IdempotencyKeys keys = console(state, "srv_here", "run_1");
            IdempotentCall call = keys.begin(caller, CREATE, "k", "body");
            call.during(() -> {
                Effects.current().note();
                return true;
            });
            state.store().change(tx -> tx.handle().execute("ALTER TABLE idempotency_key RENAME TO away"));
            call.failed();
            state.store().change(tx -> tx.handle().execute("ALTER TABLE away RENAME TO idempotency_key"));

            refused(IdempotencyError.IDEMPOTENCY_IN_PROGRESS, () -> keys.begin(caller, CREATE, "k", "body"));
            state.clock().advance(Duration.ofHours(25));
            keys.sweep();
            assertThat(keys.begin(caller, CREATE, "k", "body").isRepeated()).isFalse();
        }
    }

    @Test
    void letsOneOfTwoConsolesDoIt() throws Exception {
        try (OpenState state = OpenState.create(StateKind.POSTGRESQL, directory)) {
            Caller caller = state.organizations().newOrganization();
            IdempotentCall first = console(state, "srv_here", "run_1").begin(caller, CREATE, "k", "body");
            IdempotentCall second = console(state, "srv_alive", "run_2").begin(caller, CREATE, "k", "body");
            CompletableFuture<Boolean> inFirst = new CompletableFuture<>();
            CompletableFuture<Boolean> goOn = new CompletableFuture<>();
            Thread faster = Thread.ofVirtual()
                    .start(() -> first.during(() -> state.store().write(tx -> {
                        append(state, tx, caller);
                        inFirst.complete(true);
                        return goOn.join();
                    })));
            inFirst.join();
            CompletableFuture<Void> slower = CompletableFuture.runAsync(() -> second.during(() -> {
                make(state, caller);
                return true;
            }));
            goOn.complete(true);
            faster.join();
            assertThatThrownBy(slower::join)
                    .hasCauseInstanceOf(AppException.class)
                    .hasMessageContaining("still being worked on");
            assertThat(made(state, caller)).isOne();
        }
    }

    @Test
    void forgetsWhatOnlyReadAndWhatMayBeTriedAgain() {
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory)) {
            Caller caller = state.organizations().newOrganization();
            IdempotencyKeys keys = console(state, "srv_here", "run_1");
            keys.begin(caller, CREATE, "k", "body").forget();
            IdempotentCall call = keys.begin(caller, CREATE, "k", "other");
            call.during(() -> {
                make(state, caller);
                return true;
            });
            call.forget();
            assertThat(keys.begin(caller, CREATE, "k", "third").isRepeated()).isFalse();
        }
    }

    @Test
    void isOfUseAgainAfterAFailureBeforeAnythingWasDone() {
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory)) {
            Caller caller = state.organizations().newOrganization();
            IdempotencyKeys keys = console(state, "srv_here", "run_1");
            keys.begin(caller, CREATE, "k", "body").failed();
            IdempotentCall changing = keys.begin(caller, CREATE, "k", "body");
            changing.during(() -> {
                make(state, caller);
                return true;
            });
            changing.failed();
            IdempotentCall sending = keys.begin(caller, CREATE, "k2", "body");
            sending.during(() -> {
                Effects.current().note();
                return true;
            });
            sending.failed();
            for (String each : List.of("k", "k2")) {
                IdempotentCall again = keys.begin(caller, CREATE, each, "body");
                assertThat(again.isRepeated()).isTrue();
                refused(PlatformError.CONFLICT, again::answer);
            }
        }
    }

    @Test
    void saysThatAnAnswerWasTooLargeToKeep() {
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory)) {
            Caller caller = state.organizations().newOrganization();
            IdempotencyKeys keys = console(state, "srv_here", "run_1");
            String large = "x".repeat(KeptAnswer.MOST_CHARACTERS + 1);
            keys.begin(caller, CREATE, "k", "body").answered(new KeptAnswer(200, Map.of(), "text/plain", large));
            refused(
                    PlatformError.CONFLICT,
                    () -> keys.begin(caller, CREATE, "k", "body").answer());
            keys.begin(caller, CREATE, "k2", "body").answered(new KeptAnswer(200, Map.of(), "t", large.substring(1)));
            assertThat(keys.begin(caller, CREATE, "k2", "body").answer().body()).hasSize(KeptAnswer.MOST_CHARACTERS);
        }
    }

    @Test
    void comparesABodyThatIsReadLater() {
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory)) {
            Caller caller = state.organizations().newOrganization();
            IdempotencyKeys keys = console(state, "srv_here", "run_1");
            IdempotentCall call = keys.begin(caller, CREATE, "k", null);
            call.bodyWas("first");
            call.answered(CREATED);
            keys.begin(caller, CREATE, "k", null).bodyWas("first");
            refused(
                    IdempotencyError.IDEMPOTENCY_MISMATCH,
                    () -> keys.begin(caller, CREATE, "k", null).bodyWas("second"));
        }
    }

    @Test
    void knowsAKeyForADay() {
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory)) {
            SettableClock clock = state.clock();
            Caller caller = state.organizations().newOrganization();
            IdempotencyKeys keys = console(state, "srv_here", "run_1");
            keys.begin(caller, CREATE, "k", "body").answered(CREATED);
            clock.advance(IdempotencyKeys.KEPT.minus(Duration.ofMillis(1)));
            keys.sweep();
            assertThat(keys.begin(caller, CREATE, "k", "body").isRepeated()).isTrue();
            clock.advance(Duration.ofHours(-2));
            assertThat(keys.begin(caller, CREATE, "k", "body").isRepeated()).isTrue();
            clock.advance(Duration.ofHours(2).plusMillis(1));
            assertThat(keys.begin(caller, CREATE, "k", "other").isRepeated()).isFalse();
            keys.sweep();
            assertThat(state.store()
                            .<Long>read(tx -> tx.handle()
                                    .select("SELECT count(*) FROM idempotency_key")
                                    .mapTo(Long.class)
                                    .one()))
                    .isZero();
        }
    }
}
