package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.databases.replication.ReplicationException;
import dev.wheelhouse.core.platform.console.Lease;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.Loop;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Works one configuration for as long as this console may: one session after the other. Thread-safe. */
final class BackupWorker implements AutoCloseable {

    private final BackupsConfig parts;
    private final BackupStores stores;
    private final BackupTimer timer;
    private final BackupQueue queue;
    private final String configId;
    private final Consumer<BackupWorker> whenOver;
    private final Loop loop;
    /** The loop's thread alone takes and gives back. */
    private @Nullable Lease lease;

    /** What sessions did beside their own threads, as far as it may go on; the loop's thread alone uses it. */
    private final List<SessionLoops> goingOn = new ArrayList<>();

    private @Nullable BackupSession session;
    private boolean closed;

    /** @param whenOver told once it has ended after {@link #close}, and does nothing more to what is stored */
    BackupWorker(
            BackupsConfig parts,
            BackupStores stores,
            BackupTimer timer,
            BackupQueue queue,
            String configId,
            Consumer<BackupWorker> whenOver) {
        this.parts = parts;
        this.stores = stores;
        this.timer = timer;
        this.queue = queue;
        this.configId = configId;
        this.whenOver = whenOver;
        this.loop = new Loop("Backing up " + configId, parts.pace().retry(), this::turn);
    }

    void start() {
        parts.workers().start(() -> {
            try {
                loop.run(Duration.ZERO);
            } finally {
                try {
                    awaitOver();
                    giveBack();
                } finally {
                    whenOver.accept(this);
                }
            }
        });
    }

    private void awaitOver() {
        try {
            for (SessionLoops each : goingOn) {
                each.awaitOver();
            }
        } catch (InterruptedException _) {
            // The console stops.
            Thread.currentThread().interrupt();
        }
    }

    String configId() {
        return configId;
    }

    private Duration turn() {
        Lease mine = lease();
        if (mine == null) {
            return parts.pace().taken();
        }
        // Read under the lease: what a deleted one left is removed under it too, and is not made again.
        BackupConfig config =
                parts.store().read(tx -> stores.configs().find(tx, configId)).orElse(null);
        if (config == null) {
            giveBack();
            return parts.pace().taken();
        }
        try {
            work(config, mine);
            return parts.pace().idle();
        } catch (StoreException e) {
            note(BackupState.DESTINATION_AWAY, String.valueOf(e.getMessage()));
        } catch (ReplicationException e) {
            note(
                    e.state().isOfLogin() ? BackupState.LOGIN_REFUSED : BackupState.SOURCE_AWAY,
                    String.valueOf(e.getMessage()));
        } catch (AppException e) {
            note(BackupState.SOURCE_AWAY, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            note(BackupState.DISK_FULL, "The console's own disk: " + e.getMessage());
        }
        if (!isBaseUnderWay()) {
            // Another console may be luckier.
            giveBack();
        }
        return parts.pace().retry();
    }

    /** Kept over all sessions: a base becomes complete only under the lease that it began with. */
    private @Nullable Lease lease() {
        Lease held = lease;
        if (held == null || !parts.leases().isHeld(held)) {
            lease = parts.leases().take("the backups of " + configId).orElse(null);
        }
        return lease;
    }

    private void giveBack() {
        Lease held = lease;
        if (held != null) {
            lease = null;
            parts.leases().release(held);
        }
    }

    private boolean isBaseUnderWay() {
        return !parts.store()
                .read(tx -> stores.runs().all(tx, configId, RunStatus.RUNNING))
                .isEmpty();
    }

    private void work(BackupConfig config, Lease mine) throws IOException, ReplicationException {
        if (!config.policy().enabled()) {
            removeChosen(config, mine);
            dropSlot(config, mine);
            return;
        }
        try (ObjectStore store = Destinations.open(parts, config);
                BackupSession made = session(config, mine, store)) {
            synchronized (this) {
                if (closed) {
                    return;
                }
                session = made;
            }
            goingOn.removeIf(SessionLoops::isOver);
            goingOn.add(made.loops());
            made.run();
        } finally {
            synchronized (this) {
                session = null;
            }
        }
    }

    private BackupSession session(BackupConfig config, Lease mine, ObjectStore store) throws IOException {
        return config.type().isLogical()
                ? new DumpSession(parts, stores, timer, queue, config, mine, store)
                : new WalSession(parts, stores, timer, queue, config, mine, store);
    }

    /** Of one that is paused, which no session cleans up. */
    private void removeChosen(BackupConfig config, Lease mine) throws IOException {
        if (parts.store().read(tx -> stores.runs().removing(tx, configId)).isEmpty()) {
            return;
        }
        try (ObjectStore store = Destinations.open(parts, config)) {
            new Retention(parts, stores, config, mine, store).removeChosen();
        }
    }

    /** Of one that is paused, or the cluster's disk would fill. */
    private void dropSlot(BackupConfig config, Lease mine) throws ReplicationException {
        boolean hasSlot = parts.store()
                .read(tx -> stores.progress().find(tx, configId))
                .map(BackupProgress::hasSlot)
                .orElse(false);
        if (hasSlot) {
            BackupSlot.of(parts, config).drop();
        }
        parts.store().change(tx -> {
            parts.leases().require(tx, mine);
            stores.progress()
                    .find(tx, configId)
                    .ifPresent(each -> stores.progress()
                            .put(
                                    tx,
                                    each.in(
                                                    BackupState.PAUSED,
                                                    null,
                                                    parts.clock().instant())
                                            .lagging(null)
                                            .withSlot(false, SlotSpace.UNKNOWN)));
        });
    }

    private void note(BackupState state, String why) {
        parts.store()
                .changeUnsynced(tx -> stores.progress()
                        .find(tx, configId)
                        .ifPresent(each -> stores.progress()
                                .put(
                                        tx,
                                        each.in(state, why, parts.clock().instant())
                                                .lagging(null)
                                                .withSlot(each.hasSlot(), SlotSpace.UNKNOWN))));
    }

    /** Has what waits begin soon. */
    void wake() {
        loop.hurry();
        BackupSession now;
        synchronized (this) {
            now = session;
        }
        if (now != null) {
            now.wake();
        }
    }

    @Override
    public void close() {
        loop.close();
        BackupSession now;
        synchronized (this) {
            closed = true;
            now = session;
        }
        if (now != null) {
            now.end();
        }
    }
}
