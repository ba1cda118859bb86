package dev.wheelhouse.core.platform.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.delivery.FakeTargets.FarSide;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** One console and its targets, on either database. */
@ParameterizedClass
@EnumSource
class DeliveriesTest {

    private static final String TARGET = "hook_1";

    private final StateKind kind;
    private final FakeTargets targets = new FakeTargets();
    private OpenState state;
    private Caller caller;
    private DeliveryConsole console;
    private FarSide farSide;

    DeliveriesTest(StateKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open(@TempDir Path directory) {
        state = OpenState.create(kind, directory);
        caller = state.organizations().newOrganization();
        console = new DeliveryConsole(state, caller, "srv_one", targets);
        farSide = add(TARGET);
    }

    private FarSide add(String id) {
        FarSide added = new FarSide();
        targets.farSides.put(new Targets.Key(id, caller.organizationId()), added);
        console.begin(id);
        return added;
    }

    @AfterEach
    void close() {
        console.close();
        state.close();
    }

    private static List<String> subjects(int count) {
        return IntStream.range(0, count).mapToObj(i -> "app_" + i).toList();
    }

    @Test
    void firstAttemptsLeaveInTheOrderOfEventsOneAtATime() {
        console.deliveries.look();
        List<String> happened = subjects(LongRun.of(700, 10_000));
        for (int i = 0; i < happened.size(); i += 100) {
            console.happen(happened.subList(i, Math.min(i + 100, happened.size())));
        }
        console.until(() -> farSide.received.size() == happened.size());
        assertThat(farSide.subjects()).isEqualTo(happened);
        assertThat(farSide.mostAtOnce()).isEqualTo(1);
    }

    @Test
    void aTargetHearsFromTheMomentItWasMade() {
        console.happens("app_before");
        FarSide later = add("hook_later");
        console.happens("app_after");
        console.until(() -> later.received.size() == 1 && farSide.received.size() == 2);
        assertThat(later.subjects()).containsExactly("app_after");
        assertThat(farSide.subjects()).containsExactly("app_before", "app_after");
    }

    @Test
    void whatItDidNotAskForIsPassedOver() {
        console.happens("app_1");
        console.happens(EventKind.SETTINGS_CHANGED, "org");
        console.happens("app_2");
        console.until(() -> farSide.received.size() == 2);
        assertThat(farSide.subjects()).containsExactly("app_1", "app_2");
    }

    @Test
    void anEventIsOnItsWayByItself() {
        console.deliveries.look();
        for (int i = 1; i <= 5; i++) {
            int count = i;
            console.happens("app_" + i);
            Awaiting.until(() -> farSide.received.size() == count);
        }
    }

    @Test
    void keepsWhatWasSentAndWhatCameBack() {
        console.happens("app_1");
        console.until(() -> !console.all(TARGET).isEmpty());
        Delivery kept = console.only(TARGET);
        assertThat(kept.status()).isEqualTo(DeliveryStatus.SUCCEEDED);
        assertThat(kept.body()).isEqualTo("app_1");
        assertThat(kept.type()).isEqualTo("app.crashed");
        assertThat(kept.requestHeaders()).containsEntry("id", "x");
        assertThat(kept.responseBody()).isEqualTo("fine");
        assertThat(kept.dueAt()).isNull();
        assertThat(kept.finishedAt()).isNotNull();
        assertThat(kept.attempts()).hasSize(1);
        assertThat(kept.attempts().getFirst().statusCode()).isEqualTo(200);
    }

    @Test
    void whatWaitsForItsRetryHoldsUpNobody() {
        farSide.answers(message -> message.body().equals("app_bad") && farSide.received.size() < 4
                ? FakeTargets.failed()
                : FakeTargets.delivered());
        console.happens("app_bad");
        console.happens("app_2");
        console.happens("app_3");
        console.until(() -> console.all(TARGET).size() == 3);
        assertThat(farSide.subjects()).containsExactly("app_bad", "app_2", "app_3");
        Delivery waiting = console.all(TARGET).getLast();
        assertThat(waiting.status()).isEqualTo(DeliveryStatus.PENDING);
        assertThat(Duration.between(state.clock().instant(), Objects.requireNonNull(waiting.dueAt())))
                .isBetween(Duration.ofMillis(4500), Duration.ofMillis(5500));

        state.clock().advance(Duration.ofSeconds(4));
        console.deliveries.look();
        state.clock().advance(Duration.ofMillis(1600));
        console.until(() -> console.all(TARGET).getLast().status() == DeliveryStatus.SUCCEEDED);

        assertThat(farSide.subjects()).containsExactly("app_bad", "app_2", "app_3", "app_bad");
        assertThat(farSide.received.getFirst().eventId())
                .isEqualTo(farSide.received.getLast().eventId());
        assertThat(farSide.received.getLast().at())
                .isAfterOrEqualTo(farSide.received.getFirst().at().plusMillis(4500));
        assertThat(console.all(TARGET).getLast().attempts()).hasSize(2);
    }

    @Test
    void aSlowTargetHoldsUpNoOther() {
        CountDownLatch release = new CountDownLatch(1);
        farSide.waitsFor(release);
        FarSide quick = add("hook_quick");
        console.deliveries.look();
        console.happen(subjects(20));
        console.until(() -> quick.received.size() == 20);
        assertThat(farSide.received).hasSizeLessThanOrEqualTo(1);
        release.countDown();
        console.until(() -> farSide.received.size() == 20);
    }

    @Test
    void givesUpAtTheEndOfThePlan() {
        farSide.answers(_ -> FakeTargets.failed());
        console.happens("app_1");
        for (int attempts = 1; attempts < 8; attempts++) {
            int count = attempts;
            console.until(() -> !console.all(TARGET).isEmpty()
                    && console.only(TARGET).attempts().size() == count);
            Delivery waiting = console.only(TARGET);
            assertThat(waiting.status()).isEqualTo(DeliveryStatus.PENDING);
            state.clock().set(Objects.requireNonNull(waiting.dueAt()));
        }
        console.until(() -> console.only(TARGET).status() == DeliveryStatus.FAILED);
        Delivery failed = console.only(TARGET);
        assertThat(failed.attempts()).hasSize(8).allMatch(each -> "It answered 500.".equals(each.error()));
        assertThat(failed.dueAt()).isNull();
        assertThat(targets.disabled).as("28 hours are not five days").isEmpty();
    }

    @Test
    void whatIsGoneIsDisabledWithAllThatWaits() {
        farSide.answers(message -> message.body().equals("app_3") ? FakeTargets.gone() : FakeTargets.failed());
        console.happen(List.of("app_1", "app_2", "app_3", "app_4"));
        console.until(() -> !targets.disabled.isEmpty());
        assertThat(targets.disabled).containsEntry(TARGET, "It answered 410.");
        assertThat(console.all(TARGET)).allMatch(each -> each.status() == DeliveryStatus.FAILED);
        int until = farSide.received.size();
        state.clock().advance(Duration.ofMinutes(10));
        console.happens("app_5");
        console.deliveries.look();
        console.deliveries.look();
        assertThat(farSide.received).hasSize(until);
        assertThat(farSide.subjects()).doesNotContain("app_5");
    }

    /** Those that were noted. */
    private int attempts() {
        return console.all(TARGET).stream()
                .mapToInt(each -> each.attempts().size())
                .sum();
    }

    @Test
    void fiveDaysOfFailureDisable() {
        farSide.answers(_ -> FakeTargets.failed());
        console.deliveries.look();
        Instant begin = state.clock().instant();
        for (int i = 0; targets.disabled.isEmpty(); i++) {
            int count = farSide.received.size();
            console.happens("app_" + i);
            console.until(() -> farSide.received.size() > count);
            console.deliveries.flush();
            console.until(() -> !targets.disabled.isEmpty() || attempts() == farSide.received.size());
            if (targets.disabled.isEmpty()) {
                state.clock().advance(Duration.ofHours(11));
            }
        }
        assertThat(Duration.between(begin, state.clock().instant()))
                .isBetween(Duration.ofDays(5), Duration.ofDays(5).plusHours(11));
        assertThat(targets.disabled.get(TARGET)).contains("5 days").contains("answered 500");
    }

    @Test
    void aClockSetBackAnHourHoldsUpNothing() {
        farSide.answers(_ -> farSide.received.size() == 1 ? FakeTargets.failed() : FakeTargets.delivered());
        console.happens("app_1");
        console.until(() -> !console.all(TARGET).isEmpty());
        state.clock().advance(Duration.ofHours(-1));
        console.deliveries.look();
        state.clock().advance(Duration.ofSeconds(6));
        console.until(() -> farSide.received.size() == 2);
        console.happens("app_2");
        console.until(() -> farSide.received.size() == 3);
    }

    @Test
    void aClockSetBackWhileNobodyLookedHoldsUpNothing() {
        farSide.answers(_ -> farSide.received.size() == 1 ? FakeTargets.failed() : FakeTargets.delivered());
        console.happens("app_1");
        console.until(() -> !console.all(TARGET).isEmpty());
        console.close();
        state.clock().advance(Duration.ofHours(-1));
        console = new DeliveryConsole(state, caller, "srv_one", targets);
        console.until(() -> farSide.received.size() == 2);
    }

    @Test
    void whatIsOverdueAfterASleepIsSpread() {
        farSide.answers(_ -> FakeTargets.failed());
        console.happen(subjects(30));
        console.until(() -> console.all(TARGET).size() == 30);
        farSide.answers(_ -> FakeTargets.delivered());
        state.clock().advance(Duration.ofHours(9));
        console.until(() -> farSide.received.size() == 31);
        for (int seconds = 1; seconds < 30; seconds++) {
            state.clock().advance(Duration.ofSeconds(1));
            int most = 31 + seconds;
            console.until(() -> farSide.received.size() == most);
        }
        assertThat(farSide.subjects().subList(30, 60)).containsExactlyInAnyOrderElementsOf(subjects(30));
    }

    @Test
    void oneOrAllSinceAreSentAgainUnderTheirIds() {
        console.happens("app_1");
        console.until(() -> console.all(TARGET).size() == 1);
        state.clock().advance(Duration.ofMinutes(1));
        Instant since = state.clock().instant();
        console.happen(List.of("app_2", "app_3"));
        console.until(() -> console.all(TARGET).size() == 3);

        Delivery first = console.all(TARGET).getLast();
        state.store().change(tx -> {
            Delivery again = console.deliveries.redeliver(tx, caller.organizationId(), TARGET, first.id());
            assertThat(again.status()).isEqualTo(DeliveryStatus.PENDING);
        });
        console.until(() -> farSide.received.size() == 4);
        console.until(() -> console.all(TARGET).getLast().status() == DeliveryStatus.SUCCEEDED);
        assertThat(console.all(TARGET).getLast().attempts()).hasSize(2);

        int count = state.store()
                .write(tx -> console.deliveries.redeliver(
                        tx, TARGET, Set.of(DeliveryStatus.SUCCEEDED, DeliveryStatus.FAILED), since));
        assertThat(count).isEqualTo(2);
        console.until(() -> farSide.received.size() == 6);
        assertThat(farSide.subjects()).containsExactly("app_1", "app_2", "app_3", "app_1", "app_2", "app_3");
        assertThat(farSide.received.get(3).eventId())
                .isEqualTo(farSide.received.get(0).eventId());
    }

    @Test
    void beginningAnewDropsWhatWasAndHearsFromNowOn() {
        farSide.answers(_ -> FakeTargets.failed());
        console.happen(List.of("app_1", "app_2"));
        console.until(() -> console.all(TARGET).size() == 2);
        targets.disabled.put(TARGET, "by hand");
        state.store().change(tx -> console.deliveries.end(tx, TARGET));
        console.deliveries.look();
        console.happens("app_meanwhile");
        assertThat(console.all(TARGET)).allMatch(each -> each.status() == DeliveryStatus.FAILED);

        targets.disabled.clear();
        farSide.answers(_ -> FakeTargets.delivered());
        console.begin(TARGET);
        console.happens("app_3");
        console.until(() -> farSide.subjects().contains("app_3"));
        assertThat(farSide.subjects()).doesNotContain("app_meanwhile");
    }

    @Test
    void aTargetThatIsForgottenLeavesNothing() {
        CountDownLatch release = new CountDownLatch(1);
        farSide.waitsFor(release);
        console.happens("app_1");
        console.until(() -> farSide.received.size() == 1);
        targets.farSides.clear();
        state.store().change(tx -> console.deliveries.forget(tx, TARGET));
        release.countDown();
        console.deliveries.look();
        console.deliveries.flush();
        assertThat(console.all(TARGET)).isEmpty();
    }

    @Test
    void endedDeliveriesAreKeptForTheirTime() {
        farSide.answers(message -> message.body().equals("app_bad") ? FakeTargets.failed() : FakeTargets.delivered());
        console.happen(List.of("app_1", "app_bad"));
        console.until(() -> console.all(TARGET).size() == 2);
        console.deliveries.forgetOld();
        assertThat(console.all(TARGET)).hasSize(2);
        state.clock().advance(Duration.ofDays(30).plusSeconds(1));
        console.deliveries.forgetOld();
        assertThat(console.only(TARGET).status()).isEqualTo(DeliveryStatus.PENDING);
    }

    @Test
    void aCleanStopSendsNothingTwice() {
        console.deliveries.look();
        for (int round = 0; round < 4; round++) {
            console.happen(subjects(40));
            int some = round * 40 + 3;
            console.until(() -> farSide.received.size() >= some);
            console.close();
            console = new DeliveryConsole(state, caller, "srv_one", targets);
        }
        console.until(() -> farSide.received.size() >= 160);
        assertThat(farSide.received).hasSize(160);
        assertThat(farSide.received.stream().map(FakeTargets.Received::eventId)).doesNotHaveDuplicates();
    }
}
