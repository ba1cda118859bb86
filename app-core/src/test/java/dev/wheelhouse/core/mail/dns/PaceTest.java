package dev.wheelhouse.core.mail.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.AtOnce;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PaceTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long FAR = Long.MAX_VALUE / 2;

    private final StandingTicker ticker = new StandingTicker();

    /** Stands still; whoever sleeps tells until when, and goes on at once. */
    private static final class StandingTicker implements Pace.Ticker {

        private final List<Long> slept = new ArrayList<>();
        private long now = 5 * SECOND;

        @Override
        public synchronized long nanoTime() {
            return now;
        }

        @Override
        public synchronized void sleep(long nanos) {
            slept.add(nanos);
        }

        synchronized void advance(long nanos) {
            now += nanos;
        }
    }

    @Test
    void spacesTheQuestionsOfAllChecksEvenly() throws InterruptedException {
        Pace pace = new Pace(10, ticker);
        AtOnce.run(1000, _ -> () -> pace.inBackground(FAR));
        assertThat(ticker.slept).hasSize(999);
        assertThat(ticker.slept.stream().sorted().toList().getLast()).isEqualTo(999 * SECOND / 10);
        for (int second = 1; second < 99; second++) {
            long from = second * SECOND;
            assertThat(ticker.slept.stream().filter(each -> each >= from && each < from + SECOND))
                    .hasSize(10);
        }
    }

    @Test
    void savesNothingUpWhileNobodyAsks() throws InterruptedException {
        Pace pace = new Pace(10, ticker);
        ticker.advance(3600 * SECOND);
        pace.inBackground(FAR);
        pace.inBackground(FAR);
        assertThat(ticker.slept).containsExactly(SECOND / 10);
    }

    @Test
    void refusesAtOnceWhatWouldComeTooLateAndKeepsItsPlaceForOthers() throws InterruptedException {
        Pace pace = new Pace(1, ticker);
        assertThat(pace.inBackground(FAR)).isTrue();
        assertThat(pace.inBackground(ticker.nanoTime() + SECOND / 2)).isFalse();
        assertThat(pace.inBackground(FAR)).isTrue();
        assertThat(ticker.slept).containsExactly(SECOND);
    }

    @Test
    void letsAPersonThroughAndTheBackgroundMakeRoom() throws InterruptedException {
        Pace pace = new Pace(10, ticker);
        for (int i = 0; i < 20; i++) {
            assertThat(pace.atOnce(FAR)).isTrue();
        }
        assertThat(ticker.slept).isEmpty();
        pace.inBackground(FAR);
        assertThat(ticker.slept).containsExactly(2 * SECOND);
    }

    @Test
    void makesRoomForTenSecondsAtMost() throws InterruptedException {
        Pace pace = new Pace(10, ticker);
        for (int i = 0; i < 5000; i++) {
            pace.atOnce(FAR);
        }
        pace.inBackground(FAR);
        assertThat(ticker.slept).containsExactly(10 * SECOND);
    }

    @Test
    void asksNothingOnceTheTimeIsOver() throws InterruptedException {
        Pace pace = new Pace(10, ticker);
        assertThat(pace.atOnce(ticker.nanoTime())).isFalse();
        assertThat(pace.inBackground(ticker.nanoTime())).isFalse();
    }

    @Test
    void countsAcrossTheWrapOfTheMonotonicClock() throws InterruptedException {
        ticker.now = Long.MAX_VALUE - SECOND / 20;
        Pace pace = new Pace(10, ticker);
        long end = ticker.nanoTime() + SECOND;
        assertThat(pace.inBackground(end)).isTrue();
        assertThat(pace.inBackground(end)).isTrue();
        assertThat(ticker.slept).containsExactly(SECOND / 10);
    }
}
