package dev.wheelhouse.core.platform.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.testing.AtOnce;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WorkersTest {

    @Test
    void runsBlockingWorkOnVirtualThreadsAndNativeCallsOnPlatformThreads() throws Exception {
        try (Workers workers = new Workers()) {
            CompletableFuture<Boolean> virtual = new CompletableFuture<>();
            workers.start(() -> virtual.complete(Thread.currentThread().isVirtual()));
            assertThat(virtual.get()).isTrue();
            assertThat(workers.stateCalls().call(() -> Thread.currentThread().isVirtual()))
                    .isFalse();
            assertThat(workers.statementCalls()
                            .call(() -> Thread.currentThread().isVirtual()))
                    .isFalse();
        }
    }

    @Test
    void givesBackWhatACallThrowsUnchanged() {
        try (Workers workers = new Workers()) {
            IOException checked = new IOException("checked");
            StackOverflowError error = new StackOverflowError();
            assertThatThrownBy(() -> workers.stateCalls().call(() -> {
                        throw checked;
                    }))
                    .isSameAs(checked);
            assertThatThrownBy(() -> workers.stateCalls().call(() -> {
                        throw error;
                    }))
                    .isSameAs(error);
        }
    }

    @Test
    void answersTheStateWhileEveryStatementThreadIsBusy() throws InterruptedException {
        try (Workers workers = new Workers()) {
            CountDownLatch busy = new CountDownLatch(8);
            CountDownLatch answered = new CountDownLatch(1);
            List<String> answers = AtOnce.run(9, number -> () -> {
                if (number < 8) {
                    return workers.statementCalls().call(() -> {
                        busy.countDown();
                        answered.await();
                        return "statement";
                    });
                }
                busy.await();
                String answer = workers.stateCalls().call(() -> "state");
                answered.countDown();
                return answer;
            });
            assertThat(answers).endsWith("state").hasSize(9);
        }
    }

    @Test
    void tellsThoseWhoWaitForAStatementThreadThatTheConsoleStops() throws InterruptedException {
        Workers workers = new Workers();
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch busy = new CountDownLatch(8);
        AtomicInteger refused = new AtomicInteger();
        List<Integer> ended = AtOnce.run(21, number -> () -> {
            if (number == 20) {
                busy.await();
                workers.close();
                release.countDown();
                return number;
            }
            try {
                workers.statementCalls().call(() -> {
                    busy.countDown();
                    release.await();
                    return true;
                });
            } catch (AppException e) {
                assertThat(e.errorCode()).isEqualTo(PlatformError.SHUTTING_DOWN);
                refused.incrementAndGet();
            } catch (InterruptedException e) {
                // The eight that ran were interrupted in their work.
                assertThat(busy.getCount()).isZero();
            }
            return number;
        });
        assertThat(ended).hasSize(21);
        assertThat(refused).hasValue(12);
    }

    @Test
    void refusesWorkOnceItIsClosed() {
        Workers workers = new Workers();
        workers.close();
        assertThatThrownBy(() -> workers.start(() -> {}))
                .isInstanceOfSatisfying(
                        AppException.class,
                        refused -> assertThat(refused.errorCode()).isEqualTo(PlatformError.SHUTTING_DOWN));
        assertThatThrownBy(() -> workers.stateCalls().call(() -> true))
                .isInstanceOfSatisfying(
                        AppException.class,
                        refused -> assertThat(refused.errorCode()).isEqualTo(PlatformError.SHUTTING_DOWN));
    }

    @Test
    void repeatsWorkThatThrewBefore() throws InterruptedException {
        try (Workers workers = new Workers()) {
            CountDownLatch runs = new CountDownLatch(3);
            var repeated = workers.every("Failing", Duration.ofMillis(1), () -> {
                runs.countDown();
                throw new IllegalStateException("every time");
            });
            runs.await();
            repeated.close();
            assertThat(repeated.isClosed()).isTrue();
        }
    }

    @Test
    void runsDelayedWorkOnce() throws Exception {
        try (Workers workers = new Workers()) {
            CompletableFuture<Boolean> ran = new CompletableFuture<>();
            var once = workers.after(Duration.ofMillis(1), () -> ran.complete(true));
            assertThat(ran.get()).isTrue();
            assertThat(once.isCancelled()).isFalse();
        }
    }
}
