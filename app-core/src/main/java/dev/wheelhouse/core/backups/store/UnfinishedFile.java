package dev.wheelhouse.core.backups.store;

import dev.wheelhouse.core.platform.home.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** A file on its way, under a name that nobody else has. Closing it removes that name, whatever became of the file. */
final class UnfinishedFile implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(UnfinishedFile.class.getName());

    private final Path path;
    private final FileChannel channel;
    private long bytes;

    private UnfinishedFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    static UnfinishedFile in(Path directory) throws IOException {
        Path path = directory.resolve(UUID.randomUUID().toString());
        return new UnfinishedFile(
                path, PrivateFiles.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    }

    Path path() {
        return path;
    }

    void write(byte[] data, int offset, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(data, offset, length);
        while (buffer.hasRemaining()) {
            bytes += channel.write(buffer);
        }
    }

    /** @return its size in bytes, all of which are on the disk */
    long sync() throws IOException {
        channel.force(true);
        return bytes;
    }

    @Override
    public void close() {
        try {
            channel.close();
            Files.deleteIfExists(path);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, path + " stays until it is swept", e);
        }
    }
}
