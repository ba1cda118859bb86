package dev.wheelhouse.api.bench;

import dev.wheelhouse.core.bench.Measurement;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What 10,000 schedules cost while none is due: a console that has them and one where all are disabled, watched over
 * the same minute.
 */
final class RestBench {

    private static final int SCHEDULES = 10_000;
    private static final Duration SETTLING = Duration.ofSeconds(30);
    private static final Duration WATCHED = Duration.ofMinutes(1);

    private RestBench() {}

    static List<Measurement> run(Stage stage) throws Exception {
        Path work = stage.programs().work();
        try (Subject enabled = Subject.start(stage.programs(), work.resolve("rest-enabled"));
                Subject disabled = Subject.start(stage.programs(), work.resolve("rest-disabled"))) {
            create(enabled, true);
            create(disabled, false);
            Thread.sleep(SETTLING);
            Duration enabledBefore = enabled.process().processorTime();
            Duration disabledBefore = disabled.process().processorTime();
            Thread.sleep(WATCHED);
            double withAll = percentOfACore(enabled, enabledBefore);
            double without = percentOfACore(disabled, disabledBefore);
            return List.of(Measurement.atMost(
                    "schedules-rest",
                    "10,000 schedules of which none is due: processor",
                    withAll - without,
                    "%",
                    0.5,
                    String.format("of one core; a console with them %.2f %%, one with them disabled %.2f %%", withAll, without)));
        }
    }

    private static void create(Subject console, boolean enabled) throws IOException {
        try (KeepAlive http = new KeepAlive(console.port())) {
            for (int i = 0; i < SCHEDULES; i++) {
                http.fetch(console.post("/schedules", IdempotencyBench.schedule(i, enabled)));
            }
        }
    }

    private static double percentOfACore(Subject console, Duration before) {
        return 100.0 * console.process().processorTime().minus(before).toNanos() / WATCHED.toNanos();
    }
}
