package dev.wheelhouse.core.backups.restore;

import dev.wheelhouse.core.backups.plan.RestoreException;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.CommandInput;
import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * A machine on which restored clusters run. Thread-safe.
 *
 * @param user as whom everything is done, so that files and server are of one owner; null for the one that the console is
 *     there. Never root, as whom PostgreSQL does not start
 * @param programs the directory of PostgreSQL's own, such as {@code /usr/lib/postgresql/15/bin}
 */
record ClusterHost(Host host, @Nullable String user, String programs) {

    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration LONGEST = Duration.ofDays(7);

    /** From a directory that everybody may enter. The group is the user's own, which may be called otherwise. */
    private static final String BECOME = """
            cd / && user=$1; shift
            exec setpriv --reuid="$user" --regid="$(id -g "$user")" --init-groups -- "$@"
            """;

    /** Writes bytes from elsewhere. */
    @FunctionalInterface
    interface Pour {

        void to(OutputStream out) throws IOException;
    }

    /** A command of that user; becoming another takes root, on Linux. */
    HostCommand command(List<String> argv) {
        if (user == null) {
            return HostCommand.of(argv).within(LIMIT);
        }
        List<String> as = new ArrayList<>(List.of("sh", "-c", BECOME, "sh", user));
        as.addAll(argv);
        return HostCommand.of(as).within(LIMIT);
    }

    /** Runs a program of PostgreSQL, whatever it ends with. */
    CommandResult program(String name, String... arguments) {
        List<String> argv = new ArrayList<>(List.of(programs + "/" + name));
        argv.addAll(List.of(arguments));
        return host.run(command(argv));
    }

    /** As {@link #program}, for one that may work for days. */
    CommandResult longProgram(String name, List<String> arguments, CommandInput input) {
        List<String> argv = new ArrayList<>(List.of(programs + "/" + name));
        argv.addAll(arguments);
        return host.run(command(argv).within(LONGEST).withInput(input));
    }

    /**
     * Runs a shell script with arguments from {@code $1} on.
     *
     * @return its standard output
     * @throws RestoreException when it ends with anything but 0
     */
    String shell(String purpose, String script, CommandInput input, String... arguments) throws RestoreException {
        List<String> argv = new ArrayList<>(List.of("sh", "-c", "umask 077\n" + script, "sh"));
        argv.addAll(List.of(arguments));
        CommandResult result = host.run(command(argv).withInput(input));
        if (!result.succeeded()) {
            throw new RestoreException(
                    purpose + " failed: " + result.stderrText().strip());
        }
        return result.stdoutText();
    }

    /**
     * As {@link #shell}, with bytes from elsewhere as its input.
     *
     * @throws IOException of those, rather than what the script makes of an input that breaks off
     */
    void pour(String purpose, String script, Pour source, String... arguments) throws RestoreException, IOException {
        Poured poured = new Poured(source);
        List<String> argv = new ArrayList<>(List.of("sh", "-c", "umask 077\n" + script, "sh"));
        argv.addAll(List.of(arguments));
        CommandResult result = host.run(command(argv).within(LONGEST).withInput(poured::write));
        if (result.succeeded()) {
            // A script may end before its input does, as tar does behind an archive's end.
            poured.awaitEnd();
        }
        IOException broken = poured.broken;
        if (broken != null) {
            throw broken;
        }
        if (!result.succeeded() || poured.refused) {
            throw new RestoreException(
                    purpose + " failed: " + result.stderrText().strip());
        }
    }

    /** Tells a source that breaks off from a script that takes no more. */
    private static final class Poured {

        private final Pour source;
        private volatile @Nullable IOException broken;
        private volatile boolean refused;
        private final CountDownLatch over = new CountDownLatch(1);

        Poured(Pour source) {
            this.source = source;
        }

        void write(OutputStream stdin) {
            OutputStream watched = new FilterOutputStream(stdin) {

                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    try {
                        out.write(bytes, offset, length);
                    } catch (IOException e) {
                        refused = true;
                        throw e;
                    }
                }
            };
            try {
                source.to(watched);
                watched.flush();
            } catch (IOException e) {
                broken = refused ? null : e;
            } catch (RuntimeException e) {
                // Else its end would pass for that of the bytes.
                broken = new IOException(String.valueOf(e.getMessage()), e);
            } finally {
                over.countDown();
            }
        }

        void awaitEnd() {
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AppException(PlatformError.CANCELLED, "It was cancelled.", e);
            }
        }
    }

    /** Writes a file that only the user reads, whole or not at all. */
    void write(String path, String text) throws RestoreException {
        shell(
                "Writing " + path,
                "cat > \"$1.new\" && mv \"$1.new\" \"$1\"",
                CommandInput.of(text.getBytes(StandardCharsets.UTF_8)),
                path);
    }
}
