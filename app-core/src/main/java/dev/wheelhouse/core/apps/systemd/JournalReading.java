package dev.wheelhouse.core.apps.systemd;

import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.logs.follow.LineSink;
import dev.wheelhouse.core.logs.follow.LogReading;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostProcess;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Follows a unit's journal with {@code journalctl -f}. Thread-safe. */
final class JournalReading implements LogReading {

    /** The mark shows that the link is up, which a journal without new entries would not. */
    private static final String SCRIPT = "printf '\\nwheelhouse-ready\\n'; exec \"$@\"";

    private static final String READY = "wheelhouse-ready";
    private static final int LARGEST_GREETING = 64 << 10;
    private static final int MOST_ERRORS = 8 << 10;
    private static final int CHUNK_BYTES = 64 << 10;
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final UnitName unit;
    private final Supplier<Host> host;
    private final Workers workers;

    JournalReading(UnitName unit, Supplier<Host> host, Workers workers) {
        this.unit = unit;
        this.host = host;
        this.workers = workers;
    }

    @Override
    public Ending read(@Nullable LogPosition after, LineSink sink) throws IOException, InterruptedException {
        Host now = host.get();
        // Whoever may not read the journal gets no error from following it, only silence.
        Journalctl.read(now, Journalctl.command("--lines=1", Journalctl.of(unit)), _ -> {});
        JournalPlace place = after == null ? Journalctl.newest(now) : JournalPlace.of(after);
        List<String> argv = new ArrayList<>(List.of("sh", "-c", SCRIPT, "sh"));
        argv.addAll(Journalctl.command("--follow", "--no-tail", Journalctl.of(unit)));
        if (place != null) {
            argv.add(Journalctl.from(place));
        }
        HostProcess process = now.start(HostCommand.of(argv).withEnvironment(UnitReading.PLAIN));
        sink.closeAtEnd(process);
        Errors errors = new Errors();
        workers.start(() -> errors.drain(process.stderr()));
        BehindPlace behind = new BehindPlace(place);
        boolean[] any = new boolean[1];
        InputStream output = process.stdout();
        awaitReady(output);
        sink.openedAt(place == null ? null : place.position());
        JournalParser parser = new JournalParser(entry -> {
            any[0] = true;
            for (PlacedLine line : behind.of(entry)) {
                sink.line(line);
            }
        });
        byte[] chunk = new byte[CHUNK_BYTES];
        for (int read = output.read(chunk); read >= 0; read = output.read(chunk)) {
            parser.feed(chunk, read);
        }
        OptionalInt exitCode = process.waitFor(GRACE);
        Journalctl.refuse(exitCode.orElse(0), errors.text(), any[0]);
        throw new IOException("The journal's reader ended");
    }

    /** Skips what a server prints at log-in. */
    private static void awaitReady(InputStream output) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int i = 0; i < LARGEST_GREETING; i++) {
            int next = output.read();
            if (next < 0) {
                throw new IOException("The server ended the command");
            }
            if (next != '\n') {
                line.write(next);
                continue;
            }
            if (line.toString(StandardCharsets.UTF_8).equals(READY)) {
                return;
            }
            line.reset();
        }
        throw new IOException("The server says too much at log-in");
    }

    /** The beginning of what a command complains of; all of it is read, so that the command is not held up. */
    private static final class Errors {

        private final StringBuilder text = new StringBuilder();

        void drain(InputStream errors) {
            byte[] chunk = new byte[1024];
            try {
                for (int read = errors.read(chunk); read >= 0; read = errors.read(chunk)) {
                    keep(new String(chunk, 0, read, StandardCharsets.UTF_8));
                }
            } catch (IOException _) {
                // The link is cut, which the reader of the output gets as its error.
            }
        }

        private synchronized void keep(String more) {
            if (text.length() < MOST_ERRORS) {
                text.append(more);
            }
        }

        synchronized String text() {
            return text.toString();
        }
    }
}
