package dev.wheelhouse.core.backups.wal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** A segment's file while it is received. For one thread. */
interface SpoolFile extends AutoCloseable {

    /** Opens, and creates when absent, the file of that path. */
    @FunctionalInterface
    interface Opening {
        SpoolFile open(Path path) throws IOException;
    }

    /** Writes all of the bytes. */
    void write(ByteBuffer bytes, long at) throws IOException;

    /** Fills the buffer. @throws java.io.EOFException when the file ends before */
    void read(ByteBuffer bytes, long at) throws IOException;

    /** In bytes. */
    long size() throws IOException;

    /** Puts on the disk what was written. */
    void force() throws IOException;

    @Override
    void close() throws IOException;
}
