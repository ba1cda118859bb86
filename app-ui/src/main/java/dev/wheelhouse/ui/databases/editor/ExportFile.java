package dev.wheelhouse.ui.databases.editor;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;

/**
 * A file that an export grows into. It stands under a name of its own until it is complete, so that nobody takes half of
 * it for the whole.
 */
final class ExportFile {

    private static final int BUFFER = 1 << 16;
    private static final long TOLD_EVERY = 4L << 20;

    private final Path target;
    private final Path partial;
    private final AtomicBoolean cancelled = new AtomicBoolean();
    private final LongConsumer progress;

    /** @param progress hears how many bytes were written, from time to time, on the writing thread */
    ExportFile(Path target, LongConsumer progress) {
        this.target = target;
        this.partial = target.resolveSibling(target.getFileName() + ".part");
        this.progress = progress;
    }

    void cancel() {
        cancelled.set(true);
    }

    boolean isCancelled() {
        return cancelled.get();
    }

    OutputStream open() throws IOException {
        return new BufferedOutputStream(new Counting(Files.newOutputStream(partial)), BUFFER);
    }

    void complete() throws IOException {
        Files.move(partial, target, StandardCopyOption.REPLACE_EXISTING);
    }

    void discard() throws IOException {
        Files.deleteIfExists(partial);
    }

    private final class Counting extends OutputStream {
        private final OutputStream out;
        private long bytes;
        private long told;

        Counting(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int single) throws IOException {
            write(new byte[] {(byte) single}, 0, 1);
        }

        @Override
        public void write(byte[] data, int offset, int length) throws IOException {
            if (cancelled.get()) {
                throw new InterruptedIOException("The export was cancelled");
            }
            out.write(data, offset, length);
            bytes += length;
            if (bytes - told >= TOLD_EVERY) {
                told = bytes;
                progress.accept(bytes);
            }
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
