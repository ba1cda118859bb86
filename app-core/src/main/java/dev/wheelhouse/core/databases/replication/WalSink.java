package dev.wheelhouse.core.databases.replication;

import java.io.IOException;
import java.time.Instant;

/**
 * Takes WAL as the server sends it. Called by one thread. What it throws ends the stream.
 */
public interface WalSink {

    /**
     * Takes the next bytes, which follow the last ones. The server keeps them until {@link #flush} has named them.
     *
     * @param at of the first byte
     * @param bytes used again after the call
     */
    void write(WalPosition at, byte[] bytes, int offset, int length) throws IOException;

    /**
     * Puts on the disk what was written. Called every few seconds, when the server asks, and before a timeline ends.
     *
     * @return up to where everything is on the disk and may go on the server; a sink that had more of the first segment
     *     than was written again since may say so
     */
    WalPosition flush() throws IOException;

    /** Up to where the server had written WAL at its time; with each message, so this must be quick. */
    void serverAt(WalPosition position, Instant time);

    /**
     * The server goes on with another timeline, after a promotion.
     *
     * @param from where the next bytes begin: the start of a segment, of which the old timeline may have a part
     */
    void beginTimeline(TimelineHistory history, WalPosition from) throws IOException;
}
