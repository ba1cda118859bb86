package dev.wheelhouse.core.backups.store;

/** An object while it is written, in order, by one thread. */
public interface ObjectUpload extends AutoCloseable {

    /** @param bytes may be used again after the call */
    void write(byte[] bytes, int offset, int length) throws StoreException;

    /**
     * Makes the object seen.
     *
     * @return its size in bytes, as it was written
     * @throws StoreException {@link StoreTrouble#EXISTS} where one of that name was made meanwhile, which stays
     */
    long finish() throws StoreException;

    /** Drops what was written, unless it is finished; what cannot be dropped now is swept later. Idempotent. */
    @Override
    void close();
}
