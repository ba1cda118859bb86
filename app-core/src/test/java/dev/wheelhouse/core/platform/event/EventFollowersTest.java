package dev.wheelhouse.core.platform.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.access.TestOrganizations;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.store.NativeCalls;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EventFollowersTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    private Path directory;

    private static EventLog log(OpenState state) {
        return new EventLog(state.store(), state.ids(), state.clock(), "srv_here");
    }

    private static void append(OpenState state, EventLog log, Caller caller, EventKind kind, String... subjects) {
        for (String each : subjects) {
            NewEvent event = new NewEvent(kind, each, Map.of("before", "secret", "name", each));
            state.store().change(tx -> log.append(tx, caller, event));
        }
    }

    private static List<String> subjects(EventFollowing following, int count) throws InterruptedException {
        List<String> found = new ArrayList<>();
        while (found.size() < count) {
            List<Event> next = following.next(PATIENCE);
            assertThat(next).as("after %s", found).isNotEmpty();
            next.forEach(each -> found.add(each.subjectId()));
        }
        return found;
    }

    @ParameterizedTest
    @EnumSource
    void tellsWhatComesFromNowOnInItsOrder(StateKind kind) throws Exception {
        try (OpenState state = OpenState.create(kind, directory)) {
            Caller caller = state.organizations().newOrganization();
            Caller other = state.organizations().newOrganization();
            EventLog log = log(state);
            EventFollowers followers = new EventFollowers(state.store(), log);
            append(state, log, caller, EventKind.APP_STARTED, "before");
            try (EventFollowing following = followers.follow(caller, EventFilter.ALL, null)) {
                assertThat(following.next(Duration.ZERO)).isEmpty();
                append(state, log, other, EventKind.APP_STARTED, "theirs");
                append(state, log, caller, EventKind.APP_STARTED, "a", "b");
                assertThat(subjects(following, 2)).containsExactly("a", "b");
                assertThat(following.position()).isEqualTo(3);
                assertThat(following.takeGap()).isFalse();
            }
        }
    }

    @Test
    void wakesWhoWaits() throws Exception {
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory)) {
            Caller caller = state.organizations().newOrganization();
            EventLog log = log(state);
            EventFollowers followers = new EventFollowers(state.store(), log);
            EventFollowing following = followers.follow(caller, EventFilter.ALL, null);
            CompletableFuture<List<Event>> next = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                try {
                    next.complete(following.next(PATIENCE));
                } catch (InterruptedException e) {
                    next.completeExceptionally(e);
                }
            });
            append(state, log, caller, EventKind.APP_STARTED, "a");
            assertThat(next.get()).extracting(Event::subjectId).containsExactly("a");
        }
    }

    /** Fails as often as it was told to, on virtual threads alone. */
    private static final class FailingCalls implements NativeCalls {

        private final AtomicInteger failures = new AtomicInteger();

        @Override
        public <T> T call(Callable<T> call, Runnable onInterrupt) throws Exception {
            if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new AppException(PlatformError.STORE_UNAVAILABLE, "Not now.");
            }
            return call.call();
        }
    }

    @Test
    void aReadOfTheStateThatFailsIsTriedAgainAndLosesNothing() throws Exception {
        FailingCalls calls = new FailingCalls();
        AtomicInteger refusals = new AtomicInteger();
        SettableClock clock = new SettableClock();
        IdGenerator ids = new IdGenerator(clock, new Random(1));
        try (StateStore store = StateStore.open(StateKind.SQLITE.newState(directory), calls)) {
            Caller caller = new TestOrganizations(store, ids, clock).newOrganization();
            EventLog log = new EventLog(store, ids, clock, "srv_here");
            EventFollowers followers = new EventFollowers(store, log);
            List<EventFollowing> all = List.of(
                    followers.follow(caller, EventFilter.ALL, null), followers.follow(caller, EventFilter.ALL, null));
            for (int round = 1; round <= 20; round++) {
                List<String> expected = List.of("a" + round, "b" + round);
                List<CompletableFuture<List<String>>> found = all.stream()
                        .map(each -> patiently(each, expected.size(), refusals))
                        .toList();
                calls.failures.set(1);
                store.change(tx -> expected.forEach(
                        each -> log.append(tx, caller, new NewEvent(EventKind.APP_STARTED, each, Map.of()))));
                for (CompletableFuture<List<String>> each : found) {
                    assertThat(each.get()).isEqualTo(expected);
                }
                assertThat(refusals).hasValueGreaterThanOrEqualTo(round);
            }
        }
    }

    /** Each call into the state waits until all that are expected are there. */
    private record MeetingCalls(AtomicBoolean meet, CyclicBarrier all) implements NativeCalls {

        @Override
        public <T> T call(Callable<T> call, Runnable onInterrupt) throws Exception {
            if (meet.get()) {
                all.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
            return call.call();
        }
    }

    @Test
    void whoFollowsDoesNotWaitForTheReadingOfAnother() throws Exception {
        AtomicBoolean meet = new AtomicBoolean();
        SettableClock clock = new SettableClock();
        IdGenerator ids = new IdGenerator(clock, new Random(1));
        try (StateStore store =
                StateStore.open(StateKind.SQLITE.newState(directory), new MeetingCalls(meet, new CyclicBarrier(2)))) {
            Caller caller = new TestOrganizations(store, ids, clock).newOrganization();
            EventLog log = new EventLog(store, ids, clock, "srv_here");
            EventFollowers followers = new EventFollowers(store, log);
            meet.set(true);
            List<EventFollowing> both = AtOnce.run(2, _ -> () -> followers.follow(caller, EventFilter.ALL, null));
            meet.set(false);
            store.change(tx -> log.append(tx, caller, new NewEvent(EventKind.APP_STARTED, "a", Map.of())));
            for (EventFollowing each : both) {
                assertThat(subjects(each, 1)).containsExactly("a");
                each.close();
            }
        }
    }

    private static CompletableFuture<List<String>> patiently(
            EventFollowing following, int count, AtomicInteger refusals) {
        CompletableFuture<List<String>> all = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            List<String> found = new ArrayList<>();
            try {
                while (found.size() < count) {
                    try {
                        following.next(PATIENCE).forEach(each -> found.add(each.subjectId()));
                    } catch (AppException _) {
                        refusals.incrementAndGet();
                    }
                }
                all.complete(found);
            } catch (InterruptedException e) {
                all.completeExceptionally(e);
            }
        });
        return all;
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(120) // More events than are kept in memory.
    void goesOnBehindAPlaceHoweverFarBehindThatIs(StateKind kind) throws Exception {
        try (OpenState state = OpenState.create(kind, directory)) {
            Caller caller = state.organizations().newOrganization();
            EventLog log = log(state);
            EventFollowers followers = new EventFollowers(state.store(), log);
            EventFollowing early = followers.follow(caller, EventFilter.ALL, null);
            String[] all =
                    IntStream.rangeClosed(1, 3000).mapToObj(Integer::toString).toArray(String[]::new);
            state.store().change(tx -> {
                for (String each : all) {
                    log.append(tx, caller, new NewEvent(EventKind.APP_STARTED, each, Map.of()));
                }
            });
            EventFollowing late = new EventFollowers(state.store(), log).follow(caller, EventFilter.ALL, 1L);
            assertThat(subjects(early, 3000)).containsExactly(all);
            assertThat(subjects(late, 2999)).startsWith("2").endsWith("3000").doesNotHaveDuplicates();
            assertThat(late.takeGap()).isFalse();
        }
    }

    @Test
    void tellsOnlyWhatIsWantedAndToTheAuditOnlyWhatIsItsOwn() throws Exception {
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory)) {
            Caller owner = state.organizations().newOrganization();
            Caller reader = new Caller(
                    owner.organizationId(),
                    owner.memberId(),
                    "key_1",
                    Set.of(Scope.EVENTS_READ),
                    Origin.HTTP,
                    "req_1",
                    null);
            EventLog log = log(state);
            EventFollowers followers = new EventFollowers(state.store(), log);
            EventFollowing apps = followers.follow(reader, new EventFilter(List.of("app.*"), null, null, null), null);
            EventFollowing one = followers.follow(owner, new EventFilter(List.of(), "srv_2", null, null), null);
            append(state, log, owner, EventKind.SERVER_CHANGED, "srv_1", "srv_2");
            append(state, log, owner, EventKind.APP_CHANGED, "app_1");
            Event ofApp = apps.next(PATIENCE).getFirst();
            assertThat(ofApp.subjectId()).isEqualTo("app_1");
            assertThat(ofApp.actor()).isNull();
            assertThat(ofApp.data()).containsOnlyKeys("name");
            Event ofServer = one.next(PATIENCE).getFirst();
            assertThat(ofServer.subjectId()).isEqualTo("srv_2");
            assertThat(ofServer.actor()).isNotNull();
            assertThat(ofServer.data()).containsKeys("name", "before");
            assertThat(one.next(Duration.ZERO)).isEmpty();
            assertThat(one.position()).isEqualTo(3);
        }
    }

    @Test
    void tellsWhatAnotherConsoleDid() throws Exception {
        var config = StateKind.POSTGRESQL.newState(directory);
        SettableClock clock = new SettableClock();
        try (OpenState here = OpenState.open(config, directory.resolve("here"), clock, 1);
                OpenState there = OpenState.open(config, directory.resolve("there"), clock, 2)) {
            Caller caller = here.organizations().newOrganization();
            EventFollowing following =
                    new EventFollowers(here.store(), log(here)).follow(caller, EventFilter.ALL, null);
            append(there, log(there), caller, EventKind.APP_STARTED, "a", "b");
            assertThat(subjects(following, 2)).containsExactly("a", "b");
        }
    }

    @ParameterizedTest
    @EnumSource
    void saysThatEventsWereRemovedAndGoesOnWithTheOldestThatIsKept(StateKind kind) throws Exception {
        try (OpenState state = OpenState.create(kind, directory)) {
            Caller caller = state.organizations().newOrganization();
            EventLog log = log(state);
            append(state, log, caller, EventKind.APP_STARTED, "1", "2", "3");
            state.clock().advance(Duration.ofDays(2));
            append(state, log, caller, EventKind.APP_STARTED, "4", "5");
            EventRetention retention = new EventRetention(state.store(), state.clock(), _ -> Duration.ofDays(1));
            EventFollowers followers = new EventFollowers(state.store(), log);
            EventFollowing slow = followers.follow(caller, EventFilter.ALL, 0L);
            retention.sweep();
            retention.sweep();
            EventFollowing late = followers.follow(caller, EventFilter.ALL, 1L);
            for (EventFollowing each : List.of(slow, late)) {
                assertThat(each.next(PATIENCE)).isEmpty();
                assertThat(each.takeGap()).isTrue();
                assertThat(each.position()).isEqualTo(3);
                assertThat(subjects(each, 2)).containsExactly("4", "5");
                assertThat(each.takeGap()).isFalse();
            }
            EventFollowing exact = followers.follow(caller, EventFilter.ALL, 3L);
            assertThat(subjects(exact, 2)).containsExactly("4", "5");
            assertThat(exact.takeGap()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void verifiesFromWhereTheLogBeginsNow(StateKind kind) {
        try (OpenState state = OpenState.create(kind, directory)) {
            Caller caller = state.organizations().newOrganization();
            EventLog log = log(state);
            EventVerification verification = new EventVerification(state.store());
            assertThat(verification.verify(caller)).isEqualTo(new EventVerification.Result(0, 0, null));
            append(state, log, caller, EventKind.APP_STARTED, "1", "2", "3");
            assertThat(verification.verify(caller)).isEqualTo(new EventVerification.Result(1, 3, null));
            for (int days = 0; days < 2; days++) {
                state.clock().advance(Duration.ofDays(2));
                append(state, log, caller, EventKind.APP_STARTED, "more");
                new EventRetention(state.store(), state.clock(), _ -> Duration.ofDays(1)).sweep();
            }
            assertThat(verification.verify(caller)).isEqualTo(new EventVerification.Result(5, 5, null));
            append(state, log, caller, EventKind.APP_STARTED, "6", "7");
            assertThat(verification.verify(caller)).isEqualTo(new EventVerification.Result(5, 7, null));
            for (String damage : List.of(
                    "UPDATE event SET data = '{}' WHERE ordinal = 6",
                    "DELETE FROM event WHERE ordinal = 6",
                    "DELETE FROM event WHERE ordinal = 7",
                    "UPDATE event_checkpoint SET ordinal = 5, hash = 'x'")) {
                state.store().change(tx -> tx.execute(damage));
                assertThat(verification.verify(caller).fault()).as(damage).isNotNull();
            }
        }
    }
}
