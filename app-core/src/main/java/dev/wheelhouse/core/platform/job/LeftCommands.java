package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.store.StateStore;
import java.time.Duration;
import java.util.Optional;

/**
 * Commands that jobs of dead consoles left on servers. They are not taken up, as nobody has read what they wrote since:
 * they are shown while they run, and can be stopped. Thread-safe.
 */
public final class LeftCommands {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final System.Logger LOG = System.getLogger(LeftCommands.class.getName());

    private final StateStore store;
    private final Finder finder;
    private final JdbcJobStore jobs;

    public LeftCommands(StateStore store, String homeId, Finder finder) {
        this.store = store;
        this.finder = finder;
        this.jobs = new JdbcJobStore(homeId);
    }

    /** A command that a console left behind. */
    public interface LeftCommand {

        /** @throws AppException when its server does not say */
        boolean isRunning();

        /**
         * Asks it and what it started to end, and kills what does not.
         *
         * @param patience how long it may take once it was asked; whole seconds
         * @throws AppException when its server does not
         */
        void stop(Duration patience);
    }

    /** Finds commands on servers. */
    @FunctionalInterface
    public interface Finder {

        /**
         * @return empty when the server is gone
         * @throws AppException {@code state_invalid} where only another console reaches it
         */
        Optional<LeftCommand> find(String organizationId, String serverId, ProcessMark process);
    }

    /** Looks which still run and forgets the others. */
    public void look() {
        for (JdbcJobStore.LeftBehind each : store.read(jobs::leftBehind)) {
            try {
                // Nobody can ever look at one whose server is gone.
                if (find(each).filter(LeftCommand::isRunning).isEmpty()) {
                    store.change(tx -> jobs.forgetLeftCommand(tx, each.id()));
                }
            } catch (AppException e) {
                LOG.log(System.Logger.Level.DEBUG, "Whether a command of " + each.id() + " still runs is not known", e);
            }
        }
    }

    private Optional<LeftCommand> find(JdbcJobStore.LeftBehind left) {
        return finder.find(left.organizationId(), left.serverId(), left.process());
    }

    /** @throws AppException {@code state_invalid} where this console does not reach it; when its server does not do it */
    void stop(String jobId) {
        JdbcJobStore.LeftBehind left =
                store.read(tx -> jobs.leftBehind(tx, jobId)).orElse(null);
        if (left == null) {
            return;
        }
        find(left)
                .orElseThrow(() -> new AppException(
                        PlatformError.STATE_INVALID,
                        "The server that it runs on is not here any more. Stop process " + left.processId()
                                + " there."))
                .stop(PATIENCE);
        store.change(tx -> jobs.forgetLeftCommand(tx, jobId));
    }
}
