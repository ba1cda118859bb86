package dev.wheelhouse.core.mail.check.standing;

import static dev.wheelhouse.core.mail.records.RecordStatus.FAILED;
import static dev.wheelhouse.core.mail.records.RecordStatus.PENDING;
import static dev.wheelhouse.core.mail.records.RecordStatus.VERIFIED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.Property;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RecheckPlanTest {

    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    @Test
    void getsSlowerUntilItIsDaily() {
        List<Duration> delays = new ArrayList<>();
        DomainState state = new DomainState(PENDING, 0, null, 1, START);
        Instant at = START;
        while (at.isBefore(START.plus(Duration.ofDays(5)))) {
            Instant next = RecheckPlan.next(state, at, new Random(1));
            delays.add(Duration.between(at, next));
            at = next;
            state = new DomainState(PENDING, 0, null, state.round() + 1, START);
        }

        assertThat(delays)
                .startsWith(
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(1),
                        Duration.ofMinutes(2),
                        Duration.ofMinutes(5),
                        Duration.ofMinutes(10),
                        Duration.ofMinutes(30),
                        Duration.ofHours(1),
                        Duration.ofHours(2),
                        Duration.ofHours(6),
                        Duration.ofHours(6))
                .endsWith(Duration.ofHours(6), Duration.ofDays(1), Duration.ofDays(1));
    }

    @Test
    void aVerifiedDomainIsCheckedDailyWithJitter() {
        DomainState state = new DomainState(VERIFIED, 0, null, 3, START);
        Random random = new Random(1);

        assertThat(RecheckPlan.next(state, START, random)).isNotEqualTo(RecheckPlan.next(state, START, random));
        Property.holds(
                1_000,
                each -> assertThat(Duration.between(START, RecheckPlan.next(state, START, each)))
                        .isBetween(Duration.ofHours(22), Duration.ofHours(26)));
    }

    @Test
    void threeBadChecksAreAnHour() {
        DomainState state = new DomainState(VERIFIED, 0, null, 3, START);
        Instant at = START.plus(Duration.ofDays(9));
        Instant first = at;
        for (int i = 0; i < 3; i++) {
            state = DomainStanding.after(state, List.of(new CheckedRecord(FAILED, true)), at);
            if (i < 2) {
                at = RecheckPlan.next(state, at, new Random(1));
            }
        }

        assertThat(state.status()).isEqualTo(FAILED);
        assertThat(Duration.between(first, at)).isEqualTo(Duration.ofHours(1));
    }
}
