package dev.wheelhouse.core.backups.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RetentionRuleTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    /** Bases by their age in days, of which the one of 20 days is kept by hand. */
    private static List<Integer> expired(int keepNewest, int days) {
        return new RetentionRule(keepNewest, days)
                .expired(List.of(1, 10, 15, 20, 30), age -> NOW.minus(Duration.ofDays(age)), age -> age == 20, NOW);
    }

    @Test
    void expiresWhatIsOldAndNeitherNewestNorKept() {
        assertThat(expired(2, 14)).containsExactly(15, 30);
        assertThat(expired(3, 14)).containsExactly(30);
        assertThat(expired(1, 5)).containsExactly(10, 15, 30);
        assertThat(expired(2, 30)).isEmpty();
    }
}
