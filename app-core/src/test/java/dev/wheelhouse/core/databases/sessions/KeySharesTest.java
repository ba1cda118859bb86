package dev.wheelhouse.core.databases.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.AtOnce;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KeySharesTest {

    private final Workers workers = new Workers();
    private final Execution execution = new Execution(workers, OpeningTest.CALLER, null, _ -> {});

    @AfterEach
    void stop() {
        execution.close();
        workers.close();
    }

    @Test
    void keepsNothingOfWhoHasLeftOrWaitedInVain() throws Exception {
        KeyShares.Places room = new KeyShares.Places(1, Duration.ofSeconds(10));
        try (KeyShares.Place _ = room.take("a", execution, "Full.");
                Execution cancelled = new Execution(workers, OpeningTest.CALLER, null, _ -> {})) {
            cancelled.cancel();
            assertThatThrownBy(() -> room.take("a", cancelled, "Full.")).isInstanceOf(AppException.class);
            assertThat(room.isUnused()).isFalse();
            try (KeyShares.Place _ = room.take("b", execution, "Full.")) {
                assertThat(room.isUnused()).isFalse();
            }
        }
        assertThat(room.isUnused()).isTrue();
    }

    @Test
    void neverLetsInMoreThanItHasPlacesHoweverTheyComeAndGo() throws Exception {
        KeyShares.Places room = new KeyShares.Places(2, Duration.ofSeconds(10));
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtOnce.run(16, _ -> () -> {
            for (int i = 0; i < 500; i++) {
                try (KeyShares.Place _ = room.take("a", execution, "Full.")) {
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    inside.decrementAndGet();
                }
            }
            return true;
        });
        assertThat(most.get()).isBetween(1, 2);
        assertThat(room.isUnused()).isTrue();
    }
}
