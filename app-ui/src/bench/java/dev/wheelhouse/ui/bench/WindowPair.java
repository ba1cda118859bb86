package dev.wheelhouse.ui.bench;

import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.bench.Repetitions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The console's window and one that says hello, which is its peer.
 *
 * @param display that both are painted on
 * @param log that both write to
 * @param console the command that starts it
 * @param hello the command that starts the peer
 */
record WindowPair(String display, Path log, List<String> console, List<String> hello) {

    private static final int ROUNDS = 7;
    private static final long SETTLING_NANOS = 15_000_000_000L;

    /**
     * From asking for the process to its first painted frame.
     *
     * @param most of the peer's time
     */
    Measurement start(String id, String what, double most) throws IOException {
        List<Double> subject = new ArrayList<>();
        List<Double> floor = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            floor.add(paintedAfter(hello));
            subject.add(paintedAfter(console));
        }
        return Measurement.withinTimes(
                id, what, new Repetitions(subject), "ms", new Repetitions(floor), most, "");
    }

    private double paintedAfter(List<String> command) throws IOException {
        try (WindowProgram program = WindowProgram.start(display, log, command)) {
            return program.paintedAfter();
        }
    }

    /** @param most megabytes */
    Measurement idle(String id, String what, int most) throws IOException {
        try (WindowProgram subject = WindowProgram.start(display, log, console);
                WindowProgram peer = WindowProgram.start(display, log, hello)) {
            LockSupport.parkNanos(SETTLING_NANOS);
            double resident = subject.residentMegabytes();
            return Measurement.against(
                    id,
                    what,
                    Repetitions.of(resident),
                    "MB",
                    Repetitions.of(peer.residentMegabytes()),
                    false,
                    "≤ " + most + " MB",
                    resident <= most,
                    "");
        }
    }
}
