package dev.wheelhouse.api.http.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.http.Reader;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LongAnswersTest {

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private static Caller caller(boolean isLocalToken) {
        return new Caller(
                "org_1",
                "mem_1",
                isLocalToken ? "key_local" : "key_made",
                isLocalToken,
                Set.of(),
                Origin.HTTP,
                "req_1",
                null,
                null);
    }

    private static void stateIsAway() {
        throw new IllegalStateException("The state's database does not answer");
    }

    @Test
    void aKeyThatCannotBeAskedAboutForTooLongEndsItsStreamsAndTheOwnerGoesOn() throws Exception {
        LongAnswers answers = new LongAnswers(threads, 16, Duration.ofMillis(400));
        CountDownLatch cut = new CountDownLatch(1);
        CountDownLatch ownerCut = new CountDownLatch(1);
        try (LongAnswers.Place _ = answers.enter(
                        new Reader(caller(true), LongAnswersTest::stateIsAway), false, ownerCut::countDown);
                LongAnswers.Place _ =
                        answers.enter(new Reader(caller(false), LongAnswersTest::stateIsAway), false, cut::countDown)) {
            assertThat(cut.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(ownerCut.getCount()).isEqualTo(1);
        }
    }

    @Test
    void aStateThatIsAwayForAMomentEndsNothing() throws Exception {
        LongAnswers answers = new LongAnswers(threads, 16, LongAnswers.PATIENCE);
        CountDownLatch asked = new CountDownLatch(4);
        CountDownLatch cut = new CountDownLatch(1);
        Runnable awayAtFirst = () -> {
            asked.countDown();
            if (asked.getCount() > 1) {
                stateIsAway();
            }
        };
        try (LongAnswers.Place _ = answers.enter(new Reader(caller(false), awayAtFirst), false, cut::countDown)) {
            assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(cut.getCount()).isEqualTo(1);
        }
    }

    @Test
    void anErrorWhileOneIsAskedAboutDoesNotEndTheLooking() throws Exception {
        LongAnswers answers = new LongAnswers(threads, 16, LongAnswers.PATIENCE);
        CountDownLatch asked = new CountDownLatch(2);
        Runnable outOfMemory = () -> {
            asked.countDown();
            throw new OutOfMemoryError("pretended");
        };
        try (LongAnswers.Place _ = answers.enter(new Reader(caller(false), outOfMemory), false, () -> {})) {
            assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }
}
