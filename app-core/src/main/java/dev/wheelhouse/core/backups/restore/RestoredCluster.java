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
    private static final String ENDED_BEFORE_TARGET = "recovery ended before configured recovery target was reached";
    private static final int LOG_LINES = 40;

    private final ClusterHost host;
    private final String directory;
    private final RecoverySettings settings;
    private long startedAt;

    /** @param directory the base lies there, whole and checked */
    RestoredCluster(ClusterHost host, String directory, RecoverySettings settings) {
        this.host = host;
        this.directory = directory;
        this.settings = settings;
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
        host.shell("Emptying its log", ": > \"$1/restore.log\"", CommandInput.NONE, directory);
        startedAt = System.nanoTime();
        CommandResult result =
                host.program("pg_ctl", "start", "-W", "-s", "-D", directory, "-l", directory + "/restore.log");
        if (!result.succeeded()) {
            throw new RestoreException("The server did not start: "
                    + result.stderrText().strip() + " " + complaint().orElse(""));
        }
    }

    /**
     * Waits until the recovery has ended and the cluster answers.
     *
     * @param cancelled asked several times a second
     * @throws RestoreException what its log says when it ended, which is the reason nearly always
     */
    RecoveryEnd await(ClusterAccess access, WalSpool spool, BooleanSupplier cancelled) throws RestoreException {
        boolean seen = false;
        while (!cancelled.getAsBoolean()) {
            Optional<ClusterState> state = access.ask();
            if (state.isPresent() && !state.get().inRecovery()) {
                return new RecoveryEnd(true, state.get().lastCommitAt());
            }
            // Between its start and the file that shows it, it seems not to run.
            seen |= isRunning();
            boolean late = System.nanoTime() - startedAt > LONGEST_START.toNanos();
            if ((seen || late || complaint().isPresent()) && !isRunning()) {
                return ended(spool);
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
        String complaint = complaint().orElse("Its log says nothing.");
        if (complaint.contains(ENDED_BEFORE_TARGET)) {
            return new RecoveryEnd(false, null);
        }
        throw new RestoreException("The server ended in its recovery: " + complaint);
    }

    private boolean isRunning() {
        return host.program("pg_ctl", "status", "-D", directory).succeeded();
    }

    /** The last thing in its log that ended it. */
    private Optional<String> complaint() throws RestoreException {
        String log = host.shell(
                "Reading its log",
                "tail -n \"$2\" \"$1/restore.log\" 2> /dev/null || :",
                CommandInput.NONE,
                directory,
                Integer.toString(LOG_LINES));
        String setting = log.lines()
                .filter(line -> line.contains("LOG:  invalid value for parameter")
                        || line.contains("LOG:  unrecognized configuration parameter"))
                .map(line -> " " + line.replaceFirst("^.*?LOG: +", ""))
                .findFirst()
                .orElse("");
        return log.lines()
                .filter(line -> line.contains("FATAL:") || line.contains("PANIC:"))
                .map(line -> line.replaceFirst("^.*?(FATAL|PANIC): +", "") + setting)
                // What it answered to those who asked it meanwhile.
                .filter(line -> !line.startsWith("the database system is "))
                .reduce((_, last) -> last);
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
        CommandResult result = host.program(
                "pg_ctl", "start", "-w", "-s", "-t", "240", "-D", directory, "-l", directory + "/restore.log");
        if (!result.succeeded()) {
            throw new RestoreException("The server did not start again: "
                    + result.stderrText().strip() + " " + complaint().orElse(""));
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
