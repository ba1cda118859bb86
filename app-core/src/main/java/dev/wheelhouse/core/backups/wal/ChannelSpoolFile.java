package dev.wheelhouse.core.backups.wal;

import dev.wheelhouse.core.platform.home.PrivateFiles;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A real one. */
record ChannelSpoolFile(FileChannel channel) implements SpoolFile {

    static SpoolFile open(Path path) throws IOException {
        return new ChannelSpoolFile(
                PrivateFiles.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    @Override
    public void write(ByteBuffer bytes, long at) throws IOException {
        long next = at;
        while (bytes.hasRemaining()) {
            next += channel.write(bytes, next);
        }
    }

    @Override
    public void read(ByteBuffer bytes, long at) throws IOException {
        long next = at;
        while (bytes.hasRemaining()) {
            int read = channel.read(bytes, next);
            if (read < 0) {
                throw new EOFException();
            }
            next += read;
        }
    }

    @Override
    public long size() throws IOException {
        return channel.size();
    }

    @Override
    public void force() throws IOException {
        channel.force(false);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
