package dev.wheelhouse.core.mail.check.standing;

import static dev.wheelhouse.core.mail.records.RecordStatus.FAILED;
import static dev.wheelhouse.core.mail.records.RecordStatus.PENDING;
import static dev.wheelhouse.core.mail.records.RecordStatus.VERIFIED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.mail.records.RecordStatus;
import dev.wheelhouse.core.testing.Property;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DomainStandingTest {

    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    private static final CheckedRecord RIGHT = new CheckedRecord(VERIFIED, true);
    private static final CheckedRecord WRONG = new CheckedRecord(FAILED, true);
    private static final CheckedRecord MISSING = new CheckedRecord(PENDING, true);
    private static final CheckedRecord SILENT = new CheckedRecord(VERIFIED, false);

    private static DomainState after(DomainState state, Duration time, CheckedRecord... required) {
        return DomainStanding.after(state, List.of(required), START.plus(time));
    }

    private static DomainState verified() {
        return after(DomainState.start(START), Duration.ZERO, RIGHT, RIGHT);
    }

    @Test
    void isVerifiedWhenAllThatIsRequiredIs() {
        assertThat(verified()).isEqualTo(new DomainState(VERIFIED, 0, null, 1, START));
    }

    @Test
    void isPendingWhileSomethingIsMissingAndFailedWhenItIsWrong() {
        DomainState start = DomainState.start(START);

        assertThat(after(start, Duration.ofHours(1), RIGHT, MISSING).status()).isEqualTo(PENDING);
        assertThat(after(start, Duration.ofHours(1), MISSING, WRONG).status()).isEqualTo(FAILED);
    }

    @Test
    void failsAfterSeventyTwoHours() {
        DomainState start = DomainState.start(START);

        assertThat(after(start, Duration.ofDays(3).minusMillis(1), MISSING).status())
                .isEqualTo(PENDING);
        assertThat(after(start, Duration.ofDays(3), MISSING).status()).isEqualTo(FAILED);
    }

    @Test
    void canStillBeVerifiedAfterItFailed() {
        DomainState failed = after(DomainState.start(START), Duration.ofHours(80), MISSING);

        assertThat(after(failed, Duration.ofHours(81), RIGHT).status()).isEqualTo(VERIFIED);
    }

    @Test
    void dropsAfterThreeBadChecksOverAnHour() {
        DomainState state = verified();
        state = after(state, Duration.ofHours(10), RIGHT, WRONG);
        assertThat(state).isEqualTo(new DomainState(VERIFIED, 1, START.plus(Duration.ofHours(10)), 2, START));
        state = after(state, Duration.ofMinutes(630), RIGHT, WRONG);
        assertThat(state.status()).isEqualTo(VERIFIED);
        state = after(state, Duration.ofHours(11), RIGHT, WRONG);

        assertThat(state).isEqualTo(new DomainState(FAILED, 0, null, 0, START));
    }

    @Test
    void manyBadChecksWithinAnHourDoNotDropIt() {
        DomainState state = verified();
        for (int minute = 0; minute < 60; minute++) {
            state = after(state, Duration.ofMinutes(minute), WRONG);
            assertThat(state.status()).isEqualTo(VERIFIED);
        }
        assertThat(after(state, Duration.ofMinutes(60), WRONG).status()).isEqualTo(FAILED);
    }

    @Test
    void twoBadChecksOverDaysDoNotDropIt() {
        DomainState state = after(verified(), Duration.ofDays(1), WRONG);

        assertThat(after(state, Duration.ofDays(2), WRONG).status()).isEqualTo(VERIFIED);
    }

    @Test
    void aGoodCheckBetweenBeginsTheCountAnew() {
        DomainState state = verified();
        state = after(state, Duration.ofHours(1), WRONG);
        state = after(state, Duration.ofHours(2), WRONG);
        state = after(state, Duration.ofHours(3), RIGHT);
        assertThat(state.badChecks()).isZero();
        assertThat(after(state, Duration.ofHours(4), WRONG).status()).isEqualTo(VERIFIED);
    }

    @Test
    void timeOutsCountNeitherGoodNorBad() {
        DomainState state = after(verified(), Duration.ofHours(1), WRONG);
        DomainState later = after(state, Duration.ofHours(2), RIGHT, SILENT);

        assertThat(later.badChecks()).isEqualTo(1);
        assertThat(later.firstBadAt()).isEqualTo(state.firstBadAt());
    }

    /** What was wrong before stays so in the record, but this check did not see it. */
    @Test
    void whatFailedBeforeAndDoesNotAnswerNowIsNotBad() {
        DomainState state = verified();
        for (int hour = 1; hour < 10; hour++) {
            state = after(state, Duration.ofHours(hour), RIGHT, new CheckedRecord(FAILED, false));
        }

        assertThat(state.status()).isEqualTo(VERIFIED);
        assertThat(state.badChecks()).isZero();
    }

    @Test
    void aSilentServerDoesNotKeepADomainFromBeingVerifiedByWhatIsKnown() {
        assertThat(after(DomainState.start(START), Duration.ofHours(1), RIGHT, SILENT)
                        .status())
                .isEqualTo(VERIFIED);
        assertThat(after(DomainState.start(START), Duration.ofHours(1), RIGHT, new CheckedRecord(PENDING, false))
                        .status())
                .isEqualTo(PENDING);
    }

    @Test
    void aClockThatWentBackBeginsTheHourAnew() {
        DomainState state = after(verified(), Duration.ofDays(10), WRONG);
        state = after(state, Duration.ofHours(1), WRONG);
        assertThat(state.firstBadAt()).isEqualTo(START.plus(Duration.ofHours(1)));
        assertThat(after(state, Duration.ofMinutes(90), WRONG).status()).isEqualTo(VERIFIED);
        assertThat(after(state, Duration.ofHours(2), WRONG).status()).isEqualTo(FAILED);
    }

    /** Held against the rule itself, over random histories. */
    @Test
    void dropsExactlyWhenTheRuleSays() {
        Property.holds(3_000, random -> {
            DomainState state = verified();
            Instant now = START;
            List<Instant> bad = new ArrayList<>();
            for (int i = 0; i < 30 && state.status() == VERIFIED; i++) {
                now = now.plusSeconds(random.nextInt(3_000));
                List<CheckedRecord> required = required(random);
                state = DomainStanding.after(state, required, now);
                boolean isBad = required.stream().anyMatch(each -> each.isAnswered() && each.status() != VERIFIED);
                if (isBad) {
                    bad.add(now);
                } else if (required.stream().allMatch(CheckedRecord::isAnswered)) {
                    bad.clear();
                }
                boolean isOver =
                        isBad && bad.size() >= 3 && !now.isBefore(bad.getFirst().plus(Duration.ofHours(1)));
                assertThat(state.status() != VERIFIED).isEqualTo(isOver);
            }
        });
    }

    /** Time-outs alone never change a status that was not verified. */
    @Test
    void timeOutsAloneMakeNothingWorse() {
        Property.holds(1_000, random -> {
            DomainState state = DomainState.start(START);
            RecordStatus known = random.nextBoolean() ? VERIFIED : PENDING;
            Instant now = START;
            for (int i = 0; i < 20; i++) {
                now = now.plusSeconds(random.nextInt(10_000));
                state = DomainStanding.after(state, List.of(new CheckedRecord(known, false)), now);
                assertThat(state.status()).isEqualTo(known);
            }
        });
    }

    private static List<CheckedRecord> required(Random random) {
        List<CheckedRecord> required = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            RecordStatus status = random.nextInt(4) > 0 ? VERIFIED : random.nextBoolean() ? FAILED : PENDING;
            required.add(new CheckedRecord(status, random.nextInt(5) > 0));
        }
        return required;
    }
}
