package dev.wheelhouse.core.databases.replication;

import java.io.IOException;

/**
 * A log-in to a cluster for replication. One command at a time, on one thread; {@link #close} may be called from any and
 * ends a command with {@link ReplicationState#CLOSED}.
 */
public interface ClusterLink extends AutoCloseable {

    /** The server's, such as 15. */
    int majorVersion();

    SystemIdentity identify() throws ReplicationException;

    /** Bytes of a WAL segment. */
    long segmentBytes() throws ReplicationException;

    /** @param timeline from 2; the first has no history */
    TimelineHistory timelineHistory(int timeline) throws ReplicationException;

    /**
     * Makes a slot that keeps WAL from now on.
     *
     * @param slot lower-case letters, digits and underscores, at most 63
     * @throws ReplicationException {@code SLOT_EXISTS}, {@code NONE_FREE}, {@code NOT_POSSIBLE_NOW} (wal_level), …
     */
    void createSlot(String slot) throws ReplicationException;

    /** As {@link #createSlot}, of one that goes with this log-in. */
    void tryToCreateSlot(String slot) throws ReplicationException;

    /** @throws ReplicationException {@code SLOT_MISSING}, {@code SLOT_ACTIVE}, … */
    void dropSlot(String slot) throws ReplicationException;

    /**
     * Has the server make a base backup and gives it to the sink as it comes.
     *
     * @throws ReplicationException as the server refuses it; the sink may have got a part
     * @throws IOException of the sink; the link is then closed
     */
    BaseBackupEnd baseBackup(BaseBackupRequest request, BaseBackupSink sink) throws ReplicationException, IOException;

    /**
     * Gives a sink WAL from a position on, from timeline to timeline, until this is closed or the stream breaks.
     *
     * @param slot keeps the WAL until the sink has it on its disk
     * @param from where a segment begins; what a sink has in part is sent again
     * @throws ReplicationException always, unless the sink fails
     * @throws IOException of the sink; the link is then closed
     */
    void receiveWal(String slot, int timeline, WalPosition from, WalSink sink) throws ReplicationException, IOException;

    /** Cuts the connection. Idempotent. */
    @Override
    void close();
}
