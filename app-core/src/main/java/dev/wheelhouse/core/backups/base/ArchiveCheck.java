package dev.wheelhouse.core.backups.base;

import dev.wheelhouse.core.databases.replication.Compression;
import dev.wheelhouse.core.databases.replication.ManifestChecksum;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Unpacks a copy of an archive as it passes, on a thread of its own, and notes its files. Who writes waits while this is
 * behind by more than a few MiB. For one writing thread.
 */
final class ArchiveCheck implements AutoCloseable {

    /** Of at most 128 KiB each. */
    private static final int MOST_PIECES = 64;

    private static final byte[] END = new byte[0];

    private final BlockingQueue<byte[]> pieces = new ArrayBlockingQueue<>(MOST_PIECES);
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private volatile boolean closed;

    /**
     * @param prefix see {@link FileSums}
     * @param files gets the archive's files, by path; to be read once it is finished
     * @param threads of the operating system: unpacking keeps one busy
     */
    ArchiveCheck(
            Compression compression,
            ManifestChecksum checksum,
            String prefix,
            Map<String, ArchivedFile> files,
            Executor threads) {
        threads.execute(() -> {
            try {
                read(compression, new FileSums(checksum, prefix, files));
                done.complete(null);
            } catch (IOException | RuntimeException e) {
                done.completeExceptionally(e);
            }
        });
    }

    private void read(Compression compression, FileSums sums) throws IOException {
        TarFiles tar = new TarFiles(sums);
        try (InputStream unpacked = Packing.unpacked(new Pieces(), compression)) {
            byte[] buffer = new byte[1 << 17];
            for (int count = unpacked.read(buffer); count >= 0; count = unpacked.read(buffer)) {
                tar.accept(buffer, 0, count);
            }
        }
        tar.finish();
    }

    /** @throws IOException when the archive is none */
    void accept(byte[] bytes, int offset, int length) throws IOException {
        if (length > 0) {
            put(Arrays.copyOfRange(bytes, offset, offset + length));
        }
    }

    private void put(byte[] piece) throws IOException {
        try {
            while (!pieces.offer(piece, 100, TimeUnit.MILLISECONDS)) {
                if (done.isDone()) {
                    await();
                    throw new IOException("The archive goes on behind its end.");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("The check was interrupted.", e);
        }
    }

    /** Waits until all was read. */
    void finish() throws IOException {
        put(END);
        await();
    }

    private void await() throws IOException {
        try {
            done.get();
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNull(e.getCause());
            throw new IOException("The archive cannot be read: " + cause.getMessage(), cause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("The check was interrupted.", e);
        }
    }

    /** Ends the thread. Idempotent. */
    @Override
    public void close() {
        closed = true;
    }

    private final class Pieces extends InputStream {

        private byte[] piece = END;
        private int at;
        private boolean ended;

        @Override
        public int read() throws IOException {
            byte[] single = new byte[1];
            return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            while (at == piece.length) {
                if (ended) {
                    return -1;
                }
                next();
            }
            int count = Math.min(length, piece.length - at);
            System.arraycopy(piece, at, buffer, offset, count);
            at += count;
            return count;
        }

        private void next() throws IOException {
            try {
                byte[] taken = pieces.poll(100, TimeUnit.MILLISECONDS);
                if (closed) {
                    throw new IOException("The check was stopped.");
                }
                if (taken != null) {
                    piece = taken;
                    at = 0;
                    ended = taken.length == 0;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("The check was interrupted.", e);
            }
        }
    }
}
