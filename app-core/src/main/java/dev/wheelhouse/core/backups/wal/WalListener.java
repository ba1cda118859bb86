package dev.wheelhouse.core.backups.wal;

/** Notified of WAL that is missing. */
@FunctionalInterface
public interface WalListener {

    /**
     * Called on the receiving thread, before any WAL after the gap is kept. After a crash the same gap may come again. What
     * it throws is handled as a failure of the receiving, which is then repeated.
     */
    void gap(WalGap gap);
}
