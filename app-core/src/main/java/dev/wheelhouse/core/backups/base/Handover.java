package dev.wheelhouse.core.backups.base;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Hands bytes to work on another thread, in pieces so large that the change of threads costs nothing beside them. Who hands
 * over waits while the work is behind by more than a few MiB. For one thread that hands over.
 */
final class Handover implements AutoCloseable {

    private static final int PIECE_BYTES = 1 << 18;
    private static final int MOST_PIECES = 12;
    private static final long LOOK_MILLIS = 100;

    /** Reads the bytes to their end. */
    @FunctionalInterface
    interface Work {
        void read(InputStream bytes) throws IOException;
    }

    /** An empty one ends them. */
    private static final class Piece {

        private final byte[] bytes;
        private final int length;

        Piece(byte[] bytes, int length) {
            this.bytes = bytes;
            this.length = length;
        }
    }

    private final BlockingQueue<Piece> pieces = new ArrayBlockingQueue<>(MOST_PIECES);
    private final BlockingQueue<byte[]> used = new ArrayBlockingQueue<>(MOST_PIECES);
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private byte[] filling = new byte[PIECE_BYTES];
    private int filled;
    private volatile boolean closed;

    /** @param threads of the operating system */
    Handover(Executor threads, Work work) {
        threads.execute(() -> {
            try {
                work.read(new Pieces());
                done.complete(null);
            } catch (IOException | RuntimeException e) {
                done.completeExceptionally(e);
            }
        });
    }

    /** @throws IOException of the work, once it has failed */
    void accept(byte[] bytes, int offset, int length) throws IOException {
        int at = offset;
        int left = length;
        while (left > 0) {
            int part = Math.min(left, PIECE_BYTES - filled);
            System.arraycopy(bytes, at, filling, filled, part);
            filled += part;
            at += part;
            left -= part;
            if (filled == PIECE_BYTES) {
                put(new Piece(filling, filled));
                byte[] empty = used.poll();
                filling = empty == null ? new byte[PIECE_BYTES] : empty;
                filled = 0;
            }
        }
    }

    private void put(Piece piece) throws IOException {
        try {
            while (!pieces.offer(piece, LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                if (done.isDone()) {
                    await();
                    throw new IOException("More came than was to be read.");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("It was interrupted.", e);
        }
    }

    /**
     * Waits until all was read.
     *
     * @throws IOException of the work
     */
    void finish() throws IOException {
        if (filled > 0) {
            put(new Piece(filling, filled));
        }
        put(new Piece(new byte[0], 0));
        await();
    }

    private void await() throws IOException {
        try {
            done.get();
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNull(e.getCause());
            throw new IOException(cause.getMessage(), cause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("It was interrupted.", e);
        }
    }

    /** Ends the work. Idempotent. */
    @Override
    public void close() {
        closed = true;
    }

    private final class Pieces extends InputStream {

        private Piece piece = new Piece(new byte[0], 0);
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
            System.arraycopy(piece.bytes, at, buffer, offset, count);
            at += count;
            return count;
        }

        /** Each piece at once. */
        @Override
        public long transferTo(OutputStream out) throws IOException {
            long total = 0;
            while (true) {
                if (at < piece.length) {
                    out.write(piece.bytes, at, piece.length - at);
                    total += piece.length - at;
                    at = piece.length;
                } else if (ended) {
                    return total;
                } else {
                    next();
                }
            }
        }

        private void next() throws IOException {
            try {
                Piece taken = pieces.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                if (closed) {
                    throw new IOException("It was stopped.");
                }
                if (taken != null) {
                    if (piece.length == PIECE_BYTES) {
                        var _ = used.offer(piece.bytes);
                    }
                    piece = taken;
                    at = 0;
                    ended = taken.length == 0;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("It was interrupted.", e);
            }
        }
    }
}
