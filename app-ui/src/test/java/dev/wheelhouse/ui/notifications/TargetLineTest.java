package dev.wheelhouse.ui.notifications;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.notifications.ChannelKind;
import dev.wheelhouse.core.notifications.NotificationChannel;
import dev.wheelhouse.core.platform.delivery.Attempt;
import dev.wheelhouse.core.platform.delivery.Delivery;
import dev.wheelhouse.core.platform.delivery.DeliveryStatus;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TargetLineTest {

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private static TargetLine line(boolean failing, Delivery... newest) {
        NotificationChannel channel = new NotificationChannel(
                "chan_1", "org_1", ChannelKind.SLACK, "Ops", List.of("*"), true, "hooks.example.com", NOON, 1);
        return TargetLine.of(
                new Target.OfChannel(channel), failing, 0, List.of(newest), NOON.plusSeconds(3600), ZoneOffset.UTC);
    }

    private static Delivery delivery(DeliveryStatus status, Attempt... attempts) {
        return new Delivery(
                "dlv_1",
                "org_1",
                "chan_1",
                "evt_1",
                "app.crashed",
                "{}",
                null,
                1,
                1,
                1,
                List.of(),
                status,
                List.of(attempts),
                0,
                Map.of(),
                null,
                null,
                null,
                null,
                NOON,
                null);
    }

    private static Attempt attempt(int minute, @Nullable String error) {
        return new Attempt(NOON.plusSeconds(60L * minute).toEpochMilli(), null, error, 10);
    }

    @Test
    void failsSinceTheFirstFailureAfterTheLastSuccess() {
        TargetLine line = line(
                true,
                delivery(DeliveryStatus.PENDING, attempt(20, "away"), attempt(30, "still away")),
                delivery(DeliveryStatus.FAILED, attempt(16, "away")),
                delivery(DeliveryStatus.SUCCEEDED, attempt(5, "slow"), attempt(15, null)),
                delivery(DeliveryStatus.FAILED, attempt(1, "early")));
        assertThat(line.fails()).isEqualTo("fails since 12:16");
        assertThat(line.error()).isEqualTo("still away");
    }

    @Test
    void namesNoTimeWhereItsFailuresAreForgotten() {
        assertThat(line(true).fails()).isEqualTo("fails");
        assertThat(line(true).error()).isEmpty();
    }

    @Test
    void isQuietWhileItsLastAttemptWorked() {
        TargetLine line = line(false, delivery(DeliveryStatus.FAILED, attempt(1, "away")));
        assertThat(line.isFailing()).isFalse();
        assertThat(line.failsSince()).isEmpty();
        assertThat(line.matches("SLACK")).isTrue();
        assertThat(line.matches("discord")).isFalse();
    }
}
