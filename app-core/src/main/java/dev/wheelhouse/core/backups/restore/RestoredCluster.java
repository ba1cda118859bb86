package dev.wheelhouse.core.backups.restore;

import dev.wheelhouse.core.backups.plan.RestoreException;
import dev.wheelhouse.core.platform.host.CommandInput;
import dev.wheelhouse.core.platform.host.CommandResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A cluster in a directory of its own that recovers, and then answers. One thread works it.
 *
 * <p>That its start succeeds says nothing: a server may end a second later, so the end of the recovery is asked for.
 */
final class RestoredCluster {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
    private static final Duration LONGEST_START = Duration.ofSeconds(30);

    /** Of a server that asks for no WAL and does not end: the longest segment over a slow line takes less. */
    private static final Duration LONGEST_SILENCE = Duration.ofMinutes(30);

    private static final int LOG_LINES = 40;

    private final ClusterHost host;
    private final String directory;
    private final RecoverySettings settings;
    private final Duration longestSilence;
    private long startedAt;

    /** @param directory the base lies there, whole and checked */
    RestoredCluster(ClusterHost host, String directory, RecoverySettings settings) {
        this(host, directory, settings, LONGEST_SILENCE);
    }

    RestoredCluster(ClusterHost host, String directory, RecoverySettings settings, Duration longestSilence) {
        this.host = host;
        this.directory = directory;
        this.settings = settings;
        this.longestSilence = longestSilence;
    }

    /**
     * Lays the files that make a start of it a recovery.
     *
     * @param target see {@link RecoverySettings#text}
     * @param users of the machine, who may connect as the superuser
     */
    void configure(String restoreCommand, List<String> target, List<String> users, String superuser)
            throws RestoreException {
        host.shell("Setting the source's settings aside", """
                cd "$1" || exit 1
                for each in postgresql.conf postgresql.auto.conf pg_hba.conf pg_ident.conf; do
                  [ ! -e "$each" ] || [ -e "$each.source" ] || mv "$each" "$each.source" || exit 1
                done
                rm -f standby.signal postmaster.pid postmaster.opts
                chmod 700 .
                : > recovery.signal
                """, CommandInput.NONE, directory);
        host.write(directory + "/postgresql.conf", settings.text(directory, restoreCommand, target));
        host.write(directory + "/pg_hba.conf", RecoverySettings.clients());
        host.write(directory + "/pg_ident.conf", RecoverySettings.users(users, superuser));
    }

    /** Starts the server, which then runs by itself; its output since then is in {@code restore.log} in the directory. */
    void start() throws RestoreException {
        emptyLog();
        startedAt = System.nanoTime();
        CommandResult result =
                host.program("pg_ctl", "start", "-W", "-s", "-D", directory, "-l", directory + "/restore.log");
        if (!result.succeeded()) {
            throw new RestoreException("The server did not start: "
                    + result.stderrText().strip() + " " + log().complaint().orElse(""));
        }
    }

    private void emptyLog() throws RestoreException {
        host.shell("Emptying its log", ": > \"$1/restore.log\"", CommandInput.NONE, directory);
    }

    /**
     * Waits until the recovery has ended and the cluster answers.
     *
     * @param cancelled asked several times a second
     * @throws RestoreException what its log says when it ended, which is the reason nearly always; also when nothing has
     *     happened for very long
     */
    RecoveryEnd await(ClusterAccess access, WalSpool spool, BooleanSupplier cancelled) throws RestoreException {
        boolean seen = false;
        while (!cancelled.getAsBoolean()) {
            Optional<ClusterState> state = access.ask();
            if (state.isPresent() && !state.get().inRecovery()) {
                return new RecoveryEnd(
                        true, log().stoppedAtTarget(), state.get().lastCommitAt());
            }
            // Between its start and the file that shows it, it seems not to run.
            seen |= isRunning();
            boolean late = System.nanoTime() - startedAt > LONGEST_START.toNanos();
            if ((seen || late || log().complaint().isPresent()) && !isRunning()) {
                return ended(spool);
            }
            if (System.nanoTime() - Math.max(startedAt, spool.askedAt()) > longestSilence.toNanos()) {
                String asked = spool.asked();
                throw new RestoreException("The server has asked for nothing for " + longestSilence.toSeconds()
                        + " s and does not end its recovery"
                        + (asked == null ? "." : "; it asked last for " + asked + "."));
            }
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
        throw new RestoreException("It was cancelled.");
    }

    private RecoveryEnd ended(WalSpool spool) throws RestoreException {
        String failure = spool.failure();
        if (failure != null) {
            throw new RestoreException("The WAL could not be fed: " + failure);
        }
        RecoveryLog log = log();
        if (log.endedBeforeTarget()) {
            return new RecoveryEnd(false, false, null);
        }
        throw new RestoreException("The server ended in its recovery: " + log.reason());
    }

    private boolean isRunning() {
        return host.program("pg_ctl", "status", "-D", directory).succeeded();
    }

    /** Its last lines, and before them that of its target, which may lie further up. */
    private RecoveryLog log() throws RestoreException {
        return new RecoveryLog(host.shell(
                "Reading its log",
                "cd \"$1\" && { grep 'LOG:  recovery stopping ' restore.log; tail -n \"$2\" restore.log; } 2> /dev/null || :",
                CommandInput.NONE,
                directory,
                Integer.toString(LOG_LINES)));
    }

    /** Stops it in good order and leaves it as one that a later start does not recover again. */
    void finish() throws RestoreException {
        CommandResult result = host.program("pg_ctl", "stop", "-s", "-w", "-t", "240", "-m", "fast", "-D", directory);
        if (!result.succeeded()) {
            throw new RestoreException(
                    "The server did not stop: " + result.stderrText().strip());
        }
        host.write(directory + "/postgresql.conf", settings.textOfRecovered(directory));
    }

    /** Starts it again after {@link #finish}, and waits until it answers. */
    void serve() throws RestoreException {
        emptyLog();
        CommandResult result = host.program(
                "pg_ctl", "start", "-w", "-s", "-t", "240", "-D", directory, "-l", directory + "/restore.log");
        if (!result.succeeded()) {
            throw new RestoreException("The server did not start again: "
                    + result.stderrText().strip() + " " + log().complaint().orElse(""));
        }
    }

    /** Stops the server if it runs, at once and without a checkpoint. */
    void stop() {
        host.program("pg_ctl", "stop", "-s", "-m", "immediate", "-D", directory);
    }

    /** Stops it, and removes it with all that is in the directory. */
    void remove() throws RestoreException {
        stop();
        host.shell("Removing " + directory, "rm -rf \"$1\"", CommandInput.NONE, directory);
    }
}
