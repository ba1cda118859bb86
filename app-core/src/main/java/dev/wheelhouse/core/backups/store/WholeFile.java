package dev.wheelhouse.core.backups.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** A file from its beginning to where it ended when it was opened; one that was cut meanwhile is an error. */
final class WholeFile extends InputStream {

    private final String name;
    private final FileChannel channel;
    private long left;

    /** @param name of the object, for messages */
    WholeFile(String name, Path file) throws IOException {
        this.name = name;
        this.channel = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
        this.left = channel.size();
    }

    @Override
    public int read() throws IOException {
        byte[] single = new byte[1];
        return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (left == 0) {
            return -1;
        }
        int count;
        try {
            count = channel.read(ByteBuffer.wrap(bytes, offset, (int) Math.min(length, left)));
        } catch (IOException e) {
            throw DirectoryStore.trouble(name, e);
        }
        if (count < 0) {
            throw new StoreException(StoreTrouble.DAMAGED, name + " became shorter while it was read.", null);
        }
        left -= count;
        return count;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
