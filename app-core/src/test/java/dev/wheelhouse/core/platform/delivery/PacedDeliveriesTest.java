package dev.wheelhouse.core.platform.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.delivery.FakeTargets.FarSide;
import dev.wheelhouse.core.platform.delivery.FakeTargets.Received;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Targets that are not to be flooded, on either database. */
@ParameterizedClass
@EnumSource
class PacedDeliveriesTest {

    private static final String TARGET = "chan_1";

    private final StateKind kind;
    private final FakeTargets targets = new FakeTargets(true);
    private final FarSide farSide = new FarSide();
    private OpenState state;
    private Caller caller;
    private DeliveryConsole console;

    PacedDeliveriesTest(StateKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open(@TempDir Path directory) {
        state = OpenState.create(kind, directory);
        caller = state.organizations().newOrganization();
        console = new DeliveryConsole(state, caller, "srv_one", targets);
        targets.farSides.put(new Targets.Key(TARGET, caller.organizationId()), farSide);
        console.begin(TARGET);
    }

    @AfterEach
    void close() {
        console.close();
        state.close();
    }

    private void restart() {
        console.close();
        console = new DeliveryConsole(state, caller, "srv_one", targets);
    }

    private List<String> bodies() {
        return farSide.received.stream().map(Received::body).toList();
    }

    /** Until that many messages have come and are noted. */
    private void received(int count) {
        console.until(
                () -> farSide.received.size() == count && console.all(TARGET).size() == count);
    }

    /** Until all events so far are told or held, and that is noted. */
    private void allIsHeld() {
        long newest = state.store().read(tx -> console.events.newestOrdinal(tx, caller.organizationId()));
        console.until(() -> state.store()
                        .read(tx -> new JdbcTargetStore().find(tx, TARGET))
                        .orElseThrow()
                        .ordinal()
                == newest);
    }

    @Test
    void theFirstLeavesAtOnceAndWhatRepeatsIsOneMessageAlsoOverARestart() {
        console.happens("app_1");
        received(1);
        console.happen(List.of("app_1", "app_1", "app_1"));
        allIsHeld();
        restart();
        state.clock().advance(Duration.ofSeconds(15));
        console.happens("app_1");
        allIsHeld();
        assertThat(bodies()).containsExactly("app_1");
        state.clock().advance(Duration.ofSeconds(15));
        received(2);
        assertThat(bodies()).containsExactly("app_1", "app_1 x 4");
        console.happens("app_1");
        allIsHeld();
        state.clock().advance(Duration.ofSeconds(31));
        allIsHeld();
        assertThat(bodies()).as("the pause has grown").hasSize(2);
        state.clock().advance(Duration.ofSeconds(30));
        received(3);
        assertThat(bodies().getLast()).isEqualTo("app_1");
    }

    @Test
    void whatResolvesItComesAtOnceAndIsToldOnlyThen() {
        console.happens(EventKind.SERVER_RECOVERED, "srv_2");
        console.happens(EventKind.SERVER_UNREACHABLE, "srv_1");
        received(1);
        console.happens(EventKind.SERVER_RECOVERED, "srv_1");
        received(2);
        assertThat(bodies()).containsExactly("srv_1", "srv_1 ok");
    }

    @Test
    void anOutageOfManyIsOneMessageAndEachEventKnowsIt() {
        List<String> servers =
                IntStream.range(0, 30).mapToObj(i -> "srv_" + (10 + i)).toList();
        servers.forEach(each -> console.happens(EventKind.SERVER_UNREACHABLE, each));
        received(1);
        allIsHeld();
        state.clock().advance(Duration.ofSeconds(30));
        received(2);
        assertThat(bodies().getFirst()).isEqualTo("srv_10");
        assertThat(bodies().getLast()).isEqualTo(String.join(", ", servers.subList(1, 30)));
        Delivery message = console.all(TARGET).getFirst();
        assertThat(message.events()).isEqualTo(29);
        List<Event> all = console.events.newest(
                caller.organizationId(), new EventFilter(List.of("server.unreachable"), null, null, null), 100);
        assertThat(all.subList(0, 29))
                .allSatisfy(each -> assertThat(console.deliveries.of(caller.organizationId(), each))
                        .extracting(Delivery::id)
                        .containsExactly(message.id()));
        assertThat(console.deliveries.of(caller.organizationId(), all.getLast()))
                .extracting(Delivery::body)
                .containsExactly("srv_10");
    }

    @Test
    void whatWaitedForADayIsOneDigest() {
        farSide.answers(_ -> FakeTargets.failed());
        console.happens("app_1");
        console.happens(EventKind.SERVER_UNREACHABLE, "srv_1");
        received(2);
        console.close();
        console = new DeliveryConsole(state, caller, "srv_one", targets);
        IntStream.range(0, 300).forEach(i -> console.happens("app_" + i % 3));
        state.clock().advance(Duration.ofHours(40));
        farSide.answers(_ -> FakeTargets.delivered());
        console.until(() -> farSide.received.size() == 3);
        console.until(() -> console.all(TARGET).size() == 3);
        assertThat(bodies().getLast()).isEqualTo("[srv_1, app_0 x 100, app_1 x 101, app_2 x 100]");
        assertThat(console.all(TARGET).subList(1, 3)).allSatisfy(each -> {
            assertThat(each.status()).isEqualTo(DeliveryStatus.FAILED);
            assertThat(each.attempts().getLast().error()).contains("digest");
        });
        console.happens(EventKind.SERVER_RECOVERED, "srv_1");
        received(4);
        assertThat(bodies().getLast()).isEqualTo("srv_1 ok");
    }

    @Test
    void aDigestThatIsNotTakenIsTriedAgain() {
        farSide.answers(_ -> FakeTargets.failed());
        console.happens("app_1");
        received(1);
        state.clock().advance(Duration.ofHours(40));
        console.until(() -> farSide.received.size() == 2);
        assertThat(bodies().getLast()).isEqualTo("[app_1]");
        console.until(() -> console.all(TARGET).size() == 2);
        farSide.answers(_ -> FakeTargets.delivered());
        state.clock().advance(Duration.ofSeconds(6));
        console.until(() -> farSide.received.size() == 3);
        console.until(() -> console.all(TARGET).getFirst().status() == DeliveryStatus.SUCCEEDED);
        assertThat(console.all(TARGET).getLast().status()).isEqualTo(DeliveryStatus.FAILED);
    }

    @Test
    void aNightAsleepIsNoDay() {
        farSide.answers(_ -> FakeTargets.failed());
        console.happens("app_1");
        received(1);
        farSide.answers(_ -> FakeTargets.delivered());
        state.clock().advance(Duration.ofHours(9));
        console.until(() -> farSide.received.size() == 2);
        assertThat(bodies()).containsExactly("app_1", "app_1");
        console.until(() -> console.only(TARGET).status() == DeliveryStatus.SUCCEEDED);
    }

    @Test
    void whatIsRefusedForGoodIsNotTriedAgainAndSaidOnce() {
        farSide.answers(_ -> FakeTargets.refused());
        console.happens("app_1");
        received(1);
        assertThat(console.only(TARGET).status()).isEqualTo(DeliveryStatus.FAILED);
        console.happens(EventKind.SERVER_UNREACHABLE, "srv_1");
        received(2);
        restart();
        console.happens(EventKind.DEPLOY_FAILED, "dep_1");
        received(3);
        assertThat(targets.failing).containsExactly(TARGET + ": It answered 404.");
        farSide.answers(_ -> FakeTargets.delivered());
        console.happens(EventKind.BACKUP_FAILED, "bak_1");
        received(4);
        farSide.answers(_ -> FakeTargets.refused());
        console.happens(EventKind.RESTORE_FAILED, "rst_1");
        received(5);
        assertThat(targets.failing).hasSize(2);
    }

    @Test
    void whatIsNotTakenForMinutesIsSaidOnceAndNeverGivenUp() {
        farSide.answers(_ -> FakeTargets.failed());
        console.happens("app_1");
        for (int attempts = 1; attempts < 8; attempts++) {
            int count = attempts;
            console.until(() -> !console.all(TARGET).isEmpty()
                    && console.only(TARGET).attempts().size() == count);
            assertThat(targets.failing).hasSize(count > 2 ? 1 : 0);
            state.clock().set(Objects.requireNonNull(console.only(TARGET).dueAt()));
        }
        console.until(() -> console.only(TARGET).status() == DeliveryStatus.FAILED);
        for (int i = 0; i < 14; i++) {
            int count = farSide.received.size();
            state.clock().advance(Duration.ofHours(11));
            console.happens("app_" + (10 + i));
            console.until(() -> farSide.received.size() > count);
            console.deliveries.flush();
        }
        assertThat(targets.failing).hasSize(1);
        assertThat(targets.disabled).isEmpty();
        farSide.answers(_ -> FakeTargets.delivered());
        state.clock().advance(Duration.ofMinutes(20));
        console.happens("app_back");
        console.until(() -> {
            state.clock().advance(Duration.ofSeconds(1));
            return bodies().stream().anyMatch(each -> each.contains("app_back"));
        });
    }

    /** Nobody reads of trouble that is over, nor of twelve things when a far side is back. */
    @Test
    void whatWaitsForItsRetryIsToldWithWhatComesAfterIt() {
        farSide.answers(_ -> FakeTargets.failed());
        console.happen(List.of("app_1"));
        console.happens(EventKind.SERVER_UNREACHABLE, "srv_1");
        received(2);
        farSide.answers(_ -> FakeTargets.delivered());
        console.happens(EventKind.SERVER_RECOVERED, "srv_1");
        received(3);
        assertThat(bodies().getLast()).isEqualTo("srv_1 ok x 2");
        Delivery before = console.all(TARGET).get(1);
        assertThat(before.status()).isEqualTo(DeliveryStatus.FAILED);
        assertThat(before.attempts().getLast().error()).contains("together");
        state.clock().advance(Duration.ofMinutes(6));
        console.until(() -> farSide.received.size() == 4);
        assertThat(bodies().getLast()).isEqualTo("app_1");
    }

    @Test
    void aMessageOfManyIsTakenApartAgain() {
        console.happens(EventKind.SERVER_UNREACHABLE, "srv_1");
        received(1);
        List.of("srv_2", "srv_3", "srv_2").forEach(each -> console.happens(EventKind.SERVER_UNREACHABLE, each));
        allIsHeld();
        farSide.answers(_ -> FakeTargets.failed());
        state.clock().advance(Duration.ofSeconds(30));
        received(2);
        farSide.answers(_ -> FakeTargets.delivered());
        console.happens(EventKind.SERVER_RECOVERED, "srv_3");
        received(3);
        assertThat(bodies()).containsExactly("srv_1", "srv_3, srv_2 x 2", "srv_2 x 2, srv_3 ok x 2");
    }

    /** Also where it was told once, in vain, and is no longer counted as open. */
    @Test
    void whatResolvedSomethingIsNotLostBetweenOthers() {
        console.happens(EventKind.SERVER_UNREACHABLE, "srv_1");
        received(1);
        farSide.answers(_ -> FakeTargets.failed());
        console.happens(EventKind.SERVER_RECOVERED, "srv_9");
        console.happens(EventKind.SERVER_RECOVERED, "srv_1");
        received(2);
        farSide.answers(_ -> FakeTargets.delivered());
        state.clock().advance(Duration.ofSeconds(31));
        console.happens(EventKind.SERVER_UNREACHABLE, "srv_2");
        console.until(() -> bodies().contains("srv_1 ok, srv_2") || bodies().size() > 3);
        assertThat(bodies().stream().filter(each -> each.contains("srv_1 ok")).count())
                .isGreaterThan(1);
        assertThat(bodies()).noneMatch(each -> each.contains("srv_9"));
    }

    @Test
    void leavesAFarSideAloneForAsLongAsItAsks() {
        farSide.answers(_ -> Answer.failed("It answered 429.", Duration.ofMinutes(3)));
        console.happens("app_1");
        received(1);
        console.happens(EventKind.SERVER_UNREACHABLE, "srv_1");
        allIsHeld();
        farSide.answers(_ -> FakeTargets.delivered());
        state.clock().advance(Duration.ofMinutes(2));
        console.happens(EventKind.BACKUP_FAILED, "bak_1");
        allIsHeld();
        assertThat(bodies()).containsExactly("app_1");
        state.clock().advance(Duration.ofMinutes(2));
        console.until(() -> farSide.received.size() == 4);
        assertThat(bodies()).containsExactlyInAnyOrder("app_1", "app_1", "srv_1", "bak_1");
    }

    @Test
    void beginningAnewForgetsWhatWasHeld() {
        console.happens("app_1");
        received(1);
        console.happens("app_1");
        allIsHeld();
        state.store().change(tx -> console.deliveries.end(tx, TARGET));
        console.begin(TARGET);
        state.clock().advance(Duration.ofMinutes(1));
        console.happens("app_1");
        received(2);
        assertThat(bodies()).containsExactly("app_1", "app_1");
    }
}
