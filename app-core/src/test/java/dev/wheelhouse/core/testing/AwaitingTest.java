package dev.wheelhouse.core.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AwaitingTest {

    private static final Pattern WAITS =
            Pattern.compile("\\b(parkNanos|onSpinWait|delayedExecutor)\\(|\\.sleep\\(|\\bwait\\(\\w");

    @Test
    void asksUntilTheConditionHolds() {
        AtomicInteger looks = new AtomicInteger();
        Awaiting.until(() -> looks.incrementAndGet() == 12);
        assertThat(looks).hasValue(12);
        assertThat(Awaiting.answer(looks::incrementAndGet, each -> each == 20, "twenty"))
                .isEqualTo(20);
    }

    @Test
    void failsWhenInterruptedAndShowsTheLastAnswer() {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> Awaiting.answer(() -> 7, each -> each == 8, "an eight"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessage("Timed out: an eight; the last answer was 7");
            assertThatThrownBy(() -> Awaiting.until(() -> "a state", () -> false))
                    .hasMessage("Timed out: a state");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    /** Elsewhere a wait holds a processor that others need, outlives its test, or says nothing when it ends. */
    @Test
    void nothingElseOfTheTestsWaitsByTheClock() throws IOException {
        List<String> waiting = new ArrayList<>();
        for (String module : List.of("app-core", "app-api", "app-ui")) {
            try (Stream<Path> all = Files.walk(Path.of("..", module, "src", "test", "java"))) {
                for (Path each :
                        all.filter(file -> file.toString().endsWith(".java")).toList()) {
                    if (WAITS.matcher(Files.readString(each)).find()) {
                        waiting.add(each.getFileName().toString());
                    }
                }
            }
        }
        assertThat(waiting)
                .containsExactlyInAnyOrder(
                        "Awaiting.java",
                        // A source of WAL that looks for more, as a real one does.
                        "FakeCluster.java",
                        // A read that heeds no interrupt.
                        "ReconnectingFollowingTest.java",
                        // Requests at a pace.
                        "ProxiedDeploymentsTest.java");
    }
}
