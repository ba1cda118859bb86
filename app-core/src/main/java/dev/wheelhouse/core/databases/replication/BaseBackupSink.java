package dev.wheelhouse.core.databases.replication;

import java.io.IOException;

/**
 * Takes a base backup as the server sends it. Called by one thread; while a call lasts, the server waits. What it throws
 * ends the backup.
 */
public interface BaseBackupSink {

    /** The server is ready to send. */
    void begin(BaseBackupStart start) throws IOException;

    /**
     * An archive begins, a tar that is packed as the start says; the one before is complete.
     *
     * @param name such as {@code base.tar.zst}, or {@code 16385.tar} of a tablespace
     */
    void archive(String name) throws IOException;

    /** The manifest begins, behind all archives; never of PostgreSQL 12. */
    void manifest() throws IOException;

    /** Bytes of what began last. The array is used again after the call. */
    void data(byte[] bytes, int offset, int length) throws IOException;

    /** How much the server has read, in bytes before they are packed, of all archives together. */
    void progress(long bytes);
}
