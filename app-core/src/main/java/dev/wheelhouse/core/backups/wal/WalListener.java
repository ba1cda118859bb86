package dev.wheelhouse.core.backups.wal;

/**
 * Notified of what lasts. After a crash the same value may come again, so both methods must be idempotent. What they throw
 * is handled as a failure of the work that they are called from, which is then repeated.
 */
public interface WalListener {

    /** Called on the uploading thread, before the local copy is deleted. */
    void stored(StoredSegment segment);

    /** Called on the receiving thread, before any WAL after the gap is kept. */
    void gap(WalGap gap);
}
