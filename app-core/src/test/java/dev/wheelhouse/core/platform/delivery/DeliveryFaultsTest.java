package dev.wheelhouse.core.platform.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.console.Leases;
import dev.wheelhouse.core.platform.delivery.FakeTargets.FarSide;
import dev.wheelhouse.core.platform.delivery.FakeTargets.Received;
import dev.wheelhouse.core.platform.host.ssh.CutProxy;
import dev.wheelhouse.core.platform.store.StateStoreConfig;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.PostgresServer;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Consoles that die, lose their state or take each other for dead while they deliver. */
class DeliveryFaultsTest {

    private static final String TARGET = "hook_1";

    private final FakeTargets targets = new FakeTargets();
    private final SettableClock clock = new SettableClock();
    private final List<DeliveryConsole> consoles = new ArrayList<>();
    private final FarSide farSide = new FarSide();
    private Path directory;
    private @Nullable Caller caller;
    private long seed;

    @BeforeEach
    void open(@TempDir Path directory) {
        this.directory = directory;
    }

    @AfterEach
    void close() {
        consoles.forEach(each -> {
            each.close();
            each.state.close();
        });
    }

    private DeliveryConsole start(StateStoreConfig config, String homeId) {
        return start(config, homeId, targets);
    }

    private DeliveryConsole start(StateStoreConfig config, String homeId, Targets as) {
        OpenState state = OpenState.open(config, directory, clock, ++seed);
        Caller owner = caller == null ? state.organizations().newOrganization() : caller;
        caller = owner;
        DeliveryConsole console = new DeliveryConsole(state, owner, homeId, as);
        if (targets.farSides.isEmpty()) {
            targets.farSides.put(new Targets.Key(TARGET, owner.organizationId()), farSide);
            console.begin(TARGET);
        }
        consoles.add(console);
        return console;
    }

    private void kill(DeliveryConsole console) {
        consoles.remove(console);
        console.kill();
    }

