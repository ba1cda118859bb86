package dev.wheelhouse.core.apps.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.apps.runtime.StartFailure;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartAnswerTest {

    @Test
    void theReasonStandsFirstAndTheLinesBelowItInTheirOrder() {
        StartAnswer answer = StartAnswer.read("""
                ended 3
                2025-11-29T00:00:01.500000Z stdout F I listen
                2025-11-29T00:00:01Z stderr F the port is taken
                2025-11-29T00:00:01.000001Z stderr F is it?
                """);
        AppException failure = answer.failure("shop", "node");
        String reason = "The app shop did not start. It ended at once with exit code 3.";
        assertThat(failure).hasMessage(reason + "\nIts last lines:\nthe port is taken\nis it?\nI listen");
        assertThat(failure.details())
                .isEqualTo(new StartFailure(reason, List.of("the port is taken", "is it?", "I listen")));
    }

    @Test
    void linesWithoutATimeStandLast() {
        assertThat(StartAnswer.read("late\nthe port is taken\n2025-11-29T00:00:00.100000Z stdout F I begin\n")
                        .lines())
                .containsExactly("I begin", "the port is taken");
    }

    @Test
    void saysThatNothingWasWritten() {
        assertThat(StartAnswer.read("late\n").failure("shop", "node"))
                .hasMessage("The app shop did not start. It was not up after ten seconds. It wrote nothing.");
    }
}
