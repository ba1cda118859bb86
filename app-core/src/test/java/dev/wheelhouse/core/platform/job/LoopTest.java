package dev.wheelhouse.core.platform.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.testing.Awaiting;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoopTest {

    private static final Duration LONG = Duration.ofHours(1);

    private final Workers workers = new Workers();
    private final AtomicInteger turns = new AtomicInteger();

    @AfterEach
    void stop() {
        workers.close();
    }

    @Test
    void goesOnAfterWhateverATurnThrows() throws Exception {
        Loop loop = new Loop("Counting", Duration.ofMillis(1), () -> switch (turns.incrementAndGet()) {
            case 1 -> throw new IllegalStateException("a fault");
            case 2 -> throw new AppException(PlatformError.STORE_UNAVAILABLE, "away");
            case 3 -> throw new StackOverflowError();
            default -> LONG;
        });
        workers.start(() -> loop.run(Duration.ZERO));
        Awaiting.until(() -> turns.get() == 4);
        loop.hurry();
        Awaiting.until(() -> turns.get() == 5);
        loop.close();
        loop.hurry();
        assertThat(loop.isClosed()).isTrue();
    }

    @Test
    void isOverOnceItIsClosedAndTheTurnUnderWayHasEnded() throws Exception {
        CountDownLatch turn = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Loop loop = workers.every("Working", Duration.ZERO, () -> {
            turn.countDown();
            try {
                end.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
        turn.await();
        assertThat(loop.isOver()).isFalse();
        loop.close();
        assertThat(loop.isOver()).isFalse();
        end.countDown();
        loop.awaitOver();
        assertThat(loop.isOver()).isTrue();
    }

    @Test
    void isOverAtOnceWhereItWasClosedBeforeItBegan() throws Exception {
        Loop loop = new Loop("Counting", LONG, () -> {
            turns.incrementAndGet();
            return LONG;
        });
        loop.close();
        loop.awaitOver();
        loop.run(Duration.ZERO);
        assertThat(loop.isOver()).isTrue();
        assertThat(turns).hasValue(0);
    }

    @Test
    void neverOverlapsItself() throws Exception {
        AtomicInteger within = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch another = new CountDownLatch(1);
        Loop loop = workers.every("Being slow", Duration.ofMillis(1), () -> {
            most.accumulateAndGet(within.incrementAndGet(), Math::max);
            if (turns.incrementAndGet() == 1) {
                comesSoon(another);
            } else {
                another.countDown();
            }
            within.decrementAndGet();
        });
        Awaiting.until(() -> turns.get() > 20);
        loop.close();
        assertThat(most).hasValue(1);
    }

    /** Time for many more turns, were they not to wait for this one. */
    private static void comesSoon(CountDownLatch another) {
        try {
            assertThat(another.await(50, TimeUnit.MILLISECONDS)).isFalse();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void endsWithAllBackgroundWorkWithoutHoldingItUp() {
        Loop loop = workers.every("Waiting", LONG, turns::incrementAndGet);
        workers.finishBackground();
        assertThat(loop.isClosed()).isTrue();
        assertThat(turns).hasValue(0);
        assertThatThrownBy(() -> workers.every("Too late", LONG, () -> {}))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.SHUTTING_DOWN));
        assertThatThrownBy(() -> workers.after(LONG, () -> {}))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.SHUTTING_DOWN));
    }
}
