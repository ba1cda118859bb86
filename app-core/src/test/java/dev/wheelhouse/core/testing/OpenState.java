package dev.wheelhouse.core.testing;

import dev.wheelhouse.core.access.TestOrganizations;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.job.JobLogs;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.job.LeftCommands;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.StateStoreConfig;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * An open state with what every service over it needs: a home, workers, a clock that the test moves and ids that are
 * the same in every run. A test opens several over one configuration to play several consoles, or one after another.
 */
public final class OpenState implements AutoCloseable {

    private final StateStoreConfig config;
    private final Path homeDirectory;
    private final Home home;
    private final SettableClock clock;
    private final Workers workers = new Workers();
    private final RefusedCommits commits;
    private final StateStore store;
    private final IdGenerator ids;

    private OpenState(StateStoreConfig config, Path homeDirectory, SettableClock clock, long seed) {
        this.config = config;
        this.homeDirectory = homeDirectory;
        this.home = Home.open(homeDirectory);
        this.clock = clock;
        this.commits = new RefusedCommits(config);
        this.store = new StateStore(config, workers.stateCalls(), commits);
        store.open(() -> {});
        this.ids = new IdGenerator(clock, new Random(seed));
    }

    /** A new state without rows. */
    public static OpenState create(StateKind kind, Path homeDirectory) {
        return open(kind.newState(homeDirectory), homeDirectory, new SettableClock(), 1);
    }

    /** @param seed of the ids; another one for every console that works on the same state */
    public static OpenState open(StateStoreConfig config, Path homeDirectory, SettableClock clock, long seed) {
        return new OpenState(config, homeDirectory, clock, seed);
    }

    /** Ends this one and opens its state again, as a console does that is started anew. */
    public OpenState restarted(long seed) {
        close();
        return open(config, homeDirectory, clock, seed);
    }

    public Home home() {
        return home;
    }

    public SettableClock clock() {
        return clock;
    }

    public Workers workers() {
        return workers;
    }

    public StateStore store() {
        return store;
    }

    /** The commits of the store, for tests that have one fail. */
    public RefusedCommits commits() {
        return commits;
    }

    /** The ids of the jobs of a home that the state takes for under way. */
    public Set<String> unfinishedJobs(String homeId) {
        return store.read(tx -> Set.copyOf(tx.select(
                        String.class,
                        "SELECT id FROM job WHERE home_id = ? AND status IN ('queued', 'running')",
                        homeId)
                .list()));
    }

    public IdGenerator ids() {
        return ids;
    }

    /** The jobs of a console, whose commands are nobody's to find. */
    public JobService jobs(String homeId) {
        return new JobService(
                store,
                workers,
                ids,
                clock,
                homeId,
                new JobLogs(home.file("job-logs")),
                new LeftCommands(store, homeId, (_, _, _) -> Optional.empty()));
    }

    public TestOrganizations organizations() {
        return new TestOrganizations(store, ids, clock);
    }

    /** Ends as a killed console does: what is under way is cut off, and waited for by nobody. */
    public void kill() {
        store.close();
        workers.close();
    }

    @Override
    public void close() {
        workers.finishBackground();
        store.close();
        workers.close();
    }
}
