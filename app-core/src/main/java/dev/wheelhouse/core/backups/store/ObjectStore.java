package dev.wheelhouse.core.backups.store;

import java.io.InputStream;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Named bytes under one prefix of a bucket or a directory. An object is seen whole or not at all, and what
 * {@link #create} or {@link #upload} made is never written over. Thread-safe.
 *
 * <p>Names are relative to the prefix: parts of ASCII letters, digits and {@code . _ -}, separated by {@code /}, of at most
 * 512 characters; no part is empty or begins with a dot. Other names are an {@link IllegalArgumentException}.
 */
public interface ObjectStore extends AutoCloseable {

    /** The most that {@link #create} and {@link #replace} take, and the size of an upload's parts: 16 MiB. */
    int PART_BYTES = 16 * 1024 * 1024;

    /**
     * Stores an object unless there is one of that name. When two do it at once, one of them gets false.
     *
     * @param bytes at most {@link #PART_BYTES}
     * @return false when there was one, which stays as it was, whatever it holds
     */
    boolean create(String name, byte[] bytes) throws StoreException;

    /** Stores an object in place of the one that may be there. Only for the few names whose object may change. */
    void replace(String name, byte[] bytes) throws StoreException;

    /** Begins an object of any size, which is there once it is finished. What a killed console began is swept. */
    ObjectUpload upload(String name) throws StoreException;

    /**
     * An object's bytes from its beginning. The stream throws {@link StoreException} too; one that ends before the object
     * does is such an error, never an end.
     *
     * @throws StoreException {@link StoreTrouble#NOT_FOUND}
     */
    InputStream open(String name) throws StoreException;

    /** What is known of an object without reading it. */
    Optional<StoredObject> find(String name) throws StoreException;

    /**
     * The objects whose names begin so, by name; those of others too, who wrote there.
     *
     * @param prefix may end within a part; empty for all
     */
    List<StoredObject> list(String prefix) throws StoreException;

    /** Removes objects. Those that are not there count as removed; at an error some may be left. */
    void delete(Collection<String> names) throws StoreException;

    /**
     * Ends uploads that nobody finished, of names that begin so; in a directory those of every name, as nobody else's lie
     * there.
     *
     * @param prefix as {@link #list} takes it
     * @param begunBefore by the store's own time
     * @return how many
     */
    int sweepUploads(String prefix, Instant begunBefore) throws StoreException;

    /** Idempotent. */
    @Override
    void close();
}
