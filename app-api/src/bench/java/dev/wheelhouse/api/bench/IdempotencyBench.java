package dev.wheelhouse.api.bench;

import dev.wheelhouse.core.bench.Measurement;
import java.io.IOException;
import java.util.List;

/** Making schedules with an {@code Idempotency-Key}, against making them without. */
final class IdempotencyBench {

    private static final int WARM_UP = 1000;
    private static final int ROUNDS = 301;

    private IdempotencyBench() {}

    static List<Measurement> run(Stage stage) throws Exception {
        int[] next = {0};
        try (KeepAlive http = new KeepAlive(stage.subject().port())) {
            Rounds.Trial keyed = () -> {
                int number = next[0]++;
                return call(http, stage.subject().postOnce("/schedules", schedule(number, true), "bench-" + number));
            };
            Rounds.Trial plain = () -> call(http, stage.subject().post("/schedules", schedule(next[0]++, true)));
            Rounds.alternate(WARM_UP, keyed, plain);
            Rounds rounds = Rounds.alternate(ROUNDS, keyed, plain);
            return List.of(Measurement.atLeast(
                    "idempotency",
                    "schedules made with an idempotency key",
                    rounds.subject(),
                    "/s",
                    rounds.floor(),
                    0.7,
                    "peer: without the key; one client"));
        }
    }

    /** A schedule that is due at the new year only. */
    static String schedule(int number, boolean enabled) {
        return "{\"name\":\"bench-" + number
                + "\",\"serverId\":\"local\",\"command\":\"true\",\"cron\":\"@yearly\",\"enabled\":" + enabled + "}";
    }

    private static double call(KeepAlive http, byte[] request) throws IOException {
        long before = System.nanoTime();
        int status = http.send(request).status();
        if (status != 201) {
            throw new IOException("The schedule was answered with " + status);
        }
        return 1e9 / (System.nanoTime() - before);
    }
}
