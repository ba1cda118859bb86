package dev.wheelhouse.core.conversations.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeadlineTest {

    @Test
    void whoeverWaitsInWholeMillisecondsWaitsUntilItIsOver() {
        for (int more = 0; more < 1_000; more++) {
            ModelTurn.Deadline deadline = ModelTurn.Deadline.in(Duration.ofNanos(50_000_000 + more * 997L));
            long wait = deadline.left().toMillis() * 1_000_000;

            assertThat(System.nanoTime() + wait - deadline.at()).isNotNegative();
        }
    }

    @Test
    void whatIsOverLeavesAMillisecond() {
        assertThat(ModelTurn.Deadline.in(Duration.ZERO).left()).isEqualTo(Duration.ofMillis(1));
    }
}
