package dev.wheelhouse.core.platform.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.id.Sha256;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventLogTest {

    private static final String HOME = "srv_here";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource
    void writesWhoDidWhatAndWhen(StateKind kind) {
        try (OpenState state = OpenState.create(kind, directory)) {
            Caller owner = state.organizations().newOrganization();
            Caller caller = new Caller(
                    owner.organizationId(), owner.memberId(), "key_1", owner.scopes(), Origin.MCP, "req_7", "10.0.0.9");
            append(
                    state,
                    caller,
                    new NewEvent(EventKind.API_KEY_CREATED, "key_2", Map.of("name", "größer", "count", 3)));

            EventRow row = EventChain.of(state, caller).rows().getFirst();
            assertThat(row.id()).startsWith("evt_");
            assertThat(row.ordinal()).isOne();
            assertThat(row.kind()).isEqualTo("api_key.created");
            assertThat(row.subjectId()).isEqualTo("key_2");
            assertThat(row.occurredAt()).isEqualTo(state.clock().millis());
            assertThat(Json.readObject(row.data())).isEqualTo(Map.of("name", "größer", "count", 3));
            assertThat(Json.readObject(row.actor()))
                    .isEqualTo(Map.of(
                            "memberId",
                            owner.memberId(),
                            "keyId",
                            "key_1",
                            "origin",
                            "mcp",
                            "requestId",
                            "req_7",
                            "address",
                            "10.0.0.9"));
        }
    }

    @Test
    void aFullDiskRefusesAChangeTogetherWithItsEvent() {
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory)) {
            Caller caller = state.organizations().newOrganization();
            EventLog log = new EventLog(state.store(), state.ids(), state.clock(), HOME);
            // Of the one connection that writes: not smaller than what there is (SQLite, "PRAGMA max_page_count").
            state.store().change(tx -> tx.execute("PRAGMA max_page_count = 1"));
            int kept = 0;
            int refused = 0;
            for (int i = 0; i < 200; i++) {
                try {
                    changeWithEvent(state, log, caller, i);
                    kept++;
                } catch (AppException e) {
                    assertThat(e.errorCode()).isEqualTo(PlatformError.STORAGE_FULL);
                    refused++;
                }
            }
            assertThat(kept).isPositive();
            assertThat(refused).isPositive();
            assertThat(changes(state)).isEqualTo(kept);
            assertThat(EventChain.of(state, caller).rows()).hasSize(kept);

            state.store().change(tx -> tx.execute("PRAGMA max_page_count = 1000000"));
            changeWithEvent(state, log, caller, 200);
            assertThat(changes(state)).isEqualTo(kept + 1);
            assertThat(new EventVerification(state.store()).verify(caller))
                    .isEqualTo(new EventVerification.Result(1, kept + 1, null));
        }
    }

    /** Either may be what finds no room. */
    private static void changeWithEvent(OpenState state, EventLog log, Caller caller, int number) {
        String name = "change" + number + "-".repeat(200 * (number % 5));
        NewEvent event =
                new NewEvent(EventKind.SERVER_CHANGED, "srv_1", Map.of("text", "x".repeat(137 * (number % 7))));
        state.store().change(tx -> {
            if (number % 2 == 0) {
                log.append(tx, caller, event);
            }
            tx.execute("INSERT INTO organization (id, name, created_at) VALUES (?, ?, 0)", "org_" + number, name);
            if (number % 2 == 1) {
                log.append(tx, caller, event);
            }
        });
    }

    private static int changes(OpenState state) {
        return state.store()
                .read(tx -> tx.handle()
                        .createQuery("SELECT count(*) FROM organization WHERE name LIKE 'change%'")
                        .mapTo(Integer.class)
                        .one());
    }

    @ParameterizedTest
    @EnumSource
    void countsWithoutHolesAndChainsEveryEventWhenManyWriteAtOnce(StateKind kind) throws InterruptedException {
        try (OpenState state = OpenState.create(kind, directory)) {
            Caller caller = state.organizations().newOrganization();
            Caller other = state.organizations().newOrganization();
            AtOnce.run(40, number -> () -> {
                for (int i = 0; i < 5; i++) {
                    append(state, number % 4 == 0 ? other : caller, event("subject_" + number));
                }
                return number;
            });
            EventChain chain = EventChain.of(state, caller);
            assertThat(chain.rows().stream().map(EventRow::ordinal))
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, 150).boxed().toList());
            assertThat(chain.faults()).isEmpty();
            assertThat(EventChain.of(state, other).rows()).hasSize(50);
            assertThat(EventChain.of(state, other).faults()).isEmpty();
        }
    }

    @Test
    void chainsAcrossConsolesOfASharedStore() throws InterruptedException {
        var config = StateKind.POSTGRESQL.newState(directory);
        SettableClock clock = new SettableClock();
        try (OpenState here = OpenState.open(config, directory.resolve("here"), clock, 1);
                OpenState there = OpenState.open(config, directory.resolve("there"), clock, 2)) {
            Caller caller = here.organizations().newOrganization();
            AtOnce.run(20, number -> () -> {
                append(number % 2 == 0 ? here : there, caller, event("subject_" + number));
                return number;
            });
            assertThat(EventChain.of(here, caller).rows()).hasSize(20);
            assertThat(EventChain.of(here, caller).faults()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void leavesNeitherChangeNorEventWhenTheWorkThrows(StateKind kind) {
        try (OpenState state = OpenState.create(kind, directory)) {
            Caller caller = state.organizations().newOrganization();
            append(state, caller, event("first"));
            assertThatThrownBy(() -> state.store().change(tx -> {
                        tx.handle()
                                .execute(
                                        "UPDATE organization SET name = 'changed' WHERE id = ?",
                                        caller.organizationId());
                        log(state).append(tx, caller, event("second"));
                        throw new IllegalStateException("half-way");
                    }))
                    .hasMessage("half-way");
            assertThat(nameOfOrganization(state, caller)).isNotEqualTo("changed");
            append(state, caller, event("third"));

            EventChain chain = EventChain.of(state, caller);
            assertThat(chain.rows().stream().map(EventRow::subjectId)).containsExactly("first", "third");
            assertThat(chain.faults()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE event SET data = '{\"name\":\"other\"}' WHERE ordinal = 2",
                "UPDATE event SET actor = '{}' WHERE ordinal = 2",
                "UPDATE event SET kind = 'other' WHERE ordinal = 2",
                "UPDATE event SET subject_id = 'other' WHERE ordinal = 2",
                "UPDATE event SET occurred_at = occurred_at + 1 WHERE ordinal = 2",
                "UPDATE event SET id = 'evt_other' WHERE ordinal = 2",
                "UPDATE event SET hash = 'other' WHERE ordinal = 2",
                "UPDATE event SET ordinal = ordinal + 10 WHERE ordinal = 2",
                "DELETE FROM event WHERE ordinal = 1",
                "DELETE FROM event WHERE ordinal = 2",
                "DELETE FROM event WHERE ordinal = 4"
            })
    void showsEveryAlterationAndRemoval(String tampering) {
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory)) {
            Caller caller = state.organizations().newOrganization();
            for (int i = 1; i <= 4; i++) {
                append(state, caller, event("subject_" + i));
            }
            assertThat(EventChain.of(state, caller).faults()).isEmpty();
            state.store().change(tx -> tx.handle().execute(tampering));
            assertThat(EventChain.of(state, caller).faults()).isNotEmpty();
        }
    }

    @Test
    void hashesListsOfPartsApartThatReadTheSameWhenGlued() {
        assertThat(Sha256.hexOfParts("ab", "c")).isNotEqualTo(Sha256.hexOfParts("a", "bc"));
        assertThat(Sha256.hexOfParts("1:a")).isNotEqualTo(Sha256.hexOfParts("", "a"));
    }

    @ParameterizedTest
    @EnumSource
    void writesAnIntentBeforeAndItsOutcomeAfter(StateKind kind) {
        try (OpenState state = OpenState.create(kind, directory)) {
            Caller caller = state.organizations().newOrganization();
            EventLog log = log(state);
            String intent = log.begin(caller, new NewEvent(EventKind.DATABASE_EDITED, "db_1", Map.of("edits", 2)));
            log.complete(caller, intent, new NewEvent(EventKind.DATABASE_EDITED, "db_1", Map.of("outcome", "applied")));

            List<EventRow> rows = EventChain.of(state, caller).rows();
            assertThat(rows.stream().map(row -> Json.readObject(row.data())).toList())
                    .isEqualTo(List.of(
                            Map.of("phase", "intent", "intentId", intent, "edits", 2),
                            Map.of("phase", "outcome", "intentId", intent, "outcome", "applied")));
            assertThat(log.settleAbandonedIntents()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void recordsHowWorkEnded(StateKind kind) {
        try (OpenState state = OpenState.create(kind, directory)) {
            Caller caller = state.organizations().newOrganization();
            assertThat(log(state).recording(caller, event("done"), () -> "result"))
                    .isEqualTo("result");
            AppException refused = new AppException(PlatformError.BAD_REQUEST, "refused");
            AppException gone = new AppException(PlatformError.BUSY, "gone");
            IllegalStateException fault = new IllegalStateException("fault");
            for (RuntimeException each : List.of(refused, gone, fault)) {
                assertThatThrownBy(() -> log(state).recording(caller, event("thrown"), () -> {
                            throw each;
                        }))
                        .isSameAs(each);
            }
            List<Map<String, Object>> outcomes = EventChain.of(state, caller).rows().stream()
                    .map(row -> Json.readObject(row.data()))
                    .filter(data -> "outcome".equals(data.get("phase")))
                    .toList();
            assertThat(outcomes)
                    .extracting(data -> data.get("outcome"))
                    .containsExactly("succeeded", "failed", "unknown", "unknown");
            assertThat(outcomes.get(1)).containsEntry("code", "bad_request");
            assertThat(log(state).settleAbandonedIntents()).isZero();
        }
    }

    @Test
    void writesAnOutcomeWithTheNextOneWhenItCouldNotBeWritten() {
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory)) {
            Caller caller = state.organizations().newOrganization();
            EventLog log = log(state);
            log.recording(caller, event("first"), () -> {
                state.store().change(tx -> tx.handle().execute("ALTER TABLE event RENAME TO away"));
                return "result";
            });
            state.store().change(tx -> tx.handle().execute("ALTER TABLE away RENAME TO event"));
            log.recording(caller, event("second"), () -> "result");
            assertThat(EventChain.of(state, caller).rows())
                    .extracting(row -> Json.readObject(row.data()).get("outcome"))
                    .containsExactly(null, null, "succeeded", "succeeded");
            assertThat(log.settleAbandonedIntents()).isZero();
        }
    }

    @Test
    void doesNotCallWorkFailedWhoseOutcomeCouldNotBeWritten() {
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory)) {
            Caller caller = state.organizations().newOrganization();
            assertThat(log(state).recording(caller, event("done"), () -> {
                        state.store().change(tx -> tx.handle().execute("ALTER TABLE event RENAME TO away"));
                        return "result";
                    }))
                    .isEqualTo("result");
            state.store().change(tx -> tx.handle().execute("ALTER TABLE away RENAME TO event"));
            assertThat(EventChain.of(state, caller).rows()).hasSize(1);
            assertThat(log(state).settleAbandonedIntents()).isOne();
            EventRow last = EventChain.of(state, caller).rows().getLast();
            assertThat(Json.readObject(last.data())).containsEntry("outcome", "unknown");
        }
    }

    @ParameterizedTest
    @EnumSource
    void givesEveryIntentLeftOverTheOutcomeUnknownExactlyOnce(StateKind kind) {
        try (OpenState state = OpenState.create(kind, directory)) {
            Caller caller = state.organizations().newOrganization();
            EventLog log = log(state);
            String settled = log.begin(caller, event("done"));
            log.complete(
                    caller, settled, new NewEvent(EventKind.DATABASE_EDITED, "done", Map.of("outcome", "applied")));
            String left = log.begin(caller, event("left"));

            assertThat(log(state).settleAbandonedIntents()).isOne();
            assertThat(log(state).settleAbandonedIntents()).isZero();

            EventRow last = EventChain.of(state, caller).rows().getLast();
            assertThat(last.subjectId()).isEqualTo("left");
            assertThat(Json.readObject(last.data()))
                    .isEqualTo(Map.of("phase", "outcome", "intentId", left, "outcome", "unknown"));
            assertThat(Json.readObject(last.actor())).containsEntry("memberId", caller.memberId());
            assertThat(EventChain.of(state, caller).rows()).hasSize(4);
            assertThat(EventChain.of(state, caller).faults()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void leavesTheIntentsOfOtherHomesAlone(StateKind kind) {
        try (OpenState state = OpenState.create(kind, directory)) {
            Caller caller = state.organizations().newOrganization();
            new EventLog(state.store(), state.ids(), state.clock(), "srv_there").begin(caller, event("theirs"));
            assertThat(log(state).settleAbandonedIntents()).isZero();
            assertThat(EventChain.of(state, caller).rows()).hasSize(1);
        }
    }

    private static EventLog log(OpenState state) {
        return new EventLog(state.store(), state.ids(), state.clock(), HOME);
    }

    private static void append(OpenState state, Caller caller, NewEvent event) {
        state.store().change(tx -> log(state).append(tx, caller, event));
    }

    private static NewEvent event(String subject) {
        return new NewEvent(EventKind.DATABASE_EDITED, subject, Map.of("name", "any"));
    }

    private static String nameOfOrganization(OpenState state, Caller caller) {
        return state.store()
                .read(tx -> tx.handle()
                        .createQuery("SELECT name FROM organization WHERE id = :id")
                        .bind("id", caller.organizationId())
                        .mapTo(String.class)
                        .one());
    }
}
