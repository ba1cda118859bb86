package dev.wheelhouse.core.apps.systemd;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.CommandOutput;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands that read a journal, and what their failures mean. */
final class Journalctl {

    static final Duration LIMIT = Duration.ofMinutes(1);

    private static final int NO_PROGRAM = 127;
    private static final int MOST_ERRORS = 8 << 10;
    private static final long NANOS_PER_MICRO = 1000;

    private Journalctl() {}

    /** Entries are printed whole, values of any length and bytes included, and only with the fields that a line needs. */
    static List<String> command(String... options) {
        List<String> argv = new ArrayList<>(
                List.of("journalctl", "--no-pager", "--output=export", "--output-fields=MESSAGE,PRIORITY"));
        argv.addAll(List.of(options));
        return argv;
    }

    /** Entries of the unit and what systemd itself says about it. */
    static String of(UnitName unit) {
        return "--unit=" + unit.text();
    }

    /**
     * Begins with the entry that has this cursor, or with what follows where it has been. To begin behind it is left to the
     * reader: {@code --after-cursor} of older versions leaves out an entry when the one with the cursor is gone.
     */
    static String from(JournalPlace place) {
        return "--cursor=" + place.cursor();
    }

    static String since(Instant from) {
        return "--since=@" + decimal(from);
    }

    /** Up to and with the microsecond before this. */
    static String before(Instant to) {
        return "--until=@" + decimal(to.minusNanos(1));
    }

    private static String decimal(Instant time) {
        long micros = time.getNano() / NANOS_PER_MICRO;
        return Math.max(0, time.getEpochSecond()) + "." + String.format("%06d", micros);
    }

    /** Ends a reading early from within {@link JournalParser.Taking}. */
    static final class Enough extends RuntimeException {
        Enough() {
            super("enough was read", null, false, false);
        }
    }

    /**
     * Runs a command that ends by itself.
     *
     * @param taking may throw {@link Enough}
     * @throws AppException as {@link Host#run}, and {@code state_invalid} when the journal may not be read
     */
    static void read(Host host, List<String> argv, JournalParser.Taking taking) {
        Output output = new Output(taking);
        int exitCode;
        try {
            exitCode = host.run(
                    HostCommand.of(argv).withEnvironment(UnitReading.PLAIN).within(LIMIT), output);
        } catch (Enough _) {
            return;
        }
        refuse(exitCode, output.errors(), output.any);
    }

    /**
     * Throws what an end of journalctl means, if it was none in order.
     *
     * @param any whether it gave an entry
     */
    static void refuse(int exitCode, String errors, boolean any) {
        if (errors.contains("insufficient permissions")
                || (!any && errors.contains("not seeing messages from other users"))
                || (!any && errors.contains("Permission denied"))) {
            throw Refusals.refused("The server's user may not read the journal. Log in as root, or add the user to the"
                    + " group systemd-journal on the server (\"usermod -aG systemd-journal NAME\").");
        }
        if (exitCode == NO_PROGRAM) {
            throw Refusals.noSystemd();
        }
        if (exitCode != 0 && !any && !errors.contains("No journal files were found")) {
            throw Refusals.of("The journal could not be read", errors);
        }
    }

    /** Where the journal ends now; null when it has no entry at all. */
    static @Nullable JournalPlace newest(Host host) {
        List<JournalPlace> found = new ArrayList<>();
        read(host, command("--lines=1"), entry -> found.add(new JournalPlace(entry.cursor(), 0)));
        return found.isEmpty() ? null : found.getLast();
    }

    /** Gathers errors and hands on entries. */
    private static final class Output implements CommandOutput {

        private final JournalParser parser;
        private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
        private volatile boolean any;

        Output(JournalParser.Taking taking) {
            parser = new JournalParser(entry -> {
                any = true;
                taking.entry(entry);
            });
        }

        @Override
        public void stdout(byte[] chunk) {
            try {
                parser.feed(chunk, chunk.length);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                throw new Enough();
            }
        }

        @Override
        public void stderr(byte[] chunk) {
            errors.write(chunk, 0, Math.min(chunk.length, MOST_ERRORS - errors.size()));
        }

        String errors() {
            return errors.toString(StandardCharsets.UTF_8);
        }
    }
}
