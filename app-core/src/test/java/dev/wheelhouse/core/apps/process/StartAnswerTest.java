package dev.wheelhouse.core.apps.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StartAnswerTest {

    @Test
    void tellsWhatTheRunSaidThatEndedInTheOrderOfItsLines() {
        StartAnswer answer = StartAnswer.read("""
                ended 3 1764374400.250000000
                2025-11-29T00:00:00.100000Z stdout F of the run before
                2025-11-29T00:00:01.500000Z stdout F I listen
                2025-11-29T00:00:00.900000Z stderr F the port is taken
                """);
        assertThat(answer.lines()).containsExactly("the port is taken", "I listen");
        assertThat(answer.why("shop", "node"))
                .isEqualTo("The app shop did not start. It ended at once with exit code 3. Its last lines:\n"
                        + "the port is taken\nI listen");
    }

    @Test
    void tellsLinesWithoutATimeOfAServerWhoseAwkKnowsNone() {
        assertThat(StartAnswer.read("ended 3 1764374400\nthe port is taken\n").lines())
                .containsExactly("the port is taken");
        assertThat(StartAnswer.read("late\n2025-11-29T00:00:00.100000Z stdout F I begin\n")
                        .lines())
                .containsExactly("I begin");
    }
}
