package dev.wheelhouse.core.backups.dump;

import dev.wheelhouse.core.databases.copies.ProgramLogin;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostProcess;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.BufferedReader;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs PostgreSQL's client programs on a machine, logged in as a connection. The password comes over standard input into a
 * file that only the user reads and that has no name when it is written: nothing of it is in an argument or the
 * environment, and nothing stays however the program ends. Thread-safe.
 *
 * @param serverId of the machine
 */
public record ClientProgram(Host host, String serverId, ClientPrograms programs, ProgramLogin login, Workers workers) {

    private static final Duration LONGEST = Duration.ofDays(7);
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);
    private static final int BUFFER = 1 << 17;
    private static final int LINES = 3;
    private static final int CONNECTION_FAILED = 2;
    private static final String UNKNOWN = "unrecognized configuration parameter \"transaction_timeout\"";

    private static final String PASSWORD_FILE = "/dev/fd/4";
    private static final String CERTIFICATES = "/dev/fd/6";

    /** {@code /dev/fd} opens a file that was removed; what reads standard input next gets the byte behind the dot. */
    private static final String SCRIPT = """
            umask 077
            password=$(mktemp) && exec 3> "$password" 4< "$password" && rm -f "$password" || exit 1
            certificates=$(mktemp) && exec 5> "$certificates" 6< "$certificates" && rm -f "$certificates" || exit 1
            while IFS= read -r line && [ "$line" != . ]; do printf '%s\\n' "$line"; done >&3
            while IFS= read -r line && [ "$line" != . ]; do printf '%s\\n' "$line"; done >&5
            exec 3>&- 5>&-
            exec "$@"
            """;

    /** Writes bytes from elsewhere. */
    @FunctionalInterface
    public interface Source {

        /** There are none. */
        Source NONE = _ -> {};

        void writeTo(OutputStream input) throws IOException;
    }

    /**
     * @param words of standard error that say why it ended so
     * @param setsOnlyWhatIsUnknown of {@code pg_restore}: nothing failed but that it sets {@code transaction_timeout}, as it
     *     does first of all since 17, on a server before 17, which does not know it (pg_backup_archiver.c,
     *     _doSetFixedOutputState)
     */
    public record Ended(int exitCode, String words, boolean setsOnlyWhatIsUnknown) {

        public boolean succeeded() {
            return exitCode == 0;
        }

        /** Of {@code psql}: the server could not be reached, or refused the log-in. */
        public boolean hasNotConnected() {
            return exitCode == CONNECTION_FAILED;
        }
    }

    /** The database that the connection leads to. */
    public String database() {
        return login.target().database();
    }

    /**
     * Runs a program to its end.
     *
     * @param database of the connection's server
     * @param input what it reads; when it throws, the program is killed
     * @param output gets what it writes, on this thread; when it throws, the program is killed
     * @param progress gets each line of standard error, and kills the program when it is cancelled; null for neither
     * @throws IOException of the input or the output
     * @throws AppException {@code cancelled}, and what {@link Host} throws
     */
    public Ended run(
            String program,
            String database,
            List<String> arguments,
            Source input,
            OutputStream output,
            @Nullable JobProgress progress)
            throws IOException {
        try (HostProcess process = host.start(command(program, database, arguments))) {
            if (progress != null) {
                process.mark().ifPresent(mark -> progress.command(serverId, mark));
                progress.onCancel(process::close);
            }
            Feeding feeding = new Feeding(process, input);
            Words words = new Words(process.stderr(), progress);
            workers.start(feeding);
            workers.start(words);
            copy(process.stdout(), output);
            int exitCode = process.waitFor(LONGEST)
                    .orElseThrow(() -> new AppException(
                            PlatformError.UPSTREAM_TIMEOUT,
                            program + " did not end in " + LONGEST.toDays() + " days."));
            requireNotCancelled(progress);
            feeding.requireWhole(exitCode == 0);
            return words.ended(exitCode);
        } catch (IOException | AppException e) {
            requireNotCancelled(progress);
            throw e;
        }
    }

    private HostCommand command(String program, String database, List<String> arguments) {
        String certificates = login.target().sslRootCertificate() == null ? programs.authorities() : CERTIFICATES;
        List<String> argv = new ArrayList<>(List.of("sh", "-c", SCRIPT, "sh", programs.directory() + "/" + program));
        argv.add("--no-password");
        argv.add("--dbname=" + login.connectionString(database, PASSWORD_FILE, certificates));
        argv.addAll(arguments);
        return HostCommand.of(argv).withEnvironment(Map.of("LC_ALL", "C"));
    }

    private static void requireNotCancelled(@Nullable JobProgress progress) {
        if (progress != null && progress.isCancelled()) {
            throw new AppException(PlatformError.CANCELLED, "Cancelled.");
        }
    }

    private static void copy(InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[BUFFER];
        for (int count = next(from, buffer); count >= 0; count = next(from, buffer)) {
            to.write(buffer, 0, count);
        }
    }

    /** A broken stream has ended; {@link HostProcess#waitFor} throws the cause. */
    private static int next(InputStream from, byte[] buffer) {
        try {
            return from.read(buffer);
        } catch (IOException _) {
            return -1;
        }
    }

    /** Standard input: the secrets, and what the program itself reads. */
    private final class Feeding implements Runnable {

        private final HostProcess process;
        private final Source source;
        private final CompletableFuture<@Nullable Exception> over = new CompletableFuture<>();
        private volatile boolean refused;

        Feeding(HostProcess process, Source source) {
            this.process = process;
            this.source = source;
        }

        @Override
        public void run() {
            try (OutputStream input = watched(process.stdin())) {
                String certificate = login.target().sslRootCertificate();
                input.write(
                        (login.passwordLine() + ".\n" + (certificate == null ? "" : certificate.strip() + "\n") + ".\n")
                                .getBytes(StandardCharsets.UTF_8));
                source.writeTo(input);
            } catch (IOException | RuntimeException e) {
                if (!refused) {
                    over.complete(e);
                    // Its end would pass for that of the bytes.
                    process.close();
                }
            } finally {
                over.complete(null);
            }
        }

        private OutputStream watched(OutputStream input) {
            return new FilterOutputStream(input) {
                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    try {
                        out.write(bytes, offset, length);
                    } catch (IOException e) {
                        refused = true;
                        throw e;
                    }
                }

                @Override
                public void close() throws IOException {
                    try {
                        super.close();
                    } catch (IOException e) {
                        refused = true;
                        throw e;
                    }
                }
            };
        }

        /** @param succeeded whether the program did; what it makes of an input that breaks off says nothing */
        void requireWhole(boolean succeeded) throws IOException {
            Exception broken = succeeded ? over.join() : over.getNow(null);
            if (broken instanceof IOException failure) {
                throw failure;
            }
            if (broken instanceof RuntimeException failure) {
                throw failure;
            }
        }
    }

    /** Standard error: every line for the log, and the first error, or the last lines, for a message. */
    private static final class Words implements Runnable {

        private final InputStream errors;
        private final @Nullable JobProgress progress;
        private final Deque<String> lines = new ArrayDeque<>();
        private @Nullable String error;
        private boolean setsWhatIsUnknown;
        private final CountDownLatch over = new CountDownLatch(1);

        Words(InputStream errors, @Nullable JobProgress progress) {
            this.errors = errors;
            this.progress = progress;
        }

        @Override
        public void run() {
            try (BufferedReader reader = new BufferedReader(new InputStreamReader(errors, StandardCharsets.UTF_8))) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    add(line);
                }
            } catch (IOException _) {
                // The program ended, or its machine is gone, which its waiter hears of.
            } finally {
                over.countDown();
            }
        }

        private synchronized void add(String line) {
            if (progress != null) {
                progress.log(line);
            }
            if (lines.size() == LINES) {
                lines.removeFirst();
            }
            lines.add(line);
            // What follows is hints, and the statement that failed, however long it is.
            if (line.contains(UNKNOWN)) {
                setsWhatIsUnknown = true;
            } else if (error == null && line.toLowerCase(Locale.ROOT).contains("error: ")) {
                error = line;
            }
        }

        Ended ended(int exitCode) {
            try {
                var _ = over.await(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            synchronized (this) {
                String last = error == null ? String.join(" ", lines).strip() : error.strip();
                return new Ended(exitCode, last, setsWhatIsUnknown && error == null);
            }
        }
    }
}
