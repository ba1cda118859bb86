package dev.wheelhouse.ui;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A log of everything that the view of logs shows in a way of its own. */
final class TrialLog {

    private static final int ROUNDS = 200;
    private static final String ROUND = """
        2026-11-20T09:41:07.120Z INFO  request 1 of client 10.0.3.7 took 12 ms
        2026-11-20T09:41:07.391Z \u001b[33mWARN\u001b[0m  the cache is \u001b[38;5;208m91 %\u001b[0m full
        {"time":"2026-11-20T09:41:08Z","level":"error","msg":"payment refused","order":{"id":17,"total":"12.50"}}
        level=debug msg="retry" attempt=2 after=250ms
        2026-11-20T09:41:09.004Z ERROR it ran out of cheese
        java.lang.IllegalStateException: no cheese
        \tat shop.Cellar.take(Cellar.java:41)
        \tat shop.Kitchen.serve(Kitchen.java:17)
        """;

    private TrialLog() {}

    /** Writes it into a file that ends with the process. */
    static Path write() {
        try {
            Path file = Files.createTempFile("wheelhouse-trial", ".log");
            file.toFile().deleteOnExit();
            return Files.writeString(file, ROUND.repeat(ROUNDS));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