    private static List<String> subjects(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "app_" + i).toList();
    }

    @ParameterizedTest
    @EnumSource
    void aKillBetweenAttemptAndNoteHasItSentAgainUnderOneId(StateKind kind) {
        StateStoreConfig config = kind.newState(directory);
        DeliveryConsole first = start(config, "srv_one");
        first.happens("app_1");
        first.deliveries.look();
        Awaiting.until(() -> farSide.received.size() == 1);
        kill(first);

        DeliveryConsole second = start(config, "srv_one");
        second.until(() -> second.all(TARGET).size() == 1);

        assertThat(farSide.received).hasSize(2);
        assertThat(farSide.received.stream().map(Received::eventId).distinct()).hasSize(1);
        assertThat(farSide.received.stream().map(Received::body).distinct()).hasSize(1);
        assertThat(second.only(TARGET).status()).isEqualTo(DeliveryStatus.SUCCEEDED);
    }

    @ParameterizedTest
    @EnumSource
    void aKillLosesNothingThatIsHeld(StateKind kind) {
        StateStoreConfig config = kind.newState(directory);
        FakeTargets paced = new FakeTargets(true);
        DeliveryConsole first = start(config, "srv_one", paced);
        paced.farSides.putAll(targets.farSides);
        first.happens("app_1");
        first.until(() -> first.all(TARGET).size() == 1);
        first.happen(List.of("app_1", "app_1"));
        first.until(() -> held(first) == 2);
        first.happens("app_1");
        kill(first);

        DeliveryConsole second = start(config, "srv_one", paced);
        second.until(() -> held(second) == 3);
        clock.advance(Duration.ofSeconds(30));
        second.until(() -> second.all(TARGET).size() == 2);
        assertThat(farSide.received.stream().map(Received::body)).containsExactly("app_1", "app_1 x 3");
    }

    private static int held(DeliveryConsole console) {
        return console.state.store().read(tx -> new JdbcFloodStore().of(tx, TARGET)).stream()
                .mapToInt(FloodEntry::held)
                .sum();
    }

    @ParameterizedTest
    @EnumSource
    void manyEventsThroughFiveKillsAllArriveAndNoneIsInvented(StateKind kind) {
        StateStoreConfig config = kind.newState(directory);
        Random random = new Random(7);
        int count = LongRun.of(200, 10_000);
        farSide.answers(message -> message.body().hashCode() % 7 == 0 && !isRepeated(message)
                ? FakeTargets.failed()
                : FakeTargets.delivered());
        DeliveryConsole console = start(config, "srv_one");
        int part = count / 5;
        for (int kills = 0; kills < 5; kills++) {
            // Before anything can be sent: all of it may be by the next line.
            int enough = farSide.received.size() + 1 + random.nextInt(part / 2);
            console.happen(subjects(kills * part, (kills + 1) * part));
            console.deliveries.look();
            DeliveryConsole working = console;
            int flushes = random.nextInt(3);
            Awaiting.until(() -> {
                if (random.nextInt(100) < flushes) {
                    working.deliveries.flush();
                }
                return farSide.received.size() >= enough;
            });
            kill(console);
            console = start(config, "srv_one");
        }
        DeliveryConsole last = console;
        last.until(() -> {
            clock.advance(Duration.ofMillis(50));
            return last.all(TARGET).stream().noneMatch(each -> each.status() == DeliveryStatus.PENDING)
                    && new LinkedHashSet<>(farSide.subjects()).size() == count;
        });

        List<String> firsts = new ArrayList<>(new LinkedHashSet<>(farSide.subjects()));
        assertThat(firsts).as("in the order of events").isEqualTo(subjects(0, part * 5));
        assertThat(farSide.received.stream()
                        .map(each -> each.subjectId() + each.eventId())
                        .distinct())
                .as("one id each")
                .hasSize(count);
    }

    private boolean isRepeated(Message message) {
        return farSide.received.stream()
                        .filter(each -> each.eventId().equals(message.eventId()))
                        .count()
                > 1;
    }

    @Test
    void oneOfTwoConsolesDeliversAndTheOtherTakesOver() {
        StateStoreConfig config = StateKind.POSTGRESQL.newState(directory);
        DeliveryConsole one = start(config, "srv_one");
        one.deliveries.look();
        one.happens("app_0");
        one.until(() -> farSide.received.size() == 1);
        DeliveryConsole other = start(config, "srv_other");
        other.deliveries.look();
        other.happen(subjects(1, 50));
        one.until(() -> one.all(TARGET).size() == 50);
        assertThat(farSide.subjects()).isEqualTo(subjects(0, 50));

        one.close();
        other.happen(subjects(50, 60));
        other.until(() -> farSide.received.size() == 60);
        assertThat(farSide.subjects()).isEqualTo(subjects(0, 60));
    }

    @Test
    void whoWasTakenForDeadNotesNothingMore() {
        StateStoreConfig config = StateKind.POSTGRESQL.newState(directory);
        CountDownLatch release = new CountDownLatch(1);
        farSide.answers(_ -> {
            if (farSide.received.size() == 1) {
                release.await();
                return FakeTargets.failed();
            }
            return FakeTargets.delivered();
        });
        DeliveryConsole one = start(config, "srv_one");
        one.happen(subjects(0, 2));
        one.deliveries.look();
        Awaiting.until(() -> farSide.received.size() == 1);
        DeliveryConsole other = start(config, "srv_other");
        for (int looks = 0; looks < 6; looks++) {
            other.consoles.beat();
        }
        other.until(() -> other.all(TARGET).size() == 2);
        // It comes back with an answer that nobody waits for any more.
        release.countDown();
        one.consoles.beat();
        for (int looks = 0; looks < 20; looks++) {
            one.deliveries.look();
            one.deliveries.flush();
        }
        other.happens("app_2");
        other.until(() -> other.all(TARGET).size() == 3);
        assertThat(other.all(TARGET)).allMatch(each -> each.status() == DeliveryStatus.SUCCEEDED);
        assertThat(new LinkedHashSet<>(farSide.subjects())).containsExactly("app_0", "app_1", "app_2");
    }

    @Test
    void takesAnewWhatAnotherWorkerHadOfIt() {
        DeliveryConsole console = start(StateKind.SQLITE.newState(directory), "srv_one");
        console.happens("app_0");
        console.until(() -> console.all(TARGET).size() == 1);
        Leases leases = new Leases(console.state.store(), console.consoles);
        leases.release(leases.take("deliveries to " + TARGET).orElseThrow());
        clock.advance(Duration.ofMinutes(1));
        console.deliveries.look();
        Awaiting.until(
                "the lease",
                () -> console.state
                        .store()
                        .read(tx -> tx.select(Integer.class, "SELECT count(*) FROM lease WHERE home_id IS NOT NULL")
                                .one()
                                .equals(1)));
        console.happens("app_1");
        console.until(() -> console.all(TARGET).size() == 2);
    }

    @Test
    void aConsoleWhoseVaultIsLockedLeavesTheTargetToAnother() {
        StateStoreConfig config = StateKind.POSTGRESQL.newState(directory);
        DeliveryConsole locked = start(config, "srv_locked", targets.locked());
        locked.happens("app_1");
        locked.deliveries.look();
        DeliveryConsole open = start(config, "srv_open");
        open.until(() -> farSide.received.size() == 1);
        open.happens("app_2");
        open.until(() -> open.all(TARGET).size() == 2);
        assertThat(farSide.subjects()).containsExactly("app_1", "app_2");
    }

    @Test
    void anAnswerThatCameWhileTheStateWasAwayIsNotedWhenItIsBack() throws Exception {
        int port = PostgresServer.shared().port();
        try (CutProxy cable = new CutProxy(port)) {
            StateStoreConfig config = new StateStoreConfig.SharedPostgres(
                    StateKind.newSharedUrl().replace(":" + port, ":" + cable.port()));
            CountDownLatch release = new CountDownLatch(1);
            farSide.waitsFor(release);
            DeliveryConsole console = start(config, "srv_one");
            console.happens("app_1");
            console.deliveries.start();
            Awaiting.until(() -> farSide.received.size() == 1);
            cable.cut();
            release.countDown();
            Awaiting.until(() -> console.state.store().trouble() != null);
            cable.heal();
            farSide.answers(_ -> FakeTargets.delivered());
            Awaiting.until(() -> {
                try {
                    return console.only(TARGET).status() == DeliveryStatus.SUCCEEDED;
                } catch (RuntimeException | AssertionError _) {
                    return false;
                }
            });
            assertThat(farSide.received).hasSize(1);
            console.happens("app_2");
            Awaiting.until(() -> farSide.received.size() == 2);
            assertThat(farSide.subjects()).containsExactly("app_1", "app_2");
            consoles.remove(console);
            console.close();
            console.state.close();
        }
    }
}
