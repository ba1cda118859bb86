package dev.wheelhouse.core.backups.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.backups.wal.StoredWal;
import dev.wheelhouse.core.backups.wal.WalGap;
import dev.wheelhouse.core.backups.wal.WalGapReason;
import dev.wheelhouse.core.backups.wal.WalRange;
import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.testing.Property;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class RestorePlannerTest {

    private static final long SEGMENT = 16 << 20;
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private static WalPosition segment(long number) {
        return new WalPosition(number * SEGMENT);
    }

    private static StoredBase base(String run, int timeline, long segment, Instant stoppedAt) {
        return new StoredBase(
                run, timeline, segment(segment).plus(40), segment(segment).plus(500), stoppedAt, segment * 100, false);
    }

    private static WalRange range(int timeline, long from, long to) {
        return new WalRange(timeline, segment(from), segment(to));
    }

    /** Two bases with a hole of two segments between them. */
    private static StoredHistory broken() {
        return new StoredHistory(
                List.of(base("first", 1, 3, NOON), base("second", 1, 12, NOON.plusSeconds(600))),
                new StoredWal(List.of(range(1, 3, 8), range(1, 10, 20)), List.of()),
                Timelines.of(List.of()),
                List.of(new WalGap(
                        1,
                        segment(8),
                        segment(10),
                        NOON.plusSeconds(300),
                        NOON.plusSeconds(400),
                        WalGapReason.SLOT_LOST)),
                new StoredEnd(1, segment(20).plus(70), NOON.plusSeconds(900)),
                SEGMENT);
    }

    @Test
    void hasNoWindowWithoutABase() {
        RestorePlanner planner = new RestorePlanner(new StoredHistory(
                List.of(), new StoredWal(List.of(), List.of()), Timelines.of(List.of()), List.of(), null, SEGMENT));

        assertThat(planner.window()).isEqualTo(RestoreWindow.NONE);
        for (RestoreTarget each : List.of(
                new RestoreTarget.Latest(), new RestoreTarget.Time(NOON), new RestoreTarget.Position(segment(1)))) {
            assertThatThrownBy(() -> planner.plan(each))
                    .isInstanceOf(RestoreException.class)
                    .hasMessage("No restore window yet. It begins with the first complete base backup.");
        }
    }

    @Test
    void showsTheGapInTheWindow() {
        assertThat(new RestorePlanner(broken()).window())
                .isEqualTo(new RestoreWindow(
                        NOON,
                        NOON.plusSeconds(900),
                        List.of(new RestoreWindow.Gap(NOON.plusSeconds(300), NOON.plusSeconds(600), "SLOT_LOST"))));
    }

    /** The server's time at the end of a base is read a little after that of its newest WAL. */
    @Test
    void aBaseThatStoppedAfterTheLastTimeKnownOfItsWalIsNoGap() throws RestoreException {
        RestorePlanner planner = new RestorePlanner(new StoredHistory(
                List.of(base("first", 1, 3, NOON), base("second", 1, 7, NOON.plusSeconds(600))),
                new StoredWal(List.of(range(1, 3, 8)), List.of()),
                Timelines.of(List.of()),
                List.of(),
                new StoredEnd(1, segment(7).plus(500), NOON.plusSeconds(599)),
                SEGMENT));

        assertThat(planner.window()).isEqualTo(new RestoreWindow(NOON, NOON.plusSeconds(600), List.of()));
        assertThat(planner.plan(new RestoreTarget.Time(NOON.plusMillis(599_500)))
                        .base()
                        .runId())
                .isEqualTo("first");
    }

    @Test
    void takesTheNewestBaseBeforeTheTarget() throws RestoreException {
        RestorePlanner planner = new RestorePlanner(broken());

        RestorePlan early = planner.plan(new RestoreTarget.Time(NOON.plusSeconds(300)));
        RestorePlan late = planner.plan(new RestoreTarget.Time(NOON.plusSeconds(600)));

        assertThat(early.base().runId()).isEqualTo("first");
        assertThat(early.wal()).containsExactly(range(1, 3, 8));
        assertThat(early.settings())
                .containsExactly(
                        "recovery_target_time = '2026-03-01 12:05:00.000000+00'", "recovery_target_timeline = '1'");
        assertThat(late.base().runId()).isEqualTo("second");
        assertThat(planner.plan(new RestoreTarget.Latest()).base().runId()).isEqualTo("second");
    }

    @Test
    void refusesATimeInTheGapAndNamesTheWindow() {
        assertThatThrownBy(() -> new RestorePlanner(broken()).plan(new RestoreTarget.Time(NOON.plusSeconds(301))))
                .hasMessage("Times from 2026-03-01T12:00:00Z to 2026-03-01T12:15:00Z can be restored, "
                        + "not between 2026-03-01T12:05:00Z and 2026-03-01T12:10:00Z.");
    }

    @Test
    void takesPositionsThatAreStored() throws RestoreException {
        RestorePlanner planner = new RestorePlanner(broken());

        assertThat(planner.plan(new RestoreTarget.Position(segment(20).plus(69)))
                        .base()
                        .runId())
                .isEqualTo("second");
        assertThat(planner.plan(new RestoreTarget.Position(segment(7))).base().runId())
                .isEqualTo("first");
    }

    @Test
    void refusesPositionsBehindTheEndAndInTheGap() {
        RestorePlanner planner = new RestorePlanner(broken());

        for (WalPosition each :
                List.of(segment(20).plus(70), segment(8), segment(12).plus(499), segment(2))) {
            assertThatThrownBy(() -> planner.plan(new RestoreTarget.Position(each)))
                    .as(each.toString())
                    .isInstanceOf(RestoreException.class)
                    .hasMessageContaining("from 0/30001F4 to before 0/8000000");
        }
    }

    @Test
    void takesABaseThatIsOlderThanTheTransaction() throws RestoreException {
        RestorePlanner planner = new RestorePlanner(broken());

        RestorePlan plan = planner.plan(new RestoreTarget.BeforeTransaction((1L << 32) + 1199));

        assertThat(plan.base().runId()).isEqualTo("second");
        assertThat(plan.settings())
                .containsExactly(
                        "recovery_target_xid = '1199'",
                        "recovery_target_inclusive = 'off'",
                        "recovery_target_timeline = '1'");
        assertThat(planner.plan(new RestoreTarget.BeforeTransaction(1199))
                        .base()
                        .runId())
                .isEqualTo("first");
        assertThatThrownBy(() -> planner.plan(new RestoreTarget.BeforeTransaction(299)))
                .hasMessage("No complete base is older than the transaction 299.");
    }

    @Test
    void goesOnWithTheTimelineThatFollowed() throws RestoreException {
        StoredHistory promoted = new StoredHistory(
                List.of(base("first", 1, 3, NOON), base("lost", 1, 7, NOON.plusSeconds(50))),
                new StoredWal(List.of(range(1, 3, 8), range(2, 5, 9)), List.of()),
                Timelines.of(List.of(TimelinesTest.history(2, "1\t0/5000100\tpromoted\n"))),
                List.of(),
                new StoredEnd(2, segment(9), NOON.plusSeconds(900)),
                SEGMENT);
        RestorePlanner planner = new RestorePlanner(promoted);

        RestorePlan latest = planner.plan(new RestoreTarget.Latest());

        assertThat(latest.base().runId()).isEqualTo("first");
        assertThat(latest.timeline()).isEqualTo(2);
        assertThat(latest.wal()).containsExactly(range(1, 3, 5), range(2, 5, 9));
        RestorePlan left = planner.plan(new RestoreTarget.Time(NOON.plusSeconds(50)));
        assertThat(left.base().runId()).isEqualTo("lost");
        assertThat(left.timeline()).isOne();
    }

    @Test
    void offersNothingOfABaseWhoseOwnWalIsLost() {
        StoredHistory history = new StoredHistory(
                List.of(base("lost", 1, 3, NOON), base("good", 1, 12, NOON.plusSeconds(600))),
                new StoredWal(List.of(range(1, 10, 20)), List.of()),
                Timelines.of(List.of()),
                List.of(),
                new StoredEnd(1, segment(20).plus(70), NOON.plusSeconds(900)),
                SEGMENT);

        RestorePlanner planner = new RestorePlanner(history);

        assertThat(planner.window())
                .isEqualTo(new RestoreWindow(NOON.plusSeconds(600), NOON.plusSeconds(900), List.of()));
        assertThatThrownBy(() -> planner.plan(new RestoreTarget.Time(NOON))).isInstanceOf(RestoreException.class);
    }

    @Test
    void offersNothingOnATimelineWhoseHistoryNoServerWouldRead() {
        StoredHistory history = new StoredHistory(
                List.of(base("first", 1, 3, NOON), base("second", 2, 7, NOON.plusSeconds(600))),
                new StoredWal(List.of(range(1, 3, 5), range(2, 5, 9)), List.of()),
                Timelines.of(List.of(), Set.of(2)),
                List.of(),
                new StoredEnd(2, segment(9), NOON.plusSeconds(900)),
                SEGMENT);

        assertThat(new RestorePlanner(history).window()).isEqualTo(new RestoreWindow(NOON, NOON, List.of()));
    }

    @Test
    void promisesExactlyWhatWasNotLost() {
        Property.holds(2_000, random -> {
            MadeHistory made = new MadeHistory(random);
            RestorePlanner planner = new RestorePlanner(made.stored());
            RestoreWindow window = planner.window();
            for (long at = 5 * MadeHistory.SEGMENT; at <= made.end(); at += 50 * MadeHistory.SECOND) {
                Instant time = MadeHistory.timeOf(at);
                boolean promised = isPlanned(planner, new RestoreTarget.Time(time));
                assertThat(promised).as("at %s of %s", time, window).isEqualTo(isInside(window, time));
                assertThat(promised).as("at %s of %s", time, window).isEqualTo(made.isRestorable(at));
            }
        });
    }

    private static boolean isPlanned(RestorePlanner planner, RestoreTarget target) {
        try {
            return planner.plan(target).base().runId().startsWith("run");
        } catch (RestoreException e) {
            return false;
        }
    }

    private static boolean isInside(RestoreWindow window, Instant time) {
        return window.earliest() != null
                && window.latest() != null
                && !time.isBefore(window.earliest())
                && !time.isAfter(window.latest())
                && window.gaps().stream().noneMatch(each -> time.isAfter(each.from()) && time.isBefore(each.to()));
    }
}
