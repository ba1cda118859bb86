package dev.wheelhouse.core.backups.wal;

import dev.wheelhouse.core.platform.home.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Pattern;

/**
 * Notes how much of a partial segment is on the disk. Written after the segment was flushed and not flushed itself, so what
 * it says after a power failure is too little at worst. For one thread.
 */
final class FlushMark implements AutoCloseable {

    private static final Pattern TEXT = Pattern.compile("[0-9A-F]{24} [0-9A-F]{16}");

    private final FileChannel channel;
    private final Path file;

    FlushMark(Path directory) throws IOException {
        file = directory.resolve("flushed");
        channel = PrivateFiles.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    /** @return bytes from the segment's beginning; 0 when nothing is noted for it */
    long read(SegmentName segment) throws IOException {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        if (!TEXT.matcher(text).matches() || !text.startsWith(segment.toString())) {
            return 0;
        }
        return Long.parseUnsignedLong(text, 25, text.length(), 16);
    }

    void write(SegmentName segment, long bytes) throws IOException {
        ByteBuffer text = StandardCharsets.US_ASCII.encode("%s %016X".formatted(segment, bytes));
        long at = 0;
        while (text.hasRemaining()) {
            at += channel.write(text, at);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
