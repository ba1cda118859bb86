package dev.wheelhouse.core.backups.wal;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Compresses segments with Zstandard: one frame with content size and checksum (RFC 8878). Needs two buffers of 1 MiB
 * whatever the segments' size. For one thread.
 */
final class SegmentPacker {

    private static final int LEVEL = 1;
    private static final int BUFFER = 1 << 20;

    private final ByteBuffer raw = ByteBuffer.allocateDirect(BUFFER);
    private final ByteBuffer packed = ByteBuffer.allocateDirect(BUFFER);

    /**
     * Compresses the beginning of a file.
     *
     * @param length of that beginning
     * @param padded zeros follow up to this size
     */
    void pack(Path file, long length, long padded, PackedObject to) throws IOException {
        try (ZstdCompressCtx context = new ZstdCompressCtx();
                FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            context.setLevel(LEVEL).setChecksum(true).setContentSize(true).setPledgedSrcSize(padded);
            for (long at = 0; at < padded; at += raw.limit()) {
                fill(channel, at, length, padded);
                boolean isLast = at + raw.limit() == padded;
                compress(context, isLast ? EndDirective.END : EndDirective.CONTINUE, to);
            }
        }
    }

    private void fill(FileChannel channel, long at, long length, long padded) throws IOException {
        int wanted = (int) Math.min(BUFFER, padded - at);
        raw.clear().limit(Math.clamp(length - at, 0, wanted));
        while (raw.hasRemaining()) {
            if (channel.read(raw, at + raw.position()) < 0) {
                throw new EOFException("A WAL segment in the spool is shorter than it was");
            }
        }
        raw.limit(wanted);
        while (raw.hasRemaining()) {
            raw.put((byte) 0);
        }
        raw.flip();
    }

    private void compress(ZstdCompressCtx context, EndDirective directive, PackedObject to) throws IOException {
        boolean done;
        do {
            packed.clear();
            done = context.compressDirectByteBufferStream(packed, raw, directive);
            to.write(packed.flip());
        } while (raw.hasRemaining() || (directive == EndDirective.END && !done));
    }
}
