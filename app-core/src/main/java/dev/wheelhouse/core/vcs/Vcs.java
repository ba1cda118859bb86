package dev.wheelhouse.core.vcs;

import dev.wheelhouse.core.platform.job.Loop;
import dev.wheelhouse.core.vcs.provider.VcsProviders;
import java.time.Duration;
import java.util.List;

/** The feature as the composition root and both faces see it. */
public final class Vcs implements AutoCloseable {

    private final VcsConfig config;
    private final VcsConnectionService connections;
    private final VcsHooks hooks;
    private final PushReceiver pushes;
    private List<Loop> loops = List.of();
    private boolean closed;

    /** Makes the feature; nothing is asked of the state yet. */
    public Vcs(VcsConfig config) {
        this.config = config;
        JdbcVcsConnectionStore rows = new JdbcVcsConnectionStore(config.store().isShared());
        JdbcVcsHookStore hookRows = new JdbcVcsHookStore();
        VcsTokens tokens = new VcsTokens(config.vault(), new VcsProviders(config.outgoing(), config.clock()));
        hooks = new VcsHooks(config, rows, hookRows, tokens);
        connections = new VcsConnectionService(config, rows, tokens, hooks);
        pushes = new PushReceiver(config, rows, hookRows, hooks);
    }

    /** Begins to forget old pushes and to remove webhooks that were left at providers. */
    public synchronized void start() {
        if (!closed) {
            loops = List.of(
                    config.workers()
                            .every(
                                    "Removing old deliveries of pushes",
                                    Duration.ofMinutes(4),
                                    Duration.ofHours(1),
                                    pushes::sweep),
                    config.workers()
                            .every(
                                    "Removing webhooks that are gone here",
                                    Duration.ofMinutes(1),
                                    Duration.ofHours(1),
                                    hooks::removeGone));
        }
    }

    public VcsConnectionService connections() {
        return connections;
    }

    public VcsHooks hooks() {
        return hooks;
    }

    public PushReceiver pushes() {
        return pushes;
    }

    @Override
    public synchronized void close() {
        closed = true;
        loops.forEach(Loop::close);
    }
}
