package dev.wheelhouse.core.logs.spool;

import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.logs.cri.CriLines;
import dev.wheelhouse.core.logs.search.Newlines;
import dev.wheelhouse.core.platform.home.PrivateFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** The file that a log is brought into: bounded, the oldest half dropped when it is full. For one thread. */
final class SpoolFile implements Closeable {

    private static final int COPIED_AT_ONCE = 1 << 20;

    private final Path path;
    private final long mostBytes;
    private FileChannel channel;
    private long size;
    private boolean isShortened;

    SpoolFile(Path path, long mostBytes) throws IOException {
        this.path = path;
        this.mostBytes = mostBytes;
        this.channel = open(path);
    }

    private static FileChannel open(Path path) throws IOException {
        return PrivateFiles.open(
                path,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING);
    }

    void append(List<PlacedLine> lines) throws IOException {
        StringBuilder text = new StringBuilder();
        for (PlacedLine each : lines) {
            CriLines.append(each.line(), text);
            if (text.length() > COPIED_AT_ONCE) {
                write(text);
            }
        }
        write(text);
        if (size > mostBytes) {
            dropOldestHalf();
        }
    }

    private void write(StringBuilder text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
        text.setLength(0);
        while (bytes.hasRemaining()) {
            size += channel.write(bytes, size);
        }
    }

    private void dropOldestHalf() throws IOException {
        Path half = path.resolveSibling(path.getFileName() + ".half");
        long at = lineBehind(size - mostBytes / 2);
        long kept = size - at;
        FileChannel fresh = open(half);
        try {
            long done = 0;
            while (done < kept) {
                done += channel.transferTo(at + done, Math.min(COPIED_AT_ONCE, kept - done), fresh.position(done));
            }
            replace(half, path);
        } catch (IOException e) {
            // On a full disk, and just there, it must not lie about.
            fresh.close();
            Files.deleteIfExists(half);
            throw e;
        }
        channel.close();
        channel = fresh;
        size = kept;
        isShortened = true;
    }

    private long lineBehind(long offset) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(COPIED_AT_ONCE);
        channel.read(bytes, offset);
        return offset + Newlines.next(bytes.array(), 0, bytes.position()) + 1;
    }

    /** Puts this file in another's place. */
    void takeThePlaceOf(Path other) throws IOException {
        replace(path, other);
    }

    private static void replace(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException _) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Whether the oldest lines were dropped. */
    boolean isShortened() {
        return isShortened;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
