package dev.wheelhouse.api.bench;

import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.testing.PostgresDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A million rows as CSV over HTTP, against {@code psql \copy} to nowhere, both without the start of a program. */
final class ExportBench {

    private static final String SELECT = "SELECT * FROM bench_rows";
    private static final Pattern TIME = Pattern.compile("Time: ([0-9.]+) ms");
    private static final int ROUNDS = 5;
    private static final double MOST_GROWTH = 64;

    private ExportBench() {}

    static List<Measurement> run(Stage stage) throws Exception {
        byte[] request = stage.subject()
                .post(
                        "/db-connections/" + stage.connection() + "/export",
                        "{\"format\":\"csv\",\"sql\":\"" + SELECT + "\"}");
        List<Measurement> measurements = new ArrayList<>();
        JavaProcess process = stage.subject().process();
        // The first one compiles the code; what it leaves behind is not what exports take.
        double resident = process.residentMegabytes();
        Peak peak = Peak.watch(process);
        Rounds.Trial subject = () -> export(stage.subject().port(), request);
        subject.run();
        if (isInstalled()) {
            Rounds rounds = Rounds.alternate(ROUNDS, subject, () -> copy(stage.database()));
            measurements.add(Measurement.atLeast(
                    "export",
                    "export: 1 M rows × 8 columns, CSV",
                    rounds.subject(),
                    "rows/s",
                    rounds.floor(),
                    0.85,
                    "peer: psql \\copy"));
        } else {
            Rounds rounds = Rounds.alternate(ROUNDS, subject, () -> 0);
            measurements.add(Measurement.told(
                    "export",
                    "export: 1 M rows × 8 columns, CSV",
                    rounds.subject(),
                    "rows/s",
                    "no psql here to compare with (package postgresql-client)"));
        }
        measurements.add(Measurement.atMost(
                "export-memory",
                "export: growth of resident memory",
                Math.max(0, peak.stop() - resident),
                "MB",
                MOST_GROWTH,
                "peak over all rounds, the first included"));
        return measurements;
    }

    private static double export(int port, byte[] request) throws IOException {
        try (KeepAlive connection = new KeepAlive(port)) {
            long before = System.nanoTime();
            KeepAlive.Reply reply = connection.send(request);
            double seconds = (System.nanoTime() - before) / 1e9;
            if (reply.status() != 200 || reply.bytes() < 50L * Tables.ROWS) {
                throw new IOException("The export was not whole: " + reply);
            }
            return Tables.ROWS / seconds;
        }
    }

    private static boolean isInstalled() {
        try {
            return new ProcessBuilder("psql", "--version").start().waitFor() == 0;
        } catch (IOException _) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static double copy(PostgresDatabase database) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                "psql",
                "-X",
                "-h",
                database.host(),
                "-p",
                Integer.toString(database.port()),
                "-U",
                database.user(),
                "-d",
                database.database(),
                "-c",
                "\\timing on",
                "-c",
                "\\copy (" + SELECT + ") to '/dev/null' with (format csv, header)");
        Process process = builder.redirectErrorStream(true).start();
        String said;
        try (InputStream output = process.getInputStream()) {
            said = new String(output.readAllBytes(), StandardCharsets.UTF_8);
        }
        Matcher time = TIME.matcher(said);
        if (process.waitFor() != 0 || !time.find()) {
            throw new IOException("psql failed: " + said);
        }
        return Tables.ROWS / (Double.parseDouble(time.group(1)) / 1000);
    }

    /** The most that a process held while it was watched. */
    private static final class Peak {
        private final AtomicBoolean stopped = new AtomicBoolean();
        private final JavaProcess process;
        private final Thread thread;
        private volatile double most;

        private Peak(JavaProcess process) {
            this.process = process;
            this.thread = Thread.ofVirtual().start(this::work);
        }

        static Peak watch(JavaProcess process) {
            return new Peak(process);
        }

        private void work() {
            while (!stopped.get()) {
                try {
                    most = Math.max(most, process.residentMegabytes());
                } catch (IOException _) {
                    return;
                }
                LockSupport.parkNanos(20_000_000);
            }
        }

        double stop() throws InterruptedException {
            stopped.set(true);
            thread.join();
            return most;
        }
    }
}
