package dev.wheelhouse.core.platform.home;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A file under a name of its own, which takes its place when it is complete or goes when it is closed before. For one thread.
 */
public final class PartialFile implements AutoCloseable {

    private static final int BUFFER = 1 << 16;

    private final Path target;
    private final Path partial;
    private final UnfinishedFiles unfinished;
    private final boolean isPrivate;
    private @Nullable FileChannel channel;
    private @Nullable OutputStream out;
    private long bytes;

    /** Hears how many bytes there are, and may end the writing. */
    @FunctionalInterface
    public interface Watch {
        /** @param bytes in all */
        void written(long bytes) throws IOException;
    }

    /** @param target replaced when it is there, once the file is complete */
    public PartialFile(Path target, UnfinishedFiles unfinished) {
        this(target, unfinished, false);
    }

    private PartialFile(Path target, UnfinishedFiles unfinished, boolean isPrivate) {
        this.isPrivate = isPrivate;
        this.target = target;
        // Not the name with an ending alone: two exports may have one target.
        this.partial = target.resolveSibling(
                target.getFileName() + "." + UUID.randomUUID().toString().substring(0, 8) + ".part");
        this.unfinished = unfinished;
    }

    /** One in the home, that its owner alone may read. */
    public static PartialFile ofHome(Path target, UnfinishedFiles unfinished) {
        return new PartialFile(target, unfinished, true);
    }

    /** Begins to write; nothing else closes the stream. */
    public OutputStream open(Watch watch) throws IOException {
        unfinished.add(partial);
        FileChannel opened = openNew();
        channel = opened;
        OutputStream made = new BufferedOutputStream(new Counting(Channels.newOutputStream(opened), watch), BUFFER);
        out = made;
        return made;
    }

    private FileChannel openNew() throws IOException {
        if (!isPrivate) {
            return FileChannel.open(partial, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        }
        PrivateFiles.createFolders(Objects.requireNonNull(partial.getParent()));
        return PrivateFiles.open(partial, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /** How many were written. */
    public long bytes() {
        return bytes;
    }

    /** Puts the file into its place, once it is on the disk. */
    public void complete() throws IOException {
        if (out == null || channel == null) {
            throw new IllegalStateException("Nothing was written");
        }
        out.flush();
        channel.force(true);
        out.close();
        try {
            Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException _) {
            // Some network file systems; a move within a folder is one step on them as well as they can.
            Files.move(partial, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Removes what was not completed. */
    @Override
    public void close() throws IOException {
        if (channel == null) {
            unfinished.remove(partial);
            return;
        }
        try {
            channel.close();
        } finally {
            Files.deleteIfExists(partial);
            unfinished.remove(partial);
        }
    }

    private final class Counting extends OutputStream {
        private final OutputStream to;
        private final Watch watch;

        Counting(OutputStream to, Watch watch) {
            this.to = to;
            this.watch = watch;
        }

        @Override
        public void write(int single) throws IOException {
            write(new byte[] {(byte) single}, 0, 1);
        }

        @Override
        public void write(byte[] data, int offset, int length) throws IOException {
            to.write(data, offset, length);
            bytes += length;
            watch.written(bytes);
        }

        @Override
        public void flush() throws IOException {
            to.flush();
        }

        @Override
        public void close() throws IOException {
            to.close();
        }
    }
}
