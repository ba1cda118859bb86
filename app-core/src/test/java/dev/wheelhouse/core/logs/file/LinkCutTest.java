package dev.wheelhouse.core.logs.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.logs.LogFollowing;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.logs.document.LineFormat;
import dev.wheelhouse.core.logs.follow.Backoff;
import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.platform.host.ssh.CuttableHost;
import dev.wheelhouse.core.platform.host.ssh.SshTimeouts;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.Real;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A log that is followed over a link to the distribution's own sshd while the link is cut. The limits are shortened to a
 * twentieth, so that a cut of 3 s has what one of 60 s has: a session given up, and attempts at growing pauses.
 * {@code -Dwheelhouse.cut=60} cuts for so many seconds, with the limits that people have.
 */
@Real
@Timeout(240)
class LinkCutTest {

    private static final Integer SECONDS = Integer.getInteger("wheelhouse.cut");
    private static final Duration CUT = SECONDS == null ? Duration.ofSeconds(3) : Duration.ofSeconds(SECONDS);
    private static Workers workers;
    private static CuttableHost machine;

    @TempDir
    private static Path folder;

    private final List<String> taken = new ArrayList<>();
    private int written;

    @BeforeAll
    static void start() throws Exception {
        workers = new Workers();
        machine = CuttableHost.start(folder, workers, SECONDS == null ? CuttableHost.SHORT : SshTimeouts.DEFAULT);
    }

    @AfterAll
    static void stop() {
        if (machine != null) {
            machine.close();
        }
        workers.close();
    }

    private static FileLogSource source(Path file) {
        LineTimes times = new LineTimes(ZoneOffset.UTC, Clock.systemUTC());
        Backoff backoff =
                SECONDS == null ? new Backoff(Duration.ofMillis(25), Duration.ofMillis(1500)) : Backoff.STANDARD;
        return new FileLogSource(
                new FileLogSource.Origin("app.log", machine::host, file.toString(), 0, LineFormat.RAW, times),
                workers,
                new FileLogSource.Pace(Duration.ofMillis(50), backoff));
    }

    private void write(Path file) throws IOException {
        Files.writeString(file, "line " + written++ + "\n", StandardOpenOption.APPEND, StandardOpenOption.CREATE);
    }

    private void take(LogFollowing following) throws InterruptedException {
        for (PlacedLine each : following.next(Duration.ofMillis(20))) {
            taken.add(each.line().text());
        }
    }

    private void followThrough(Path file, Runnable cut) throws Exception {
        write(file);
        try (LogFollowing following = source(file).follow(null)) {
            while (taken.isEmpty()) {
                write(file);
                take(following);
            }
            int first = Integer.parseInt(taken.getFirst().substring("line ".length()));
            cut.run();
            boolean isTold = false;
            for (long began = System.nanoTime(); !isTold || System.nanoTime() - began < CUT.toNanos(); ) {
                write(file);
                take(following);
                isTold |= following.notice().startsWith("The link to app.log is cut; trying again.");
            }
            machine.cable().heal();
            write(file);
            while (taken.size() < written - first) {
                take(following);
            }
            assertThat(taken)
                    .isEqualTo(IntStream.range(first, written)
                            .mapToObj(each -> "line " + each)
                            .toList());
            assertThat(following.notice()).isEmpty();
        }
    }

    @Test
    void losesNoLineWhenConnectionsAreEnded() throws Exception {
        followThrough(folder.resolve("ended.log"), machine.cable()::cut);
    }

    @Test
    void losesNoLineWhenNothingIsCarriedAnyMore() throws Exception {
        followThrough(folder.resolve("swallowed.log"), machine.cable()::swallow);
    }
}
