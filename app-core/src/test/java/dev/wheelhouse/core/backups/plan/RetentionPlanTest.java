package dev.wheelhouse.core.backups.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.backups.wal.WalStart;
import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.testing.Property;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class RetentionPlanTest {

    @Test
    void leavesEveryBaseThatStaysAsFarReachingAsItWas() {
        Property.holds(2_000, random -> {
            MadeHistory made = new MadeHistory(random);
            StoredHistory before = made.stored();
            RetentionRule rule = new RetentionRule(1 + random.nextInt(3), 1);
            Instant now = MadeHistory.timeOf(made.end()).plus(Duration.ofHours(random.nextInt(40)));
            Set<String> reading = random.nextBoolean() ? Set.of("run0") : Set.of();
            List<WalStart> started =
                    random.nextBoolean() && !made.whole.isEmpty() ? List.of(made.whole.first()) : List.of();

            RetentionPlan plan = RetentionPlan.of(before, rule, reading, started, now);

            List<StoredBase> left = new ArrayList<>(before.bases());
            left.removeAll(plan.bases());
            assertThat(left.size())
                    .isGreaterThanOrEqualTo(
                            Math.min(rule.keepNewest(), before.bases().size()));
            assertThat(plan.bases())
                    .allMatch(each -> !each.keep()
                            && !reading.contains(each.runId())
                            && each.stoppedAt().isBefore(now.minus(Duration.ofDays(1))));
            List<WalStart> segments = made.whole.stream()
                    .filter(each -> !plan.drops(each, MadeHistory.SEGMENT))
                    .toList();
            assertThat(segments).containsAll(started);
            StoredHistory after = made.stored(left, segments);
            for (StoredBase each : left) {
                Reach was = Reach.of(each, before);
                Reach is = Reach.of(each, after);
                assertThat(is.to()).as("%s", each).isEqualTo(was.to());
                assertThat(is.wal()).as("%s", each).isEqualTo(was.wal());
                assertThat(is.timeline()).isEqualTo(was.timeline());
            }
        });
    }

    @Test
    void dropsWhatNoBaseNeeds() {
        Property.holds(200, random -> {
            MadeHistory made = new MadeHistory(random);
            Instant later = MadeHistory.timeOf(made.end()).plus(Duration.ofDays(30));

            RetentionPlan plan = RetentionPlan.of(made.stored(), new RetentionRule(1, 1), Set.of(), List.of(), later);

            List<StoredBase> left = new ArrayList<>(made.bases);
            left.removeAll(plan.bases());
            long oldest =
                    left.stream().mapToLong(each -> each.start().value()).min().orElse(0);
            assertThat(made.whole)
                    .allMatch(each -> plan.drops(each, MadeHistory.SEGMENT)
                            == (each.position().value() + MadeHistory.SEGMENT <= oldest));
            assertThat(left).filteredOn(each -> !each.keep()).hasSizeLessThanOrEqualTo(1);
        });
    }

    @Test
    void countsNoBaseWhoseOwnWalIsLostAndLeavesWhatMayOnlyBeListedLate() {
        MadeHistory made = new MadeHistory(new Random(1), 2);
        StoredBase good = made.bases.getFirst();
        StoredBase lost = made.bases.getLast();
        List<WalStart> left = made.whole.stream()
                .filter(each -> each.position().compareTo(lost.start().segmentStart(MadeHistory.SEGMENT)) < 0)
                .toList();

        RetentionPlan plan = RetentionPlan.of(
                made.stored(made.bases, left),
                new RetentionRule(1, 1),
                Set.of(),
                List.of(),
                MadeHistory.timeOf(made.end()).plus(Duration.ofDays(30)));

        assertThat(plan.bases()).isEmpty();
        assertThat(plan.needed()).extracting(WalStart::position).containsExactly(good.start(), lost.start());
    }

    @Test
    void dropsNoWalBeforeABaseIsThere() {
        RetentionPlan plan = RetentionPlan.of(
                new MadeHistory(new Random(1)).stored(List.of(), List.of()),
                new RetentionRule(1, 1),
                Set.of(),
                List.of(new WalStart(1, new WalPosition(1L << 30))),
                Instant.EPOCH);

        assertThat(plan.drops(new WalStart(1, new WalPosition(1 << 20)), MadeHistory.SEGMENT))
                .isFalse();
    }
}
