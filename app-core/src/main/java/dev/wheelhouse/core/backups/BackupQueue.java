package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.store.Transaction;

/** Has runs wait for the console that works their configuration. Thread-safe. */
final class BackupQueue {

    private final BackupsConfig parts;
    private final BackupStores stores;
    private volatile Runnable wake = () -> {};

    BackupQueue(BackupsConfig parts, BackupStores stores) {
        this.parts = parts;
        this.stores = stores;
    }

    /** @param work runs when something waits; must be quick */
    void whenWaiting(Runnable work) {
        wake = work;
    }

    /** Says that there is something to do. */
    void wake() {
        wake.run();
    }

    /** Adds a run unless one waits already. */
    boolean add(Transaction tx, BackupConfig config, RunTrigger trigger) {
        BackupRun run = BackupRun.queued(
                parts.ids().next("run"), config, trigger, parts.clock().instant());
        tx.afterCommit(this::wake);
        return stores.runs().enqueue(tx, run);
    }
}
