package dev.wheelhouse.core.logs.document;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a log: one file, or those it was rotated to one behind the other. Read through files that stay open, so that
 * what was renamed or deleted can still be read, and not mapped: a file that is truncated under a mapping ends the process.
 * An interrupt does not disturb a read. Thread-safe.
 */
final class DocumentBytes implements Closeable {

    private volatile Part[] parts;

    /** One file. Two handles, so that a screen does not wait for a search. */
    private static final class Part {
        final long start;
        final RandomAccessFile shown;
        final RandomAccessFile scanned;
        volatile long length;
        /** A line break that the file lacks at its end, now that another one follows. */
        volatile boolean isBreakAdded;

        Part(long start, Path path) throws IOException {
            this.start = start;
            refuseOther(path);
            this.shown = new RandomAccessFile(path.toFile(), "r");
            try {
                this.scanned = new RandomAccessFile(path.toFile(), "r");
            } catch (IOException e) {
                shown.close();
                throw e;
            }
            this.length = shown.length();
        }

        /** {@link RandomAccessFile} does not say why it cannot open a file, and would wait for a pipe's writer. */
        private static void refuseOther(Path path) throws IOException {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            if (attributes.isDirectory()) {
                throw new IOException("Is a directory");
            }
            if (!attributes.isRegularFile()) {
                throw new IOException("it is a device, a pipe or a socket and not a file");
            }
            if (!Files.isReadable(path)) {
                throw new AccessDeniedException(path.toString());
            }
        }

        long end() {
            return start + length + (isBreakAdded ? 1 : 0);
        }

        int read(boolean scanning, long offset, byte[] into, int at, int count) throws IOException {
            long inFile = offset - start;
            if (isBreakAdded && inFile == length) {
                into[at] = '\n';
                return 1;
            }
            int wanted = (int) Math.min(count, length - inFile);
            RandomAccessFile file = scanning ? scanned : shown;
            synchronized (file) {
                file.seek(inFile);
                return Math.max(0, file.read(into, at, wanted));
            }
        }

        void close() throws IOException {
            try (shown;
                    scanned) {
                // Both.
            }
        }
    }

    private DocumentBytes(Part first) {
        parts = new Part[] {first};
    }

    static DocumentBytes open(Path path) throws IOException {
        return new DocumentBytes(new Part(0, path));
    }

    private Part last() {
        return parts[parts.length - 1];
    }

    int partCount() {
        return parts.length;
    }

    long length() {
        return last().end();
    }

    /** How long the newest file is now, which may be shorter than what is known. */
    long newestFileLength() throws IOException {
        return last().shown.length();
    }

    long knownNewestLength() {
        return last().length;
    }

    void grow(long newestLength) {
        last().length = newestLength;
    }

    /** Goes on with another file. */
    void append(Path path) throws IOException {
        Part last = last();
        if (last.length > 0) {
            byte[] end = new byte[1];
            last.read(false, last.start + last.length - 1, end, 0, 1);
            last.isBreakAdded = end[0] != '\n';
        }
        Part[] more = new Part[parts.length + 1];
        System.arraycopy(parts, 0, more, 0, parts.length);
        more[parts.length] = new Part(last.end(), path);
        parts = more;
    }

    /**
     * Reads for a screen.
     *
     * @return how many bytes, fewer only at the end
     */
    int read(long offset, byte[] into, int count) throws IOException {
        return read(false, offset, into, count);
    }

    /** Reads for a search, which may take long. */
    int scan(long offset, byte[] into, int count) throws IOException {
        return read(true, offset, into, count);
    }

    private int read(boolean scanning, long offset, byte[] into, int count) throws IOException {
        int done = 0;
        while (done < count) {
            Part part = partAt(offset + done);
            if (part == null) {
                break;
            }
            int read = part.read(scanning, offset + done, into, done, count - done);
            if (read <= 0) {
                break;
            }
            done += read;
        }
        return done;
    }

    private @Nullable Part partAt(long offset) {
        for (Part each : parts) {
            if (offset < each.end()) {
                return each;
            }
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        for (Part each : parts) {
            each.close();
        }
    }
}
